/** What the comments of verbs say. */
import { expect, test } from "vitest";
import { Table } from "../../../../src/tables/column-table.ts";
import { PerSeries } from "../../../../src/tables/verbs/series-verbs.ts";
import { read } from "../../../tidy/source-tree.ts";

/** They choose rows or columns, and calculate nothing. */
const choosing = ["select", "head", "take", "withDates", "perSeries"];

const commentOf = (source: string, name: string): string =>
  new RegExp(`/\\*\\*((?:(?!\\*/)[^])*)\\*/\\s+(?:export const )?${name}\\b`).exec(source)?.[1] ??
  "";

const methodsOf = (prototype: object) =>
  Object.getOwnPropertyNames(prototype).filter((name) => name !== "constructor");

test.each([
  ["src/tables/column-table.ts", methodsOf(Table.prototype)],
  ["src/tables/verbs/series-verbs.ts", methodsOf(PerSeries.prototype)],
  [
    "src/tables/verbs/aggregate.ts",
    ["sum", "mean", "median", "min", "max", "first", "last", "corr"],
  ],
])("each verb of %s says in its comment what null does", (path, names) => {
  const source = read(path);
  const verbs = names.filter((name) => !choosing.includes(name));
  expect(verbs.length).toBeGreaterThan(7);
  expect(verbs.filter((name) => !/\bnull\b/i.test(commentOf(source, name)))).toEqual([]);
});
