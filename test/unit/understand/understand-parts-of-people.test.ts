/** Variables about parts of what a question asks for: by sex, by age, by anything else. */
import { expect, test } from "vitest";
import { open } from "../../../src/index.ts";

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
