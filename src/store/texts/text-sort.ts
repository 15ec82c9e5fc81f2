/**
 * Sorts many texts by their bytes. Texts lie scattered in memory, and waiting for that is most of
 * what a sort does; so each gets an entry beside those of texts that begin alike, which holds a
 * short text whole and the first words of any other. Nearly all of the work is radix sort over
 * entries that lie side by side.
 */

import {
  arenaSlabBits,
  arenaSlabMask,
  headerWords,
  slabsOf,
  type TextRegion,
} from "./text-arena.ts";
import {
  bucketsOf,
  entryBits,
  entryTextWords,
  halfMask,
  type SortSpace,
  shortMax,
} from "./text-buckets.ts";

/** Groups up to this size are sorted by insertion. */
const insertionMax = 24;
/** Texts whose lengths are read before their words. */
const readAhead = 256;
/** From this size on, it is found out in how many words all texts of a bucket agree. */
const prefixMin = 64;

/** Takes texts in byte order; equal ones follow each other, in the order of their records. */
export interface SortedTexts {
  /** A text of at most 12 bytes: its id and its words, the first byte highest. */
  addShort(id: number, length: number, word: number, second: number, third: number): void;
  /** The texts at these positions of the arena. */
  addLong(slabs: readonly Uint32Array[], positions: Uint32Array, count: number): void;
}

/** Hands on all `count` texts of an arena in byte order. */
export function sortTexts(
  regions: readonly TextRegion[],
  count: number,
  space: SortSpace,
  take: SortedTexts,
): void {
  const { buckets, starts, entries } = bucketsOf(regions, count, space);
  let largest = 0;
  for (let at = 0; at < buckets.length; at++) {
    largest = Math.max(largest, starts[at + 1]! - starts[at]!);
  }
  const sorter = new BucketSorter(slabsOf(regions), entries, space.arrays(largest));
  for (let at = 0; at < buckets.length; at++) {
    const start = starts[at]!;
    const size = starts[at + 1]! - start;
    if (size === 0) continue;
    sorter.sort(start, size);
    sorter.handOn(buckets[at]!, size, take);
  }
}

/** Sorts one bucket after the other. */
class BucketSorter {
  readonly #slabs: readonly Uint32Array[];
  readonly #entries: Uint32Array;
  /** The entries at hand in their order, and from the end of a sort on the positions. */
  readonly #order: Uint32Array;
  readonly #spare: Uint32Array;
  readonly #keys: Uint32Array;
  readonly #spareKeys: Uint32Array;
  readonly #counts = new Uint32Array(256);
  readonly #lengths = new Uint32Array(readAhead);
  /** Depth of the first word in the entries at hand. */
  #base = 0;
  /** Bits that all keys of the group at hand have, and bits that any of them has. */
  #bitsInAll = 0;
  #bitsInAny = 0;
  /** Groups still to sort: start, end and the number of words in which their texts agree. */
  readonly #groups: number[] = [];

  constructor(
    slabs: readonly Uint32Array[],
    entries: Uint32Array,
    [order, spare, keys, spareKeys]: readonly [Uint32Array, Uint32Array, Uint32Array, Uint32Array],
  ) {
    this.#slabs = slabs;
    this.#entries = entries;
    this.#order = order;
    this.#spare = spare;
    this.#keys = keys;
    this.#spareKeys = spareKeys;
  }

