/** How a text goes on while somebody types it. */
import { expect, test } from "vitest";
import { open, world } from "../../../src/index.ts";

const { catalog } = await open("data-samples");
const texts = (text: string, limit?: number) =>
  catalog.suggest({ text, limit }).map((one) => one.text);

test("the end of a question becomes names with data, the most observed first", () => {
  expect(texts("population of cal")).toEqual(["population of California"]);
  expect(catalog.suggest({ text: "population of cal" })).toEqual([
    {
      text: "population of California",
      start: 14,
      dcid: "geoId/06",
      name: "California",
      kind: "node",
    },
  ]);
  expect(texts("MED")[0]).toBe("Median Age of Population");
});

test("several words are one name, and the longest end comes first", () => {
  expect(texts("median age of new y")).toEqual([
    "median age of New York",
    "median age of New York City",
  ]);
  expect(texts("total pop")[0]).toBe("Total Population");
});

test("one letter, a text that ended, and what nothing begins with have no suggestions", () => {
  expect(["c", "", "population of ", "zzz", "\u0000\u0001"].flatMap((one) => texts(one))).toEqual(
    [],
  );
  expect(texts("new", 1)).toHaveLength(1);
});

test("names in any script begin with what is typed", async () => {
  const made = world().place("a/1", "東京都", "City").series("Count", "a/1", { 2020: 1 });
  const suggested = (await open(made)).catalog.suggest({ text: "population 東京" });
  expect(suggested.map(({ text }) => text)).toEqual(["population 東京都"]);
});
