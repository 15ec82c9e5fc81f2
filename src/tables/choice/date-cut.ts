/** Points of series in a range of dates. */

import type { ObservationTable } from "../../stats/read/observations.ts";
import type { IdColumn, Range } from "../../store/columns/column-source.ts";
import { lowerBound } from "../../store/columns/kernels.ts";
import { compareUtf8 } from "../../store/texts/utf8.ts";
import type { DateRange } from "../table-question.ts";

/** The points of a series in a range of dates. */
export class DateCut {
  readonly #observations: ObservationTable;
  /** Codes of dates [first, end). */
  readonly #first: number;
  readonly #end: number;
  readonly #isAll: boolean;

  constructor(observations: ObservationTable, { from, to }: DateRange) {
    this.#observations = observations;
    const { dateCount } = observations.meta;
    const isFrom = (code: number) => compareUtf8(observations.dateOfCode(code), from ?? "") >= 0;
    const isAfter = (code: number) => {
      const date = observations.dateOfCode(code);
      return to !== undefined && compareUtf8(date, to) > 0 && !date.startsWith(to);
    };
    this.#first = firstWhere(0, dateCount, isFrom);
    this.#end = firstWhere(0, dateCount, isAfter);
    this.#isAll = this.#first === 0 && this.#end === dateCount;
  }

  /** Of the dates [start, end) in a column of codes, those in the range. */
  datesOf(codes: IdColumn, start: number, end: number): Range {
    if (this.#isAll) return { start, end };
    const first = lowerBound(codes, this.#first, start, end);
    return { start: first, end: lowerBound(codes, this.#end, first, end) };
  }

  /** Points of a series in the range; possibly none. */
  pointsOf(series: number): Range {
    const table = this.#observations;
    const points = table.pointsOf(series);
    if (this.#isAll) return points;
    const { start, end } = points;
    const first = firstWhere(start, end, (point) => table.dateCodeAt(point) >= this.#first);
    return {
      start: first,
      end: firstWhere(first, end, (point) => table.dateCodeAt(point) >= this.#end),
    };
  }
}

/**
 * Binary search: the first number in [start, end) for which `has` is true, as for all after it; the
 * end when there is none.
 */
export function firstWhere(start: number, end: number, has: (at: number) => boolean): number {
  let [low, high] = [start, end];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (has(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
