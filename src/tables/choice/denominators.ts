/** Values of a denominator by the nearest date. */

import { type NumericPoints, numericPoints } from "../../adapters/index.ts";
import type { Governor } from "../../governor/index.ts";
import type { ObservationTable } from "../../stats/index.ts";
import type { TermId } from "../../store/index.ts";
import { firstWhere } from "./first-where.ts";

const dayMilliseconds = 86_400_000;

export class Denominators {
  /** Value and code of the date of what `seek` found; NaN where it found nothing. */
  value = Number.NaN;
  date = -1;
  readonly #observations: ObservationTable;
  readonly #variable: TermId | undefined;
  readonly #numbers: NumericPoints;
  readonly #governor: Governor;
  /** By code of a date: its first day. */
  readonly #days: number[] = [];
  /** The numbers of the series at hand, ascending by day. */
  #points: readonly number[] = [];

  constructor(observations: ObservationTable, variable: TermId | undefined, governor: Governor) {
    this.#observations = observations;
    this.#variable = variable;
    this.#numbers = numericPoints(observations);
    this.#governor = governor;
  }

  /** Goes to the denominators for one series of an entity. */
  open(entity: TermId, series: number): void {
    const table = this.#observations;
    const points: number[] = [];
    const own = this.#seriesFor(entity, table.facetNumberOf(series));
    if (own !== undefined) {
      const { start, end } = table.pointsOf(own);
      this.#governor.rows(end - start);
      for (let point = start; point < end; point++) {
        if (this.#numbers.has(point) && !Number.isNaN(this.#dayOf(point))) points.push(point);
      }
    }
    // Texts of dates are in their order, but for those with one digit for a month or a day.
    this.#points = points.sort((a, b) => this.#dayOf(a) - this.#dayOf(b));
  }

  /** Finds the number whose date is the nearest to a point's; of two as near the earlier one. */
  seek(point: number): void {
    this.value = Number.NaN;
    this.date = -1;
    const points = this.#points;
    const day = this.#dayOf(point);
    if (points.length === 0 || Number.isNaN(day)) return;
    const after = firstWhere(0, points.length, (at) => this.#dayOf(points[at]!) >= day);
    let at = Math.min(after, points.length - 1);
    if (at > 0 && day - this.#dayOf(points[at - 1]!) <= this.#dayOf(points[at]!) - day) at--;
    this.value = this.#observations.numberAt(points[at]!);
    this.date = this.#observations.dateCodeAt(points[at]!);
  }

  /** The series of the same facet, else the best one with numbers. */
  #seriesFor(entity: TermId, facet: number): number | undefined {
    const table = this.#observations;
    if (this.#variable === undefined) return undefined;
    const { start, end } = table.seriesOf(this.#variable, entity);
    let best: number | undefined;
    for (let series = start; series < end; series++) {
      if (!this.#numbers.isInSeries(series)) continue;
      if (table.facetNumberOf(series) === facet) return series;
      best ??= series;
    }
    return best;
  }

  #dayOf(point: number): number {
    const date = this.#observations.dateCodeAt(point);
    this.#days[date] ??= firstDayOf(this.#observations.dateOfCode(date));
    return this.#days[date];
  }
}

/** Days from 1970 to the first day of a date in any form that is loaded; NaN for no date. */
function firstDayOf(date: string): number {
  const parts = /^(\d{4})(?:-?(\d{1,2}))?(?:-?(\d{1,2}))?/.exec(date);
  if (parts === null) return Number.NaN;
  const [, year, month = "1", day = "1"] = parts;
  const first = new Date(0);
  first.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  return first.getTime() / dayMilliseconds;
}
