/** A table of records as a chart: bars when each series has one number, else lines. */

import type { Cell, Table } from "../index.ts";
import { barChart, type ChartLine, lineChart } from "./charts.ts";
import { oneLine } from "./styled-text.ts";

interface Point {
  readonly date: string;
  readonly value: number;
}

/** Lines of text; one that says so where there is nothing to draw. */
export function tableChart(table: Table): string[] {
  const rows = table.objects();
  const labelOf = labels(rows);
  const series = new Map<string, Point[]>();
  for (const row of rows) {
    if (typeof row["value"] !== "number") continue;
    const label = labelOf(row);
    const points = series.get(label) ?? [];
    series.set(label, points);
    points.push({ date: String(row["date"]), value: row["value"] });
  }
  const all = [...series.values()].flat();
  if (all.length === 0) return ["nothing to draw"];
  if (all.length === series.size) {
    return barChart(
      Array.from(series, ([label, [point]]) => ({ label, value: point?.value ?? 0 })),
    );
  }
  const dates = [...new Set(all.map(({ date }) => date))].sort();
  const placeOf = placesOf(dates);
  const lines = Array.from(series, ([label, points]): ChartLine => {
    const drawn = points.map(({ date, value }) => ({ at: placeOf(date), value }));
    return { label, points: drawn.sort((a, b) => a.at - b.at) };
  });
  return lineChart(lines, dates[0] ?? "", dates.at(-1) ?? "");
}

/** Names a series by its entity, and by all else in which the rows differ. */
function labels(rows: readonly Record<string, Cell>[]): (row: Record<string, Cell>) => string {
  const columns = [
    ["entity_name", "entity"],
    ["variable_name", "variable"],
    ["importName", "facetId"],
    ["unit", "unit"],
  ] as const;
  const told = columns.filter(
    ([, id], at) => at === 0 || new Set(rows.map((row) => row[id])).size > 1,
  );
  return (row) => oneLine(told.map(([name, id]) => row[name] ?? row[id] ?? "").join(", "));
}

/** A date's place: in milliseconds; in the list of all where one of them is in another form. */
function placesOf(dates: readonly string[]): (date: string) => number {
  const areTimes = dates.every((date) => !Number.isNaN(Date.parse(date)));
  return areTimes ? Date.parse : (date) => dates.indexOf(date);
}
