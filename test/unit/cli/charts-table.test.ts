/** Which chart a table becomes, and where its dates stand. */
import { expect, test } from "vitest";
import { seriesOf, tableChart } from "../../../src/cli/charts.ts";
import type { Table } from "../../../src/index.ts";

const tableOf = (rows: readonly Record<string, string | number>[]) =>
  ({ toJSON: () => rows }) as unknown as Table;

const series = (dates: readonly string[]) =>
  tableOf(dates.map((date, at) => ({ entity: "e", variable: "v", date, value: at })));
const drawn = (dates: readonly string[]) => tableChart(series(dates)).slice(0, 12);

test("dates stand where their time is", () => {
  // The second of three is half of the way up, and a tenth of the way along.
  const [early, even] = [drawn(["2000", "2001", "2010"]), drawn(["2000", "2005", "2010"])];
  const place = (lines: readonly string[]) => lines[6]!.indexOf("●") - lines[6]!.indexOf("│");
  expect(place(early)).toBeLessThan(10);
  expect(place(even)).toBeGreaterThan(25);
});

test("dates in other forms stand in their order, one like the other", () => {
  const odd = drawn(["2000", "2001", "2001-W50", "2009"]);
  expect(odd.map((line) => line.slice(line.indexOf("│")))).toEqual(
    drawn(["2001-01", "2001-02", "2001-03", "odd"]).map((line) => line.slice(line.indexOf("│"))),
  );
  expect(odd).not.toEqual(drawn(["2000", "2001", "2002", "2009"]));
});

test("rows in any order make one line, from its first date to its last", () => {
  const rows = ["2001", "2000", "2003", "2002"].map((date, at) => ({
    entity: "e",
    date,
    value: at,
  }));
  const ordered = [...rows].sort((a, b) => (a.date < b.date ? -1 : 1));
  const chart = tableChart(tableOf(rows));
  expect(chart).toEqual(tableChart(tableOf(ordered)));
  expect(chart.at(-2)).toMatch(/^ +2000 +2003$/);
});

test("series are named by what tells them apart, without what they have not", () => {
  const row = { entity: "a", entity_name: "A", variable: "v", importName: "i", value: 1 };
  const other = { ...row, entity: "b", entity_name: "B", value: 2 };
  const labels = (...rows: readonly Record<string, string | number>[]) => [
    ...seriesOf(rows).keys(),
  ];
  expect(labels(row)).toEqual(["A"]);
  expect(labels(row, other)).toEqual(["A", "B"]);
  expect(labels({ entity: "a", value: 1 }, other)).toEqual(["a", "B, v"]);
  expect(labels({ ...row, unit: "Euro" }, { ...other, unit: "Pound" })).toEqual([
    "A, Euro",
    "B, Pound",
  ]);
  expect(labels({ ...row, facetId: "1" }, { ...row, facetId: "2" })).toEqual(["A, i"]);
  expect(labels({ ...row, variable_name: "V" }, { ...row, variable: "w" })).toEqual([
    "A, V",
    "A, w",
  ]);
  expect(labels({ ...row, entity_name: "A\nB" })).toEqual(["A\u240aB"]);
  expect(labels({ ...row, value: "none" })).toEqual([]);
});

test("a table without numbers has nothing to draw", () => {
  expect(tableChart(tableOf([{ entity: "e", date: "2000", value: "text" }]))).toEqual([
    "nothing to draw",
  ]);
});
