/** The part of a series that lies in a range of dates. */

import type { ObservationTable } from "../../stats/index.ts";
import { compareUtf8, type Range } from "../../store/index.ts";
import { firstWhere } from "./first-where.ts";
import type { DateRange } from "./question.ts";

export class DateCut {
  readonly #observations: ObservationTable;
  /** Codes of dates: from the first one on, and below the end. */
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
