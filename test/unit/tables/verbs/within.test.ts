/** What a row is among others. */
import { expect, test } from "vitest";
import type { Table } from "../../../../src/index.ts";
import { tableFrom } from "../../../oracle/tables/table-from.ts";

const names = (table: Table) => table.columns.map(({ name }) => name);

test("a histogram has bins of one width from the least number to the greatest", () => {
  const own = (...values: readonly (number | null)[]) =>
    tableFrom([...values.map((value) => ({ value })), { value: 0 }]).head(values.length);
  const bins = (table: Table, count?: number) =>
    table.histogram("value", count === undefined ? {} : { bins: count }).toJSON();
  expect(bins(own(1, 2, 2.9, 3, 4, 5, null), 2)).toEqual([
    { from: 1, to: 3, count: 3 },
    { from: 3, to: 5, count: 3 },
  ]);
  expect(bins(own(-4, -1, 5), 3)).toEqual([
    { from: -4, to: -1, count: 1 },
    { from: -1, to: 2, count: 1 },
    { from: 2, to: 5, count: 1 },
  ]);
  expect(bins(own(7, 7), 2)).toEqual([
    { from: 7, to: 7, count: 2 },
    { from: 7, to: 7, count: 0 },
  ]);
  expect(bins(own(1, 2)).map(({ count }) => count)).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
  expect(bins(own(null, null), 3)).toEqual([]);
  const endless = own(1, 2).derive({ value: ({ value }) => (value === 1 ? Infinity : value!) });
  expect(bins(endless, 1)).toEqual([{ from: 2, to: 2, count: 1 }]);
});

test("without a name, verbs take the column 'value', or the only one of numbers", () => {
  const two = tableFrom([{ value: 1, other: 2 }]);
  const only = tableFrom([{ state: "a", size: 2 }]);
  const verbs = ["rank", "share", "zScore", "histogram"] as const;
  expect(verbs.map((verb) => names(two[verb]()).at(-1))).toEqual([
    ...["value_rank", "value_share", "value_z", "count"],
  ]);
  expect(verbs.map((verb) => names(only[verb]()).at(-1))).toEqual([
    ...["size_rank", "size_share", "size_z", "count"],
  ]);
  expect(verbs.slice(0, 3).map((verb) => names(two[verb]("other")).at(-1))).toEqual([
    ...["other_rank", "other_share", "other_z"],
  ]);
  const none = tableFrom([{ state: "a" }]);
  const several = tableFrom([{ a: 1, b: 2 }]);
  for (const verb of verbs) {
    expect(() => none[verb]()).toThrow(`${verb}: name a column of numbers; the table has none of`);
    expect(() => several[verb]()).toThrow(`${verb}: name a column of numbers; the table has a, b`);
  }
});
