/** Sums of values where they lie: integers are added, and divided once. */

import type { Range } from "../../store/columns/column-source.ts";
import { lowerBound } from "../../store/columns/kernels.ts";
import { powersOfTen } from "../decimals.ts";
import type { ObservationTable } from "./observations.ts";
import type { PointReading, WholeColumns } from "./point-reader.ts";

/** Numbers, and what they come to. */
export interface Total {
  /** Values that are numbers; texts are left out. */
  count: number;
  sum: number;
}

/**
 * The sum of all values of a range of series, such as `observations.seriesOfVariable(variable)`: much faster than to read
 * them one by one.
 */
export function totalOf(observations: ObservationTable, series: Range): Total {
  const { reader } = observations;
  const whole = series.end > series.start ? reader.columns() : undefined;
  return whole === undefined ? oneByOne(reader, series) : new Adder(reader, whole).add(series);
}

function oneByOne(reader: PointReading, { start, end }: Range): Total {
  const total = { count: 0, sum: 0 };
  for (let series = start; series < end; series++) {
    reader.open(series);
    for (let point = reader.start; point < reader.end; point++) addNumber(total, reader, point);
  }
  return total;
}

/** @param point one of the series at hand */
function addNumber(total: Total, reader: PointReading, point: number): void {
  const number = reader.numberAt(point);
  if (Number.isNaN(number)) return;
  total.count++;
  total.sum += number;
}

/** Series whose values lie side by side in one column go through one loop. */
class Adder {
  readonly #reader: PointReading;
  readonly #whole: WholeColumns;
  /** Sums of integers, by how many of their digits are decimals. */
  readonly #integers = powersOfTen.map(() => 0);
  #doubles = 0;

  constructor(reader: PointReading, whole: WholeColumns) {
    this.#reader = reader;
    this.#whole = whole;
  }

  add({ start, end }: Range): Total {
    const { reading, records } = this.#whole;
    const { stride, kindWord, formatShift, formatMask, valueWord } = reading;
    const firstPoint = records[start * stride]!;
    for (let at = start * stride; at < end * stride; ) {
      const format = (records[at + kindWord]! >>> formatShift) & formatMask;
      // Values of one width follow each other as their points do, unless others are between.
      const shift = records[at + valueWord]! - records[at]!;
      const from = records[at]! + shift;
      for (at += stride; at < end * stride; at += stride) {
        if (((records[at + kindWord]! >>> formatShift) & formatMask) !== format) break;
        if (records[at + valueWord]! - records[at]! !== shift) break;
      }
      this.#addRun(format, from, records[at]! + shift);
    }
    const lastPoint = records[end * stride]!;
    const total = { count: lastPoint - firstPoint, sum: this.#doubles };
    this.#addExceptions(total, firstPoint, lastPoint);
    for (const [decimals, integer] of this.#integers.entries()) {
      total.sum += integer / powersOfTen[decimals]!;
    }
    return total;
  }

  #formatOf(series: number): number {
    const { reading, records } = this.#whole;
    const kind = records[series * reading.stride + reading.kindWord]!;
    return (kind >>> reading.formatShift) & reading.formatMask;
  }

  /** Adds the values [start, end) of a column; those of exceptions are taken away later. */
  #addRun(formatNumber: number, start: number, end: number): void {
    const { formats, values } = this.#whole;
    const { width, isDouble, scale, ownBits } = formats[formatNumber]!;
    const column = values[width]!;
    if (isDouble) this.#doubles += sumOfDoubles(column as Float64Array, start, end);
    else if (ownBits === 0) this.#integers[scale]! += sumOfIntegers(column, start, end);
    else this.#integers[(1 << ownBits) - 1]! += sumOfOwn(column, start, end, ownBits);
  }

  #addExceptions(total: Total, start: number, end: number): void {
    const reader = this.#reader;
    const exceptions = this.#whole.exceptions.rows;
    let at = lowerBound(exceptions, start, 0, exceptions.length);
    for (; at < exceptions.length && exceptions[at]! < end; at++) {
      const point = exceptions[at]!;
      reader.find(point);
      this.#takeAway(this.#whole.formats[this.#formatOf(reader.series)]!);
      total.count--;
      addNumber(total, reader, point);
    }
  }

  /** The mark that stood in place of an exception. */
  #takeAway({ isDouble, mark, scale, ownBits }: WholeColumns["formats"][number]): void {
    if (isDouble) return;
    if (ownBits === 0) this.#integers[scale]! -= mark;
    else {
      const most = (1 << ownBits) - 1;
      this.#integers[most]! -= (mark >> ownBits) * powersOfTen[most]!;
    }
  }
}

type Values = WholeColumns["values"][number];

/** NaN holds the place of an exception. */
function sumOfDoubles(values: Float64Array, start: number, end: number): number {
  let sum = 0;
  for (let at = start; at < end; at++) {
    const value = values[at]!;
    if (!Number.isNaN(value)) sum += value;
  }
  return sum;
}

// Several sums at once: one addition need not wait for the one before. Sums that began in a list would be objects.

function sumOfIntegers(values: Values, start: number, end: number): number {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let at = start;
  for (; at + 3 < end; at += 4) {
    a += values[at]!;
    b += values[at + 1]!;
    c += values[at + 2]!;
    d += values[at + 3]!;
  }
  for (; at < end; at++) a += values[at]!;
  return a + b + c + d;
}

/** Values with their own decimals, as integers with the most decimals that there can be. */
function sumOfOwn(values: Values, start: number, end: number, ownBits: number): number {
  const most = (1 << ownBits) - 1;
  let a = 0;
  let b = 0;
  let at = start;
  for (; at + 1 < end; at += 2) {
    const one = values[at]!;
    const other = values[at + 1]!;
    a += (one >> ownBits) * factors[most - (one & most)]!;
    b += (other >> ownBits) * factors[most - (other & most)]!;
  }
  if (at < end) a += (values[at]! >> ownBits) * factors[most - (values[at]! & most)]!;
  return a + b;
}

const factors = Float64Array.from(powersOfTen);
