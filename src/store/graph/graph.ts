/**
 * The frozen triples, in two orders.
 *
 *   out.offsets     0     2        5     rows of subject s are offsets[s] … offsets[s + 1]
 *   out.predicates  p1 p3 p1 p1 p2       sorted within each subject
 *   out.terms       o4 o2 o1 o7 o3       sorted within each (subject, predicate): the objects
 *   out.provenances                      sorted within each (subject, predicate, object)
 *
 * `in` is the same from the other side: by object term, then predicate, then subject. Predicates and
 * provenances are small numbers into tables of their own, so that their columns are one or two bytes
 * wide.
 */

import {
  type ColumnSource,
  hasForFar,
  type IdColumn,
  LateColumn,
  type Range,
} from "../columns/column-source.ts";
import { gather, groupOf, lowerBound } from "../columns/kernels.ts";
import { Dictionary, type DictionaryMeta, noTerm, type TermId } from "../texts/dictionary.ts";
import { TextTable } from "../texts/text-table.ts";
import { ArcTable, type PredicateId } from "./arc-table.ts";
import { LeadColumns, TypeSets } from "./type-sets.ts";

/** Out: the queried node is the subject. In: it is the object. */
export type Direction = "out" | "in";

/** What the columns of names in the order of nodes are called in front of their own names. */
export const farNames = "far.names";

/** More known nodes than these are not kept at hand. */
export const knownMax = 2048;

/** What a graph's columns do not say, or only after they are read: plain data. */
export interface GraphMeta extends DictionaryMeta {
  /** Rows of subject, predicate, object and provenance. */
  readonly tripleCount: number;
  /** Nodes that are the subject of at least one triple. */
  readonly subjectCount: number;
  /** Bytes of all columns, the dictionary's among them. */
  readonly byteLength: number;
}

/** The triples, by subject and by object, in ids. */
export class Graph {
  /** @internal */
  readonly meta: GraphMeta;
  /** Ids of dcids and literals, and back. */
  readonly dictionary: Dictionary;
  /** Arcs by subject. */
  readonly out: ArcTable;
  /** Arcs by object, nodes and literals alike. */
  readonly in: ArcTable;
  /** @internal What snapshots have; undefined for a world that was loaded. */
  readonly leads: LeadColumns | undefined;
  /** @internal Where its columns come from. */
  readonly source: ColumnSource;
  readonly #typeSets: TypeSets;
  #predicates: Uint32Array | undefined;
  #provenances: Uint32Array | undefined;
  /** Of a snapshot that lies elsewhere. */
  readonly #farNames: TextTable | undefined;
  readonly #predicateOffsets: LateColumn<Uint32Array>;
  readonly #names: LateColumn<Uint32Array>;
  #typeOf: PredicateId | undefined | "unknown" = "unknown";
  /** dcids of predicates and provenances that were read. */
  readonly #predicateDcids: (string | undefined)[] = [];
  readonly #provenanceDcids: (string | undefined)[] = [];
  /** Rows of the predicates that were read. */
  readonly #rowsOfPredicate: (Uint32Array | undefined)[] = [];

  private constructor(source: ColumnSource, meta: GraphMeta, dictionary: Dictionary) {
    this.source = source;
    this.meta = Object.freeze({ ...meta });
    this.dictionary = dictionary;
    this.out = ArcTable.readFrom(source, "graph.out", dictionary.nodeCount);
    this.in = ArcTable.readFrom(source, "graph.in", dictionary.termCount);
    this.#typeSets = TypeSets.readFrom(source);
    this.leads = LeadColumns.readFrom(source, () => this.typeSetCount);
    if (hasForFar(source, `${farNames}.bytes`))
      this.#farNames = TextTable.readFrom(source, farNames, dictionary.nodeCount);
    this.#predicateOffsets = new LateColumn(source, "graph.predicateOffsets");
    this.#names = new LateColumn(source, "graph.names");
  }

  /**
   * The graph over the columns of a source; a column is read when it is first needed.
   *
   * @internal
   */
  static readFrom(
    source: ColumnSource,
    meta: GraphMeta,
    dictionary: Dictionary = Dictionary.readFrom(source, meta),
  ): Graph {
    return new Graph(source, meta, dictionary);
  }

  /** Distinct rows of subject, predicate, object and provenance. */
  get tripleCount(): number {
    return this.meta.tripleCount;
  }

  /** Nodes that are the subject of at least one triple. */
  get subjectCount(): number {
    return this.meta.subjectCount;
  }

  /** Bytes of all columns, the dictionary's too. */
  get byteLength(): number {
    return this.meta.byteLength;
  }

  /** Node of each predicate, ascending. */
  get predicates(): Uint32Array {
    this.#predicates ??= this.source.column("graph.predicates") as Uint32Array;
    return this.#predicates;
  }

  /** Node of each provenance, ascending. The first is `noTerm` and means "none". */
  get provenances(): Uint32Array {
    this.#provenances ??= this.source.column("graph.provenances") as Uint32Array;
    return this.#provenances;
  }

