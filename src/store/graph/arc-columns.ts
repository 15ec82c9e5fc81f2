/**
 * The columns of arc tables while they are made: pure functions over typed arrays, which know
 * nothing of builders. `arc-table.ts` says how the columns lie.
 */

import type { ColumnType, FrozenColumns, IdColumn } from "../columns/column-source.ts";
import { radixSort } from "../columns/kernels.ts";
import { releaseScratch, scratchColumn } from "../columns/scratch.ts";

/** Runs of at most this many arcs are sorted by insertion. */
const insertionMax = 24;

export interface ArcColumns {
  readonly offsets: Uint32Array;
  readonly predicates: IdColumn;
  readonly terms: Uint32Array;
  readonly provenances: IdColumn;
}

/** Zeroed columns of an arc table under its name. */
export function makeArcs(
  frozen: FrozenColumns,
  name: string,
  groups: number,
  rows: number,
  predicateMax: number,
  provenanceMax: number,
): ArcColumns {
  return {
    offsets: frozen.make(`${name}.offsets`, Uint32Array, groups + 1),
    predicates: frozen.makeNarrow(`${name}.predicates`, rows, predicateMax),
    terms: frozen.make(`${name}.terms`, Uint32Array, rows),
    provenances: frozen.makeNarrow(`${name}.provenances`, rows, provenanceMax),
  };
}

/**
 * Turns counts into cursors: before, offsets[g + 1] is the number of rows of group g; after, it is
 * where they begin. Who puts each row at its group's cursor and moves that on by one is left with
 * finished offsets.
 */
export function cursorsOf(offsets: Uint32Array): void {
  let sum = 0;
  for (let at = 1; at < offsets.length; at++) {
    const count = offsets[at]!;
    offsets[at] = sum;
    sum += count;
  }
}

/**
 * Rows of groups first … last - 1 to be sorted; the answer is how many are equal to the one before.
 */
export interface RowsShare {
  readonly kind: "rows";
  readonly arcs: ArcColumns;
  readonly first: number;
  readonly last: number;
}

/** Kernel: sorts the rows of each group by predicate, term and provenance. */
export function rowsShare({ arcs, first, last }: RowsShare): number {
  const { offsets, predicates, terms, provenances } = arcs;
  let repeated = 0;
  for (let group = first; group < last; group++) {
    const start = offsets[group]!;
    const end = offsets[group + 1]!;
    if (end - start > insertionMax) sortLongRun(arcs, start, end);
    else insertionSort(arcs, start, end);
    for (let row = start + 1; row < end; row++) {
      const isRepeated =
        terms[row] === terms[row - 1] &&
        predicates[row] === predicates[row - 1] &&
        provenances[row] === provenances[row - 1];
      if (isRepeated) repeated++;
    }
  }
  return repeated;
}

function insertionSort(
  { predicates, terms, provenances }: ArcColumns,
  start: number,
  end: number,
): void {
  for (let at = start + 1; at < end; at++) {
    const predicate = predicates[at]!;
    const term = terms[at]!;
    const provenance = provenances[at]!;
    let hole = at;
    for (; hole > start; hole--) {
      const before = hole - 1;
      const order =
        predicates[before]! - predicate ||
        terms[before]! - term ||
        provenances[before]! - provenance;
      if (order <= 0) break;
      predicates[hole] = predicates[before]!;
      terms[hole] = terms[before]!;
      provenances[hole] = provenances[before]!;
    }
    predicates[hole] = predicate;
    terms[hole] = term;
    provenances[hole] = provenance;
  }
}

function sortLongRun(columns: ArcColumns, start: number, end: number): void {
  reorder(columns, start, end, [columns.provenances, columns.terms, columns.predicates]);
}

/** Sorts rows [start, end) by keys, the least significant first; stable. */
function reorder(
  { predicates, terms, provenances }: ArcColumns,
  start: number,
  end: number,
  keys: readonly IdColumn[],
): void {
  const length = end - start;
  const order = new Uint32Array(length);
  for (let at = 0; at < length; at++) order[at] = at;
  const spare = new Uint32Array(length);
  for (const key of keys) radixSort(order, 0, length, key.subarray(start, end), spare);
  for (const column of [predicates, terms, provenances]) {
    const run = column.slice(start, end);
    for (let at = 0; at < length; at++) column[start + at] = run[order[at]!]!;
  }
}

/** Closes up over rows that are equal to the one before, and returns how many are left. */
export function dropRepeated({ offsets, predicates, terms, provenances }: ArcColumns): number {
  let kept = 0;
  for (let group = 0; group + 1 < offsets.length; group++) {
    const start = offsets[group]!;
    const end = offsets[group + 1]!;
    const first = kept;
    offsets[group] = first;
    for (let row = start; row < end; row++) {
      const isRepeated =
        kept > first &&
        predicates[kept - 1] === predicates[row] &&
        terms[kept - 1] === terms[row] &&
        provenances[kept - 1] === provenances[row];
      if (isRepeated) continue;
      predicates[kept] = predicates[row]!;
      terms[kept] = terms[row]!;
      provenances[kept] = provenances[row]!;
      kept++;
    }
  }
  offsets[offsets.length - 1] = kept;
  return kept;
}

