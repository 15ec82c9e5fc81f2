/**
 * Texts by their first two bytes, each with an entry of four words that most of sorting can do with.
 *
 *   bucket  entries of texts whose first two bytes are the same, one after the other
 *   entry   id, or the position of a text that is not short
 *           length in the upper half (65,535 for more), bytes 3 and 4 of the text in the lower one
 *           bytes 5 to 8
 *           bytes 9 to 12
 *
 * Where all texts of a bucket agree in their first words, the sort puts three words from there on into
 * the entries instead.
 */

import { releaseScratch, scratchColumn } from "../columns/scratch.ts";
import { headerWords, type TextRegion } from "./text-arena.ts";

/** log2 of the words of an entry. */
export const entryBits = 2;
/** Words of a text in its entry, and the bytes of a text that is there as a whole. */
export const entryTextWords = 3;
export const shortMax: number = entryTextWords * 4;
export const halfMask = 0xffff;
export const bucketCount: number = 1 << 16;
/** Fewer texts than this leave nearly all buckets empty. */
const fewTextsBits = 12;
const fewTexts = 1 << fewTextsBits;

/** Memory that one sort after the other works in. */
export class SortSpace {
  #words: Uint32Array = new Uint32Array(0);
  #entries: Uint32Array = new Uint32Array(0);

  /** Lets go of the memory. */
  release(): void {
    releaseScratch(this.#words, this.#entries);
    this.#words = this.#entries = new Uint32Array(0);
  }

  /** Four arrays with anything in them, valid until the next call. */
  arrays(length: number): readonly [Uint32Array, Uint32Array, Uint32Array, Uint32Array] {
    if (this.#words.length < 4 * length) {
      releaseScratch(this.#words);
      this.#words = scratchColumn(Uint32Array, 4 * length);
    }
    const words = this.#words;
    const array = (at: number) => words.subarray(at * length, (at + 1) * length);
    return [array(0), array(1), array(2), array(3)];
  }

  /** Room for entries with anything in them, valid until the next call. */
  entries(count: number): Uint32Array {
    const words = count << entryBits;
    if (this.#entries.length < words) {
      releaseScratch(this.#entries);
      this.#entries = scratchColumn(Uint32Array, words);
    }
    return this.#entries;
  }
}

/** Buckets in ascending order; the entries of buckets[i] are starts[i] … starts[i + 1]. */
interface Buckets {
  readonly buckets: Uint16Array;
  readonly starts: Uint32Array;
  readonly entries: Uint32Array;
}

/** Puts an entry for each of `count` texts into its bucket. */
export function bucketsOf(
  regions: readonly TextRegion[],
  count: number,
  space: SortSpace,
): Buckets {
  return count < fewTexts
    ? bucketsOfFew(regions, count, space)
    : bucketsOfMany(regions, count, space);
}

function bucketsOfMany(regions: readonly TextRegion[], count: number, space: SortSpace): Buckets {
  const cursors = new Uint32Array(bucketCount + 1);
  for (const region of regions) countBuckets(region, cursors);
  const buckets = everyBucket();
  const starts = new Uint32Array(buckets.length + 1);
  let sum = 0;
  for (let at = 0; at < buckets.length; at++) {
    const bucket = buckets[at]!;
    const size = cursors[bucket + 1]!;
    cursors[bucket + 1] = starts[at] = sum;
    sum += size;
  }
  starts[buckets.length] = sum;
  const entries = space.entries(count);
  for (const region of regions) fillBuckets(region, cursors, entries);
  return { buckets, starts, entries };
}

/** The same with the buckets in use only: to go through all would take longer than the sort. */
function bucketsOfFew(regions: readonly TextRegion[], count: number, space: SortSpace): Buckets {
  // Of each text its bucket, and below that its number.
  const keys = new Uint32Array(count);
  const unsorted = new Uint32Array(count << entryBits);
  let text = 0;
  for (const { words, base, start, end } of regions) {
    for (let at = start; at < end; text++) {
      const bucket = writeEntry(words, base, at, unsorted, text << entryBits);
      keys[text] = (bucket << fewTextsBits) | text;
      at += headerWords + ((words[at + 1]! + 3) >>> 2);
    }
  }
  keys.sort();
  const entries = space.entries(count);
  const buckets: number[] = [];
  const starts: number[] = [];
  for (let at = 0; at < count; at++) {
    const bucket = keys[at]! >>> fewTextsBits;
    if (bucket !== buckets.at(-1)) {
      buckets.push(bucket);
      starts.push(at);
    }
    const from = (keys[at]! & (fewTexts - 1)) << entryBits;
    entries.set(unsorted.subarray(from, from + (1 << entryBits)), at << entryBits);
  }
  starts.push(count);
  return { buckets: Uint16Array.from(buckets), starts: Uint32Array.from(starts), entries };
}

function everyBucket(): Uint16Array {
  const buckets = new Uint16Array(bucketCount);
  for (let bucket = 0; bucket < bucketCount; bucket++) buckets[bucket] = bucket;
  return buckets;
}

/** Counts the texts of bucket b at b + 1. */
export function countBuckets({ words, start, end }: TextRegion, counts: Uint32Array): void {
  for (let at = start; at < end; ) {
    const length = words[at + 1]!;
    const word = length > 0 ? words[at + headerWords]! : 0;
    counts[(word >>> 16) + 1]!++;
    at += headerWords + ((length + 3) >>> 2);
  }
}

/** Puts each record's entry at its bucket's cursor, cursors[b + 1]. */
function fillBuckets(
  { words, base, start, end }: TextRegion,
  cursors: Uint32Array,
  entries: Uint32Array,
): void {
  for (let at = start; at < end; ) {
    const length = words[at + 1]!;
    const bucket = length > 0 ? words[at + headerWords]! >>> 16 : 0;
    writeEntry(words, base, at, entries, cursors[bucket + 1]!++ << entryBits);
    at += headerWords + ((length + 3) >>> 2);
  }
}

/** Writes the entry of the record at words[at] from entries[entry] on; the bucket of its text. */
function writeEntry(
  words: Uint32Array,
  base: number,
  at: number,
  entries: Uint32Array,
  entry: number,
): number {
  const length = words[at + 1]!;
  const first = at + headerWords;
  const textWords = (length + 3) >>> 2;
  const word = textWords > 0 ? words[first]! : 0;
  entries[entry] = length <= shortMax ? words[at]! : base + at;
  entries[entry + 1] = (Math.min(length, halfMask) << 16) | (word & halfMask);
  entries[entry + 2] = textWords > 1 ? words[first + 1]! : 0;
  entries[entry + 3] = textWords > 2 ? words[first + 2]! : 0;
  return word >>> 16;
}
