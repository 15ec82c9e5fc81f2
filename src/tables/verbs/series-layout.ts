/** Rows of a table as series: what is about the same, by date. */

import { excerpt } from "../../errors/excerpts.ts";
import { offsetsOf, scatter } from "../../store/columns/kernels.ts";
import { cellOf } from "../column-data.ts";
import { columnNamed, type Frame, groupsOf } from "./frame.ts";
import { type Period, type PeriodUnit, periodOf } from "./periods.ts";

/** Texts that belong to an observation, not to its series. */
const notOfSeries = ["date", "denominatorDate"];

/** The columns in which series differ. */
export function seriesColumns(frame: Frame, by: readonly string[] | undefined): readonly string[] {
  if (by !== undefined) return by.map((name) => columnNamed(frame, name).name);
  const texts = frame.columns.filter(({ kind }) => kind === "text").map(({ name }) => name);
  return texts.filter((name) => !notOfSeries.includes(name));
}

/** Rows in the order of series and dates. */
export interface SeriesLayout {
  /** Numbers of rows: by series in the order of their first rows, then by date. */
  readonly rows: Uint32Array;
  /** Series s is at [offsets[s], offsets[s + 1]) of `rows`. */
  readonly offsets: Uint32Array;
  /** By place in `rows`: the number of the period. */
  readonly ats: Float64Array;
  /** Of each series. */
  readonly units: readonly PeriodUnit[];
  /** Whether `rows` are the rows as they stand. */
  readonly isAsTheyStand: boolean;
}

/**
 * @throws TypeError for a table without dates, for dates that cannot be counted, for dates of two kinds
 * in a series, and for two rows of a series with one date
 */
export function seriesLayout(frame: Frame, by: readonly string[] | undefined): SeriesLayout {
  const dates = columnNamed(frame, "date");
  if (dates.kind !== "text") throw new TypeError("the column 'date' holds numbers, not dates");
  const { ids, count } = groupsOf(frame, seriesColumns(frame, by));
  const offsets = offsetsOf(ids, ids.length, count);
  const rows = scatter(ids, offsets);
  const periods: (Period | undefined)[] = [];
  const periodAt = (row: number): Period => {
    const code = dates.codes[row]!;
    periods[code] ??= periodOf(dates.texts[code]!);
    return periods[code];
  };
  const units: PeriodUnit[] = [];
  const ats = new Float64Array(rows.length);
  for (let series = 0; series < count; series++) {
    const [start, end] = [offsets[series]!, offsets[series + 1]!];
    const { unit } = periodAt(rows[start]!);
    units.push(unit);
    let isAscending = true;
    for (let at = start; at < end; at++) {
      const period = periodAt(rows[at]!);
      if (period.unit !== unit) throw twoKinds(frame, rows[start]!, rows[at]!);
      ats[at] = period.at;
      if (at > start && ats[at]! <= ats[at - 1]!) isAscending = false;
    }
    if (!isAscending) sortByDate(frame, rows.subarray(start, end), ats.subarray(start, end));
  }
  let isAsTheyStand = true;
  for (let at = 0; at < rows.length && isAsTheyStand; at++) isAsTheyStand = rows[at] === at;
  return { rows, offsets, ats, units, isAsTheyStand };
}

function sortByDate(frame: Frame, rows: Uint32Array, ats: Float64Array): void {
  const order = Uint32Array.from(rows.keys()).sort((a, b) => ats[a]! - ats[b]!);
  const [oldRows, oldAts] = [rows.slice(), ats.slice()];
  for (const [to, from] of order.entries()) {
    rows[to] = oldRows[from]!;
    ats[to] = oldAts[from]!;
    if (to > 0 && ats[to] === ats[to - 1]) {
      const date = String(cellOf(columnNamed(frame, "date"), rows[to]!));
      throw new TypeError(
        `two rows of a series have the date '${excerpt(date)}': name in 'by' in what series differ, or group them first`,
      );
    }
  }
}

function twoKinds(frame: Frame, row: number, other: number): TypeError {
  const column = columnNamed(frame, "date");
  const [one, two] = [row, other].map((at) => excerpt(String(cellOf(column, at))));
  return new TypeError(
    `a series has dates of two kinds ('${one}', '${two}'): filter by date, or resample first`,
  );
}
