/** What numbers of new tables are of, and where they come from: later verbs refuse to mix it. */
import { describe, expect, test } from "vitest";
import * as op from "../../../../src/analysis.ts";
import { open, type Table } from "../../../../src/index.ts";
import {
  type NumberColumn,
  numberColumn,
  type TextColumn,
  textsOf,
  withOrigins,
} from "../../../../src/tables/column-data.ts";
import { Table as TableOf } from "../../../../src/tables/column-table.ts";
import { tableFrom } from "../../../oracle/tables/table-from.ts";

const about = { notNumbers: 0, undivided: 0, unknown: [] };
const kinds = ["variable", "unit", "observationPeriod", "facetId"] as const;

/** Two states with different texts in a column that says what numbers are of. */
const apart = (kind: string) =>
  tableFrom([
    { state: "a", date: "2019", [kind]: "other", value: null, weight: 4 },
    { state: "a", date: "2020", [kind]: "m", value: 1, weight: 2 },
    { state: "a", date: "2021", [kind]: "m", value: 4, weight: 1 },
    { state: "b", date: "2020", [kind]: "s", value: 3, weight: 1 },
    { state: "b", date: "2021", [kind]: "s", value: 5, weight: 3 },
  ]);
const total = (table: Table, column: string) => () => table.group().agg({ x: op.sum(column) });

const aggregates = {
  ...{ sum: op.sum("m"), mean: op.mean("m"), median: op.median("m"), min: op.min("m") },
  ...{ max: op.max("m"), first: op.first("m"), last: op.last("m"), std: op.std("m") },
  ...{ variance: op.variance("m"), quantile: op.quantile("m", 0.5) },
};

describe.each(kinds)("of numbers that differ by %s", (kind) => {
  const table = apart(kind).filter((row) => row["value"] !== null);
  const named = table.select({ state: "state", m: "value", [kind]: kind });

  test.each(Object.entries(aggregates))("the %s of each group keeps it", (_, aggregate) => {
    const made = named.group("state").agg({ m: aggregate });
    expect(total(made, "m")).toThrow("in the column 'm' ('m', 's')");
  });

  test("a group that may mix it keeps nothing of it, and no correlation does", () => {
    const all = apart(kind);
    const mix = [kind];
    const mixed = all.group("date").agg({ m: op.mean("value") }, { mix });
    expect(total(mixed, "m")().toJSON()).toEqual([{ x: 2 + 4.5 }]);
    const correlated = all.filter({ value: { min: 0 } }).group("state");
    const weights = correlated.agg({ r: op.corr("value", "weight") });
    expect(total(weights, "r")().toJSON()).toEqual([{ x: 0 }]);
  });

  test("a group's is that of its first number, not of a row that has none", () => {
    const made = apart(kind)
      .group("state")
      .agg({ m: op.max("value") });
    expect(total(made, "m")).toThrow("('m', 's')");
  });

  test.each<[string, (table: Table) => Table]>([
    ["lag", (one) => one.perSeries({ by: ["state"] }).lag({ as: "m" })],
    ["running sum", (one) => one.perSeries({ by: ["state"] }).cumulativeSum({ as: "m" })],
    ["growth", (one) => one.perSeries({ by: ["state"] }).cagr({ as: "m" })],
    ["filled series", (one) => one.perSeries({ by: ["state"] }).fillForward({ as: "m" })],
    ["product", (one) => one.derive({ m: "value * 2" })],
  ])("a %s keeps it", (_, run) => {
    const [state, date, own, value] = table.columns;
    const numbers = withOrigins(value as NumberColumn, [own as TextColumn]);
    const alone = new TableOf([state!, date!, numbers], table.length, about) as unknown as Table;
    const made = run(alone).select({ m: "m" });
    expect(total(made, "m")).toThrow("in the column 'm' ('m', 's')");
  });
});

