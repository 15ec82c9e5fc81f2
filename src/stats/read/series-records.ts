/**
 * What a series has one of, side by side: going to a series costs one line of the cache.
 *
 *   word 0      its first point; after the last series, the number of points
 *   word 1      where its dates begin in dateRuns, and its kind above these bits
 *   word 2      its kind, where both together are longer than a word
 *   last word   where its values begin in their column, unless all series have values of one width,
 *               which then lie as the points do
 *
 * The kind is the number of its format, and in the bits above the number of its facet.
 */

import { LimitError } from "../../errors/errors.ts";
import type { FrozenColumns, LateColumn } from "../../store/columns/column-source.ts";

/** How many bits and words: plain data. */
export interface SeriesLayout {
  readonly dateBits: number;
  readonly formatBits: number;
  /** Where the kind is: 1 or 2. */
  readonly kindWord: number;
  /** Where the place of the values is; 0 where they lie as the points do. */
  readonly valueWord: number;
}

const wordBits = 32;

/** @throws LimitError when there are so many facets and formats that a word cannot name both */
export function seriesLayout(counts: {
  readonly dates: number;
  readonly formats: number;
  readonly facets: number;
  readonly hasOneWidth: boolean;
}): SeriesLayout {
  const dateBits = bitsOf(counts.dates);
  const formatBits = bitsOf(counts.formats);
  const kindBits = formatBits + bitsOf(counts.facets);
  if (kindBits > wordBits) {
    throw new LimitError(
      `${counts.facets} facets of series in ${counts.formats} formats are too many`,
    );
  }
  const kindWord = dateBits + kindBits > wordBits ? 2 : 1;
  return { dateBits, formatBits, kindWord, valueWord: counts.hasOneWidth ? 0 : kindWord + 1 };
}

/** Bits for numbers below `count`. */
function bitsOf(count: number): number {
  return Math.max(1, wordBits - Math.clz32(Math.max(0, count - 1)));
}

/** What is kept of one series. */
export interface SeriesRecord {
  readonly firstPoint: number;
  readonly firstDate: number;
  readonly format: number;
  readonly facet: number;
  readonly firstValue: number;
}

/** Adds one series after the other to the column of their records. */
export class SeriesRecordWriter {
  readonly #words: Uint32Array;
  readonly #layout: SeriesLayout;
  readonly #stride: number;
  #at: number;

  /** @param firstSeries the series that comes first */
  constructor(records: Uint32Array, layout: SeriesLayout, firstSeries: number) {
    this.#layout = layout;
    this.#stride = recordWordsOf(layout);
    this.#words = records;
    this.#at = firstSeries * this.#stride;
  }

  add({ firstPoint, firstDate, format, facet, firstValue }: SeriesRecord): void {
    const { dateBits, formatBits, kindWord, valueWord } = this.#layout;
    const words = this.#words;
    const at = this.#at;
    const kind = facet * 2 ** formatBits + format;
    words[at] = firstPoint;
    words[at + 1] = kindWord === 1 ? kind * 2 ** dateBits + firstDate : firstDate;
    if (kindWord === 2) words[at + 2] = kind;
    if (valueWord > 0) words[at + valueWord] = firstValue;
    this.#at = at + this.#stride;
  }
}

/** An empty column of records; the number of points comes after them. */
export function makeRecords(
  columns: FrozenColumns,
  layout: SeriesLayout,
  seriesCount: number,
  pointCount: number,
): Uint32Array {
  const length = seriesCount * recordWordsOf(layout) + 1;
  const records = columns.make("observations.seriesRecords", Uint32Array, length);
  records[length - 1] = pointCount;
  return records;
}

/** Words of a record. */
export function recordWordsOf({ kindWord, valueWord }: SeriesLayout): number {
  return Math.max(kindWord, valueWord) + 1;
}

/** How to read the records: series s is at s × `stride`, its number of a thing above `…Shift`. */
export interface RecordReading {
  readonly stride: number;
  readonly dateMask: number;
  readonly kindWord: number;
  readonly formatShift: number;
  readonly formatMask: number;
  readonly facetShift: number;
  readonly valueWord: number;
}

export function readingOf(layout: SeriesLayout): RecordReading {
  const { dateBits, formatBits, kindWord, valueWord } = layout;
  const formatShift = kindWord === 1 ? dateBits : 0;
  return {
    stride: recordWordsOf(layout),
    dateMask: kindWord === 1 ? 2 ** dateBits - 1 : -1,
    kindWord,
    formatShift,
    formatMask: 2 ** formatBits - 1,
    facetShift: formatShift + formatBits,
    valueWord,
  };
}

/** The series of a point: the last one whose first point is not after it. */
export function seriesAt(
  records: LateColumn<Uint32Array>,
  stride: number,
  seriesCount: number,
  point: number,
): number {
  let low = 0;
  let high = seriesCount - 1;
  while (low < high) {
    const middle = high - ((high - low) >>> 1);
    const at = middle * stride;
    if (records.rowsIn(at, at + 1)[at]! <= point) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Columns of values, by width: see `SeriesFormat`. */
export const valueColumns = [
  { name: "observations.values8", Type: Int8Array },
  { name: "observations.values16", Type: Int16Array },
  { name: "observations.values32", Type: Int32Array },
  { name: "observations.values64", Type: Float64Array },
] as const;

/** A column of values of one width. */
export type ValueColumn = Int8Array | Int16Array | Int32Array | Float64Array;
