/** Observations whose values are numbers: the others are in no answer. */

import type { Points } from "../../expr-parser/formula.ts";
import type { ObservationTable } from "../../stats/read/observations.ts";
import { derived, type Range, type RowNumbers } from "../../store/columns/column-source.ts";
import { lowerBound } from "../../store/columns/kernels.ts";

/**
 * Observations as the real service has them: points whose values are no numbers are left out
 * (behaviour: http 7.4).
 */
export class NumericPoints {
  readonly #observations: ObservationTable;
  /** Points that are left out, ascending. */
  readonly #texts: RowNumbers;

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

/** The numbers among the points [start, end) of a series. */
export function pointsIn(table: ObservationTable, { start, end }: Range): Points {
  const dates = new Uint32Array(end - start);
  const values = new Float64Array(end - start);
  table.copyPoints({ start, end }, dates, values, 0);
  if (!values.some(Number.isNaN)) return { dates, values };
  const isNumber = (_: number, at: number) => !Number.isNaN(values[at]);
  return { dates: dates.filter(isNumber), values: values.filter(isNumber) };
}

export const numericPoints: (observations: ObservationTable) => NumericPoints = derived(
  (observations: ObservationTable) => new NumericPoints(observations),
);