  /** `out` or `in`. */
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
    const offsets = this.#predicateOffsets.rows;
    return { start: offsets[predicate]!, end: offsets[predicate + 1]! };
  }

  /** The row of `out` at a position of `rowsByPredicate`. */
  rowByPredicate(position: number): number {
    const offsets = this.#predicateOffsets.rows;
    const predicate = groupOf(offsets, position);
    return this.rowsOfPredicate(predicate)[position - offsets[predicate]!]!;
  }

  /** Rows of `out` with one predicate, ascending. Found on the first call, then remembered. */
  rowsOfPredicate(predicate: PredicateId): Uint32Array {
    const known = this.#rowsOfPredicate[predicate];
    if (known !== undefined) return known;
    const { start, end } = this.rowsByPredicate(predicate);
    const rows = new Uint32Array(end - start);
    const { predicates } = this.out;
    for (let at = 0, row = -1; at < rows.length; at++) {
      row = predicates.indexOf(predicate, row + 1);
      if (row < 0) throw new Error("a predicate has fewer rows than its offsets say");
      rows[at] = row;
    }
    this.#rowsOfPredicate[predicate] = rows;
    return rows;
  }

  /** Subject of a row of `out`. */
  subjectOf(row: number): TermId {
    return groupOf(this.out.offsets, row);
  }

  /** The first name that was loaded for a node, as a literal; `noTerm` when it has none. */
  nameOf(node: TermId): TermId {
    return this.#names.rowsIn(node, node + 1)[node]!;
  }

  /** By node: the term of its name, or `noTerm`. */
  get names(): Uint32Array {
    return this.#names.rows;
  }

  /** dcid of a node, and its name if it has one. */
  named(node: TermId): { dcid: string; name?: string } {
    const dcid = this.dictionary.textOf(node);
    const name = this.nameTextOf(node);
    return name === undefined ? { dcid } : { dcid, name };
  }

  /** The text of that name; undefined when the node has none. */
  nameTextOf(node: TermId): string | undefined {
    const text = this.#farNames?.textOf(node);
    // An empty text is no name, or an empty one; or it is not here yet.
    if (text !== undefined && (text !== "" || this.#farNames?.hasText(node) === false)) return text;
    const name = this.nameOf(node);
    return name === noTerm ? undefined : this.dictionary.textOf(name);
  }

  /** Number of the set of a node's types; 0 when it has none. */
  typeSetOf(node: TermId): number {
    return this.#typeSets.setsIn(node, node + 1)[node]!;
  }

  /** Was that number fetched? Far away, a zero may stand for it at first. */
  hasTypeSetOf(node: TermId): boolean {
    return this.#typeSets.hasSetOf(node);
  }

  /** By node: the same of nodes first … end - 1; those of others may not be there. */
  typeSetsIn(first: TermId, end: TermId): IdColumn {
    return this.#typeSets.setsIn(first, end);
  }

  /** The same of every node. */
  get typeSets(): IdColumn {
    return this.#typeSets.sets;
  }

  /** @internal Writes the numbers of nodes' sets of types, in the order of the nodes. */
  writeTypeSets(nodes: Uint32Array, sets: Uint32Array): void {
    const here = this.#typeSets.setsHere;
    if (here !== undefined) gather(here, nodes, sets);
    else for (let at = 0; at < nodes.length; at++) sets[at] = this.typeSetOf(nodes[at] as TermId);
  }

  /** Types in a set, ascending, each once. */
  typesOfSet(set: number): readonly TermId[] {
    return this.#typeSets.typesOf(set);
  }

  /** Sets are numbered 0 … typeSetCount - 1. */
  get typeSetCount(): number {
    return this.#typeSets.count;
  }

  /** Rows of `out` with the types of a node. */
  typeRows(node: TermId): Range {
    if (this.#typeOf === "unknown") this.#typeOf = this.predicateOf("typeOf");
    return this.#typeOf === undefined ? noRows : this.out.rowsOf(node, this.#typeOf);
  }

  /** Does the triple exist, from any provenance? */
  has(subject: TermId, predicate: PredicateId, object: TermId): boolean {
    const range = this.out.rowsOf(subject, predicate);
    const terms = this.out.termsIn(range);
    const row = lowerBound(terms, object, range.start, range.end);
    return row < range.end && terms[row] === object;
  }

  /**
   * What one predicate of a node leads to, ascending and each once: nodes and literals outwards,
   * subjects inwards. Empty when it has none.
   */
  valuesOf(node: TermId, predicate: PredicateId, direction: Direction = "out"): TermId[] {
    return this.arcs(direction).valuesOf(node, predicate);
  }

  /** What a property of a node leads to, as `valuesOf`: empty for a property that no triple has, and for no node. */
  linked(node: TermId | undefined, property: string, direction: Direction = "out"): TermId[] {
    const predicate = this.predicateOf(property);
    const isNone = node === undefined || predicate === undefined;
    return isNone ? [] : this.valuesOf(node, predicate, direction);
  }

  /** Predicates of a node's arcs, ascending and each once. */
  predicatesOf(node: TermId, direction: Direction): PredicateId[] {
    return this.arcs(direction).predicatesOf(node);
  }

  /** dcid of a predicate, as one string that is kept. */
  predicateDcid(predicate: PredicateId): string {
    const known = this.#predicateDcids[predicate];
    if (known !== undefined) return known;
    const dcid = this.dictionary.textOf(this.predicates[predicate]!);
    this.#predicateDcids[predicate] = dcid;
    return dcid;
  }

  /** dcid of a provenance number, as one string that is kept, or undefined for "none". */
  provenanceDcid(provenance: number): string | undefined {
    const known = this.#provenanceDcids[provenance];
    if (known !== undefined) return known;
    const node = this.provenances[provenance]!;
    const dcid = node === noTerm ? undefined : this.dictionary.textOf(node);
    this.#provenanceDcids[provenance] = dcid;
    return dcid;
  }
}

const noRows: Range = { start: 0, end: 0 };
