/**
 * A few texts that are kept at hand, one after the other:
 *
 *   bytes   a g e o I d / 1 2 …     not always whole characters
 *   ends    1 9 …                   ascending, as the texts do
 */

import {
  type Column,
  type ColumnSource,
  LateColumn,
  type Range,
} from "../columns/column-source.ts";

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Their columns, with names that begin with a name. */
export function packedTexts(name: string, texts: readonly Uint8Array[]): Map<string, Column> {
  const ends = new Uint32Array(texts.length);
  let size = 0;
  for (const [at, { length }] of texts.entries()) {
    size += length;
    ends[at] = size;
  }
  const bytes = new Uint8Array(size);
  for (const [at, text] of texts.entries()) bytes.set(text, ends[at]! - text.length);
  return new Map<string, Column>([
    [`${name}.bytes`, bytes],
    [`${name}.ends`, ends],
  ]);
}

export class PackedTexts {
  readonly #bytes: LateColumn<Uint8Array>;
  readonly #ends: LateColumn<Uint32Array>;

  /** @param source has them */
  constructor(source: ColumnSource, name: string) {
    this.#bytes = new LateColumn(source, `${name}.bytes`);
    this.#ends = new LateColumn(source, `${name}.ends`);
  }

  /** How many are not above bytes [0, length). */
  countUpTo(bytes: Uint8Array, length: number): number {
    let low = 0;
    let high = this.#ends.rows.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(middle, bytes, length) <= 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Is the text bytes [0, length)? */
  isText(at: number, bytes: Uint8Array, length: number): boolean {
    return this.#compare(at, bytes, length) === 0;
  }

  textOf(at: number): string {
    const ends = this.#ends.rows;
    // A copy: decoders of browsers refuse shared memory.
    return decoder.decode(this.#bytes.rows.slice(at === 0 ? 0 : ends[at - 1]!, ends[at]!));
  }

  #compare(at: number, other: Uint8Array, length: number): number {
    const bytes = this.#bytes.rows;
    const ends = this.#ends.rows;
    const start = at === 0 ? 0 : ends[at - 1]!;
    const own = Math.min(ends[at]!, bytes.length) - start;
    const common = Math.min(own, length);
    for (let byte = 0; byte < common; byte++) {
      const difference = bytes[start + byte]! - other[byte]!;
      if (difference !== 0) return difference;
    }
    return own - length;
  }
}

/**
 * The shortest beginning of a text that is above the text before: what stands between the two. Before the
 * first text stands an empty one.
 */
export function fenceBetween(before: Uint8Array | undefined, first: Uint8Array): Uint8Array {
  if (before === undefined) return new Uint8Array();
  let common = 0;
  while (common < before.length && before[common] === first[common]) common++;
  return first.subarray(0, common + 1);
}

// Every so many rows of an ascending column, and its end: few enough to be kept at hand. They show
// between which values a row lies, before any block of the column is here.

const samplesMax = 4096;
/** One sample for 128 rows, or for more. */
const leastBits = 7;

/** log2 of the rows between two samples of so many. */
export function sampleBits(count: number): number {
  let bits = leastBits;
  while (count > samplesMax * 2 ** bits) bits++;
  return bits;
}

/**
 * @param stride of the column: it has a row for each so many of `count`
 * @param end the value after the last sample
 */
export function samplesOf(
  column: Column,
  count: number,
  end: number,
  stride: number = 1,
): Uint32Array {
  const step = 2 ** sampleBits(count);
  const samples = new Uint32Array(Math.ceil(count / step) + 1);
  for (let at = 0; at + 1 < samples.length; at++) samples[at] = column[(at * step) / stride]!;
  samples[samples.length - 1] = end;
  return samples;
}

export class Samples {
  /** log2 of the rows between two samples. */
  readonly bits: number;
  readonly #rows: LateColumn<Uint32Array>;

  /**
   * @param source has them
   * @param count of the rows
   */
  constructor(source: ColumnSource, name: string, count: number) {
    this.bits = sampleBits(count);
    this.#rows = new LateColumn(source, name);
  }

  /** What the rows of a group lie between: those from `group << bits` on. */
  spanOf(group: number): Range {
    const { rows } = this.#rows;
    return { start: rows[group]!, end: rows[group + 1]! };
  }

  /** Where the value of a row probably lies, with some room on both sides. */
  near(row: number, room: number): Range {
    const group = row >>> this.bits;
    const { start, end } = this.spanOf(group);
    if (!(end - start > 2 * room)) return { start, end };
    const share = (row - group * 2 ** this.bits) / 2 ** this.bits;
    const middle = start + Math.floor((end - start) * share);
    return { start: Math.max(start, middle - room), end: Math.min(end, middle + room) };
  }
}
