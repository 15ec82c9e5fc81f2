/**
 * Many series at once, as columns. What costs most is waiting for memory: each step goes through all
 * rows before the next one begins, so that many rows are waited for at the same time.
 */

import type { Range, TermId } from "../../store/index.ts";

const rowsMin = 64;
/** An entity is sought where there are so many more series; else both are walked through side by side. */
const soughtShare = 8;
const runsKnownMax = 64;

/**
 * Points of many series: what `pointsAlong` reads. A row per series, in the order in which entities
 * were asked for, best ranked first. Rows from `count` on mean nothing. One of these serves any
 * number of calls. Its columns are made anew when they have to be longer: take them after each call.
 */
export class PointColumns {
  /** Number of rows. */
  count = 0;
  /** Place of the entity in the list that was asked for. */
  places: Uint32Array = new Uint32Array(rowsMin);
  series: Uint32Array = new Uint32Array(rowsMin);
  /** Place of the facet in `facets`. */
  facets: Uint32Array = new Uint32Array(rowsMin);
  points: Uint32Array = new Uint32Array(rowsMin);
  /** Code of the point's date. */
  dates: Uint32Array = new Uint32Array(rowsMin);
  /** NaN where the value is a text: `valueOf(point)` answers it. */
  numbers: Float64Array = new Float64Array(rowsMin);
  /**
   * Number of points of each series while they are read; then where values lie.
   *
   * @internal
   */
  steps: Uint32Array = new Uint32Array(rowsMin);
  /**
   * Runs of dates in which the date was found last, and how many dates stand before it: a variable has
   * few such runs.
   *
   * @internal
   */
  readonly runsKnown = {
    firsts: new Uint32Array(runsKnownMax),
    lengths: new Uint32Array(runsKnownMax),
    /** -1 where the date is not in the run. */
    steps: new Int32Array(runsKnownMax),
  };

  /**
   * Rows of all series of some entities, without their points.
   *
   * @internal
   */
  find(column: Uint32Array, { start, end }: Range, entities: ArrayLike<TermId>): void {
    this.count = 0;
    this.#reserve(entities.length);
    if (start === end) return;
    const isDense = entities.length * soughtShare > end - start;
    if (isDense && isAscending(entities)) this.#merge(column, start, end, entities);
    else this.#seek(column, start, end, entities);
  }

  /** A branch for what comes next would mostly be foretold wrong, and cost more than a step. */
  #merge(column: Uint32Array, first: number, last: number, entities: ArrayLike<TermId>): void {
    this.#reserve(last - first + 1);
    const { places, series } = this;
    const { length } = entities;
    let count = 0;
    for (let at = 0, row = first; at < length && row < last; ) {
      const entity = entities[at]! >>> 0;
      const present = column[row]!;
      places[count] = at;
      series[count] = row;
      count += Number(present === entity);
      row += Number(present <= entity);
      at += Number(present > entity);
    }
    this.count = count;
  }

  /** As `firstFrom`, for all entities at once. */
  #seek(column: Uint32Array, first: number, last: number, entities: ArrayLike<TermId>): void {
    const { points: lows, dates: wanted } = this;
    for (let at = 0; at < entities.length; at++) {
      lows[at] = first;
      wanted[at] = entities[at]!;
    }
    for (let length = last - first; length > 0; ) {
      const half = (length + 1) >>> 1;
      for (let at = 0; at < entities.length; at++) {
        const low = lows[at]!;
        lows[at] = low + (half & -Number(column[low + half - 1]! < wanted[at]!));
      }
      length -= half;
    }
    let count = 0;
    for (let at = 0; at < entities.length; at++) {
      const entity = entities[at]! >>> 0;
      for (let row = lows[at]!; row < last && column[row] === entity; row++, count++) {
        if (count === this.places.length) this.#reserve(count * 2);
        this.places[count] = at;
        this.series[count] = row;
      }
    }
    this.count = count;
  }

  #reserve(rows: number): void {
    if (rows <= this.places.length) return;
    this.places = longer(this.places, rows);
    this.series = longer(this.series, rows);
    this.facets = new Uint32Array(rows);
    this.points = new Uint32Array(rows);
    this.dates = new Uint32Array(rows);
    this.numbers = new Float64Array(rows);
    this.steps = new Uint32Array(rows);
  }
}

function longer(column: Uint32Array, length: number): Uint32Array {
  const copy = new Uint32Array(length);
  copy.set(column);
  return copy;
}

function isAscending(entities: ArrayLike<TermId>): boolean {
  for (let at = 1; at < entities.length; at++) if (entities[at]! <= entities[at - 1]!) return false;
  return true;
}
