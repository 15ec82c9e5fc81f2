/** Finds series: of one variable entity by entity, and the place of a variable or an entity. */
import { LimitError } from "../../errors/errors.ts";
import {
  type ColumnSource,
  type FrozenColumns,
  LateColumn,
  type Range,
  type RowNumbers,
} from "../../store/columns/column-source.ts";
import type { TermId } from "../../store/texts/dictionary.ts";

/** So many series after the last one are compared before the rest is searched. */
const nearby = 8;

/**
 * Use for many entities at once. Ids that ascend are usually found next to the one before; any other
 * order costs a search each.
 */
export class EntityCursor implements Range {
  /** Series of the entity that was sought last, best ranked first. */
  start: number;
  end: number;
  readonly #first: number;
  /** Entity of each series from `#first` on, ascending. */
  readonly #entities: Uint32Array;

  /** @param first series of the first entity */
  constructor(entities: Uint32Array, first: number) {
    this.#entities = entities;
    this.#first = this.start = this.end = first;
  }

  /** Goes to an entity; false when it has no series, and `start` and `end` are then equal. */
  seek(entity: TermId): boolean {
    const entities = this.#entities;
    const first = this.#first;
    const last = entities.length;
    let start = this.end - first;
    if (start > 0 && entities[start - 1]! >= entity) {
      start = firstFrom(entities, entity, 0, start);
    } else if (start < last && entities[start]! < entity) {
      start = this.#ahead(entity, start + 1);
    }
    let end = start;
    while (end < last && entities[end] === entity) end++;
    this.start = first + start;
    this.end = first + end;
    return start < end;
  }

  /** Looks close by first. */
  #ahead(entity: TermId, from: number): number {
    const entities = this.#entities;
    const near = from + nearby;
    if (near >= entities.length || entities[near]! < entity) {
      return firstFrom(entities, entity, from, entities.length);
    }
    let at = from;
    while (entities[at]! < entity) at++;
    return at;
  }
}

/**
 * The first series in [start, end) whose entity is not below one. As `lowerBound`, but of columns of
 * one type: what all kinds of columns go through cannot be compiled for this one.
 */
export function firstFrom(
  entities: Uint32Array,
  entity: TermId,
  start: number,
  end: number,
): number {
  // As 32 bits: numbers that may be anything are compared as doubles.
  const wanted = entity >>> 0;
  let low = start >>> 0;
  let length = (end - start) >>> 0;
  while (length > 1) {
    const half = length >>> 1;
    low += half & -Number(entities[low + half - 1]! < wanted);
    length -= half;
  }
  return length === 1 && entities[low]! < wanted ? low + 1 : low;
}

// Where a node stands in an ascending list of nodes, without the list: one bit per node of the
// world and, per 32 nodes, how many bits stand before. Two bits per node, and no search.

export class NodePositions {
  readonly #bits: LateColumn<Uint32Array>;
  readonly #before: LateColumn<Uint32Array>;

  readonly #nodeCount: number;

  private constructor(source: ColumnSource, name: string, nodeCount: number) {
    this.#nodeCount = nodeCount;
    this.#bits = new LateColumn(source, `${name}.bits`);
    this.#before = new LateColumn(source, `${name}.before`);
  }

  /** Of all nodes that a column names, in whatever order and however often; and their list. */
  static of(
    nodes: Uint32Array,
    nodeCount: number,
    columns: FrozenColumns,
    name: string,
  ): { positions: NodePositions; list: Uint32Array } {
    const words = (nodeCount + 31) >>> 5;
    const bits = columns.make(`${name}.bits`, Uint32Array, words);
    for (let at = 0; at < nodes.length; at++) bits[nodes[at]! >>> 5]! |= 1 << (nodes[at]! & 31);
    const before = columns.make(`${name}.before`, Uint32Array, words);
    let count = 0;
    for (let word = 0; word < words; word++) {
      before[word] = count;
      count += ones(bits[word]!);
    }
    const list = new Uint32Array(count);
    for (let word = 0, at = 0; word < words; word++) {
      for (let rest = bits[word]!; rest !== 0; rest &= rest - 1) {
        list[at++] = word * 32 + 31 - Math.clz32(rest & -rest);
      }
    }
    return { positions: new NodePositions(columns, name, nodeCount), list };
  }

  static readFrom(source: ColumnSource, name: string, nodeCount: number): NodePositions {
    return new NodePositions(source, name, nodeCount);
  }

  /** The bits of all nodes, and of these. */
  bitsWith(nodes: Iterable<number>): Uint32Array {
    const bits = this.#bits.rows.slice();
    for (const node of nodes) bits[node >>> 5]! |= 1 << (node & 31);
    return bits;
  }

  /** Rows of a node by the offsets of positions; none for a node without a position. */
  rangeIn(offsets: LateColumn<RowNumbers>, node: TermId): Range {
    const position = this.positionOf(node);
    if (position < 0) return noSeries;
    const known = offsets.rowsIn(position, position + 2);
    return { start: known[position]!, end: known[position + 1]! };
  }

  /** Place of a node in the list; -1 when it is not there. */
  positionOf(node: TermId): number {
    if (node >= this.#nodeCount) return -1;
    const word = node >>> 5;
    const bits = this.#bits.rowsIn(word, word + 1);
    const bit = 1 << (node & 31);
    const mine = bits[word]!;
    if ((mine & bit) === 0) {
      // Far away it may be a bit that is not here yet: both come in one round.
      this.#before.wish(word, word + 1);
      return -1;
    }
    return this.#before.rowsIn(word, word + 1)[word]! + ones(mine & (bit - 1));
  }
}

/** How many of 32 bits are set. */
function ones(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x5555_5555);
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

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

const noSeries: Range = Object.freeze({ start: 0, end: 0 });
