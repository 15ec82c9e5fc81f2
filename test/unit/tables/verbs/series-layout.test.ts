/** Which rows of a table are a series, in whatever order they stand. */
import { describe, expect, test } from "vitest";
import { open, type Table } from "../../../../src/index.ts";
import { numberColumn, textsOf, withOrigins } from "../../../../src/tables/column-data.ts";
import { Table as TableOf } from "../../../../src/tables/column-table.ts";
import { tableFrom } from "../../../oracle/tables/table-from.ts";

const commons = await open({
  "o.csv": `entity,variable,date,value,import_name
a,V,2019,1,I
a,V,2020,2,I
a,V,2022,5,J
b,V,2018,7,I
b,V,2019,9,I
a,W,2021,10,I
a,W,2023,30,I
`,
});
const asked = { entities: ["a", "b"], variables: ["V", "W"], date: "all", facet: "all" } as const;
const read = await commons.table(asked);
const mix = ["variable", "facetId"] as const;

/** The same cells, of which nothing is known from reading. */
const plain = (table: Table) => tableFrom(table.toJSON() as never);
const stepped = (table: Table, by?: readonly string[]) =>
  table
    .perSeries(by === undefined ? {} : { by, mix })
    .lag({ over: "1y", as: "found" })
    .toJSON();

describe("a table as it was read", () => {
  test("has a series in each run of rows", () => {
    expect(stepped(read).map(({ date, found }) => [date, found])).toEqual([
      ["2022", null],
      ["2019", null],
      ["2020", 1],
      ["2018", null],
      ["2019", 7],
      ["2021", null],
      ["2023", null],
    ]);
  });

  test.each<[string, (table: Table) => Table, readonly string[] | undefined]>([
    ["as it is", (table) => table, undefined],
    ["by entity", (table) => table, ["entity"]],
    ["by entity and variable", (table) => table, ["variable", "entity"]],
    ["by import", (table) => table.filter({ entity: "a" }), ["importName"]],
    ["by nothing", (table) => table.filter({ entity: "a" }), []],
    ["by a number", (table) => table.derive({ odd: "value * 0" }), ["odd", "entity"]],
    ["in another order", (table) => table.sorted("value", "descending"), undefined],
    ["turned around", (table) => table.take(Uint32Array.of(6, 5, 4, 3, 2, 1, 0)), undefined],
    ["in part", (table) => table.take(Uint32Array.of(4, 3)), undefined],
    [
      "with a column that divides runs",
      (table) => table.derive({ half: ({ date }) => (date! < "2020" ? "x" : "y") }),
      undefined,
    ],
    [
      "with a column that joins runs",
      (table) => table.derive({ all: ({ entity }) => entity! }),
      ["all"],
    ],
    ["without rows", (table) => table.head(0), undefined],
  ])("has the series of its cells %s", (_, change, by) => {
    const changed = change(read);
    const own = changed.length === 0 ? changed.head(0) : plain(changed);
    expect(stepped(changed, by)).toEqual(stepped(own, by));
    expect(stepped(changed, by)).toHaveLength(changed.length);
  });
});

test("rows of a series are sorted by date, series by their first rows", () => {
  const rows = [
    { of: "b", date: "2021", value: 1 },
    { of: "a", date: "2020", value: 2 },
    { of: "b", date: "2019", value: 3 },
    { of: "b", date: "2020", value: 4 },
    { of: "a", date: "2019", value: 5 },
  ];
  expect(tableFrom(rows).perSeries().diff().toJSON()).toEqual([
    { of: "b", date: "2019", value: 3, value_diff: null },
    { of: "b", date: "2020", value: 4, value_diff: 1 },
    { of: "b", date: "2021", value: 1, value_diff: -3 },
    { of: "a", date: "2019", value: 5, value_diff: null },
    { of: "a", date: "2020", value: 2, value_diff: -3 },
  ]);
});

test.each([
  [["2020", "2020-02"], "a series has dates of two kinds ('2020', '2020-02')"],
  [["2020-02-01", "2020-02"], "a series has dates of two kinds ('2020-02-01', '2020-02')"],
  [["2019", "2020", "2020-Q1"], "a series has dates of two kinds ('2019', '2020-Q1')"],
])("dates of two kinds are refused: %j", (dates, message) => {
  const refusal = `${message}: filter by date, or resample first`;
  const all = dates.map((date, value) => ({ of: "a", date, value }));
  expect(() => tableFrom(all).perSeries().diff()).toThrow(refusal);
  const turned = tableFrom([{ of: "b", date: "2030-01-01", value: 1 }, ...all]);
  expect(() => turned.perSeries().diff()).toThrow(refusal);
});

test.each([
  [["2020", "2020"], "2020"],
  [["2019", "2021", "2020", "2019"], "2019"],
  [["2019", "2021", "2021"], "2021"],
])("a date that comes twice in a series is refused: %j", (dates, date) => {
  const all = tableFrom(dates.map((one, value) => ({ of: "a", date: one, value })));
  expect(() => all.perSeries().diff()).toThrow(
    `two rows of a series have the date '${date}': name in 'by' in what series differ, or group them first`,
  );
});

test("what is said of a divisor does not divide series, and what only numbers say is not mixed", async () => {
  const divided = await commons.table({ ...asked, variables: ["V"], denominator: "V" });
  const steps = divided.filter({ importName: "I" }).perSeries().diff({ column: "value" });
  expect(steps.toJSON().map((row) => row["value_diff"])).toEqual([null, 0, null, 0]);

  const about = { notNumbers: 0, undivided: 0, unknown: [] };
  const hidden = (...units: readonly string[]) => {
    const value = withOrigins(numberColumn("value", Float64Array.of(1, 2)), [
      textsOf("facetId", ["f", "f"]),
      textsOf("unit", units),
      textsOf("relative", ["r", null]),
    ]);
    const columns = [textsOf("date", ["2019", "2020"]), textsOf("of", ["x", "x"]), value];
    return new TableOf(columns, 2, about).perSeries();
  };
  expect(() => hidden("m", "s").diff()).toThrow(
    "diff would mix units in the column 'value' ('m', 's'): ask for the shape 'records', keep one of them by a filter",
  );
  expect(hidden("m", "m").diff().toJSON()).toEqual([
    { date: "2019", of: "x", value: 1, value_diff: null },
    { date: "2020", of: "x", value: 2, value_diff: 1 },
  ]);
});

test.each([
  ["P3M", [null, null, null, 10]],
  ["P12M", [null, null, null, 10]],
  ["P0M", [null, null, null, null]],
  ["P1Y", [null, null, null, null]],
  ["P100M", [null, null, null, null]],
  ["xP3M", [null, null, null, null]],
  ["P3Mx", [null, null, null, null]],
])(
  "a period of a window is as long as %s at dates of months, and a year at dates of years",
  (observationPeriod, sums) => {
    const rows = ["2020-03", "2020-06", "2020-09", "2020-12"].map((date, at) => ({
      ...{ observationPeriod, date, value: at + 1 },
    }));
    const found = tableFrom(rows).perSeries().rollingSum(4).toJSON();
    expect(found.map((row) => row["value_rolling_sum"])).toEqual(sums);
    const years = rows.map(({ date, ...row }) => ({ ...row, date: `20${date.slice(5)}` }));
    const yearly = tableFrom(years).perSeries().rollingSum(4, { minCount: 1 }).toJSON();
    expect(yearly.map((row) => row["value_rolling_sum"])).toEqual([1, 3, 5, 7]);
  },
);
