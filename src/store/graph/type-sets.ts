/**
 * What a node is, as one small number: nodes of the same types share a set of types.
 *
 *   sets     0  1  1  2  0 …        set of each node; set 0 is "no type"
 *   offsets  0  0  1  3             terms of set s are [s] … [s + 1]
 *   terms    City  City Town        ascending within a set
 *
 * A world has few sets however many nodes it has, so that the column takes one or two bytes, and a
 * test of a node's type becomes a test of its set's.
 */

import {
  type ColumnSource,
  type FrozenColumns,
  type IdColumn,
  LateColumn,
} from "../columns/column-source.ts";
import { lowerBound } from "../columns/kernels.ts";
import { releaseScratch, scratchColumn } from "../columns/scratch.ts";
import type { TermId } from "../texts/dictionary.ts";
import type { PredicateId } from "./arc-table.ts";

const name = "graph.typeSets";

/** Of arcs out, by subject and predicate. */
interface OutColumns {
  readonly offsets: Uint32Array;
  readonly predicates: IdColumn;
  readonly terms: Uint32Array;
}

export class TypeSets {
  readonly #sets: LateColumn<IdColumn>;
  readonly #offsets: LateColumn<Uint32Array>;
  readonly #terms: LateColumn<Uint32Array>;
  /** Sets that were read. */
  readonly #types: (readonly TermId[] | undefined)[] = [];

  private constructor(source: ColumnSource) {
    this.#sets = new LateColumn(source, name);
    this.#offsets = new LateColumn(source, `${name}.offsets`);
    this.#terms = new LateColumn(source, `${name}.terms`);
  }

  static readFrom(source: ColumnSource): TypeSets {
    return new TypeSets(source);
  }

  get count(): number {
    return this.#offsets.rows.length - 1;
  }

  /** Set of each node. */
  get sets(): IdColumn {
    return this.#sets.rows;
  }

  /** `sets`, if they are in memory. */
  get setsHere(): IdColumn | undefined {
    return this.#sets.rowsHere;
  }

  /** `sets`, of which those of nodes first … end - 1 are there and others may not be. */
  setsIn(first: TermId, end: TermId): IdColumn {
    return this.#sets.rowsIn(first, end);
  }

  /** Was the set of a node fetched? */
  hasSetOf(node: TermId): boolean {
    return this.#sets.hasRow(node);
  }

  typesOf(set: number): readonly TermId[] {
    let types = this.#types[set];
    if (types === undefined) {
      const offsets = this.#offsets.rows;
      types = Object.freeze([...this.#terms.rows.subarray(offsets[set]!, offsets[set + 1]!)]);
      this.#types[set] = types;
    }
    return types;
  }
}

/** Finds the sets; rows of `predicate` hold a node's types, ascending. */
export function freezeTypeSets(
  { offsets, predicates, terms }: OutColumns,
  predicate: PredicateId,
  columns: FrozenColumns,
): void {
  const interner = new TypeSetInterner();
  const nodeCount = offsets.length - 1;
  const sets = scratchColumn(Uint32Array, nodeCount);
  for (let node = 0; node < nodeCount; node++) {
    const last = offsets[node + 1]!;
    const start = lowerBound(predicates, predicate, offsets[node]!, last);
    const end = lowerBound(predicates, predicate + 1, start, last);
    sets[node] = start === end ? 0 : interner.setOf(terms, start, end);
  }
  columns.makeNarrow(name, nodeCount, interner.count - 1).set(sets);
  columns.make(`${name}.offsets`, Uint32Array, interner.offsets.length).set(interner.offsets);
  columns.make(`${name}.terms`, Uint32Array, interner.terms.length).set(interner.terms);
  releaseScratch(sets);
}

/** Numbers distinct sets of terms in the order of their appearance. */
class TypeSetInterner {
  readonly offsets: number[] = [0, 0];
  readonly terms: number[] = [];
  /** Open addressing: set, 0 is free. */
  #slots = new Uint32Array(64);
  /** By the low bits of a term: the set of that one type which was found last. */
  readonly #lone = new Uint32Array(1024);
  /** The set that is looked for. */
  #wanted: number[] = [];

  get count(): number {
    return this.offsets.length - 1;
  }

  /** `terms[start, end)` ascend; a term that two provenances give is there twice. */
  setOf(terms: Uint32Array, start: number, end: number): number {
    const first = terms[start]!;
    const lone = this.#lone[first & 1023]!;
    const isLone = start + 1 === end;
    if (isLone && lone !== 0 && this.terms[this.offsets[lone]!] === first) return lone;
    const set = this.#setOf(terms, start, end);
    if (isLone) this.#lone[first & 1023] = set;
    return set;
  }

  #setOf(terms: Uint32Array, start: number, end: number): number {
    this.#wanted = [];
    for (let row = start; row < end; row++) {
      if (row === start || terms[row] !== terms[row - 1]) this.#wanted.push(terms[row]!);
    }
    const slot = this.#slotOf(this.#wanted, (set) => this.#isWanted(set));
    const found = this.#slots[slot]!;
    return found === 0 ? this.#add(slot) : found;
  }

  /** The slot of a set, or the free one that it would take. */
  #slotOf(terms: readonly number[], is: (set: number) => boolean): number {
    const mask = this.#slots.length - 1;
    let slot = hashOf(terms) & mask;
    while (this.#slots[slot] !== 0 && !is(this.#slots[slot]!)) slot = (slot + 1) & mask;
    return slot;
  }

  #isWanted(set: number): boolean {
    const start = this.offsets[set]!;
    const wanted = this.#wanted;
    if (this.offsets[set + 1]! - start !== wanted.length) return false;
    for (let at = 0; at < wanted.length; at++) {
      if (this.terms[start + at] !== wanted[at]) return false;
    }
    return true;
  }

