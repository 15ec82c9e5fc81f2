/**
 * The frozen triples, in three orders.
 *
 *   out.offsets     0     2        5     rows of subject s are offsets[s] … offsets[s + 1]
 *   out.predicates  p1 p3 p1 p1 p2       sorted within each subject
 *   out.terms       o4 o2 o1 o7 o3       sorted within each (subject, predicate): the objects
 *   out.provenances                      sorted within each (subject, predicate, object)
 *
 * `in` is the same from the other side: by object term, then predicate, then subject. `byPredicate`
 * lists the rows of `out` grouped by predicate, ascending. Predicates and provenances are small
 * numbers into tables of their own, so that their columns are one or two bytes wide.
 */

import type { IdColumn, Range } from "./column.ts";
import { type Dictionary, noTerm, type TermId } from "./dictionary.ts";
import { groupOf, lowerBound } from "./kernels.ts";

/** Out: the queried node is the subject. In: it is the object. */
export type Direction = "out" | "in";

/** Number of a predicate in `Graph.predicates`; order is byte order of the dcids. */
export type PredicateId = number;

/** Triples grouped by one end; `terms` holds the other. */
export class ArcTable {
  readonly offsets: Uint32Array;
  readonly predicates: IdColumn;
  readonly terms: Uint32Array;
  readonly provenances: IdColumn;

  constructor(
    offsets: Uint32Array,
    predicates: IdColumn,
    terms: Uint32Array,
    provenances: IdColumn,
  ) {
    this.offsets = offsets;
    this.predicates = predicates;
    this.terms = terms;
    this.provenances = provenances;
  }

  get byteLength(): number {
    const { offsets, predicates, terms, provenances } = this;
    return offsets.byteLength + predicates.byteLength + terms.byteLength + provenances.byteLength;
  }

  /** All arcs of a term. */
  rows(term: TermId): Range {
    return { start: this.offsets[term]!, end: this.offsets[term + 1]! };
  }

  /** Arcs of a term with one predicate. */
  rowsOf(term: TermId, predicate: PredicateId): Range {
    const first = this.offsets[term]!;
    const last = this.offsets[term + 1]!;
    const start = lowerBound(this.predicates, predicate, first, last);
    return { start, end: lowerBound(this.predicates, predicate + 1, start, last) };
  }
}

export interface GraphColumns {
  readonly dictionary: Dictionary;
  readonly out: ArcTable;
  readonly in: ArcTable;
  readonly predicates: Uint32Array;
  readonly provenances: Uint32Array;
  readonly predicateOffsets: Uint32Array;
  readonly predicateRows: Uint32Array;
  readonly names: Uint32Array;
}

export class Graph {
  readonly dictionary: Dictionary;
  /** Arcs by subject. */
  readonly out: ArcTable;
  /** Arcs by object, nodes and literals alike. */
  readonly in: ArcTable;
  /** Node of each predicate, ascending. */
  readonly predicates: Uint32Array;
  /** Node of each provenance, ascending; the first stands for "none" and is `noTerm`. */
  readonly provenances: Uint32Array;
  readonly #predicateOffsets: Uint32Array;
  readonly #predicateRows: Uint32Array;
  readonly #names: Uint32Array;
  readonly #typeOf: PredicateId | undefined;

  constructor(columns: GraphColumns) {
    this.dictionary = columns.dictionary;
    this.out = columns.out;
    this.in = columns.in;
    this.predicates = columns.predicates;
    this.provenances = columns.provenances;
    this.#predicateOffsets = columns.predicateOffsets;
    this.#predicateRows = columns.predicateRows;
    this.#names = columns.names;
    this.#typeOf = this.predicateOf("typeOf");
  }

  /** Rows of subject, predicate, object and provenance. */
  get tripleCount(): number {
    return this.out.terms.length;
  }

  /** Nodes that are the subject of at least one triple. */
  get subjectCount(): number {
    let count = 0;
    const { offsets } = this.out;
    for (let node = 0; node < this.dictionary.nodeCount; node++) {
      if (offsets[node + 1]! > offsets[node]!) count++;
    }
    return count;
  }

  get byteLength(): number {
    return (
      this.dictionary.byteLength +
      this.out.byteLength +
      this.in.byteLength +
      this.predicates.byteLength +
      this.provenances.byteLength +
      this.#predicateOffsets.byteLength +
      this.#predicateRows.byteLength +
      this.#names.byteLength
    );
  }

  arcs(direction: Direction): ArcTable {
    return direction === "out" ? this.out : this.in;
  }

  /** Number of the predicate with this dcid, or undefined when no triple has it. */
  predicateOf(dcid: string): PredicateId | undefined {
    const node = this.dictionary.nodeOf(dcid);
    if (node === undefined) return undefined;
    const { predicates } = this;
    const predicate = lowerBound(predicates as IdColumn, node, 0, predicates.length);
    return predicates[predicate] === node ? predicate : undefined;
  }

  /** Rows of `out` with one predicate: a range of `rowByPredicate`, ascending by subject. */
  rowsByPredicate(predicate: PredicateId): Range {
    return {
      start: this.#predicateOffsets[predicate]!,
      end: this.#predicateOffsets[predicate + 1]!,
    };
  }

  /** The row of `out` at a position of `rowsByPredicate`. */
  rowByPredicate(position: number): number {
    return this.#predicateRows[position]!;
  }

  /** Subject of a row of `out`. */
  subjectOf(row: number): TermId {
    return groupOf(this.out.offsets, row);
  }

  /** The first name that was loaded for a node, as a literal; `noTerm` when it has none. */
  nameOf(node: TermId): TermId {
    return this.#names[node]!;
  }

  /** Rows of `out` with the types of a node. */
  typeRows(node: TermId): Range {
    return this.#typeOf === undefined ? noRows : this.out.rowsOf(node, this.#typeOf);
  }

  /** Does the triple exist, from any provenance? */
  has(subject: TermId, predicate: PredicateId, object: TermId): boolean {
    const { start, end } = this.out.rowsOf(subject, predicate);
    const row = lowerBound(this.out.terms, object, start, end);
    return row < end && this.out.terms[row] === object;
  }

  /** dcid of a provenance number, or undefined for "none". */
  provenanceDcid(provenance: number): string | undefined {
    const node = this.provenances[provenance]!;
    return node === noTerm ? undefined : this.dictionary.textOf(node);
  }
}

const noRows: Range = { start: 0, end: 0 };
