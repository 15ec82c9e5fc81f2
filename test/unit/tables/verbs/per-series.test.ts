import { expect, test } from "vitest";
import { tableFrom } from "../../../oracle/tables/table-from.ts";

const months = (count: number, year = 2020) =>
  Array.from({ length: count }, (_, month) => ({
    entity: "a",
    observationPeriod: "P1M",
    date: `${year}-${String(month + 1).padStart(2, "0")}`,
    value: month + 1,
  }));

test("months become quarters and years, and a year that lacks a month is null", () => {
  const series = tableFrom([...months(12), ...months(11, 2021)]).perSeries();
  expect(series.resample("year", "sum").toJSON()).toEqual([
    { entity: "a", observationPeriod: "P1Y", date: "2020", value: 78 },
    { entity: "a", observationPeriod: "P1Y", date: "2021", value: null },
  ]);
  expect(series.resample("year", "mean", { minCount: 11 }).toJSON()[1]).toMatchObject({ value: 6 });
  const quarters = series.resample("quarter", "last");
  expect(quarters.toJSON().map(({ date, value }) => [date, value])).toEqual([
    ["2020-Q1", 3],
    ["2020-Q2", 6],
    ["2020-Q3", 9],
    ["2020-Q4", 12],
    ["2021-Q1", 3],
    ["2021-Q2", 6],
    ["2021-Q3", 9],
    ["2021-Q4", null],
  ]);
  const years = quarters.perSeries().resample("year", "max");
  expect(years.toJSON().map(({ date, value }) => [date, value])).toEqual([
    ["2020", 12],
    ["2021", null],
  ]);
});

test("values about quarters at dates of months are four of a year, and one of a quarter", () => {
  const quarters = ["2020-03", "2020-06", "2020-09", "2020-12", "2021-03", "2021-06", "2021-09"];
  const rows = (observationPeriod: string) =>
    quarters.map((date, at) => ({ entity: "a", observationPeriod, date, value: at + 1 }));
  const series = tableFrom(rows("P3M")).perSeries();
  const valuesOf = (table: { toJSON(): readonly object[] }, name = "value") =>
    table.toJSON().map((row) => Reflect.get(row, name));
  expect(valuesOf(series.resample("year", "sum"))).toEqual([10, null]);
  expect(valuesOf(series.resample("quarter", "sum"))).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(valuesOf(series.rollingSum(4), "value_rolling_sum")).toEqual([
    ...[null, null, null, 10, 14, 18, 22],
  ]);
  // Nothing says that these are not months of which others are missing.
  expect(valuesOf(tableFrom(rows("P1M")).perSeries().resample("year", "sum"))).toEqual([
    null,
    null,
  ]);
  expect(valuesOf(tableFrom(rows("")).perSeries().resample("year", "sum"))).toEqual([null, null]);
});

test("a series cannot be resampled to what is finer, nor by what there is not", () => {
  const series = tableFrom([{ date: "2020", value: 1 }]).perSeries();
  expect(() => series.resample("month", "mean")).toThrow(
    "'2020' is a year: it cannot be resampled to a month",
  );
  expect(() => series.resample("years" as "year", "mean")).toThrow("did you mean 'year'?");
  expect(() => series.resample("year", "maen" as "mean")).toThrow("did you mean 'mean'?");
  const odd = tableFrom([{ date: "2020-W05", value: 1 }]).perSeries();
  expect(() => odd.resample("year", "mean")).toThrow("the date '2020-W05' cannot be counted");
  const noDay = tableFrom([{ date: "2021-02-29", value: 1 }]).perSeries();
  expect(() => noDay.diff()).toThrow("2021-02-29");
});

test("a step is a length of time: a year before a month, three months before a day", () => {
  const own = tableFrom([...months(12), ...months(2, 2021)]);
  const found = own.perSeries().diff({ over: "1y" }).toJSON();
  expect(found.at(-1)).toMatchObject({ date: "2021-02", value_diff: 0 });
  expect(found[0]).toMatchObject({ value_diff: null });
  const days = tableFrom([
    { date: "2020-02-29", value: 1 },
    { date: "2020-05-29", value: 3 },
    { date: "2020-05-31", value: 9 },
  ]);
  const steps = days.perSeries().diff({ over: "3m" }).toJSON();
  expect(steps.map((row) => row["value_diff"])).toEqual([null, 2, null]);
  expect(() =>
    tableFrom([{ date: "2020", value: 1 }])
      .perSeries()
      .diff({ over: "3m" }),
  ).toThrow("no dates of a year are 3m apart");
  expect(() => own.perSeries().lag({ over: "a year" as "1y" })).toThrow(
    "a span is 1y, 4q, 3m or 7d",
  );
});

