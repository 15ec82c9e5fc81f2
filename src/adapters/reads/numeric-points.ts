/**
 * Observations as the real service has them: points whose values are no numbers are left out
 * (behaviour: http 7.4).
 */

import type { ObservationTable } from "../../stats/index.ts";
import { derived, lowerBound, type Range } from "../../store/index.ts";

export class NumericPoints {
  readonly #observations: ObservationTable;
  /** Points that are left out, ascending. */
  readonly #texts: Uint32Array;

  constructor(observations: ObservationTable) {
    this.#observations = observations;
    this.#texts = observations.textPoints();
  }

  /** Is nothing left out? */
  get isAll(): boolean {
    return this.#texts.length === 0;
  }

  /** Is the value of a point a number? */
  has(point: number): boolean {
    return this.isAll || this.#texts[this.#firstTextFrom(point)] !== point;
  }

  /** How many of the points [start, end) are numbers. */
  countIn(start: number, end: number): number {
    if (this.isAll) return end - start;
    return end - start - (this.#firstTextFrom(end) - this.#firstTextFrom(start));
  }

  /** From the first to the last number of the points [start, end); empty when there is none. */
  within({ start, end }: Range): Range {
    if (this.isAll) return { start, end };
    let [first, last] = [start, end];
    while (first < last && !this.has(first)) first++;
    while (first < last && !this.has(last - 1)) last--;
    return { start: first, end: last };
  }

  /** The series of an order that have numbers. */
  seriesWith(series: readonly number[]): readonly number[] {
    if (this.isAll) return series;
    return series.filter((one) => this.isInSeries(one));
  }

  isInSeries(series: number): boolean {
    if (this.isAll) return true;
    const { start, end } = this.#observations.pointsOf(series);
    return this.countIn(start, end) > 0;
  }

  /** Has a variable numbers about an entity? */
  areOf(variable: number, entity: number): boolean {
    if (this.isAll) return true;
    const { start, end } = this.#observations.seriesOf(variable, entity);
    for (let series = start; series < end; series++) if (this.isInSeries(series)) return true;
    return false;
  }

  #firstTextFrom(point: number): number {
    return lowerBound(this.#texts, point, 0, this.#texts.length);
  }
}

export const numericPoints: (observations: ObservationTable) => NumericPoints = derived(
  (observations: ObservationTable) => new NumericPoints(observations),
);
