/**
 * Sorts many texts by their bytes. Four bytes at a time become a number per text, so that most of
 * the work is radix sort over numbers and not comparison over scattered bytes.
 */

import { compareBytes } from "./utf8.ts";

/** Groups up to this size are sorted by insertion. */
const insertionMax = 24;

/**
 * Ids 0 … count - 1 in byte order of their texts; text i is bytes [offsets[i], offsets[i + 1]).
 * Equal texts keep no particular order.
 */
export function sortTexts(bytes: Uint8Array, offsets: Uint32Array, count: number): Uint32Array {
  const sorter = new TextSorter(bytes, offsets, count);
  sorter.sort();
  return sorter.order;
}

class TextSorter {
  readonly order: Uint32Array;
  readonly #bytes: Uint8Array;
  readonly #offsets: Uint32Array;
  readonly #spare: Uint32Array;
  readonly #keys: Uint32Array;
  readonly #spareKeys: Uint32Array;
  /** Groups still to sort: start, end and the depth up to which their texts agree. */
  readonly #groups: number[] = [];

  constructor(bytes: Uint8Array, offsets: Uint32Array, count: number) {
    this.#bytes = bytes;
    this.#offsets = offsets;
    this.order = new Uint32Array(count);
    for (let id = 0; id < count; id++) this.order[id] = id;
    this.#spare = new Uint32Array(count);
    this.#keys = new Uint32Array(count);
    this.#spareKeys = new Uint32Array(count);
  }

  sort(): void {
    this.#groups.push(0, this.order.length, 0);
    while (this.#groups.length > 0) {
      const depth = this.#groups.pop()!;
      const end = this.#groups.pop()!;
      const start = this.#groups.pop()!;
      if (end - start <= insertionMax) this.#insertionSort(start, end, depth);
      else this.#sortGroup(start, end, depth);
    }
  }

  #sortGroup(start: number, end: number, depth: number): void {
    let longest = 0;
    for (let at = start; at < end; at++) {
      const id = this.order[at]!;
      this.#keys[at] = keyAt(this.#bytes, this.#offsets[id]! + depth, this.#offsets[id + 1]!);
      longest = Math.max(longest, this.#lengthOf(id) - depth);
    }
    // All have ended and agree up to NUL bytes, so length decides.
    if (longest <= 0) {
      this.order.subarray(start, end).sort((a, b) => this.#lengthOf(a) - this.#lengthOf(b));
      return;
    }
    this.#radixSort(start, end);
    let first = start;
    for (let at = start + 1; at <= end; at++) {
      if (at < end && this.#keys[at] === this.#keys[first]) continue;
      if (at - first > 1) this.#groups.push(first, at, depth + 4);
      first = at;
    }
  }

  #radixSort(start: number, end: number): void {
    const counts = new Uint32Array(256);
    let [from, fromKeys, to, toKeys] = [this.order, this.#keys, this.#spare, this.#spareKeys];
    for (let shift = 0; shift < 32; shift += 8) {
      counts.fill(0);
      for (let at = start; at < end; at++) counts[(fromKeys[at]! >>> shift) & 255]!++;
      if (counts[(fromKeys[start]! >>> shift) & 255] === end - start) continue;
      let sum = start;
      for (let digit = 0; digit < 256; digit++) {
        const count = counts[digit]!;
        counts[digit] = sum;
        sum += count;
      }
      for (let at = start; at < end; at++) {
        const target = counts[(fromKeys[at]! >>> shift) & 255]!++;
        to[target] = from[at]!;
        toKeys[target] = fromKeys[at]!;
      }
      [from, fromKeys, to, toKeys] = [to, toKeys, from, fromKeys];
    }
    if (from !== this.order) {
      this.order.set(from.subarray(start, end), start);
      this.#keys.set(fromKeys.subarray(start, end), start);
    }
  }

  #insertionSort(start: number, end: number, depth: number): void {
    const { order } = this;
    for (let at = start + 1; at < end; at++) {
      const id = order[at]!;
      let hole = at;
      while (hole > start && this.#isBefore(id, order[hole - 1]!, depth)) {
        order[hole] = order[hole - 1]!;
        hole--;
      }
      order[hole] = id;
    }
  }

  #lengthOf(id: number): number {
    return this.#offsets[id + 1]! - this.#offsets[id]!;
  }

  #isBefore(a: number, b: number, depth: number): boolean {
    const offsets = this.#offsets;
    const [startA, endA] = [offsets[a]!, offsets[a + 1]!];
    const [startB, endB] = [offsets[b]!, offsets[b + 1]!];
    const skip = Math.min(depth, endA - startA, endB - startB);
    return compareBytes(this.#bytes, startA + skip, endA, this.#bytes, startB + skip, endB) < 0;
  }
}

/** Up to four bytes at `from` as a number whose order is theirs; past the end counts as zero. */
function keyAt(bytes: Uint8Array, from: number, end: number): number {
  if (from + 4 <= end) {
    return (
      ((bytes[from]! << 24) |
        (bytes[from + 1]! << 16) |
        (bytes[from + 2]! << 8) |
        bytes[from + 3]!) >>>
      0
    );
  }
  let key = 0;
  for (let at = from; at < from + 4; at++) key = (key << 8) | (at < end ? bytes[at]! : 0);
  return key >>> 0;
}
