/** Rows of a table as series: what is about the same, by date. */

import { excerpt } from "../../errors/excerpts.ts";
import { offsetsOf, scatter } from "../../store/columns/kernels.ts";
import { cellOf, type TextColumn } from "../column-data.ts";
import { columnNamed, type Frame, groupsOf } from "./frame.ts";
import { type PeriodUnit, periodOf } from "./periods.ts";

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
  /**
   * Numbers of rows: by series in the order of their first rows, then by date. Undefined: all rows as they
   * stand.
   */
  readonly rows: Uint32Array | undefined;
  /** Series s is at [offsets[s], offsets[s + 1]) of `rows`. */
  readonly offsets: Uint32Array;
  /** By place in `rows`: the number of the period. */
  readonly ats: Float64Array;
  /** Of each series. */
  readonly units: readonly PeriodUnit[];
  /** The column of dates, in the order of the table. */
  readonly dates: TextColumn;
}

/**
 * @throws TypeError for a table without dates, for dates that cannot be counted, for dates of two kinds
 * in a series, and for two rows of a series with one date
 */
export function seriesLayout(frame: Frame, by: readonly string[] | undefined): SeriesLayout {
  const dates = columnNamed(frame, "date");
  if (dates.kind !== "text") throw new TypeError("the column 'date' holds numbers, not dates");
  const { ids, count, firsts } = groupsOf(frame, seriesColumns(frame, by));
  const isWhole = isAscending(ids);
  const offsets = isWhole ? ended(firsts, ids.length) : offsetsOf(ids, ids.length, count);
  let rows = isWhole ? undefined : scatter(ids, offsets);
  const periods = new DatePeriods(frame, dates);
  const units: PeriodUnit[] = [];
  const ats = new Float64Array(ids.length);
  for (let series = 0; series < count; series++) {
    const [start, end] = [offsets[series]!, offsets[series + 1]!];
    units.push(periods.unitOf(dates.codes[rows?.[start] ?? start]!));
    if (periods.areInOrder(rows, start, end, ats)) continue;
    rows ??= Uint32Array.from(ids.keys());
    sortByDate(frame, rows.subarray(start, end), ats.subarray(start, end));
  }
  return { rows, offsets, ats, units, dates };
}

/** Periods of dates by code, each read once. */
class DatePeriods {
  readonly #frame: Frame;
  readonly #dates: TextColumn;
  readonly #units: (PeriodUnit | undefined)[];
  readonly #numbers: Float64Array;

  constructor(frame: Frame, dates: TextColumn) {
    const count = dates.texts.length;
    this.#frame = frame;
    this.#dates = dates;
    this.#units = new Array(count);
    this.#numbers = new Float64Array(count);
  }

  unitOf(code: number): PeriodUnit {
    const known = this.#units[code];
    if (known !== undefined) return known;
    const { unit, at } = periodOf(this.#dates.texts[code]!);
    this.#numbers[code] = at;
    this.#units[code] = unit;
    return unit;
  }

  /**
   * Writes the numbers of the periods of a series. Do they ascend?
   *
   * @throws TypeError for dates of two kinds
   */
  areInOrder(
    rows: Uint32Array | undefined,
    start: number,
    end: number,
    ats: Float64Array,
  ): boolean {
    const { codes } = this.#dates;
    const first = rows?.[start] ?? start;
    const unit = this.unitOf(codes[first]!);
    let last = Number.NEGATIVE_INFINITY;
    let areInOrder = true;
    for (let at = start; at < end; at++) {
      const row = rows === undefined ? at : rows[at]!;
      const code = codes[row]!;
      if (this.#units[code] !== unit && this.unitOf(code) !== unit) {
        throw twoKinds(this.#frame, first, row);
      }
      const number = this.#numbers[code]!;
      ats[at] = number;
      areInOrder &&= number > last;
      last = number;
    }
    return areInOrder;
  }
}

/** First rows as offsets, with the end of all after them. */
function ended(firsts: Uint32Array, length: number): Uint32Array {
  const offsets = new Uint32Array(firsts.length + 1);
  offsets.set(firsts);
  offsets[firsts.length] = length;
  return offsets;
}

function isAscending(ids: Uint32Array): boolean {
  for (let row = 1; row < ids.length; row++) if (ids[row]! < ids[row - 1]!) return false;
  return true;
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
