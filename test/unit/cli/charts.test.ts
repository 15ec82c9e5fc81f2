import { describe, expect, test } from "vitest";
import { barChart, lineChart, seriesOf, tableChart } from "../../../src/cli/charts.ts";
import type { Table } from "../../../src/index.ts";

describe("bars", () => {
  test("are as long as their numbers are large, and lighter below zero", () => {
    const bars = [
      { label: "one", value: 1_000_000 },
      { label: "minus two", value: -500_000 },
      { label: "none", value: 0 },
    ];
    expect(barChart(bars)).toEqual([
      `one        1,000,000  ${"█".repeat(40)}`,
      `minus two   -500,000  ${"▒".repeat(20)}`,
      "none               0",
    ]);
  });

  test("show small numbers with four digits", () => {
    expect(barChart([{ label: "a", value: 0.123456 }])[0]).toMatch(/^a {2}0\.1235 {2}█{40}$/);
    expect(barChart([])).toEqual([]);
  });
});

describe("lines", () => {
  const rising = { label: "up", points: [0, 1].map((at) => ({ at, value: at * 11 })) };

  test("go from one corner to the other", () => {
    const chart = lineChart([rising], "2000", "2001");
    expect(chart).toHaveLength(15);
    expect(chart[0]).toMatch(/^11 │ +●+$/);
    expect(chart[11]).toMatch(/^ 0 │●+$/);
    expect(chart[0]).toHaveLength("11 │".length + 60);
    for (const line of chart.slice(0, 12)) expect(line).toContain("●");
    expect(chart[13]).toBe(`    2000${"2001".padStart(56)}`);
    expect(chart[14]).toBe("    ● up");
  });

  test("stand where their numbers do, wherever scales begin", () => {
    const falling = { label: "down", points: [5, 6].map((at) => ({ at, value: (7 - at) * 11 })) };
    const rows = (chart: readonly string[]) =>
      chart.slice(0, 12).map((line) => line.slice(line.indexOf("│")));
    const down = lineChart([falling], "a", "b");
    expect(rows(down)).toEqual(rows(lineChart([rising], "a", "b")).reverse());
    expect([down[0]!.slice(0, 4), down[11]!.slice(0, 4)]).toEqual(["22 │", "11 │"]);
  });

  test("of one number, or of one point, stand in the middle", () => {
    const flat = { label: "flat", points: [0, 5].map((at) => ({ at, value: 3 })) };
    expect(lineChart([flat], "a", "b").filter((line) => line.includes("●●"))).toHaveLength(1);
    const point = { label: "point", points: [{ at: 5, value: 3 }] };
    expect(lineChart([point], "a", "a").filter((line) => line.includes("●"))).toHaveLength(2);
    expect(lineChart([], "", "")).toEqual([]);
  });

  test("have different marks, and say how many are not drawn", () => {
    const many = Array.from({ length: 10 }, (_, at) => ({ ...rising, label: `line ${at}` }));
    const chart = lineChart(many, "a", "b");
    expect(chart.at(-1)?.trim()).toBe("and 2 more that are not drawn");
    expect(new Set(chart.slice(14, 22).map((line) => line.trim()[0]))).toHaveLength(8);
  });
});

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
  const points = [0, 1, 2, 3].map((at) => ({ at, value: at }));
  expect(odd).toEqual(lineChart([{ label: "e", points }], "", "").slice(0, 12));
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
