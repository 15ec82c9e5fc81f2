/**
 * Sorts many texts by their bytes. Four bytes at a time become a number per text, so that all work
 * is on numbers that lie side by side and not on comparisons over scattered bytes.
 */

import { scratchColumn } from "./segments.ts";
import { arenaChunkBits, arenaChunkMask, headerWords, type TextArena } from "./text-arena.ts";

/** Groups up to this size are sorted by insertion. */
const insertionMax = 40;
/** Groups of this size whose texts go on alike are asked how far they do. */
const prefixMin = 64;

/** Memory that one sort after the other works in. */
export class SortSpace {
  #words: Uint32Array = new Uint32Array(0);

  /** Four arrays with anything in them, valid until the next call. */
  arrays(length: number): readonly [Uint32Array, Uint32Array, Uint32Array, Uint32Array] {
    if (this.#words.length < 4 * length) this.#words = scratchColumn(Uint32Array, 4 * length);
    const words = this.#words;
    const array = (at: number) => words.subarray(at * length, (at + 1) * length);
    return [array(0), array(1), array(2), array(3)];
  }
}

/** Positions of the first `count` texts of an arena, which are distinct, in byte order. */
export function sortTexts(
  arena: TextArena,
  count: number,
  space: SortSpace = new SortSpace(),
): Uint32Array {
  const [positions, spare, keys, spareKeys] = space.arrays(count);
  arena.writePositions(positions);
  new TextSorter(arena.chunks, positions, spare, keys, spareKeys).sort();
  return positions;
}

class TextSorter {
  readonly #chunks: readonly Uint32Array[];
  readonly #positions: Uint32Array;
  readonly #spare: Uint32Array;
  readonly #keys: Uint32Array;
  readonly #spareKeys: Uint32Array;
  readonly #counts = new Uint32Array(1024);
  /** Groups still to sort: start, end and the number of words in which their texts agree. */
  readonly #groups: number[] = [];

  constructor(
    chunks: readonly Uint32Array[],
    positions: Uint32Array,
    spare: Uint32Array,
    keys: Uint32Array,
    spareKeys: Uint32Array,
  ) {
    this.#chunks = chunks;
    this.#positions = positions;
    this.#spare = spare;
    this.#keys = keys;
    this.#spareKeys = spareKeys;
  }

  sort(): void {
    this.#groups.push(0, this.#positions.length, 0);
    while (this.#groups.length > 0) {
      const depth = this.#groups.pop()!;
      const end = this.#groups.pop()!;
      const start = this.#groups.pop()!;
      if (end - start > 1) this.#sortGroup(start, end, depth);
    }
  }

  #sortGroup(start: number, end: number, depth: number): void {
    const longest = this.#readKeys(start, end, depth);
    // All have ended and agree but for zeros at their end, so length decides.
    if (longest <= depth * 4) {
      this.#positions.subarray(start, end).sort((a, b) => this.#lengthAt(a) - this.#lengthAt(b));
      return;
    }
    if (end - start <= insertionMax) this.#insertionSort(start, end);
    else this.#radixSort(start, end);
    this.#pushTies(start, end, depth);
  }

