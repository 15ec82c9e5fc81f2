/**
 * As people type: a question of which nothing explains a word has no number; courtesy, fillers and slips need no
 * explanation. Half of the questions of the bench were written before the rules and are never looked at.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { questionsIn, scoreOf } from "../../../bench/meaning/questions.ts";
import { open } from "../../../src/index.ts";

const sample = await open("data-samples");
const path = new URL("./as-people-ask.txt", import.meta.url);
const asked = readFileSync(path, "utf8")
  .trim()
  .split("\n")
  .filter((line) => !line.startsWith("#"))
  .map((line) => line.split(" | ") as [string, string]);
const lacking = asked.filter(([, wanted]) => wanted.startsWith("- "));
const answered = asked.filter(([, wanted]) => !wanted.startsWith("- "));

test.each(lacking)("%s: no number, %s", async (text, words) => {
  const { answer, unread, nearest } = await sample.understand(text);
  const read = unread.map((span) => span.text.toLowerCase());
  expect(answer).toBeUndefined();
  expect(nearest.length > 0 || read.length > 0).toBe(true);
  for (const word of words.slice(2).split(" ")) expect(read).toContain(word);
});

test.each(answered)("%s: %s", async (text, dcid) => {
  const { answer, variables, unread } = await sample.understand(text);
  expect([variables.map((one) => one.dcid), unread]).toEqual([[dcid], []]);
  expect(answer?.rowCount).toBeGreaterThan(0);
});

test("what is nearest is named with its dcid, and a correction answers with it", async () => {
  const text = "people in prison in California";
  const { nearest, variables, places } = await sample.understand(text);
  expect(variables.map(({ dcid }) => dcid)).toEqual(["Count_Person"]);
  expect(nearest[0]).toMatchObject({ dcid: "Count_Person", name: "Total Population" });
  expect(places).toMatchObject([{ entities: "geoId/06" }]);
  const corrected = await sample.understand(text, { variables: ["Count_Person"] });
  expect(corrected.answer?.rows).toMatchObject([{ entity: "geoId/06", variable: "Count_Person" }]);
});

test("corrected places replace the words after 'in', and no others", async () => {
  const of = (text: string) => sample.understand(text, { places: ["geoId/06"] });
  expect((await of("median age in the northeast")).answer?.rowCount).toBe(1);
  expect((await of("median age of people in puerto rico")).answer?.rowCount).toBe(1);
  expect((await of("solar electricity")).answer).toBeUndefined();
});

test("with words alone, too, what no word explains has no number", async () => {
  const how = { meaning: false };
  const { answer, unread } = await sample.understand("population of dogs in Texas", how);
  expect([answer, unread.map((span) => span.text)]).toEqual([undefined, ["dogs"]]);
  expect((await sample.understand("populations of Texas", how)).answer?.rowCount).toBe(1);
});

const named = {
  Obesity: "Percent of adults who are obese",
  Homicides: "Homicides",
  Rain: "Annual precipitation",
  Cars: "Registered motor vehicles",
  Product: "Gross domestic product (USD)",
  Inflation: "Inflation, consumer prices (annual %)",
  Poverty: "Population below poverty level",
  Count_Person: "Total population",
  Doctors: "Physicians per 1,000 people",
  Female: "Female population",
  Forest: "Forest area (sq. km)",
};
const france = await open({
  "graph.csv": [
    "subject_id,predicate,object_id,object_value",
    "country/FRA,typeOf,Country,",
    "country/FRA,name,,France",
    ...Object.entries(named).flatMap(([dcid, name]) => [
      `${dcid},typeOf,StatisticalVariable,`,
      `${dcid},name,,"${name}"`,
    ]),
  ].join("\n"),
  "observations.csv": [
    "variable,entity,date,value",
    ...Object.keys(named).map((dcid, at) => `${dcid},country/FRA,2020,${at}`),
  ].join("\n"),
});

test.each([
  ["obesity rate in France", "Obesity"],
  ["how many murders are there in France", "Homicides"],
  ["rainfall in France", "Rain"],
  ["how many cars are there in France", "Cars"],
  ["gdp of France in dollars", "Product"],
  ["inflation rate in France", "Inflation"],
  ["how many poor people are there in France", "Poverty"],
  ["how many doctors per 1000 people in France", "Doctors"],
  ["women in France", "Female"],
  ["forest area of France in square km", "Forest"],
])("%s: words that mean the same, units and numbers explain it by %s", async (text, dcid) => {
  const { variables, unread, answer } = await france.understand(text);
  expect([variables.map((one) => one.dcid), unread]).toEqual([[dcid], []]);
  expect(answer?.rowCount).toBe(1);
});

test.each([
  ["how many electric cars in France", "electric"],
  ["male population of France", "male"],
  ["rural population of France", "rural"],
  ["doctors per 500 people in France", "500"],
])("%s: what is alike does not explain '%s'", async (text, word) => {
  const { unread, answer } = await france.understand(text);
  expect(unread.map((span) => span.text)).toContain(word);
  expect(answer).toBeUndefined();
});

test("what is denied is not answered by a variable that means it in other words", async () => {
  const { variables, answer } = await france.understand("no rainfall in France");
  expect([variables, answer]).toEqual([[], undefined]);
});

const textOf = (file: string) =>
  readFileSync(new URL(`../../../bench/meaning/${file}`, import.meta.url), "utf8");

const scoreIn = (file: string) =>
  scoreOf(questionsIn(textOf(file)), (text) => sample.understand(text));

test("the sealed questions are those that were written before the rules", () => {
  const hash = createHash("sha256").update(textOf("sealed-questions.txt")).digest("hex");
  expect(hash).toBe("a545633d26969f54ff73009ec58e6575ba6d4640ab392f4a9090e4ba68926af9");
});

test("of the visible questions all are read right", async () => {
  const { wrong, count } = await scoreIn("questions.txt");
  expect([wrong, count]).toEqual([[], 120]);
});

test("of the sealed questions nine in ten are read right", async () => {
  const { together, count } = await scoreIn("sealed-questions.txt");
  expect(count).toBe(60);
  expect(together).toBeGreaterThanOrEqual(54);
});

const node = (dcid: string, type: string, name: string) =>
  `Node: dcid:${dcid}\ntypeOf: dcs:${type}\nname: "${name}"\n`;

const rents = await open({
  "w.mcf": [
    node("country/USA", "Country", "United States"),
    node("country/DEU", "Country", "Germany"),
    node("country/NLD", "Country", "Netherlands"),
    node("geoId/48", "State", "Texas"),
    node("Rent", "StatisticalVariable", "Average rent (US$)"),
    node("Trade", "StatisticalVariable", "Goods sent to the Netherlands"),
    node("Life", "StatisticalVariable", "Life expectancy"),
    node("Exports", "StatisticalVariable", "Exports to the US"),
  ].join("\n"),
  "o.csv":
    "entity,variable,date,value\n" +
    "country/USA,Life,2020,77\ncountry/DEU,Life,2020,81\ncountry/NLD,Life,2020,82\n" +
    "geoId/48,Rent,2020,1012\ngeoId/48,Trade,2020,5\n" +
    "country/DEU,Exports,2020,9\n",
});

test.each<[text: string, places: string[], unread: string[]]>([
  ["life expectancy in the US and Germany", ["country/USA", "country/DEU"], []],
  ["life expectancy in US", ["country/USA"], []],
  ["life expectancy in the us", ["country/USA"], []],
  ["what is the US life expectancy", ["country/USA"], []],
  ["US life expectancy", ["country/USA"], []],
  ["U.S. vs Germany life expectancy", ["country/USA", "country/DEU"], []],
  ["life expectancy in the netherlands", ["country/NLD"], []],
  ["average rent in US$ in Texas", ["geoId/48"], []],
  ["average rent (us$) in Texas", ["geoId/48"], []],
  // A word that nothing explains is no place.
  ["average rent in US dollars in Texas", ["geoId/48"], ["dollars"]],
  ["tell us the average rent in Texas", ["geoId/48"], []],
  // The name of a variable holds the name of a place.
  ["goods sent to the Netherlands from Texas", ["geoId/48"], []],
  ["exports of Germany to the US in 2020", ["country/DEU", "country/USA"], []],
  ["exports to the US of Germany", ["country/DEU"], []],
  ["exports to the us of Germany", ["country/DEU"], []],
  ["exports to the US", ["country/DEU"], []],
])("names of places that are words of a variable, too: %s, of %j", async (text, dcids, words) => {
  const { places, unread } = await rents.understand(text);
  expect(places.map(({ entities }) => entities)).toEqual(dcids);
  expect(unread.map((span) => span.text)).toEqual(words);
});
