/** Variables about parts of what a question asks for: by sex, by age, by anything else. */
import { describe, expect, test } from "vitest";
import { open } from "../../../src/index.ts";
import { partMeant } from "../../../src/understand/variable-parts.ts";
import { worldOf as smallWorldOf } from "../../oracle/small-world.ts";

interface Part {
  readonly dcid: string;
  readonly name: string;
  readonly populationType: string;
  readonly constraints?: Readonly<Record<string, string>>;
}

async function worldOf(parts: readonly Part[]) {
  const nodes = parts.map(({ dcid, name, populationType, constraints = {} }) =>
    [
      `Node: dcid:${dcid}\ntypeOf: dcs:StatisticalVariable\nname: "${name}"`,
      `populationType: dcs:${populationType}\nmeasuredProperty: dcs:count\nstatType: dcs:measuredValue`,
      ...Object.entries(constraints).map(
        ([property, value]) => `${property}: dcs:${value}\nconstraintProperties: dcs:${property}`,
      ),
      `Node: dcid:o/${dcid}\ntypeOf: dcs:StatVarObservation\nvariableMeasured: dcid:${dcid}`,
      `observationAbout: dcid:d/1\nobservationDate: "2023"\nvalue: ${dcid.length}\n`,
    ]
      .join("\n")
      .replace("\nNode", "\n\nNode"),
  );
  const place = `Node: dcid:d/1\ntypeOf: dcs:City\nname: "Northvale"\n`;
  return await open({ "world.mcf": [place, ...nodes].join("\n") });
}

const ages = { "0 to 14": "Years0To14", "15 to 64": "Years15To64", "65 or more": "Years65OrMore" };
const people = (name: string) =>
  Object.entries(ages).flatMap(([words, age]) =>
    ["Male", "Female"].map((gender) => ({
      dcid: `${name}_${age}_${gender}`,
      name: `${name}, ${words} years, ${gender}`,
      populationType: "Person",
      constraints: { age, gender },
    })),
  );

const parted = await worldOf([
  ...people("Population"),
  ...["Cancer", "HeartDisease", "Accident"].map((cause) => ({
    dcid: `Deaths_${cause}`,
    name: `Deaths, ${cause}`,
    populationType: "MortalityEvent",
    constraints: { cause },
  })),
]);

test.each([
  ["population of Northvale", ["age", "gender"]],
  ["population over 15 in Northvale", ["age", "gender"]],
  ["female population of Northvale", ["age"]],
  ["population of 0 to 14 years in Northvale", ["gender"]],
  ["deaths in Northvale", ["cause"]],
  ["female population of 0 to 14 years in Northvale", undefined],
  ["deaths from cancer in Northvale", undefined],
])("%s: what is answered is only a part by %j", async (text, properties) => {
  const { variables, nearest, answer } = await parted.understand(text);
  const [{ dcid = "", only } = {}] = variables;
  expect(only?.map(({ property }) => property).sort()).toEqual(properties);
  expect(nearest.map((one) => one.dcid)).toEqual(
    properties === undefined ? [] : expect.arrayContaining([dcid]),
  );
  expect(answer?.rowCount).toBe(1);
});

test.each([
  ["Einwohner weiblich 65 und \u00e4lter in Northvale", "Einwohner_Years65OrMore_Female"],
  ["Einwohner m\u00e4nnlich 15 bis 64 in Northvale", "Einwohner_Years15To64_Male"],
  ["Einwohner Frauen 0 bis 14 Northvale", "Einwohner_Years0To14_Female"],
])("%s: a word for the value of a constraint decides between its variables", async (text, dcid) => {
  const world = await worldOf(people("Einwohner"));
  const { variables } = await world.understand(text);
  expect(variables).toMatchObject([{ dcid }]);
  expect(variables[0]?.only).toBeUndefined();
});

test("the whole is meant where it is as near as its parts", async () => {
  const whole = { dcid: "Population_All", name: "Resident population", populationType: "Person" };
  const world = await worldOf([...people("Population"), whole]);
  const { variables, nearest } = await world.understand("population of Northvale");
  expect([variables.map(({ dcid }) => dcid), nearest]).toEqual([["Population_All"], []]);
  const women = await world.understand("female population of Northvale");
  expect(women.variables[0]?.only).toMatchObject([{ property: "age" }]);
});

test("a part that is far more similar than the others is meant, whatever its words are", async () => {
  const pupils = ["Primary", "Secondary"].flatMap((schoolType) =>
    ["Male", "Female"].map((gender) => ({
      dcid: `Pupils_${gender}_${schoolType}`,
      name: `Pupils, ${gender}, ${schoolType}`,
      populationType: "Thing",
      constraints: { gender, schoolType },
    })),
  );
  const world = await worldOf(pupils);
  const { variables } = await world.understand("boys in secondary schools in Northvale");
  expect(variables).toMatchObject([{ dcid: "Pupils_Male_Secondary" }]);
  expect(variables[0]?.only).toBeUndefined();
});

