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

test("ranks count from the greatest number or from the least one, and equal ones share theirs", () => {
  const own = tableFrom([
    ...[3, null, 7, 3, -1].map((value) => ({ of: "a", value })),
    ...[5, 6].map((value) => ({ of: "b", value })),
  ]);
  const ranks = (options: object) =>
    own
      .rank("value", { ...options, as: "r" })
      .toJSON()
      .map(({ r }) => r);
  expect(ranks({})).toEqual([4, null, 1, 4, 6, 3, 2]);
  expect(ranks({ order: "descending" })).toEqual(ranks({}));
  expect(ranks({ order: "ascending" })).toEqual([2, null, 6, 2, 1, 4, 5]);
  expect(ranks({ within: "of" })).toEqual([2, null, 1, 2, 4, 2, 1]);
  expect(ranks({ within: ["of"], order: "ascending" })).toEqual([2, null, 4, 2, 1, 1, 2]);
});

test("shares are of sums and scores of deviations, null where there is none", () => {
  const own = tableFrom([
    ...[1, 3, null].map((value) => ({ of: "a", value })),
    ...[-2, 2].map((value) => ({ of: "b", value })),
    ...[5].map((value) => ({ of: "c", value })),
  ]);
  const made = own.share("value", { within: "of" }).zScore("value", { within: "of" });
  const z = Math.SQRT1_2;
  expect(made.toJSON().map((row) => [row["value_share"], row["value_z"]])).toEqual([
    [0.25, expect.closeTo(-z, 12)],
    [0.75, expect.closeTo(z, 12)],
    [null, null],
    [null, expect.closeTo(-z, 12)],
    [null, expect.closeTo(z, 12)],
    [1, null],
  ]);
});

test("the last bin of a histogram ends at the greatest number, however its width is rounded", () => {
  const bins = tableFrom([{ value: 0 }, { value: 0.3 }, { value: 0.15 }]);
  expect(bins.histogram("value", { bins: 3 }).toJSON()).toEqual([
    { from: 0, to: 0.3 / 3, count: 1 },
    { from: 0.3 / 3, to: (0.3 / 3) * 2, count: 1 },
    { from: (0.3 / 3) * 2, to: 0.3, count: 1 },
  ]);
});
