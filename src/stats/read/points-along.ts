/** Points of many series of a variable: the last ones, or those at a date. */

import type { IdColumn, RowNumbers } from "../../store/columns/column-source.ts";
import { lowerBound } from "../../store/columns/kernels.ts";
import type { TermId } from "../../store/texts/dictionary.ts";
import { powersOfTen } from "../decimals.ts";
import type { ObservationTable, VariableHome } from "./observations.ts";
import type { PointReading, WholeColumns } from "./point-reader.ts";

/** Divisors by number of decimals. */
const divisors = Float64Array.from(powersOfTen);

/**
 * One point of each series of a variable about some entities, as columns: much faster than a call per
 * series. Entities may stand in any order; most of the time is saved where their ids ascend.
 *
 * @param date code of the date, from `dateCodeOf`; series without a point at that date are left out.
 *   Default: the last point of each series
 * @param into is filled and returned. Default: new columns
 */
export function pointsAlong(
  observations: ObservationTable,
  variable: TermId,
  entities: ArrayLike<TermId>,
  date?: number,
  into: PointColumns = new PointColumns(),
): PointColumns {
  const home = observations.homeOf(variable);
  if (home !== undefined) return alongElsewhere(home, variable, entities, date, into);
  const range = observations.seriesOfVariable(variable);
  into.find(observations.entitiesOf(range), range.start, entities);
  const { reader } = observations;
  const whole = reader.columns();
  if (whole === undefined) readEach(into, date, reader);
  else {
    openAll(into, whole);
    if (date === undefined) takeLast(into, whole.runs);
    else takeAt(into, whole.runs, date);
    readNumbers(into, reader, whole);
  }
  return into;
}

/**
 * All points of each series of a variable about some entities: `points` are the first of each, `steps` their
 * number, and `dates` the rows of their first dates in the column that is returned.
 *
 * @returns codes of dates; undefined where columns are not all in memory, or the series lie in another table
 */
export function seriesAlong(
  observations: ObservationTable,
  variable: TermId,
  entities: ArrayLike<TermId>,
  into: PointColumns,
): IdColumn | undefined {
  const whole = observations.homeOf(variable) ? undefined : observations.reader.columns();
  if (whole === undefined) return undefined;
  const range = observations.seriesOfVariable(variable);
  into.find(observations.entitiesOf(range), range.start, entities);
  openAll(into, whole);
  const { facets, count } = into;
  for (let row = 0; row < count; row++) facets[row]! >>>= whole.reading.facetShift;
  return whole.runs;
}

/** The same of a variable whose series lie in another table. */
function alongElsewhere(
  home: VariableHome,
  variable: TermId,
  entities: ArrayLike<TermId>,
  date: number | undefined,
  into: PointColumns,
): PointColumns {
  const { table, dates } = home;
  const code = date === undefined ? undefined : lowerBound(dates, date, 0, dates.length);
  if (code !== undefined && dates[code] !== date) into.count = 0;
  else pointsAlong(table, variable, entities, code, into).move(home);
  return into;
}

/** Series by series, of which columns hold only what was fetched. */
function readEach(into: PointColumns, date: number | undefined, reader: PointReading): void {
  const { count, places, series, facets, points, dates, numbers } = into;
  into.count = 0;
  for (let row = 0; row < count; row++) {
    const at = into.count;
    const one = series[row]!;
    reader.open(one);
    const point = date === undefined ? reader.end - 1 : reader.pointAt(date);
    if (point < 0) continue;
    places[at] = places[row]!;
    series[at] = one;
    facets[at] = reader.facetOf(one);
    points[at] = point;
    dates[at] = reader.dateCodeAt(point);
    numbers[at] = reader.numberAt(point);
    into.count++;
  }
}

/** First points, first dates, kinds and numbers of points. */
function openAll(into: PointColumns, { reading, records }: WholeColumns): void {
  const { stride, dateMask, kindWord } = reading;
  const { count, series, facets, points, dates, steps } = into;
  for (let row = 0; row < count; row++) {
    const at = series[row]! * stride;
    const point = records[at]!;
    points[row] = point;
    steps[row] = records[at + stride]! - point;
    dates[row] = records[at + 1]! & dateMask;
    facets[row] = records[at + kindWord]!;
  }
}

function takeLast({ count, points, dates, steps }: PointColumns, runs: IdColumn): void {
  for (let row = 0; row < count; row++) {
    const step = steps[row]! - 1;
    points[row]! += step;
    dates[row] = runs[dates[row]! + step]!;
    steps[row] = step;
  }
}

function takeAt(into: PointColumns, runs: IdColumn, date: number): void {
  const { places, series, facets, points, dates, steps, runsKnown } = into;
  const { firsts, lengths, steps: stepsKnown } = runsKnown;
  let count = 0;
  lengths.fill(0);
  for (let row = 0; row < into.count; row++) {
    const first = dates[row]!;
    const length = steps[row]!;
    const slot = first % firsts.length;
    if (firsts[slot] !== first || lengths[slot] !== length) {
      firsts[slot] = first;
      lengths[slot] = length;
      stepsKnown[slot] = placeOf(runs, date, first, length);
    }
    const step = stepsKnown[slot]!;
    places[count] = places[row]!;
    series[count] = series[row]!;
    facets[count] = facets[row]!;
    points[count] = points[row]! + step;
    dates[count] = date;
    steps[count] = step;
    count += Number(step >= 0);
  }
  into.count = count;
}

