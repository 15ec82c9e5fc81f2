/** Notes below a table, which the signs between cells part. */
import { expect, test } from "vitest";
import { opened } from "./opened-columns.ts";

const columns = {
  entity: "Place",
  date: "Year",
  variables: { Cats: "Cats", Dogs: "Dogs" },
};
const table = "Place,Year,Cats,Dogs\na/1,2020,1,2\na/2,2020,3,4\n";
const own = ["Cats a/1 2020 1", "Cats a/2 2020 3", "Dogs a/1 2020 2", "Dogs a/2 2020 4"];

test.each([
  ["shorter than rows", "Source: Ministry, own survey\n", 1],
  ["as long as rows", "Source: Ministry, own survey, by post, yearly\n", 1],
  ["longer than rows", "Note: a, b, c, d, e, f\n", 1],
  ["with a year below a heading of years", "Quelle: Amt, 2020\n", 1],
  ["several, with another between them", "Source: a, b\n1) see there\nFuente : c, d\n", 2],
])("a note is left out and counted: %s", async (_, notes, count) => {
  const { observations, told, messages } = await opened(table + notes, columns);
  expect(observations.toSorted()).toEqual(own);
  expect(messages).toContain(`rows of notes below the table: ${count}; left out`);
  expect(told.filter((one) => !/^info (?:LeftOut|EmptyToken)/.test(one))).toEqual([]);
});

test.each([
  ["with a number below a heading of values", "Source: Ministry, 2020, 7\n"],
  ["above rows", "Source: a, b\na/3,2020,5,6\n"],
  ["without a word for notes", "Ministry: own, survey\n"],
])("a row is no note: %s", async (_, rows) => {
  const { told } = await opened(table + rows, columns);
  expect(told.some((one) => /LeftOut/.test(one))).toBe(false);
  expect(told.some((one) => /ShortRows/.test(one))).toBe(true);
});