  /** Puts the entries of a bucket in byte order of their texts. */
  sort(start: number, count: number): void {
    fillAscending(this.#order, count, start);
    this.#base = 0;
    if (count === 1) return;
    if (count >= prefixMin && !this.#hasShort(0, count))
      this.#base = this.#commonWords(0, count, 0);
    if (this.#base > 0) this.#refill(count);
    this.#groups.push(0, count, this.#base);
    while (this.#groups.length > 0) this.#sortNext();
  }

  /** Hands on the texts of the sorted bucket: short ones from here, runs of others by position. */
  handOn(bucket: number, count: number, take: SortedTexts): void {
    const [order, entries, positions] = [this.#order, this.#entries, this.#spare];
    let longs = 0;
    for (let at = 0; at < count; at++) {
      const entry = order[at]! << entryBits;
      const first = entries[entry + 1]!;
      if (this.#base > 0 || first >>> 16 > shortMax) {
        positions[longs++] = entries[entry]!;
        continue;
      }
      if (longs > 0) take.addLong(this.#slabs, positions, longs);
      longs = 0;
      const word = (bucket << 16) | (first & halfMask);
      take.addShort(entries[entry]!, first >>> 16, word, entries[entry + 2]!, entries[entry + 3]!);
    }
    if (longs > 0) take.addLong(this.#slabs, positions, longs);
  }

  #sortNext(): void {
    const depth = this.#groups.pop()!;
    const end = this.#groups.pop()!;
    const start = this.#groups.pop()!;
    this.#sortGroup(start, end, depth);
  }

  #sortGroup(start: number, end: number, depth: number): void {
    const isFew = end - start <= insertionMax;
    if (depth - this.#base < entryTextWords) {
      this.#readEntries(start, end, depth - this.#base);
    } else if (isFew) {
      this.#sortFew(start, end, depth);
      return;
    } else if (this.#readKeys(start, end, depth) <= depth * 4) {
      // All have ended and agree but for zeros at their end, so length decides.
      this.#sortByLength(start, end);
      return;
    }
    if (isFew) insertionSort(this.#order, this.#keys, start, end);
    else this.#radixSort(start, end);
    this.#pushTies(start, end, depth);
  }

  /** Compares texts whole where few are left that agree up to a depth. */
  #sortFew(start: number, end: number, depth: number): void {
    const order = this.#order;
    for (let at = start + 1; at < end; at++) {
      const entry = order[at]!;
      let hole = at;
      for (; hole > start && this.#isBefore(entry, order[hole - 1]!, depth); hole--) {
        order[hole] = order[hole - 1]!;
      }
      order[hole] = entry;
    }
  }

  /** Is the text of one entry less than the text of another? They agree up to a depth. */
  #isBefore(entry: number, other: number, depth: number): boolean {
    if (this.#isShort(entry) || this.#isShort(other)) {
      return this.#lengthOf(entry) < this.#lengthOf(other);
    }
    const position = this.#entries[entry << entryBits]!;
    const otherPosition = this.#entries[other << entryBits]!;
    return isBefore(this.#slabs, position, otherPosition, depth);
  }

  /** Is the whole text in its entry? */
  #isShort(entry: number): boolean {
    return this.#base === 0 && this.#entries[(entry << entryBits) + 1]! >>> 16 <= shortMax;
  }

  #hasShort(start: number, end: number): boolean {
    const order = this.#order;
    for (let at = start; at < end; at++) if (this.#isShort(order[at]!)) return true;
    return false;
  }

  #lengthOf(entry: number): number {
    if (this.#isShort(entry)) return this.#entries[(entry << entryBits) + 1]! >>> 16;
    const position = this.#entries[entry << entryBits]!;
    return this.#slabs[position >>> arenaSlabBits]![(position & arenaSlabMask) + 1]!;
  }

  /** Reads one word of every entry. */
  #readEntries(start: number, end: number, word: number): void {
    const [order, entries, keys] = [this.#order, this.#entries, this.#keys];
    const mask = word === 0 && this.#base === 0 ? halfMask : -1;
    let inAll = -1;
    let inAny = 0;
    for (let at = start; at < end; at++) {
      const key = entries[(order[at]! << entryBits) + 1 + word]! & mask;
      keys[at] = key;
      inAll &= key;
      inAny |= key;
    }
    this.#bitsInAll = inAll;
    this.#bitsInAny = inAny;
  }

  /** Reads the word at a depth of every text itself; the length of the longest text. */
  #readKeys(start: number, end: number, depth: number): number {
    const [order, entries, keys, slabs] = [this.#order, this.#entries, this.#keys, this.#slabs];
    const lengths = this.#lengths;
    const read = depth * 4;
    let longest = 0;
    let inAll = -1;
    let inAny = 0;
    for (let from = start; from < end; from += readAhead) {
      const to = Math.min(from + readAhead, end);
      // Records are scattered: reads that nothing depends on are waited for at once.
      for (let at = from; at < to; at++) lengths[at - from] = this.#lengthOf(order[at]!);
      for (let at = from; at < to; at++) {
        const position = entries[order[at]! << entryBits]!;
        const length = lengths[at - from]!;
        const word = (position & arenaSlabMask) + headerWords + depth;
        const key = length > read ? slabs[position >>> arenaSlabBits]![word]! : 0;
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

  /**
   * Puts the words from the common depth of a bucket on into its entries, which are of no short
   * text.
   */
  #refill(count: number): void {
    const [order, entries] = [this.#order, this.#entries];
    for (let word = 0; word < entryTextWords; word++) {
      this.#readKeys(0, count, this.#base + word);
      for (let at = 0; at < count; at++) {
        entries[(order[at]! << entryBits) + 1 + word] = this.#keys[at]!;
      }
    }
  }

  /** Texts with the same word go on to the next one. */
  #pushTies(start: number, end: number, depth: number): void {
    const keys = this.#keys;
    const isDeep = depth + 1 - this.#base >= entryTextWords;
    if (isDeep && end - start >= prefixMin && keys[start] === keys[end - 1]) {
      const next = depth + 1;
      const isMixed = this.#hasShort(start, end);
      this.#groups.push(start, end, isMixed ? next : this.#commonWords(start, end, next));
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
    const position = this.#entries[this.#order[start]! << entryBits]!;
    const slab = this.#slabs[position >>> arenaSlabBits]!;
    const record = position & arenaSlabMask;
    let common = (slab[record + 1]! + 3) >>> 2;
    for (let at = start + 1; at < end && common > known; at++) {
      const other = this.#entries[this.#order[at]! << entryBits]!;
      const otherSlab = this.#slabs[other >>> arenaSlabBits]!;
      const otherRecord = other & arenaSlabMask;
      const most = Math.min(common, (otherSlab[otherRecord + 1]! + 3) >>> 2);
      let word = known;
      while (
        word < most &&
        slab[record + headerWords + word] === otherSlab[otherRecord + headerWords + word]
      ) {
        word++;
      }
      common = word;
    }
    return Math.max(known, common);
  }

  #radixSort(start: number, end: number): void {
    let from = this.#order;
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
      const [order, keys] = [from, fromKeys];
      from = to;
      fromKeys = toKeys;
      to = order;
      toKeys = keys;
    }
    if (from === this.#order) return;
    for (let at = start; at < end; at++) {
      to[at] = from[at]!;
      toKeys[at] = fromKeys[at]!;
    }
  }

  /** Texts that are equal but for zeros at their end. */
  #sortByLength(start: number, end: number): void {
    const order = this.#order;
    const length = this.#lengthOf(order[start]!);
    let at = start + 1;
    while (at < end && this.#lengthOf(order[at]!) === length) at++;
    if (at === end) return;
    order.subarray(start, end).sort((a, b) => this.#lengthOf(a) - this.#lengthOf(b));
  }
}

function fillAscending(order: Uint32Array, count: number, first: number): void {
  for (let at = 0; at < count; at++) order[at] = first + at;
}

/** Is the text at one position less than that at another? They agree in their first words. */
function isBefore(
  slabs: readonly Uint32Array[],
  position: number,
  other: number,
  depth: number,
): boolean {
  const slab = slabs[position >>> arenaSlabBits]!;
  const otherSlab = slabs[other >>> arenaSlabBits]!;
  const at = (position & arenaSlabMask) + headerWords;
  const otherAt = (other & arenaSlabMask) + headerWords;
  const length = slab[at - 1]!;
  const otherLength = otherSlab[otherAt - 1]!;
  const words = (Math.min(length, otherLength) + 3) >>> 2;
  for (let word = depth; word < words; word++) {
    const own = slab[at + word]!;
    const others = otherSlab[otherAt + word]!;
    if (own !== others) return own < others;
  }
  // What the shorter one is padded with are zeros, and less than nothing is not.
  return length < otherLength;
}

/** Sorts entries by keys. */
function insertionSort(order: Uint32Array, keys: Uint32Array, start: number, end: number): void {
  for (let at = start + 1; at < end; at++) {
    const key = keys[at]!;
    if (key >= keys[at - 1]!) continue;
    const entry = order[at]!;
    let hole = at;
    do {
      keys[hole] = keys[hole - 1]!;
      order[hole] = order[hole - 1]!;
      hole--;
    } while (hole > start && keys[hole - 1]! > key);
    keys[hole] = key;
    order[hole] = entry;
  }
}
