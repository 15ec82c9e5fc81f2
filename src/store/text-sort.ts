/**
 * Sorts many texts by their bytes. Four bytes at a time become a number per text, so that all work
 * is on numbers that lie side by side and not on comparisons over scattered bytes.
 */

import { scratchColumn } from "./segments.ts";
import { arenaChunkBits, arenaChunkMask, headerWords, type TextArena } from "./text-arena.ts";

/** Groups up to this size are sorted by insertion. */
const insertionMax = 24;
/** Texts whose lengths are read before their words. */
const readAhead = 256;
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

/** Positions of the first `count` texts of an arena in byte order; equal ones in any. */
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
  readonly #counts = new Uint32Array(256);
  readonly #lengths = new Uint32Array(readAhead);
  /** Bits that all keys of the group at hand have, and bits that any of them has. */
  #bitsInAll = 0;
  #bitsInAny = 0;
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
      this.#sortByLength(start, end);
      return;
    }
    if (end - start <= insertionMax) insertionSort(this.#positions, this.#keys, start, end);
    else if (this.#bitsInAll !== this.#bitsInAny) this.#radixSort(start, end);
    this.#pushTies(start, end, depth);
  }

  /** Reads the word at a depth of every text; the length of the longest text. */
  #readKeys(start: number, end: number, depth: number): number {
    const positions = this.#positions;
    const keys = this.#keys;
    const chunks = this.#chunks;
    const lengths = this.#lengths;
    const read = depth * 4;
    let longest = 0;
    let inAll = -1;
    let inAny = 0;
    for (let from = start; from < end; from += readAhead) {
      const to = Math.min(from + readAhead, end);
      // Records are scattered: reads that nothing depends on are waited for at once.
      for (let at = from; at < to; at++) {
        const position = positions[at]!;
        lengths[at - from] = chunks[position >>> arenaChunkBits]![(position & arenaChunkMask) + 1]!;
      }
      for (let at = from; at < to; at++) {
        const position = positions[at]!;
        const length = lengths[at - from]!;
        const word = (position & arenaChunkMask) + headerWords + depth;
        const key = length > read ? chunks[position >>> arenaChunkBits]![word]! : 0;
        keys[at] = key;
        inAll &= key;
        inAny |= key;
        if (length > longest) longest = length;
      }
    }
    this.#bitsInAll = inAll;
    this.#bitsInAny = inAny;
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
    let from = this.#positions;
    let fromKeys = this.#keys;
    let to = this.#spare;
    let toKeys = this.#spareKeys;
    for (let shift = 0; shift < 32; shift += 8) {
      // A digit is at least the bits that all have and at most those that any has.
      const least = (this.#bitsInAll >>> shift) & 255;
      const most = (this.#bitsInAny >>> shift) & 255;
      if (least === most) continue;
      const counts = this.#counts.fill(0, least, most + 1);
      for (let at = start; at < end; at++) counts[(fromKeys[at]! >>> shift) & 255]!++;
      let sum = start;
      for (let digit = least; digit <= most; digit++) {
        const count = counts[digit]!;
        counts[digit] = sum;
        sum += count;
      }
      for (let at = start; at < end; at++) {
        const key = fromKeys[at]!;
        const target = counts[(key >>> shift) & 255]!++;
        to[target] = from[at]!;
        toKeys[target] = key;
      }
      const [positions, keys] = [from, fromKeys];
      from = to;
      fromKeys = toKeys;
      to = positions;
      toKeys = keys;
    }
    if (from === this.#positions) return;
    for (let at = start; at < end; at++) {
      to[at] = from[at]!;
      toKeys[at] = fromKeys[at]!;
    }
  }

  /** Texts that are equal but for zeros at their end. */
  #sortByLength(start: number, end: number): void {
    const lengthOf = (position: number) =>
      this.#chunks[position >>> arenaChunkBits]![(position & arenaChunkMask) + 1]!;
    const length = lengthOf(this.#positions[start]!);
    let at = start + 1;
    while (at < end && lengthOf(this.#positions[at]!) === length) at++;
    if (at === end) return;
    this.#positions.subarray(start, end).sort((a, b) => lengthOf(a) - lengthOf(b));
  }
}

/** Sorts positions by keys. */
function insertionSort(
  positions: Uint32Array,
  keys: Uint32Array,
  start: number,
  end: number,
): void {
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
