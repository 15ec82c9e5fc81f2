/** What newcomers type, and the variable of the sample that they mean; without one where it has none. */
import { expect, test } from "vitest";
import { open } from "../../../src/index.ts";

const wanted = {
  "jobless rate": "UnemploymentRate_Person",
  "how old are people": "Median_Age_Person",
  "rich households": "Median_Income_Household",
  "people out of work": "Count_Person_Unemployed",
  "power output": "Annual_Generation_Electricity",
  inhabitants: "Count_Person",
  teenagers: "Count_Person_16To19Years",
  "number of families": "Count_Household",
  salary: "Median_Income_Household",
  "how long do people live": "LifeExpectancy_Person",
  women: "Count_Person_Female",
  "people with jobs": "Count_Person_Employed",
  "what households earn": "Median_Income_Household",
  "electricity made": "Annual_Generation_Electricity",
  "average age": "Median_Age_Person",
  girls: "Count_Person_Female",
  "members of congress": "house_seats",
  workforce: "Count_Person_Employed",
  homes: "Count_Household",
  "national income per head":
    "Amount_EconomicActivity_GrossNationalIncome_PurchasingPowerParity_PerCapita",
  boys: "Count_Person_Male",
  residents: "Count_Person",
  wages: "Median_Income_Household",
  adolescents: "Count_Person_16To19Years",
  "life span": "LifeExpectancy_Person",
};

const commons = await open("data-samples");
const found = (text: string) => commons.catalog.variables({ search: text }).map(({ dcid }) => dcid);

test("of 25 words of newcomers 22 find the variable first, 24 among five", () => {
  const ranks = Object.entries(wanted).map(([text, dcid]) => found(text).indexOf(dcid));
  expect(ranks).toHaveLength(25);
  expect(ranks.filter((rank) => rank === 0).length).toBeGreaterThanOrEqual(22);
  expect(ranks.filter((rank) => rank >= 0 && rank < 5).length).toBeGreaterThanOrEqual(24);
});

test.each(["asdf", "hello world", "kids in poverty", "crime", "rainfall", "zzz", "!!"])(
  "'%s', for which the sample has nothing, finds nothing",
  (text) => {
    expect(found(text)).toEqual([]);
  },
);

test("in a larger index, too, words that no text has keep noise out, but not what they mean", async () => {
  const rows = ["subject_id,predicate,object_id,object_value"];
  for (const [dcid, name] of [
    ["GlobalHealth", "World Health"],
    ["GlobalEconomy", "World Economic Activity"],
    ["Rate", "Unemployment rate"],
    ["Share", "%"],
  ]) {
    rows.push(`${dcid},typeOf,StatisticalVariable,`, `${dcid},name,,${name}`);
  }
  const world = await open({ "world.csv": rows.join("\n") });
  const first = (text: string) => {
    const { entities = [] } = world.v2.resolve({ nodes: [text], resolver: "indicator" });
    return entities[0]?.candidates?.[0]?.dcid;
  };
  expect(["hello world", "world health", "jobless rate", "%"].map(first)).toEqual([
    undefined,
    "GlobalHealth",
    "Rate",
    "Share",
  ]);
});
