/** Aggregates of groups at their edges: many groups, shares out of range, numbers without an end. */
import { expect, test } from "vitest";
import * as op from "../../../../src/analysis.ts";
import { tableFrom } from "../../../oracle/tables/table-from.ts";

test("groups by two columns with more than a million pairs are those of their texts", () => {
  const rows = Array.from({ length: 1100 }, (_, row) => ({
    ...{ one: `a${(row * 7) % 1100}`, other: `b${row % 1099}`, value: row },
  }));
  const all = [...rows, rows[3]!, rows[0]!];
  const made = tableFrom(all)
    .group("one", "other")
    .agg({ n: op.count(), sum: op.sum("value") });
  expect(made.toJSON()).toEqual(
    rows.map(({ one, other, value }) => {
      const n = value === 3 || value === 0 ? 2 : 1;
      return { one, other, n, sum: n * value };
    }),
  );
});

test.each([-0.1, 1.1, 50, Number.NaN])("a quantile takes no share of %d", (share) => {
  const groups = tableFrom([{ value: 1 }]).group();
  expect(() => groups.agg({ q: op.quantile("value", share) })).toThrow(
    `quantile takes a share from 0 to 1, not ${share}`,
  );
});

test("aggregates of one group are these, in whatever order its rows stand among others", () => {
  const rows = [
    { of: "a", x: 4, y: 1 },
    { of: "b", x: 1, y: 2 },
    { of: "a", x: null, y: 9 },
    { of: "a", x: -2, y: 4 },
    { of: "b", x: 3, y: -2 },
    { of: "a", x: 7, y: null },
    { of: "c", x: null, y: 1 },
    { of: "b", x: 2, y: 0 },
  ];
  const made = tableFrom(rows).group("of");
  expect(
    made
      .agg({
        ...{ count: op.count("x"), sum: op.sum("x"), mean: op.mean("x"), min: op.min("x") },
        ...{ max: op.max("x"), median: op.median("x"), low: op.quantile("x", 0.25) },
        ...{ variance: op.variance("x"), weighted: op.weightedMean("x", "y") },
      })
      .toJSON(),
  ).toEqual([
    {
      ...{ of: "a", count: 3, sum: 9, mean: 3, min: -2, max: 7, median: 4, low: 1 },
      ...{ variance: 21, weighted: (4 - 8) / 5 },
    },
    {
      ...{ of: "b", count: 3, sum: 6, mean: 2, min: 1, max: 3, median: 2, low: 1.5 },
      ...{ variance: 1, weighted: null },
    },
    {
      ...{ of: "c", count: 0, sum: null, mean: null, min: null, max: null, median: null },
      ...{ low: null, variance: null, weighted: null },
    },
  ]);
  const corr = made.agg({ r: op.corr("x", "y") }).toJSON();
  expect(corr).toEqual([
    { of: "a", r: -1 },
    { of: "b", r: expect.closeTo(-1, 12) },
    { of: "c", r: null },
  ]);
  expect(tableFrom(rows).head(0).group().agg({ n: op.count() }).toJSON()).toEqual([]);
});

test("an aggregate without a column names one that is missing", () => {
  const own = tableFrom([{ value: 1 }]).group();
  for (const name of ["sum", "first"] as const) {
    expect(() => own.agg({ m: { op: name } })).toThrow("the table has no column '', but value");
  }
  expect(() => own.agg({ m: null as never })).toThrow(
    "'m' is an aggregate such as mean(\"value\"), not null",
  );
});
