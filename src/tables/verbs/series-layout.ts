/** Rows of a table as series: what is about the same, by date. */

import { excerpt } from "../../errors/excerpts.ts";
import { offsetsOf, scatter } from "../../store/columns/kernels.ts";
import { cellOf, type NumberColumn, runsOf, type TextColumn, takeRows } from "../column-data.ts";
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
  /** By code of a date: the number of its period. */
  readonly periods: Float64Array;
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
  const names = seriesColumns(frame, by);
  const order = inRuns(frame, names) ?? inGroups(frame, names);
  const { offsets } = order;
  let { rows } = order;
  const periods = new DatePeriods(frame, dates);
  const units: PeriodUnit[] = [];
  for (let series = 0; series + 1 < offsets.length; series++) {
    const [start, end] = [offsets[series]!, offsets[series + 1]!];
    units.push(periods.unitOf(dates.codes[rows?.[start] ?? start]!));
    if (periods.areInOrder(rows, start, end)) continue;
    rows ??= Uint32Array.from({ length: frame.length }, (_, row) => row);
    periods.sort(rows.subarray(start, end));
  }
  return { rows, offsets, units, dates, periods: periods.numbers };
}

type Order = Pick<SeriesLayout, "rows" | "offsets">;

/** Of a table as it was read: each run of rows is a series. Undefined for another one. */
function inRuns(frame: Frame, names: readonly string[]): Order | undefined {
  const columns = names.map((name) => columnNamed(frame, name));
  const dividing = columns.filter((column) => column.kind !== "text" || column.texts.length > 1);
  const [offsets, ...others] = dividing.map((column) =>
    column.kind === "text" ? runsOf(column.codes) : undefined,
  );
  if (offsets === undefined || others.some((one) => one !== offsets)) return undefined;
  const length = offsets.length - 1;
  const starts = { columns: takeRows(dividing, offsets.subarray(0, length)), length };
  const { count } = groupsOf(
    starts,
    dividing.map(({ name }) => name),
  );
  return count === length ? { rows: undefined, offsets } : undefined;
}

function inGroups(frame: Frame, names: readonly string[]): Order {
  const { ids, count } = groupsOf(frame, names);
  const offsets = offsetsOf(ids, ids.length, count);
  return { rows: isAscending(ids) ? undefined : scatter(ids, offsets), offsets };
}

/** Periods of dates by code, each read once. */
class DatePeriods {
  readonly #frame: Frame;
  readonly #dates: TextColumn;
  readonly #units: PeriodUnit[] = [];
  readonly numbers: Float64Array;

  constructor(frame: Frame, dates: TextColumn) {
    this.#frame = frame;
    this.#dates = dates;
    this.numbers = new Float64Array(dates.texts.length);
  }

  unitOf(code: number): PeriodUnit {
    const known = this.#units[code];
    if (known !== undefined) return known;
    const { unit, at } = periodOf(this.#dates.texts[code]!);
    this.numbers[code] = at;
    this.#units[code] = unit;
    return unit;
  }

  /**
   * Do the dates of a series ascend?
   *
   * @throws TypeError for dates of two kinds
   */
  areInOrder(rows: Uint32Array | undefined, start: number, end: number): boolean {
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
      const number = this.numbers[code]!;
      areInOrder &&= number > last;
      last = number;
    }
    return areInOrder;
  }

  /**
   * Sorts the rows of a series.
   *
   * @throws TypeError for two rows with one date
   */
  sort(rows: Uint32Array): void {
    const numberAt = (row: number) => this.numbers[this.#dates.codes[row]!]!;
    rows.sort((a, b) => numberAt(a) - numberAt(b));
    for (let at = 1; at < rows.length; at++) {
      if (numberAt(rows[at]!) !== numberAt(rows[at - 1]!)) continue;
      const date = String(cellOf(this.#dates, rows[at]!));
      throw new TypeError(
        `two rows of a series have the date '${excerpt(date)}': name in 'by' in what series differ, or group them first`,
      );
    }
  }
}

function isAscending(ids: Uint32Array): boolean {
  for (let row = 1; row < ids.length; row++) if (ids[row]! < ids[row - 1]!) return false;
  return true;
}

function twoKinds(frame: Frame, row: number, other: number): TypeError {
  const column = columnNamed(frame, "date");
  const [one, two] = [row, other].map((at) => excerpt(String(cellOf(column, at))));
  return new TypeError(
    `a series has dates of two kinds ('${one}', '${two}'): filter by date, or resample first`,
  );
}

/** How many months one value is about, where its source says so: 3 for `P3M`. A year of quarters has four numbers. */
export function stepsSaid(
  { columns }: Frame,
  { origins = [] }: NumberColumn,
): (unit: PeriodUnit, row: number) => number {
  const said = [...columns, ...origins].find(
    (one) => one.kind === "text" && one.name === "observationPeriod",
  );
  if (said?.kind !== "text") return () => 1;
  const steps = said.texts.map((text) => Number(/^P(\d{1,2})M$/.exec(text ?? "")?.[1] ?? 1) || 1);
  return (unit, row) => (unit === "month" ? steps[said.codes[row]!]! : 1);
}
