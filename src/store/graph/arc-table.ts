/** Triples grouped by one end. */

import type { ColumnSink, ColumnSource, IdColumn, Range } from "../columns/index.ts";
import { LateColumn, lowerBound } from "../columns/index.ts";
import type { TermId } from "../texts/index.ts";

/** Number of a predicate in `Graph.predicates`; order is byte order of the dcids. */
export type PredicateId = number;

/** Most nodes have a handful of arcs: so many are looked through, more are searched. */
const fewRows = 16;

/** Triples grouped by one end; `terms` holds the other. */
export class ArcTable {
  readonly #offsets: LateColumn<Uint32Array>;
  readonly #predicates: LateColumn<IdColumn>;
  readonly #terms: LateColumn<Uint32Array>;
  readonly #provenances: LateColumn<IdColumn>;

  private constructor(source: ColumnSource, name: string) {
    this.#offsets = new LateColumn(source, `${name}.offsets`);
    this.#predicates = new LateColumn(source, `${name}.predicates`);
    this.#terms = new LateColumn(source, `${name}.terms`);
    this.#provenances = new LateColumn(source, `${name}.provenances`);
  }

  /**
   * The table whose columns were written under a name.
   *
   * @internal
   */
  static readFrom(source: ColumnSource, name: string): ArcTable {
    return new ArcTable(source, name);
  }

  /** @internal */
  writeTo(sink: ColumnSink): void {
    this.#offsets.writeTo(sink);
    this.#predicates.writeTo(sink);
    this.#terms.writeTo(sink);
    this.#provenances.writeTo(sink);
  }

  /** Arcs of term t are rows offsets[t] … offsets[t + 1]. */
  get offsets(): Uint32Array {
    return this.#offsets.rows;
  }

  /** Predicate of each row, ascending within a term. */
  get predicates(): IdColumn {
    return this.#predicates.rows;
  }

  /** The other end of each row, ascending within (term, predicate). */
  get terms(): Uint32Array {
    return this.#terms.rows;
  }

  /** Number of each row's provenance in `Graph.provenances`. */
  get provenances(): IdColumn {
    return this.#provenances.rows;
  }

  /** `predicates`, of which the rows of a range are there and others may not be. */
  predicatesIn({ start, end }: Range): IdColumn {
    return this.#predicates.rowsIn(start, end);
  }

  /** The same of `terms`. */
  termsIn({ start, end }: Range): Uint32Array {
    return this.#terms.rowsIn(start, end);
  }

  /** The same of `provenances`. */
  provenancesIn({ start, end }: Range): IdColumn {
    return this.#provenances.rowsIn(start, end);
  }

  /** Bytes of all columns. */
  get byteLength(): number {
    const { offsets, predicates, terms, provenances } = this;
    return offsets.byteLength + predicates.byteLength + terms.byteLength + provenances.byteLength;
  }

  /** All arcs of a term. */
  rows(term: TermId): Range {
    const offsets = this.#offsets.rowsIn(term, term + 2);
    return { start: offsets[term]!, end: offsets[term + 1]! };
  }

  /** Arcs of a term with one predicate. */
  rowsOf(term: TermId, predicate: PredicateId): Range {
    const offsets = this.#offsets.rowsIn(term, term + 2);
    const first = offsets[term]!;
    const last = offsets[term + 1]!;
    const predicates = this.#predicates.rowsIn(first, last);
    if (last - first > fewRows) {
      const start = lowerBound(predicates, predicate, first, last);
      return { start, end: lowerBound(predicates, predicate + 1, start, last) };
    }
    let start = first;
    while (start < last && predicates[start]! < predicate) start++;
    let end = start;
    while (end < last && predicates[end] === predicate) end++;
    return { start, end };
  }

  /** The other ends of a term's arcs with one predicate, ascending, each once. */
  valuesOf(term: TermId, predicate: PredicateId): TermId[] {
    const { start, end } = this.rowsOf(term, predicate);
    const terms = this.#terms.rowsIn(start, end);
    const values: TermId[] = [];
    for (let row = start; row < end; row++) {
      if (row === start || terms[row] !== terms[row - 1]) values.push(terms[row]!);
    }
    return values;
  }

  /** Predicates of a term's arcs, ascending, each once. */
  predicatesOf(term: TermId): PredicateId[] {
    const { start, end } = this.rows(term);
    const predicates = this.#predicates.rowsIn(start, end);
    const found: PredicateId[] = [];
    let row = start;
    while (row < end) {
      const predicate = predicates[row++]!;
      found.push(predicate);
      // Most predicates have one arc, some very many.
      if (row < end && predicates[row] === predicate) {
        row = lowerBound(predicates, predicate + 1, row, end);
      }
    }
    return found;
  }
}