test("dates of two kinds, and a date that comes twice in a series, are refused", () => {
  const kinds = tableFrom([
    { entity: "a", date: "2020", value: 1 },
    { entity: "a", date: "2020-02", value: 2 },
  ]);
  expect(() => kinds.perSeries().diff()).toThrow("dates of two kinds ('2020', '2020-02')");
  const twice = tableFrom([
    { entity: "a", date: "2020", value: 1 },
    { entity: "b", date: "2020", value: 2 },
  ]);
  expect(() => twice.perSeries({ by: [] }).diff()).toThrow(
    "two rows of a series have the date '2020'",
  );
  expect(() =>
    tableFrom([{ value: 1 }])
      .perSeries()
      .diff(),
  ).toThrow("no column 'date'");
});

test("growth, an index and a running sum are of each series", () => {
  const own = tableFrom([
    { entity: "a", date: "2010", value: 100 },
    { entity: "a", date: "2020", value: 200 },
    { entity: "b", date: "2020", value: 0 },
    { entity: "b", date: "2021", value: 5 },
  ]);
  const growth = own.perSeries().cagr().toJSON();
  expect(growth[0]).toEqual({
    entity: "a",
    from: "2010",
    to: "2020",
    value_cagr: expect.closeTo(2 ** 0.1 - 1, 12),
  });
  expect(growth[1]).toMatchObject({ entity: "b", value_cagr: null });
  const index = own.perSeries().indexTo("2020").toJSON();
  expect(index.map((row) => row["value_index"])).toEqual([50, 100, null, null]);
  const sums = own.perSeries().cumulativeSum({ as: "all" }).toJSON();
  expect(sums.map((row) => row["all"])).toEqual([100, 300, 0, 5]);
});

test("what is filled has other numbers only where a row was, and fills at most the limit", () => {
  const own = tableFrom([
    { date: "2010", value: 1, other: 7 },
    { date: "2014", value: 5, other: 8 },
  ]);
  expect(own.perSeries().fillForward({ column: "value", limit: 2 }).toJSON()).toEqual([
    { date: "2010", value: 1, other: 7 },
    { date: "2011", value: 1, other: null },
    { date: "2012", value: 1, other: null },
    { date: "2013", value: null, other: null },
    { date: "2014", value: 5, other: 8 },
  ]);
  const values = (limit: number) =>
    own
      .perSeries()
      .interpolate({ column: "value", limit })
      .toJSON()
      .map(({ value }) => value);
  expect(values(3)).toEqual([1, 2, 3, 4, 5]);
  expect(values(2)).toEqual([1, null, null, null, 5]);
});

test("the nearest number stands in for null: of two as near the earlier, within a limit, without new rows", () => {
  const own = tableFrom([
    { entity: "a", date: "2010", crimes: null, people: 100 },
    { entity: "a", date: "2012", crimes: 6, people: null },
    { entity: "a", date: "2013", crimes: 7, people: null },
    { entity: "a", date: "2014", crimes: null, people: 300 },
    { entity: "b", date: "2011", crimes: 8, people: null },
  ]);
  const nearest = own.perSeries().nearest({ column: "people" });
  expect(nearest.toJSON().map((row) => row["people_nearest"])).toEqual([100, 100, 300, 300, null]);
  const rates = nearest.derive({ rate: "crimes / people_nearest" }).toJSON();
  expect(rates.map(({ rate }) => rate)).toEqual([null, 0.06, 7 / 300, null, null]);
  const near = own.perSeries().nearest({ column: "people", limit: 1, as: "near" }).toJSON();
  expect(near.map((row) => row["near"])).toEqual([100, null, 300, 300, null]);
});