test("a year is about a year, whatever its parts were about, and of what they were of", () => {
  const yearly = (kind: string) => {
    const named = apart(kind).select({
      state: "state",
      date: "date",
      value: "value",
      [kind]: kind,
    });
    const own = named.filter({ value: { min: 0 } }).perSeries();
    return own.resample("year", "sum", { minCount: 1 });
  };
  expect(yearly("observationPeriod").column("observationPeriod")).toMatchObject({
    texts: expect.not.arrayContaining(["m"]),
  });
  expect(total(yearly("observationPeriod"), "value")().toJSON()).toEqual([{ x: 13 }]);
  expect(total(yearly("unit"), "value")).toThrow("sum would mix units ('m', 's')");
});

test("numbers of several dates are of no date once they are aggregated", async () => {
  const commons = await open({
    "o.csv":
      "entity,variable,date,value\na,V,2020,1\na,W,2021,4\nb,V,2021,3\nb,W,2021,4\nc,V,2021,7\n",
  });
  const asked = { entities: ["a", "b", "c"], variables: ["V", "W"], shape: "variables" } as const;
  const wide = await commons.table(asked);
  const means = wide.group().agg({ v: op.mean("V"), w: op.mean("W") });
  expect(means.derive({ x: "v / w" }).toJSON()).toEqual([{ v: 11 / 3, w: 4, x: 11 / 12 }]);
  const message = "would mix dates in one row (V 2020, W 2021)";
  expect(() => wide.derive({ x: "V / W" })).toThrow(`derive: 'x' ${message}`);
  // Null has no date; a column without dates goes with all.
  expect(wide.filter({ entity: ["b", "c"] }).derive({ x: "V / W" }).length).toBe(2);
  const areas = wide.derive({ area: ({ entity }) => (entity === "a" ? 2 : 3) });
  expect(areas.derive({ x: "W / area" }).toJSON()[0]).toMatchObject({ x: 2 });
  expect(areas.derive({ x: "area / W" }).toJSON()[0]).toMatchObject({ x: 0.5 });
  expect(wide.filter({ entity: ["b", "c"] }).withDates().columns).toHaveLength(3);
  expect(wide.withDates().toJSON()).toEqual([
    { entity: "a", V: 1, "V date": "2020", W: 4, "W date": "2021" },
    { entity: "b", V: 3, "V date": "2021", W: 4, "W date": "2021" },
    { entity: "c", V: 7, "V date": "2021", W: null, "W date": null },
  ]);
});

/** Numbers that say themselves what they are of. */
const numbers = (name: string, origins: Readonly<Record<string, readonly (string | null)[]>>) =>
  withOrigins(
    numberColumn(name, Float64Array.of(1, 2, 4)),
    Object.entries(origins).map(([of, texts]) => textsOf(of, texts)),
  );
const wide = new TableOf(
  [
    textsOf("key", ["a", "b", "c"]),
    numbers("x", { unit: ["m", "m", "s"] }),
    numbers("y", { unit: ["m", "s", "s"] }),
    numbers("dated", { unit: ["m", "m", "m"], observationPeriod: ["P1Y", "P1M", "P1Y"] }),
    numbers("one", { unit: ["m", "m", "m"] }),
    numbers("rate", { relative: ["rate", null, null], unit: ["m", "m", "m"] }),
    numberColumn("bare", Float64Array.of(1, 2, 4)),
  ],
  3,
  about,
) as unknown as Table;

test.each([
  ["x * y", "units in the column 'z' ('m / m', 'm / s')"],
  ["y * x", "units in the column 'z' ('m / m', 's / m')"],
  ["x / y", "units in the column 'z' ('m / m', 'm / s')"],
  ["x * x", "units in the column 'z' ('m', 's')"],
  ["2 / x", "units in the column 'z' ('m', 's')"],
  ["x / bare", "units in the column 'z' ('m', 's')"],
  ["bare / x", "units in the column 'z' ('m', 's')"],
  ["one + dated", "periods in the column 'z' ('P1Y', 'P1M')"],
  ["dated - one", "periods in the column 'z' ('P1Y', 'P1M')"],
  ["one * dated", "periods in the column 'z' ('P1Y', 'P1M')"],
])("what '%s' makes is of several %s", (formula, message) => {
  const made = wide.derive({ z: formula });
  expect(total(made, "z")).toThrow(`sum would mix ${message}`);
});

