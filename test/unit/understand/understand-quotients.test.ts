/** "People per household": one variable divided by another. */
import { expect, test } from "vitest";
import { open } from "../../../src/index.ts";

const sample = await open("data-samples");

test.each([
  ["people per household in Ohio", "Count_Person", "Count_Household", 2.52, "2015"],
  ["men per women in Ohio", "Count_Person_Male", "Count_Person_Female", 0.96, "2015"],
  ["how many women per man are there in Texas", "Count_Person_Female", "Count_Person_Male", 1.02],
])(
  "%s is a quotient, of one year where there is one",
  async (text, dcid, by, value, date = "2015") => {
    const { variables, denominator, unread, answer } = await sample.understand(text);
    expect([variables.map((one) => one.dcid), denominator?.dcid, unread]).toEqual([[dcid], by, []]);
    expect(answer?.rows).toMatchObject([{ date, value: expect.closeTo(value, 2) }]);
    expect(answer?.rows[0]?.denominator?.date).toBe(date);
    expect(answer?.question).toMatchObject({ variables: [dcid], denominator: by });
  },
);

test("places are ranked by a quotient", async () => {
  const { intent, answer } = await sample.understand("states with the most people per household");
  expect([intent.kind, answer?.question.denominator]).toEqual(["ranking", "Count_Household"]);
  const values = answer?.rows.map(({ value }) => value) ?? [];
  expect(values).toEqual(values.toSorted((a, b) => b - a));
  expect(values[0]).toBeLessThan(4);
});

test("without two values of one year, the last one is divided by that of the nearest date", async () => {
  const { answer } = await sample.understand("unemployed people per household in Ohio");
  expect(answer?.rows).toMatchObject([{ date: "2025", denominator: { date: "2015" } }]);
});

test.each([
  ["median age per household in Ohio", "Median_Age_Person", ["household"]],
  ["electricity per teacher in Texas", "Annual_Generation_Electricity", ["teacher"]],
  ["population per 1000 in Ohio", "Count_Person", ["1000"]],
  ["people per people in Ohio", "Count_Person", ["people"]],
])("%s: what cannot divide is not read, and there is no number", async (text, dcid, words) => {
  const { variables, denominator, unread, answer } = await sample.understand(text);
  expect(variables.map((one) => one.dcid)).toEqual([dcid]);
  expect(unread.map((span) => span.text)).toEqual(words);
  expect([denominator, answer]).toEqual([undefined, undefined]);
});

test("what divides is never the answer", async () => {
  const { variables, nearest, answer } = await sample.understand("vehicles per household in Ohio");
  expect([variables, answer]).toEqual([[], undefined]);
  expect(nearest.map(({ dcid }) => dcid)).toContain("Count_Household");
});

test("a variable that has both words in its name is meant itself", async () => {
  const { variables, denominator } = await sample.understand("income per household in Texas");
  expect(variables.map(({ dcid }) => dcid)).toEqual(["Median_Income_Household"]);
  expect(denominator).toBeUndefined();
});

test.each([
  ["Nurses per bed", "nurses per bed in Delaware", 1.34],
  ["Nurses per Bed, staffed", "Nurses per bed in Delaware", 1.34],
  ["Doctors per 1000 people", "doctors per 1000 people in Delaware", 1.34],
])("a variable with the name '%s' is no quotient of two: %s", async (name, text, value) => {
  const world = await open({
    "w.mcf": [
      'Node: dcid:geoId/10\ntypeOf: dcs:State\nname: "Delaware"\n',
      `Node: dcid:Own_variable\ntypeOf: dcs:StatisticalVariable\nname: "${name}"\n`,
    ].join("\n"),
    "o.csv": "entity,variable,date,value\ngeoId/10,Own_variable,2020,1.34\n",
  });
  const { denominator, unread, answer } = await world.understand(text);
  expect([denominator, unread, answer?.rows[0]?.value]).toEqual([undefined, [], value]);
});
