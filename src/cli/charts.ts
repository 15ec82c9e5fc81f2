/** Charts of characters: bars for one number per thing, lines for series, and either for a table. */

import type { Cell, Table } from "../index.ts";
import { oneLine } from "./styled-text.ts";

/** A number and what it is of. */
interface Bar {
  readonly label: string;
  readonly value: number;
}

/** Points of one line; `at` is any scale that all lines share. */
interface ChartLine {
  readonly label: string;
  readonly points: readonly { readonly at: number; readonly value: number }[];
}

const barWidth = 40;
const [chartWidth, chartHeight] = [60, 12];
const marks = ["●", "○", "■", "□", "▲", "△", "◆", "◇"] as const;

/** A line of text per bar; what is below zero has lighter bars. */
export function barChart(bars: readonly Bar[]): string[] {
  const most = Math.max(...bars.map(({ value }) => Math.abs(value)), Number.MIN_VALUE);
  const labels = padded(bars.map(({ label }) => label));
  const numbers = bars.map(({ value }) => numberText(value));
  const width = Math.max(0, ...numbers.map(({ length }) => length));
  return bars.map(({ value }, at) => {
    const length = Math.round((Math.abs(value) / most) * barWidth);
    const bar = (value < 0 ? "▒" : "█").repeat(length);
    return `${labels[at]}  ${numbers[at]?.padStart(width)}  ${bar}`.trimEnd();
  });
}

/**
 * Lines over a common scale, each with a mark of its own, and what the marks mean. Between two points
 * a line is straight.
 *
 * @param from what stands below the left end of the scale, and `to` below the right one
 */
export function lineChart(lines: readonly ChartLine[], from: string, to: string): string[] {
  const shown = lines.slice(0, marks.length);
  const points = shown.flatMap((line) => line.points);
  if (points.length === 0) return [];
  const xs = rangeOf(points.map(({ at }) => at));
  const ys = rangeOf(points.map(({ value }) => value));
  const grid = Array.from({ length: chartHeight }, () => new Array<string>(chartWidth).fill(" "));
  for (const [index, line] of shown.entries()) {
    const mark = marks[index] as string;
    for (const { at, value } of between(line.points, xs)) {
      const column = Math.round(shareOf(at, xs) * (chartWidth - 1));
      const row = grid[Math.round((1 - shareOf(value, ys)) * (chartHeight - 1))];
      if (row !== undefined) row[column] = mark;
    }
  }
  const ends = [numberText(ys.most), numberText(ys.least)];
  const width = Math.max(...ends.map(({ length }) => length));
  const textAt = (row: number) =>
    row === 0 ? ends[0] : row === chartHeight - 1 ? ends[1] : undefined;
  const rest = lines.length - shown.length;
  return [
    ...grid.map((row, at) => `${(textAt(at) ?? "").padStart(width)} │${row.join("")}`.trimEnd()),
    `${" ".repeat(width)} └${"─".repeat(chartWidth)}`,
    `${" ".repeat(width + 2)}${from}${to.padStart(Math.max(chartWidth - from.length, to.length + 1))}`,
    ...shown.map(({ label }, index) => `${" ".repeat(width + 2)}${marks[index]} ${label}`),
    ...(rest > 0 ? [`${" ".repeat(width + 2)}and ${rest} more that are not drawn`] : []),
  ];
}

interface Scale {
  readonly least: number;
  readonly most: number;
}

function rangeOf(numbers: readonly number[]): Scale {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const number of numbers) [least, most] = [Math.min(least, number), Math.max(most, number)];
  return { least, most };
}

/** Where a number stands in its scale: 0 to 1. */
function shareOf(number: number, { least, most }: Scale): number {
  return most === least ? 0.5 : (number - least) / (most - least);
}

/** The points, and one per column of the chart between them. */
function* between(
  points: ChartLine["points"],
  { least, most }: Scale,
): Iterable<ChartLine["points"][0]> {
  const step = (most - least) / chartWidth;
  for (const [index, point] of points.entries()) {
    yield point;
    const next = points[index + 1];
    if (next === undefined) continue;
    for (let at = point.at + step; at < next.at; at += step) {
      const share = (at - point.at) / (next.at - point.at);
      yield { at, value: point.value + share * (next.value - point.value) };
    }
  }
}

function numberText(value: number): string {
  return Math.abs(value) < 1 ? String(Number(value.toPrecision(4))) : value.toLocaleString("en-US");
}

/** Texts of one length. */
function padded(texts: readonly string[]): string[] {
  const width = Math.max(0, ...texts.map(({ length }) => length));
  return texts.map((text) => text.padEnd(width));
}

interface Point {
  readonly date: string;
  readonly value: number;
}

/** Lines of text; one that says so where there is nothing to draw. */
export function tableChart(table: Table): string[] {
  const series = seriesOf(table.toJSON());
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

/** The numbers of rows, by what their series are called. */
export function seriesOf(rows: readonly Record<string, Cell>[]): ReadonlyMap<string, Point[]> {
  const labelOf = labels(rows);
  const series = new Map<string, Point[]>();
  for (const row of rows) {
    if (typeof row["value"] !== "number") continue;
    const label = labelOf(row);
    const points = series.get(label) ?? [];
    series.set(label, points);
    points.push({ date: String(row["date"]), value: row["value"] });
  }
  return series;
}

/** Names a series by its entity, and by all else in which the rows differ. */
function labels(rows: readonly Record<string, Cell>[]): (row: Record<string, Cell>) => string {
  const columns = [
    ["entity_name", "entity"],
    ["variable_name", "variable"],
    ["importName", "facetId"],
    ["unit", "unit"],
  ] as const;
  const shown = columns.filter(
    ([, id], at) => at === 0 || new Set(rows.map((row) => row[id])).size > 1,
  );
  return (row) => {
    const texts = shown.map(([name, id]) => `${row[name] ?? row[id] ?? ""}`);
    return oneLine(texts.filter((text) => text !== "").join(", "));
  };
}

/** A date's place: in milliseconds; in the list of all where one of them is in another form. */
function placesOf(dates: readonly string[]): (date: string) => number {
  const areTimes = dates.every((date) => !Number.isNaN(Date.parse(date)));
  return areTimes ? Date.parse : (date) => dates.indexOf(date);
}
