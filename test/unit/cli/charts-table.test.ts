/** Which chart a table becomes, and where its dates stand. */
import { expect, test } from "vitest";
import { tableChart } from "../../../src/cli/charts.ts";
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

test("a table without numbers has nothing to draw", () => {
  expect(tableChart(tableOf([{ entity: "e", date: "2000", value: "text" }]))).toEqual([
    "nothing to draw",
  ]);
});