/** log2 of the terms whose rows are spread at once: few enough to stay in the cache. */
const nearBits = 16;

/** Rows on their way from one end to the other, by blocks of neighbouring terms. */
interface MovingRows {
  /** A row's term within its block. */
  readonly terms: Uint16Array;
  readonly subjects: Uint32Array;
  readonly predicates: IdColumn;
  readonly provenances: IdColumn;
}

/**
 * Some blocks of terms in `into`, whose columns are zeroed, to be filled with the arcs of `out`
 * seen from their other end: by term, then predicate, then subject, then provenance.
 */
export interface ReverseShare {
  readonly kind: "reverse";
  readonly out: ArcColumns;
  readonly into: ArcColumns;
  /** The first of the blocks, and its first row. */
  readonly first: number;
  readonly start: number;
  /** Rows of each block. */
  readonly counts: Uint32Array;
}

/** How many arcs lead to the terms of each block. */
export function blockCounts({ terms }: ArcColumns, termCount: number): Uint32Array {
  const counts = new Uint32Array(Math.ceil(termCount / 2 ** nearBits));
  for (let row = 0; row < terms.length; row++) counts[terms[row]! >>> nearBits]!++;
  return counts;
}

/**
 * Kernel: rows go to their block of terms first and to their place there afterwards: at once,
 * nearly every one would wait for memory far away.
 */
export function reverseShare({ out, into, first, start, counts }: ReverseShare): undefined {
  let rows = 0;
  for (const count of counts) rows += count;
  const moving: MovingRows = {
    terms: scratchColumn(Uint16Array, rows),
    subjects: scratchColumn(Uint32Array, rows),
    predicates: scratchLike(out.predicates, rows),
    provenances: scratchLike(out.provenances, rows),
  };
  const ends = toBlocks(out, moving, first, counts);
  const groups = into.offsets.length - 1;
  for (let block = 0, from = 0; block < ends.length; block++) {
    const term = (first + block) * 2 ** nearBits;
    const end = ends[block]!;
    spreadBlock(moving, into, from, end, start, term, Math.min(term + 2 ** nearBits, groups));
    from = end;
  }
  releaseScratch(moving.terms, moving.subjects, moving.predicates, moving.provenances);
  const last = Math.min((first + counts.length) * 2 ** nearBits, groups);
  sortByPredicate(into, first * 2 ** nearBits, last, start);
}

/** Where each block's rows end. */
function toBlocks(
  { offsets, predicates, terms, provenances }: ArcColumns,
  moving: MovingRows,
  first: number,
  counts: Uint32Array,
): Uint32Array {
  const cursors = new Uint32Array(counts.length);
  for (let block = 1; block < counts.length; block++) {
    cursors[block] = cursors[block - 1]! + counts[block - 1]!;
  }
  for (let subject = 0; subject + 1 < offsets.length; subject++) {
    const end = offsets[subject + 1]!;
    for (let row = offsets[subject]!; row < end; row++) {
      const term = terms[row]!;
      const block = (term >>> nearBits) - first;
      if (block < 0 || block >= cursors.length) continue;
      const place = cursors[block]!++;
      moving.terms[place] = term;
      moving.subjects[place] = subject;
      moving.predicates[place] = predicates[row]!;
      moving.provenances[place] = provenances[row]!;
    }
  }
  return cursors;
}

/**
 * Puts rows [start, end), which belong to terms first … last - 1, to their places, which are
 * `before` further on.
 */
function spreadBlock(
  { terms, subjects, predicates, provenances }: MovingRows,
  into: ArcColumns,
  start: number,
  end: number,
  before: number,
  first: number,
  last: number,
): void {
  const cursors = into.offsets.subarray(first + 1, last + 1);
  for (let row = start; row < end; row++) cursors[terms[row]!]!++;
  let sum = before + start;
  for (let term = 0; term < cursors.length; term++) {
    const count = cursors[term]!;
    cursors[term] = sum;
    sum += count;
  }
  for (let row = start; row < end; row++) {
    const place = cursors[terms[row]!]!++;
    into.terms[place] = subjects[row]!;
    into.predicates[place] = predicates[row]!;
    into.provenances[place] = provenances[row]!;
  }
}

function scratchLike(column: IdColumn, rows: number): IdColumn {
  return scratchColumn(column.constructor as ColumnType<IdColumn>, rows);
}

/**
 * Sorts the rows of groups first … last - 1 by predicate, stable: most have one predicate only.
 *
 * @param firstRow of the first group. Its offset is where the group before ends, which another
 * thread may still be moving on.
 */
function sortByPredicate(columns: ArcColumns, first: number, last: number, firstRow: number): void {
  const { offsets, predicates } = columns;
  for (let group = first, start = firstRow, end = firstRow; group < last; group++, start = end) {
    end = offsets[group + 1]!;
    let row = start + 1;
    while (row < end && predicates[row - 1]! <= predicates[row]!) row++;
    if (row >= end) continue;
    // Rows of one subject are in order already, so that any order by term is the stable one.
    if (end - start > insertionMax) reorder(columns, start, end, [predicates]);
    else insertionSort(columns, start, end);
  }
}