  /** Reads the word at a depth of every text; the length of the longest text. */
  #readKeys(start: number, end: number, depth: number): number {
    const positions = this.#positions;
    const keys = this.#keys;
    const chunks = this.#chunks;
    const read = depth * 4;
    let longest = 0;
    for (let at = start; at < end; at++) {
      const position = positions[at]!;
      const chunk = chunks[position >>> arenaChunkBits]!;
      const record = position & arenaChunkMask;
      const length = chunk[record + 1]!;
      keys[at] = length > read ? chunk[record + headerWords + depth]! : 0;
      if (length > longest) longest = length;
    }
    return longest;
  }

  /** Texts with the same word go on to the next one. */
  #pushTies(start: number, end: number, depth: number): void {
    const keys = this.#keys;
    if (end - start >= prefixMin && keys[start] === keys[end - 1]) {
      this.#groups.push(start, end, this.#commonWords(start, end, depth + 1));
      return;
    }
    let first = start;
    for (let at = start + 1; at <= end; at++) {
      if (at < end && keys[at] === keys[first]) continue;
      if (at - first > 1) this.#groups.push(first, at, depth + 1);
      first = at;
    }
  }

  /** Words in which all texts of a group agree, when the first `known` do. */
  #commonWords(start: number, end: number, known: number): number {
    let common = Number.POSITIVE_INFINITY;
    const position = this.#positions[start]!;
    const chunk = this.#chunks[position >>> arenaChunkBits]!;
    const record = position & arenaChunkMask;
    const words = (chunk[record + 1]! + 3) >>> 2;
    for (let at = start + 1; at < end && common > known; at++) {
      const other = this.#positions[at]!;
      const otherChunk = this.#chunks[other >>> arenaChunkBits]!;
      const otherRecord = other & arenaChunkMask;
      const otherWords = (otherChunk[otherRecord + 1]! + 3) >>> 2;
      const most = Math.min(words, otherWords, common);
      let word = known;
      while (
        word < most &&
        chunk[record + headerWords + word] === otherChunk[otherRecord + headerWords + word]
      ) {
        word++;
      }
      common = word;
    }
    return Math.max(known, common);
  }

  #radixSort(start: number, end: number): void {
    const counts = this.#counts.fill(0);
    const keys = this.#keys;
    for (let at = start; at < end; at++) {
      const key = keys[at]!;
      counts[key & 255]!++;
      counts[256 + ((key >>> 8) & 255)]!++;
      counts[512 + ((key >>> 16) & 255)]!++;
      counts[768 + (key >>> 24)]!++;
    }
    let [from, fromKeys, to, toKeys] = [this.#positions, keys, this.#spare, this.#spareKeys];
    for (let digit = 0; digit < 4; digit++) {
      const shift = digit * 8;
      const base = digit * 256;
      if (counts[base + ((fromKeys[start]! >>> shift) & 255)] === end - start) continue;
      startsOf(counts, base, start);
      movePairs(from, fromKeys, to, toKeys, start, end, shift, counts, base);
      [from, fromKeys, to, toKeys] = [to, toKeys, from, fromKeys];
    }
    if (from !== this.#positions) {
      this.#positions.set(from.subarray(start, end), start);
      keys.set(fromKeys.subarray(start, end), start);
    }
  }

  #insertionSort(start: number, end: number): void {
    const positions = this.#positions;
    const keys = this.#keys;
    for (let at = start + 1; at < end; at++) {
      const key = keys[at]!;
      if (key >= keys[at - 1]!) continue;
      const position = positions[at]!;
      let hole = at;
      do {
        keys[hole] = keys[hole - 1]!;
        positions[hole] = positions[hole - 1]!;
        hole--;
      } while (hole > start && keys[hole - 1]! > key);
      keys[hole] = key;
      positions[hole] = position;
    }
  }

  #lengthAt(position: number): number {
    return this.#chunks[position >>> arenaChunkBits]![(position & arenaChunkMask) + 1]!;
  }
}

/** Counts of 256 digits become where the first of each goes. */
function startsOf(counts: Uint32Array, base: number, start: number): void {
  let sum = start;
  for (let digit = base; digit < base + 256; digit++) {
    const count = counts[digit]!;
    counts[digit] = sum;
    sum += count;
  }
}

/** One pass of a radix sort over positions and their keys. */
function movePairs(
  from: Uint32Array,
  fromKeys: Uint32Array,
  to: Uint32Array,
  toKeys: Uint32Array,
  start: number,
  end: number,
  shift: number,
  next: Uint32Array,
  base: number,
): void {
  for (let at = start; at < end; at++) {
    const key = fromKeys[at]!;
    const target = next[base + ((key >>> shift) & 255)]!++;
    to[target] = from[at]!;
    toKeys[target] = key;
  }
}
