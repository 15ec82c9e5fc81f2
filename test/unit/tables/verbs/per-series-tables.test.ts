/** What is calculated along series, as whole tables: rows, dates and other columns. */
import { expect, test } from "vitest";
import { tableFrom } from "../../../oracle/tables/table-from.ts";

const own = tableFrom([
  { of: "a", date: "2012", value: 8, other: 1 },
  { of: "b", date: "2010", value: null, other: 2 },
  { of: "a", date: "2010", value: 2, other: 3 },
  { of: "a", date: "2011", value: null, other: 4 },
  { of: "a", date: "2014", value: null, other: 5 },
]);
const series = () => own.perSeries();

test("growth is from the first number to the last one, with their dates", () => {
  expect(series().cagr({ column: "value", as: "r" }).toJSON()).toEqual([
    { of: "a", from: "2010", to: "2012", r: 1 },
    { of: "b", from: null, to: null, r: null },
  ]);
  const growth = (...values: readonly (number | null)[]) =>
    tableFrom([
      ...values.map((value, at) => ({ of: "a", date: `${2010 + at}`, value })),
      { of: "z", date: "2010", value: 1 },
    ])
      .perSeries()
      .cagr()
      .toJSON()[0];
  const of = "a";
  expect(growth(4, 2)).toEqual({ of, from: "2010", to: "2011", value_cagr: -0.5 });
  expect(growth(4)).toEqual({ of, from: "2010", to: "2010", value_cagr: null });
  expect(growth(4, 0)).toEqual({ of, from: "2010", to: "2011", value_cagr: -1 });
  expect(growth(4, -2)).toEqual({ of, from: "2010", to: "2011", value_cagr: null });
  expect(growth(0, 2)).toEqual({ of, from: "2010", to: "2011", value_cagr: null });
  expect(growth(-4, -2)).toEqual({ of, from: "2010", to: "2011", value_cagr: null });
  expect(growth(null, 3, null, 12, null)).toEqual({ of, from: "2011", to: "2013", value_cagr: 1 });
});

test("filled series have all periods, the number under its own name or beside it", () => {
  const column = "value";
  const forward = [
    { of: "a", date: "2010", value: 2, other: 3 },
    { of: "a", date: "2011", value: 2, other: 4 },
    { of: "a", date: "2012", value: 8, other: 1 },
    { of: "a", date: "2013", value: 8, other: null },
    { of: "a", date: "2014", value: 8, other: 5 },
    { of: "b", date: "2010", value: null, other: 2 },
  ];
  const rows = [2, null, 8, null, null, null];
  expect(series().fillForward({ column }).toJSON()).toEqual(forward);
  expect(series().fillForward({ column, as: "f" }).toJSON()).toEqual(
    forward.map(({ value, ...row }, at) => ({ ...row, value: rows[at], f: value })),
  );
  expect(series().interpolate({ column, as: "other" }).toJSON()).toEqual(
    [2, 5, 8, null, null, null].map((other, at) => ({ ...forward[at], value: rows[at], other })),
  );
});

test("a row beside each has what is calculated, in the order of series and dates", () => {
  const rows = [2, 3, 0, 4, 1].map((row) => own.toJSON()[row]!);
  const column = "value";
  const found = {
    lag: series().lag({ column, over: "2y", as: "x" }),
    sum: series().rollingSum(2, { column, minCount: 1, as: "x" }),
    running: series().cumulativeSum({ column, as: "x" }),
    index: series().indexTo("2010", { column, as: "x" }),
    nearest: series().nearest({ column, limit: 1, as: "x" }),
  };
  const wanted = {
    lag: [null, null, 2, 8, null],
    sum: [2, 2, 8, null, null],
    running: [2, null, 10, null, null],
    index: [100, null, 400, null, null],
    nearest: [2, 2, 8, null, null],
  };
  for (const [name, table] of Object.entries(found)) {
    const cells = wanted[name as keyof typeof wanted];
    expect(table.toJSON(), name).toEqual(rows.map((row, at) => ({ ...row, x: cells[at] })));
  }
});

test("an index is to a date of the same kind", () => {
  const years = tableFrom([
    { date: "2020", value: 2 },
    { date: "2021", value: 5 },
  ]).perSeries();
  // The quarter has the number that the year has.
  expect(
    years
      .indexTo("0505-Q1")
      .toJSON()
      .map((row) => row["value_index"]),
  ).toEqual([null, null]);
  expect(
    years
      .indexTo("2021")
      .toJSON()
      .map((row) => row["value_index"]),
  ).toEqual([40, 100]);
  expect(
    years
      .indexTo("2022")
      .toJSON()
      .map((row) => row["value_index"]),
  ).toEqual([null, null]);
});

test("a resampled series has a row for each period with rows, of which enough have numbers", () => {
  const rows = (of: string, dates: readonly string[]) =>
    dates.map((date, value) => ({ of, observationPeriod: "P1M", date, value }));
  const months = Array.from({ length: 12 }, (_, at) => `2020-${String(at + 1).padStart(2, "0")}`);
  const table = tableFrom([
    ...rows("a", [...months, "2022-01"]),
    ...rows("b", ["2019-12-31", "2020-01-01", "2020-03-01"]),
  ]);
  const about = { observationPeriod: "P1Y" };
  const years = table.perSeries().resample("year", "sum", { as: "sum" }).toJSON();
  expect(years).toEqual([
    { of: "a", ...about, date: "2020", sum: 66 },
    { of: "a", ...about, date: "2022", sum: null },
    { of: "b", ...about, date: "2019", sum: 0 },
    { of: "b", ...about, date: "2020", sum: 3 },
  ]);
  const quarters = table.perSeries().resample("quarter", "max", { minCount: 2 }).toJSON();
  expect(quarters.map(({ of, date, value }) => [of, date, value])).toEqual([
    ["a", "2020-Q1", 2],
    ["a", "2020-Q2", 5],
    ["a", "2020-Q3", 8],
    ["a", "2020-Q4", 11],
    ["a", "2022-Q1", null],
    ["b", "2019-Q4", null],
    ["b", "2020-Q1", 2],
  ]);
  expect(quarters.every((row) => row["observationPeriod"] === "P3M")).toBe(true);
  const none = tableFrom([{ observationPeriod: null, date: "2020-01", value: 1 }]);
  const monthly = none.derive({ observationPeriod: () => null, of: () => "x" }).perSeries();
  expect(monthly.resample("month", "sum").toJSON()).toMatchObject([{ date: "2020-01", value: 1 }]);
});