test("a part is not what values are divided by", async () => {
  const world = await worldOf([
    ...people("Population"),
    { dcid: "Trees", name: "Trees", populationType: "Thing" },
  ]);
  const { variables, denominator, unread } = await world.understand(
    "trees per population of Northvale",
  );
  expect(variables).toMatchObject([{ dcid: "Trees" }]);
  expect([denominator, unread.map(({ text }) => text)]).toEqual([undefined, ["population"]]);
});

describe("the part that is meant of those that were found", () => {
  type Triple = readonly [string, string, string];
  const constrained = (dcid: string, constraints: Readonly<Record<string, string>>): Triple[] =>
    Object.entries(constraints).flatMap(([property, value]) => [
      [dcid, "constraintProperties", property],
      [dcid, property, value],
    ]);
  const { graph } = smallWorldOf([
    ["V/none", "populationType", "Person"],
    ["V/other", "name", "=Other"],
    ...constrained("V/male", { gender: "Male" }),
    ...constrained("V/female", { gender: "Female" }),
    ...constrained("V/old", { age: "Years65To74" }),
    ...constrained("V/older", { age: "Years75Onwards" }),
    ...constrained("V/malework", { gender: "Male", work: "PaidWork" }),
    ...constrained("V/femalework", { gender: "Female", work: "UnpaidWork" }),
    ["V/empty", "constraintProperties", "gender"],
    ["Male", "name", "=Herren"],
    ...["populationType", "measuredProperty", "statType"].map(
      (property): Triple => [`V/${property}`, property, "Other"],
    ),
    ...["measurementQualifier", "measurementDenominator"].map(
      (property): Triple => [`V/${property}`, property, "Other"],
    ),
    ...[
      ...["populationType", "measuredProperty", "statType"],
      ...["measurementQualifier", "measurementDenominator"],
    ].flatMap((property) => constrained(`V/${property}`, { gender: "Female" })),
  ]);
  const [male, female] = [
    { property: "gender", value: "Male", name: "Herren" },
    { property: "gender", value: "Female", name: "Female" },
  ];
  const old = { property: "age", value: "Years65To74", name: "Years 65 To 74" };

  test.each([
    ["none is found", "rain", [], undefined, undefined],
    ["the best has no constraints", "male", ["none 0.6", "male 0.6"], "none", []],
    ["the world does not know it", "male", ["unknown 0.6", "male 0.6"], "unknown", []],
    ["it lacks the value of its constraint", "male", ["empty 0.6", "male 0.6"], "empty", []],
    ["it has the word", "male", ["female 0.6", "male 0.6"], "male", []],
    ["the name of the value has it", "herren", ["female 0.6", "male 0.6"], "male", []],
    ["everyday words say it", "frauen", ["male 0.6", "female 0.6"], "female", []],
    ["no word says it", "people", ["male 0.6", "female 0.6"], "male", [male]],
    ["others are less near", "people", ["female 0.8", "male 0.6"], "female", []],
    ["others are nearly as near", "people", ["female 0.7", "male 0.6"], "female", [female]],
    ["it is found alone", "people", ["male 0.6"], "male", []],
    ["the whole is as near", "people", ["male 0.6", "none 0.55"], "male", []],
    ["its numbers are said", "65 to 74", ["older 0.6", "old 0.6"], "old", []],
    ["one number is said", "65", ["old 0.6", "older 0.6"], "old", [old]],
    ["both have a word", "work", ["malework 0.6", "femalework 0.6"], "malework", "both"],
    ["one has a word more", "unpaid", ["malework 0.6", "femalework 0.6"], "femalework", [female]],
    ["the total is there", "unpaid", ["malework 0.6", "female 0.6"], "female", [female]],
  ])("%s: '%s'", (_, text, found, dcid, only) => {
    const all = found.map((one) => {
      const [name, score] = one.split(" ");
      return { dcid: `V/${name}`, score: Number(score) };
    });
    const meant = partMeant(graph, text, all);
    expect(meant?.variable.dcid).toBe(dcid && `V/${dcid}`);
    const work = { property: "work", value: "PaidWork", name: "Paid Work" };
    expect(meant?.only).toEqual(only === "both" ? [male, work] : only);
  });

  test.each([
    ...["populationType", "measuredProperty", "statType"],
    ...["measurementQualifier", "measurementDenominator"],
  ])("variables that differ in %s are no parts of the same", (property) => {
    const found = ["male", property].map((name) => ({ dcid: `V/${name}`, score: 0.6 }));
    expect(partMeant(graph, "female", found)).toEqual({ variable: found[0], only: [] });
  });
});