test.each([
  ["one * one", undefined],
  ["1 / one", "z"],
  ["rate + one", "rate"],
  ["one + rate", "rate"],
  ["rate * one", undefined],
  ["rate / one", "z"],
])("what '%s' makes is no amount: %s", (formula, variable) => {
  const made = wide.derive({ z: formula, whole: () => "w" });
  const sumUp = () => made.sumUp({ to: "whole", column: "z" }).length;
  if (variable === undefined) expect(sumUp()).toBe(1);
  else {
    expect(sumUp).toThrow(
      `sumUp adds amounts, and '${variable}' is a rate, a ratio, a median or an average: keep other variables by a filter, or say what is made of it with group("whole", …).agg({ … }), such as a weightedMean`,
    );
  }
});

test("columns that become rows keep in each row what its number is of", () => {
  const long = wide.unpivot({ on: ["x", "y", "bare"] });
  const mix = ["variable"] as const;
  const pairs = long.filter({ variable: ["x", "y"] });
  const sums =
    (...keys: string[]) =>
    () =>
      pairs
        .filter({ key: keys })
        .group("key")
        .agg({ z: op.sum("value") }, { mix })
        .toJSON();
  expect(sums("a", "c")()).toEqual([
    { key: "a", z: 2 },
    { key: "c", z: 8 },
  ]);
  expect(sums("a", "b")).toThrow("sum would mix units in the column 'value' ('m', 's')");
  const each = long.filter({ variable: "bare" });
  expect(total(each, "value")().toJSON()).toEqual([{ x: 7 }]);
  expect(() => long.group("key").agg({ z: op.sum("value") }, { mix })).toThrow("('m', none)");
});

test("a column of a pivot keeps of its numbers what they are of, and nothing of null", () => {
  const row = (state: string, of: string, unit: string, value: number | null) => ({
    ...{ state, of, unit, value },
  });
  const long = tableFrom([
    row("a", "x", "m", 1),
    row("b", "x", "s", null),
    row("a", "y", "m", 2),
    row("b", "y", "m", 3),
    row("c", "x", "m", 4),
    row("c", "z", "h", 5),
  ]);
  const pivot = long.pivot({ on: "of", index: "state", values: "value" });
  expect(pivot.derive({ sum: "x + y" }).toJSON()).toEqual([
    { state: "a", x: 1, y: 2, z: null, sum: 3 },
    { state: "b", x: null, y: 3, z: null, sum: null },
    { state: "c", x: 4, y: null, z: 5, sum: null },
  ]);
  expect(() => pivot.derive({ sum: "x + z" })).toThrow("different units ('m', 'h')");
  expect(total(pivot, "x")().toJSON()).toEqual([{ x: 5 }]);
});

test.each([
  ["a", "y"],
  ["a", "z"],
  ["b", "x"],
  ["b", "z"],
  ["c", "y"],
])("a pivot refuses a second row for %s and %s", (state, of) => {
  const all = ["a", "b", "c"].flatMap((one) =>
    ["x", "y", "z"].map((other, value) => ({ state: one, of: other, value })),
  );
  const pivot = (rows: typeof all) => () =>
    tableFrom(rows).pivot({ on: "of", index: "state", values: "value" }).length;
  expect(pivot(all)()).toBe(3);
  expect(pivot([...all, { state, of, value: 9 }])).toThrow(
    `pivot: two rows have the same place (state ${state}, of ${of}): add a column to 'index', or group them first`,
  );
});
