import { expect, test } from "vitest";
import { encodedFingerprint } from "../../../src/ids/fingerprint.ts";
import { isConstraint, olderObservationId, populationId } from "../../../src/ids/observation-id.ts";

const men = {
  populationType: "Person",
  location: "dc/b72vdv",
  memberOf: "",
  constraints: new Map([
    ["gender", "Male"],
    ["age", "Years18Onwards"],
  ]),
};

test("a population's id is the official importer's, in whatever order it is said", () => {
  expect(populationId(men)).toBe("dc/p/eekggjy2cqvw3");
  const turned = new Map([...men.constraints].reverse());
  expect(populationId({ ...men, constraints: turned })).toBe("dc/p/eekggjy2cqvw3");
});

test.each([
  { ...men, memberOf: "dc/g" },
  { ...men, location: "dc/b72vdw" },
  { ...men, populationType: "Household" },
  { ...men, constraints: new Map([["gender", "Male"]]) },
])("another population has another id", (other) => {
  expect(populationId(other)).toMatch(/^dc\/p\/[0-9a-z]{1,13}$/);
  expect(populationId(other)).not.toBe(populationId(men));
});

/** All that the official importer leaves out of a population's id. */
const describing = `
  typeOf dcid provenance isPublic localCuratorLevelId url memberOf name label description
  descriptionUrl alternateName keyString resMCFFile populationType populationGroup location
  childhoodLocation constraintProperties measuredProperty statType measurementDenominator
  measurementQualifier measurementMethod scalingFactor unit source footnote censusACSTableId
  utteranceTemplate`;

test.each(describing.trim().split(/\s+/))("%s narrows no population", (property) => {
  expect(isConstraint(property)).toBe(false);
});

test("names and numbers narrow no population", () => {
  const properties = ["typeOf", "name", "statType", "childhoodLocation", "gender", "__proto__"];
  expect(properties.filter(isConstraint)).toEqual(["gender", "__proto__"]);
});

const observation: Readonly<Record<string, readonly string[]>> = {
  unit: ["$"],
  measuredProperty: ["count"],
  observedNode: ["dc/p/8qws200bgld46"],
  observationDate: ["2018-08-22T12:00Z"],
};

const idOf = (values: Readonly<Record<string, readonly string[]>>): string | undefined =>
  olderObservationId((property) => values[property] ?? []);

test("an older observation's id is the official importer's", () => {
  expect(idOf(observation)).toBe("dc/o/yr8wxpd7e1h07");
  expect(idOf({ ...observation, footnote: ["of no importance"] })).toBe("dc/o/yr8wxpd7e1h07");
});

test.each([
  { ...observation, observedNode: [] },
  { ...observation, observationDate: [] },
  { ...observation, measuredProperty: [] },
  { ...observation, unit: ["$", "€"] },
])("there is none without what is required, or with two values", (values) => {
  expect(idOf(values)).toBeUndefined();
});

/** What makes an older observation, in the order of the official importer. */
const ofOlderKey = `
  observedNode observationDate measuredProperty observationPeriod unit measuredValue minValue
  maxValue sumValue meanValue medianValue marginOfError measurementMethod measurementResult stdError
  sampleSize percentile10 percentile25 percentile75 percentile90 meanStdError growthRate
  stdDeviationValue confidenceIntervalLowerLimit confidenceIntervalUpperLimit kurtosisValue
  skewnessValue measurementDenominator measurementQualifier scalingFactor`
  .trim()
  .split(/\s+/);

test("the key of an older observation has its properties in a fixed order, and no empty ones", () => {
  const all = Object.fromEntries(ofOlderKey.map((property, at) => [property, [`v${at}`]]));
  const text = ofOlderKey.map((property, at) => `${property}=v${at}`).join("");
  expect(idOf(Object.fromEntries(Object.entries(all).reverse()))).toBe(
    `dc/o/${encodedFingerprint(text)}`,
  );
});

test.each(ofOlderKey)("two values of %s make no key", (property) => {
  expect(idOf({ ...observation, [property]: ["a", "b"] })).toBeUndefined();
});
