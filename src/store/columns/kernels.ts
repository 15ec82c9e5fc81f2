/** Pure functions over typed arrays: primitives in, a number or a filled array out. */

import type { IdColumn, RowNumbers } from "./column-source.ts";

// Row numbers fill 32 bits, so the sum of two does not fit: midpoints are taken from differences.

/** First row in [start, end) whose value is not below `key`; `end` when every value is. */
export function lowerBound(
  column: IdColumn | Float64Array,
  key: number,
  start: number,
  end: number,
): number {
  // Counts instead of branching: a processor guesses every second branch of a search wrong.
  let low = start;
  let length = end - start;
  while (length > 1) {
    const half = length >>> 1;
    low += half & -Number(column[low + half - 1]! < key);
    length -= half;
  }
  return length === 1 && column[low]! < key ? low + 1 : low;
}

/** Writes what a column has at these rows. */
export function gather(column: IdColumn, rows: Uint32Array, found: Uint32Array): void {
  for (let at = 0; at < rows.length; at++) found[at] = column[rows[at]!]!;
}

/** The group of a row: the last g with offsets[g] <= row, for CSR offsets. */
export function groupOf(offsets: RowNumbers, row: number): number {
  let low = 0;
  let high = offsets.length - 1;
  while (low < high) {
    const middle = high - ((high - low) >>> 1);
    if (offsets[middle]! <= row) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** CSR offsets of `groups` groups: the rows of group g are offsets[g] … offsets[g + 1]. */
export function offsetsOf(keys: IdColumn, rows: number, groups: number): Uint32Array {
  const offsets = new Uint32Array(groups + 1);
  for (let row = 0; row < rows; row++) offsets[keys[row]! + 1]!++;
  for (let group = 0; group < groups; group++) offsets[group + 1]! += offsets[group]!;
  return offsets;
}

/**
 * Row numbers grouped by key, stable: within a group the order of `order` (or of the rows when
 * undefined) is kept. `offsets` are the keys' CSR offsets.
 */
export function scatter(keys: IdColumn, offsets: Uint32Array, order?: Uint32Array): Uint32Array {
  const next = offsets.slice();
  const rows = offsets[offsets.length - 1]!;
  const grouped = new Uint32Array(rows);
  if (order === undefined) {
    for (let row = 0; row < rows; row++) grouped[next[keys[row]!]!++] = row;
  } else {
    for (let at = 0; at < rows; at++) {
      const row = order[at]!;
      grouped[next[keys[row]!]!++] = row;
    }
  }
  return grouped;
}

const digitBits = 8;
const digits = 1 << digitBits;

/**
 * Sorts order[start, end) by key, stable: least significant digit first. Digits that all rows
 * share cost a count and no move. `spare` is at least as long as `order`.
 */
export function radixSort(
  order: Uint32Array,
  start: number,
  end: number,
  key: IdColumn,
  spare: Uint32Array,
): void {
  const counts = new Uint32Array(digits);
  let from = order;
  let to = spare;
  for (let shift = 0; shift < key.BYTES_PER_ELEMENT * 8; shift += digitBits) {
    counts.fill(0);
    for (let at = start; at < end; at++) counts[(key[from[at]!]! >>> shift) & (digits - 1)]!++;
    if (counts[(key[from[start]!]! >>> shift) & (digits - 1)] === end - start) continue;
    let sum = start;
    for (let digit = 0; digit < digits; digit++) {
      const count = counts[digit]!;
      counts[digit] = sum;
      sum += count;
    }
    for (let at = start; at < end; at++) {
      const row = from[at]!;
      to[counts[(key[row]! >>> shift) & (digits - 1)]!++] = row;
    }
    [from, to] = [to, from];
  }
  if (from !== order) order.set(from.subarray(start, end), start);
}

/** Are `count` words of `a` from `atA` on equal to the words of `b` from `atB` on? */
export function sameWords(
  a: Uint32Array,
  atA: number,
  b: Uint32Array,
  atB: number,
  count: number,
): boolean {
  for (let word = 0; word < count; word++) {
    if (a[atA + word] !== b[atB + word]) return false;
  }
  return true;
}