  #add(slot: number): number {
    const set = this.count;
    for (const term of this.#wanted) this.terms.push(term);
    this.offsets.push(this.terms.length);
    this.#slots[slot] = set;
    if (set * 2 > this.#slots.length) this.#grow();
    return set;
  }

  #grow(): void {
    this.#slots = new Uint32Array(this.#slots.length * 2);
    for (let set = 1; set < this.count; set++) {
      const terms = this.terms.slice(this.offsets[set], this.offsets[set + 1]);
      this.#slots[this.#slotOf(terms, () => false)] = set;
    }
  }
}

function hashOf(terms: readonly number[]): number {
  let hash = 0;
  for (const term of terms) {
    hash = Math.imul(hash ^ term, 0x9e37_79b1);
    hash ^= hash >>> 15;
  }
  return hash;
}

// Which sets of types lead to which, by predicate: what goes over all arcs to find out. A freeze does
// not make these columns, since few questions need them. A snapshot has them, so that no reader goes over all arcs.
//
//   offsets    0   0   2 …     pairs of predicate p are offsets[p] … offsets[p + 1]
//   subjects   s1  s4 …        sets of types, ascending by subject and object
//   objects    s2  s2 …
//
// A predicate without pairs has arcs to literals alone, or its arcs have ends of too many kinds.

/** More pairs than these say too little for what they cost. */
export const leadPairsMax = 4096;

export const leadNames = {
  offsets: "far.leads.offsets",
  subjects: "far.leads.subjects",
  objects: "far.leads.objects",
} as const;

/** A pair of sets of types as one number: that of the subject times their number, plus the other. */
export type LeadPair = number;

/** The columns of a snapshot. */
export class LeadColumns {
  readonly #offsets: LateColumn<Uint32Array>;
  readonly #subjects: LateColumn<IdColumn>;
  readonly #objects: LateColumn<IdColumn>;
  readonly #setCount: () => number;

  private constructor(source: ColumnSource, setCount: () => number) {
    this.#offsets = new LateColumn(source, leadNames.offsets);
    this.#subjects = new LateColumn(source, leadNames.subjects);
    this.#objects = new LateColumn(source, leadNames.objects);
    this.#setCount = setCount;
  }

  /** Undefined where the source has no such columns. */
  static readFrom(source: ColumnSource, setCount: () => number): LeadColumns | undefined {
    const isThere = source.has?.(leadNames.offsets) === true;
    return isThere ? new LeadColumns(source, setCount) : undefined;
  }

  /** Pairs of a predicate; empty where nothing is known. */
  pairsOf(predicate: PredicateId): LeadPair[] {
    const offsets = this.#offsets.rowsIn(predicate, predicate + 2);
    const [start, end] = [offsets[predicate]!, offsets[predicate + 1]!];
    const subjects = this.#subjects.rowsIn(start, end);
    const objects = this.#objects.rowsIn(start, end);
    const setCount = this.#setCount();
    const pairs: LeadPair[] = [];
    for (let at = start; at < end; at++) pairs.push(subjects[at]! * setCount + objects[at]!);
    return pairs;
  }
}
