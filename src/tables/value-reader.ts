/** The values of a table's cells, and the denominators that divide them. */

import { type NumericPoints, numericPoints } from "../adapters/reads/numeric-points.ts";
import type { Governor } from "../options/governor.ts";
import type { ObservationTable } from "../stats/read/observations.ts";
import type { TermId } from "../store/texts/dictionary.ts";
import type { World } from "../world/world.ts";
import { firstWhere } from "./choice/date-cut.ts";
import type { ReadQuestion } from "./table-question.ts";

/** By number of a facet: codes of its first and of its last date. */
export type DateSpans = Map<number, { first: number; last: number }>;

/** Makes room for a date. */
export function widen(spans: DateSpans, facet: number, date: number): void {
  const span = spans.get(facet);
  if (span === undefined) spans.set(facet, { first: date, last: date });
  else if (date < span.first) span.first = date;
  else if (date > span.last) span.last = date;
}

export class ValueReader {
  /** Values so far that are no numbers. */
  notNumbers = 0;
  /** Numbers so far without a denominator. */
  undivided = 0;
  /** At the denominator of the value that was read last; undefined when the question names none. */
  readonly denominators: Denominators | undefined;
  readonly #observations: World["observations"];

  constructor({ graph, observations }: World, question: ReadQuestion, governor: Governor) {
    this.#observations = observations;
    if (question.denominator === undefined) return;
    const variable = graph.dictionary.nodeOf(question.denominator);
    this.denominators = new Denominators(observations, variable, governor);
  }

  /** Goes to a series: its points are then found without a search, which from afar reads others. */
  open(series: number): void {
    this.#observations.pointsOf(series);
    this.denominators?.open(this.#observations.entityOf(series), series);
  }

  /** Value of a point of the open series; NaN where there is none. */
  valueAt(point: number): number {
    return this.divided(this.#observations.numberAt(point), point);
  }

  /** A point's number, divided by its denominator; NaN for no number. */
  divided(value: number, point: number): number {
    const by = this.denominators;
    by?.seek(point);
    if (Number.isNaN(value)) {
      this.notNumbers++;
      return value;
    }
    if (by === undefined) return value;
    if (by.value > 0 || by.value < 0) return value / by.value;
    this.undivided++;
    return Number.NaN;
  }
}

/** Numbers of one series that have a date, ascending by day. */
type DatedNumbers = { readonly facet: number; readonly points: readonly number[] };

/** Values of a denominator: of the same year before another, then by the nearest date. */
class Denominators {
  /** What `seek` found: value and code of the date. NaN and -1 when it found nothing. */
  value = Number.NaN;
  date = -1;
  /** The dates of each facet that were found. */
  readonly used: DateSpans = new Map();
  readonly #observations: ObservationTable;
  readonly #variable: TermId | undefined;
  readonly #numbers: NumericPoints;
  readonly #governor: Governor;
  /** By code of a date: its first day. */
  readonly #days: number[] = [];
  /** The entity's series with numbers: that of the same facet first, then in their order. */
  #series: readonly number[] = [];
  /** Those of them that were read. */
  #read: DatedNumbers[] = [];

  constructor(observations: ObservationTable, variable: TermId | undefined, governor: Governor) {
    this.#observations = observations;
    this.#variable = variable;
    this.#numbers = numericPoints(observations);
    this.#governor = governor;
  }

  /** Goes to the denominators for one series of an entity. */
  open(entity: TermId, series: number): void {
    this.#series = this.#seriesFor(entity, this.#observations.facetNumberOf(series));
    this.#read = [];
    this.#numbersAt(0);
  }

  /** Finds the number that divides a point: see `TableQuestion.denominator`. */
  seek(point: number): void {
    this.value = Number.NaN;
    this.date = -1;
    const day = this.#dayOf(point);
    if (Number.isNaN(day)) return;
    const year = yearOf(day);
    let facet = -1;
    let found: number | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (let at = 0; at < this.#series.length; at++) {
      const numbers = this.#numbersAt(at);
      const nearest = this.#nearest(numbers.points, day);
      if (nearest === undefined) continue;
      const isOfYear = yearOf(this.#dayOf(nearest)) === year;
      const days = Math.abs(this.#dayOf(nearest) - day);
      if (!isOfYear && days >= least) continue;
      ({ facet } = numbers);
      [found, least] = [nearest, days];
      if (isOfYear) break;
    }
    if (found === undefined) return;
    this.value = this.#observations.numberAt(found);
    this.date = this.#observations.dateCodeAt(found);
    widen(this.used, facet, this.date);
  }

  /** The point of the same year that is nearest to a day, else the nearest; of two as near the earlier. */
  #nearest(points: readonly number[], day: number): number | undefined {
    const after = firstWhere(0, points.length, (at) => this.#dayOf(points[at]!) >= day);
    const [before, next] = [points[after - 1], points[after]];
    if (before === undefined || next === undefined) return before ?? next;
    const [earlier, later] = [this.#dayOf(before), this.#dayOf(next)];
    const year = yearOf(day);
    const isEarlier = yearOf(earlier) === year;
    if (isEarlier !== (yearOf(later) === year)) return isEarlier ? before : next;
    return day - earlier <= later - day ? before : next;
  }

  #numbersAt(at: number): DatedNumbers {
    const series = this.#series[at];
    if (series === undefined) return { facet: -1, points: [] };
    this.#read[at] ??= this.#numbersOf(series);
    return this.#read[at];
  }

  #numbersOf(series: number): DatedNumbers {
    const table = this.#observations;
    const points: number[] = [];
    const { start, end } = table.pointsOf(series);
    this.#governor.rows(end - start);
    for (let point = start; point < end; point++) {
      if (this.#numbers.has(point) && !Number.isNaN(this.#dayOf(point))) points.push(point);
    }
    // Codes of dates are in order already, but for dates with one digit for a month or a day.
    points.sort((a, b) => this.#dayOf(a) - this.#dayOf(b));
    return { facet: table.facetNumberOf(series), points };
  }

  #seriesFor(entity: TermId, facet: number): readonly number[] {
    const table = this.#observations;
    if (this.#variable === undefined) return [];
    const { start, end } = table.seriesOf(this.#variable, entity);
    const own: number[] = [];
    const others: number[] = [];
    for (let series = start; series < end; series++) {
      if (!this.#numbers.isInSeries(series)) continue;
      (table.facetNumberOf(series) === facet ? own : others).push(series);
    }
    return [...own, ...others];
  }

  #dayOf(point: number): number {
    const date = this.#observations.dateCodeAt(point);
    this.#days[date] ??= firstDayOf(this.#observations.dateOfCode(date));
    return this.#days[date];
  }
}

/** The first day of a date, in any form that the loader accepts, as its time; NaN for no date. */
function firstDayOf(date: string): number {
  const parts = /^(\d{4})(?:-?(\d{1,2}))?(?:-?(\d{1,2}))?/.exec(date);
  if (parts === null) return Number.NaN;
  const [, year, month = "1", day = "1"] = parts;
  const first = new Date(0);
  first.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  return first.getTime();
}

function yearOf(day: number): number {
  return new Date(day).getUTCFullYear();
}
