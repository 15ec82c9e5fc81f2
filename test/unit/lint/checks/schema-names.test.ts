import { expect, test } from "vitest";
import {
  beginsUpper,
  describingProperties,
  hasPrefix,
  invalidDcid,
  isDcid,
  isOlderObservation,
  isSelfExplaining,
  isStatValue,
  withoutPrefix,
} from "../../../../src/lint/checks/schema-names.ts";

const isDescribed = (name: string) => ["Male", "Years", "USDollar"].includes(name);

test.each([
  "Years10To20",
  "Years1.5To20.25",
  "Years85Onwards",
  "Years2.5Onwards",
  "YearsUpto25",
  "YearsUpto2.5",
  "latLong/3700000_-12210000",
  "latLong/-37_122",
  "Years15",
  "Years1.5",
  "Male__Years85Onwards",
  "Years1.25",
  "USDollar1000.55Onwards",
  "YearsUpto2.55",
])("%s says itself what it means", (name) => {
  expect(isSelfExplaining(name, isDescribed)).toBe(true);
});

test.each([
  "years10To20",
  "Years10To",
  "Years10To20Old",
  "latLong/37",
  "latLong/37_12a",
  "latLong/a37_12",
  "xYears15",
  "aYears10To20",
  "xlatLong/37_122",
  "Years15x",
  "Years15.",
  "Days15",
  "Male",
  "Male__Female",
  "Upto25",
  "YearsUpto",
])("%s does not", (name) => {
  expect(isSelfExplaining(name, isDescribed)).toBe(false);
});

test.each([
  "value",
  "medianValue",
  "marginOfError",
  "percentile10",
  "stdError",
  "growthRate",
  "palmaRatio",
  "upperLimit",
])("%s is a value of statistics", (name) => {
  expect(isStatValue(name)).toBe(true);
});

test.each(["valueOf", "myPercentile10", "marginOfErrors", "limited", "estimateOld", "count"])(
  "%s is none",
  (name) => {
    expect(isStatValue(name)).toBe(false);
  },
);

test("the older type of observation is any other that ends so", () => {
  const types = ["Observation", "RateObservation", "StatVarObservation", "ObservationOld"];
  expect(types.filter(isOlderObservation)).toEqual(["Observation", "RateObservation"]);
});

test("ids of biology have more characters, and only they", () => {
  expect(["a/b", "bio/a'b;c", "a'b", "x bio/", "bio/é", "bio/a{b", ""].map(isDcid)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});

test("characters that no dcid has are shown, and those that cannot be shown are named", () => {
  expect(invalidDcid("p", "")).toBe("p refers to an empty dcid");
  expect(invalidDcid("p", "bio/a'b\u00a0")).toMatch(
    / holds characters that no dcid has \(U\+00A0\)$/,
  );
  expect(invalidDcid("p", "x'bio/")).toContain("(''')");
  const hidden = "\u0300\u0301\u0302\u0303\u0304\u0305";
  expect(invalidDcid("p", `é ${hidden}`)).toMatch(
    /\('é', a space, U\+0300, U\+0301, U\+0302, U\+0303\)$/,
  );
});

test("a number of a quantity may have several digits before its part", () => {
  const names = ["Years10.5To20.5", "USDollar1000.5Onwards", "Years10.5.5To20", "Years1.To2"];
  expect(names.map((name) => isSelfExplaining(name, isDescribed))).toEqual([
    ...[true, true, false, false],
  ]);
});

test("a dcid with blanks around it is written without them, if it is one then", () => {
  expect(invalidDcid("p", " geoId/06  ")).toMatch(
    /\(a space\); write 'geoId\/06' without blanks around it$/,
  );
  expect(invalidDcid("p", " geo Id ")).toMatch(/\(a space\)$/);
  expect(invalidDcid("p", "a\u200bb")).toMatch(/\(U\+200B\)$/);
  expect(invalidDcid("p", "a\u{e0001}b")).toMatch(/\(U\+E0001\)$/);
});

test.each([
  ...["alternateName", "censusACSTableId", "constraintProperties", "dcid", "description"],
  ...[
    "descriptionUrl",
    "isPublic",
    "keyString",
    "label",
    "localCuratorLevelId",
    "memberOf",
    "name",
  ],
  ...["populationGroup", "provenance", "resMCFFile", "url", "utteranceTemplate"],
])("%s does not say what a variable measures", (property) => {
  expect(describingProperties.has(property)).toBe(true);
});

test("a prefix stands at the beginning, in any case of letters", () => {
  expect(["dcid:a", "DCS:a", "Schema:a", "adcid:b", "a dcs:b"].map(hasPrefix)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
  expect(withoutPrefix("dcs:a/dcid:b")).toBe("a/dcid:b");
});

test("a letter of upper case begins a class only where it stands first", () => {
  expect(["City", "city", "aCity", "Ångström"].map((name) => beginsUpper.test(name))).toEqual([
    true,
    false,
    false,
    true,
  ]);
});
