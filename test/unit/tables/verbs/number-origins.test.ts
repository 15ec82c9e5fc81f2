/** Each verb that makes one number of several refuses to mix them, and says how to allow it. */
import { describe, expect, test } from "vitest";
import * as op from "../../../../src/analysis.ts";
import type { Table } from "../../../../src/index.ts";
import { numberColumn, textsOf, withOrigins } from "../../../../src/tables/column-data.ts";
import { Table as TableOf } from "../../../../src/tables/column-table.ts";
import { tableFrom } from "../../../oracle/tables/table-from.ts";

type Mix = { readonly mix?: readonly ("unit" | "variable")[] };

const by = ["entity"];
/** By what a refusal calls the verb. */
const verbs: Readonly<Record<string, (table: Table, options: Mix) => Table>> = {
  sum: (table, options) => table.group("entity").agg({ x: op.sum("value") }, options),
  mean: (table, options) => table.group("entity").agg({ x: op.mean("value") }, options),
  median: (table, options) => table.group("entity").agg({ x: op.median("value") }, options),
  quantile: (table, options) => table.group().agg({ x: op.quantile("value", 0.1) }, options),
  min: (table, options) => table.group().agg({ x: op.min("value") }, options),
  max: (table, options) => table.group().agg({ x: op.max("value") }, options),
  variance: (table, options) => table.group().agg({ x: op.variance("value") }, options),
  std: (table, options) => table.group().agg({ x: op.std("value") }, options),
  first: (table, options) => table.group().agg({ x: op.first("value") }, options),
  last: (table, options) => table.group().agg({ x: op.last("value") }, options),
  weightedMean: (table, options) =>
    table.group().agg({ x: op.weightedMean("value", "value") }, options),
  corr: (table, options) => table.correlations(["value"], options),
  rank: (table, options) => table.rank("value", options),
  share: (table, options) => table.share("value", options),
  zScore: (table, options) => table.zScore("value", options),
  histogram: (table, options) => table.histogram("value", options),
  pivot: (table, options) =>
    table.pivot({ on: "entity", index: "date", values: "value", ...options }),
  diff: (table, options) => table.perSeries({ by, ...options }).diff(),
  change: (table, options) => table.perSeries({ by, ...options }).percentChange(),
  lag: (table, options) => table.perSeries({ by, ...options }).lag(),
  cagr: (table, options) => table.perSeries({ by, ...options }).cagr(),
  rolling_mean: (table, options) => table.perSeries({ by, ...options }).rollingMean(2),
  rolling_sum: (table, options) => table.perSeries({ by, ...options }).rollingSum(2),
  cumulative: (table, options) => table.perSeries({ by, ...options }).cumulativeSum(),
  index: (table, options) => table.perSeries({ by, ...options }).indexTo("2020"),
  fillForward: (table, options) => table.perSeries({ by, ...options }).fillForward(),
  interpolate: (table, options) => table.perSeries({ by, ...options }).interpolate(),
  nearest: (table, options) => table.perSeries({ by, ...options }).nearest(),
  resample: (table, options) => table.perSeries({ by, ...options }).resample("year", "sum"),
};

const kinds = [
  ["variable", "variables"],
  ["unit", "units"],
  ["observationPeriod", "periods"],
  ["facetId", "facets"],
] as const;

const rows = [
  { entity: "a", date: "2020", value: 1, of: "one" },
  { entity: "a", date: "2021", value: 2, of: null },
  { entity: "b", date: "2021", value: null, of: "none" },
];

/** What the numbers are of stands in a column beside them, or is known of them alone. */
function tableOf(kind: string, isShown: boolean): Table {
  const table = tableFrom(rows.map(({ of, ...row }) => ({ ...row, [kind]: of })));
  if (isShown) return table;
  const columns = table.columns.filter(({ name }) => name !== kind && name !== "value");
  const own = textsOf(
    kind,
    rows.map(({ of }) => of),
  );
  const value = withOrigins(
    numberColumn(
      "value",
      Float64Array.from(rows, (row) => row.value ?? Number.NaN),
    ),
    [own],
  );
  const about = { notNumbers: 0, undivided: 0, unknown: [] };
  return new TableOf([...columns, value], rows.length, about) as unknown as Table;
}

describe.each(Object.entries(verbs))("%s", (verb, run) => {
  test.each(kinds)("does not mix what differs by %s, unless that is allowed", (kind, words) => {
    const cure = kind === "facetId" ? "ask for a table with facet" : "keep one of them by a filter";
    for (const isShown of [true, false]) {
      const table = tableOf(kind, isShown);
      const where = isShown ? "" : " in the column 'value'";
      const group = isShown ? `group by '${kind}' too` : "ask for the shape 'records'";
      expect(() => run(table, {})).toThrow(
        `${verb} would mix ${words}${where} ('one', none): ${group}, ${cure}`,
      );
      expect(() => run(table, {})).toThrow(`or allow it with mix: ["${kind}"]`);
      expect(run(table, { mix: [kind as "unit"] }).columns.length).toBeGreaterThan(0);
      // What has no number mixes nothing.
      const alike = table.filter({ value: [2, null] });
      expect(run(alike, {}).columns.length).toBeGreaterThan(0);
    }
  });
});