/** Place of a date in a run of dates; -1 when it is not there. */
function placeOf(runs: IdColumn, date: number, first: number, count: number): number {
  let at = first;
  for (let length = count; length > 1; ) {
    const half = length >>> 1;
    at += half & -Number(runs[at + half]! <= date);
    length -= half;
  }
  return runs[at] === date ? at - first : -1;
}

/** Numbers of the points, and facets out of kinds. */
function readNumbers(
  { count, series, facets, points, numbers, steps }: PointColumns,
  reader: PointReading,
  { reading, records, formats, values }: WholeColumns,
): void {
  const { stride, formatShift, formatMask, facetShift, valueWord } = reading;
  const [values8, values16, values32] = values as [Int8Array, Int16Array, Int32Array];
  for (let row = 0; row < count; row++) {
    const kind = facets[row]!;
    facets[row] = kind >>> facetShift;
    const at = records[series[row]! * stride + valueWord]! + steps[row]!;
    const { width, mark, scale, ownBits, ownMask } = formats[(kind >>> formatShift) & formatMask]!;
    let stored = mark;
    if (width === 0) stored = values8[at]!;
    else if (width === 1) stored = values16[at]!;
    else if (width === 2) stored = values32[at]!;
    if (stored === mark) {
      reader.open(series[row]!);
      numbers[row] = reader.numberAt(points[row]!);
    } else numbers[row] = (stored >> ownBits) / divisors[scale + (stored & ownMask)]!;
  }
}

// Many series at once, as columns. What costs most is waiting for memory: each step goes through all
// rows before the next one begins, so that many rows are waited for at the same time.

const rowsMin = 64;
/** An entity is sought where there are so many more series; else both are walked through side by side. */
const soughtShare = 8;
const runsKnownMax = 64;

/**
 * Points of many series: what `pointsAlong` reads. A row per series, in the order of the given
 * entities, best ranked first. Rows from `count` on mean nothing. One of these serves any
 * number of calls. Its columns are made anew when they have to be longer: take them after each call.
 */
export class PointColumns {
  /** Number of rows. */
  count = 0;
  /** Place of the entity in the given list. */
  places: Uint32Array = new Uint32Array(rowsMin);
  series: RowNumbers = new Uint32Array(rowsMin);
  /** Place of the facet in `facets`. */
  facets: Uint32Array = new Uint32Array(rowsMin);
  points: RowNumbers = new Uint32Array(rowsMin);
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
   * @param column the entity of each series of the variable, from series `first` on
   * @internal
   */
  find(column: Uint32Array, first: number, entities: ArrayLike<TermId>): void {
    this.count = 0;
    this.#reserve(entities.length);
    if (column.length === 0) return;
    const isDense = entities.length * soughtShare > column.length;
    if (isDense && isAscending(entities)) this.#merge(column, first, entities);
    else this.#seek(column, first, entities);
  }

  /**
   * Gives all rows the numbers of the world instead of those of a part.
   *
   * @internal
   */
  move({ series, points, dates, facets }: VariableHome): void {
    this.series = moved(this.series, this.count, series);
    this.points = moved(this.points, this.count, points);
    for (let row = 0; row < this.count; row++) {
      this.dates[row] = dates[this.dates[row]!]!;
      this.facets[row] = facets[this.facets[row]!]!;
    }
  }

  /** A branch for what comes next would mostly be foretold wrong, and cost more than a step. */
  #merge(column: Uint32Array, first: number, entities: ArrayLike<TermId>): void {
    this.#reserve(column.length + 1);
    const { places, series } = this;
    const { length } = entities;
    const last = column.length;
    let count = 0;
    for (let at = 0, row = 0; at < length && row < last; ) {
      const entity = entities[at]! >>> 0;
      const present = column[row]!;
      places[count] = at;
      series[count] = first + row;
      count += Number(present === entity);
      row += Number(present <= entity);
      at += Number(present > entity);
    }
    this.count = count;
  }

  /** As `firstFrom`, for all entities at once. */
  #seek(column: Uint32Array, first: number, entities: ArrayLike<TermId>): void {
    const { points: lows, dates: wanted } = this;
    const last = column.length;
    for (let at = 0; at < entities.length; at++) {
      lows[at] = 0;
      wanted[at] = entities[at]!;
    }
    for (let length = last; length > 0; ) {
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
        this.series[count] = first + row;
      }
    }
    this.count = count;
  }

  #reserve(rows: number): void {
    const wasMoved = !(this.series instanceof Uint32Array);
    if (rows <= this.places.length && !wasMoved) return;
    const room = Math.max(rows, this.places.length);
    this.places = longer(this.places, room);
    this.series = longer(this.series, room);
    this.facets = new Uint32Array(room);
    this.points = new Uint32Array(room);
    this.dates = new Uint32Array(room);
    this.numbers = new Float64Array(room);
    this.steps = new Uint32Array(room);
  }
}

function longer(column: RowNumbers, length: number): Uint32Array {
  const copy = new Uint32Array(length);
  copy.set(column);
  return copy;
}

/** Numbers of a world in parts can be longer than 32 bits. */
function moved(column: RowNumbers, count: number, by: number): Float64Array {
  return Float64Array.from(column.subarray(0, count), (row) => row + by);
}

function isAscending(entities: ArrayLike<TermId>): boolean {
  for (let at = 1; at < entities.length; at++) if (entities[at]! <= entities[at - 1]!) return false;
  return true;
}
