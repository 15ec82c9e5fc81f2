/** Points of many series of a variable: the last ones, or those at a date. */

import type { IdColumn, TermId } from "../../store/index.ts";
import { powersOfTen } from "../values/index.ts";
import type { ObservationTable } from "./observations.ts";
import { PointColumns } from "./point-columns.ts";
import type { PointReader } from "./point-reader.ts";
import type { WholeColumns } from "./whole-columns.ts";

/** Divisors by number of decimals. */
const divisors = Float64Array.from(powersOfTen);

/**
 * One point of each series of a variable about some entities, as columns: much faster than a call per
 * series. Entities may stand in any order; most of the time is saved where their ids ascend.
 *
 * @param date code of the date, as `dateCodeOf` tells it; series without a point then are left out.
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
  const range = observations.seriesOfVariable(variable);
  into.find(observations.entitiesOf(range), range, entities);
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

/** Series by series, of which columns hold only what was fetched. */
function readEach(into: PointColumns, date: number | undefined, reader: PointReader): void {
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
  reader: PointReader,
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