const about = (unit: readonly (string | null)[], period: readonly string[] = []) => [
  textsOf("unit", unit),
  ...(period.length === 0 ? [] : [textsOf("observationPeriod", period)]),
];
const numbers = (name: string, values: readonly number[], origins: ReturnType<typeof about>) =>
  withOrigins(numberColumn(name, Float64Array.from(values)), origins);
const formulas = new TableOf(
  [
    numbers("euro", [1, 2], about(["Euro", "Euro"])),
    numbers("money", [1, 2], about(["Euro", "Dollar"])),
    numbers("cash", [1, 2], about(["Euro", "Dollar"])),
    numbers("plain", [1, 2], about([null, null])),
    numbers("holed", [1, Number.NaN], about(["Euro", "Yen"])),
    numbers("yearly", [1, 2], about(["Euro", "Euro"], ["P1Y", "P1Y"])),
    numbers("monthly", [1, 2], about(["Euro", "Euro"], ["P1M", "P1M"])),
    numbers("size", [3, 4], about(["m", "km"])),
    numberColumn("bare", Float64Array.of(5, 6)),
  ],
  2,
  { notNumbers: 0, undivided: 0, unknown: [] },
) as unknown as Table;

const sumOf = (formula: string) => () =>
  formulas
    .derive({ x: formula })
    .group()
    .agg({ y: op.sum("x") })
    .toJSON()[0]!["y"];

test.each([
  ["euro + money", "different units ('Euro', 'Dollar')"],
  ["money - euro", "different units ('Dollar', 'Euro')"],
  ["euro + plain", "different units ('Euro', none)"],
  ["plain - euro", "different units (none, 'Euro')"],
  ["yearly + monthly", "different periods ('P1Y', 'P1M')"],
  ["euro + size", "different units ('Euro', 'm')"],
  ["euro * 2 + money", "different units"],
  ["(euro + 1) / 2 - size", "different units"],
  ["euro * (plain + money)", "different units (none, 'Euro')"],
])("the formula '%s' is refused: %s", (formula, message) => {
  expect(() => formulas.derive({ x: formula })).toThrow(`derive: 'x' would add or subtract`);
  expect(() => formulas.derive({ x: formula })).toThrow(message);
  const mix = ["unit", "observationPeriod"] as const;
  expect(formulas.derive({ x: formula }, { mix }).length).toBe(2);
});

test.each([
  ["euro + euro", 6],
  ["euro + 1", 5],
  ["1 - euro", -1],
  ["euro + holed", 2],
  ["euro + bare", 14],
  ["bare + euro", 14],
  ["yearly + euro", 6],
  ["euro * bare", 17],
  ["bare * bare", 61],
  ["euro / plain", 2],
  ["2 / plain", 3],
  ["plain * plain", 5],
])("what '%s' makes is of one unit: its sum is %d", (formula, sum) => {
  expect(sumOf(formula)()).toBe(sum);
});

test.each([
  ["money * 2", "('Euro', 'Dollar')"],
  ["2 * money", "('Euro', 'Dollar')"],
  ["bare * money", "('Euro', 'Dollar')"],
  ["money + bare", "('Euro', 'Dollar')"],
  ["euro * money", "('Euro', 'Dollar')"],
  ["money * euro", "('Euro', 'Dollar')"],
  ["money / plain", "('Euro', 'Dollar')"],
  ["size / euro", "('m', 'km')"],
  ["money * size", "('Euro / m', 'Dollar / km')"],
  ["money / size", "('Euro / m', 'Dollar / km')"],
  ["(money + cash) * size", "/ m', 'Dollar"],
])("what '%s' makes is of several units: %s", (formula, units) => {
  expect(sumOf(formula)).toThrow("sum would mix units in the column 'x'");
  expect(sumOf(formula)).toThrow(units);
});

test.each([
  ["euro / plain", "'x' is a rate"],
  ["bare / 2", undefined],
  ["bare * 2", undefined],
  ["euro + bare", undefined],
  ["bare * (euro / plain)", "'x' is a rate"],
])("whether '%s' makes amounts that can be summed up: %s", (formula, message) => {
  const table = formulas.derive({ x: formula, whole: () => "w" });
  const sumUp = () => table.sumUp({ to: "whole", column: "x" }).length;
  if (message === undefined) expect(sumUp()).toBe(1);
  else expect(sumUp).toThrow(message);
});