test("rows of several units or facets are one series only if the caller says so", () => {
  const own = tableFrom([
    { entity: "a", date: "2019", value: 1, unit: "Euro" },
    { entity: "a", date: "2020", value: 2, unit: "USDollar" },
  ]);
  expect(() => own.perSeries({ by: ["entity"] }).diff()).toThrow(
    "diff would mix units ('Euro', 'USDollar')",
  );
  const mixed = own.perSeries({ by: ["entity"], mix: ["unit"] }).diff();
  expect(mixed.toJSON()[1]).toMatchObject({ value_diff: 1 });
  expect(own.perSeries().diff().toJSON()[1]).toMatchObject({ value_diff: null });
});

const dated = (date: string | number | null) =>
  tableFrom([
    { date: typeof date === "number" ? 1 : "2019", value: 1 },
    { date, value: 2 },
  ]).perSeries();

test.each([
  ...["x2020", "2020x", "20201", "2020-13", "2020-00", "2020-1", "2020-Q5", "2020-Q0", "2020-Q11"],
  ...["2020-02-30", "2021-02-29", "2020-04-31", "2020-01-00", "2020-01-1", "2020-01-01T00", ""],
])("the date '%s' cannot be counted", (date) => {
  const message = `the date '${date}' cannot be counted: dates are 2020, 2020-Q1, 2020-03 or 2020-03-01`;
  const all = tableFrom([{ date, value: 1 }]).perSeries();
  expect(() => all.lag()).toThrow(message);
  expect(() => dated("2020").indexTo(date)).toThrow(message);
});

test.each(["0985", "2020-Q4", "2020-12", "2020-02-29", "1960-01-31"])(
  "the date '%s' can be counted",
  (date) => {
    expect(
      tableFrom([{ date, value: 1 }])
        .perSeries()
        .lag().length,
    ).toBe(1);
  },
);

test("a series needs dates that are texts, and each row has one", () => {
  expect(() => dated(2020).lag()).toThrow("the column 'date' holds numbers, not dates");
  expect(() => dated(null).lag()).toThrow("a row without a date cannot be counted");
});

test.each(["1", "y", "0y", "01y", "1.5y", "-1y", "1yy", "x1y", "123456y", "1w", "", "1 y"])(
  "'%s' is no span",
  (over) => {
    expect(() => dated("2020").lag({ over: over as "1y" })).toThrow(
      `a span is 1y, 4q, 3m or 7d, not '${over}'`,
    );
  },
);

test.each([
  ["2020", "year", ["3m", "1q", "7d", "18m", "365d"]],
  ["2020-Q1", "quarter", ["1m", "7d", "4m"]],
  ["2020-03", "month", ["7d", "30d"]],
])("no dates such as '%s' are some spans apart", (date, unit, spans) => {
  const all = tableFrom([{ date, value: 1 }]).perSeries();
  for (const over of spans) {
    expect(() => all.diff({ over: over as "1y" })).toThrow(
      `no dates of a ${unit} are ${over} apart`,
    );
  }
});

test("periods, counts and what is made of numbers are named where they are wrong", () => {
  const own = dated("2020");
  expect(() => own.resample("week" as "year", "sum")).toThrow(
    'the period is year, quarter, month, not "week"',
  );
  expect(() => own.resample("year", "avg" as "sum")).toThrow(
    'what is made of numbers is count, sum, mean, median, min, max, variance, std, first, last, not "avg"',
  );
  expect(() => own.resample("year", 5 as never)).toThrow(/not 5$/);
  for (const [count, shown] of [
    ...[
      [0, "0"],
      [-1, "-1"],
      [1.5, "1.5"],
      ["3", '"3"'],
      [undefined, "undefined"],
    ],
  ] as const) {
    const message = `the number of periods is a whole number from 1 on, not ${shown}`;
    expect(() => own.rollingMean(count as number)).toThrow(message);
    expect(() => own.rollingSum(count as number)).toThrow(message);
  }
  expect(
    own
      .rollingSum(1)
      .toJSON()
      .map((row) => row["value_rolling_sum"]),
  ).toEqual([1, 2]);
});

test.each([
  ["2020-Q1", "month", "'2020-Q1' is a quarter: it cannot be resampled to a month"],
  ["2020", "quarter", "'2020' is a year: it cannot be resampled to a quarter"],
] as const)("what is about '%s' has no %s", (date, to, message) => {
  const all = tableFrom([{ date, value: 1 }]).perSeries();
  expect(() => all.resample(to, "sum")).toThrow(message);
});
