/** Triples grouped by one end. */

import type { IdColumn, Range } from "./column.ts";
import type { TermId } from "./dictionary.ts";
import { lowerBound } from "./kernels.ts";
import type { ColumnSink, ColumnSource } from "./sections.ts";

/** Number of a predicate in `Graph.predicates`; order is byte order of the dcids. */
export type PredicateId = number;

/** Triples grouped by one end; `terms` holds the other. */
export class ArcTable {
  readonly #source: ColumnSource;
  readonly #name: string;
  #offsets: Uint32Array | undefined;
  #predicates: IdColumn | undefined;
  #terms: Uint32Array | undefined;
  #provenances: IdColumn | undefined;

  private constructor(source: ColumnSource, name: string) {
    this.#source = source;
    this.#name = name;
  }

  /** The table whose columns were written under a name. */
  static readFrom(source: ColumnSource, name: string): ArcTable {
    return new ArcTable(source, name);
  }

  writeTo(sink: ColumnSink): void {
    sink.column(`${this.#name}.offsets`, this.offsets);
    sink.column(`${this.#name}.predicates`, this.predicates);
    sink.column(`${this.#name}.terms`, this.terms);
    sink.column(`${this.#name}.provenances`, this.provenances);
  }

  /** Arcs of term t are rows offsets[t] … offsets[t + 1]. */
  get offsets(): Uint32Array {
    this.#offsets ??= this.#source.column(`${this.#name}.offsets`) as Uint32Array;
    return this.#offsets;
  }

  /** Predicate of each row, ascending within a term. */
  get predicates(): IdColumn {
    this.#predicates ??= this.#source.column(`${this.#name}.predicates`) as IdColumn;
    return this.#predicates;
  }

  /** The other end of each row, ascending within (term, predicate). */
  get terms(): Uint32Array {
    this.#terms ??= this.#source.column(`${this.#name}.terms`) as Uint32Array;
    return this.#terms;
  }

  /** Number of each row's provenance in `Graph.provenances`. */
  get provenances(): IdColumn {
    this.#provenances ??= this.#source.column(`${this.#name}.provenances`) as IdColumn;
    return this.#provenances;
  }

  get byteLength(): number {
    const { offsets, predicates, terms, provenances } = this;
    return offsets.byteLength + predicates.byteLength + terms.byteLength + provenances.byteLength;
  }

  /** All arcs of a term. */
  rows(term: TermId): Range {
    const { offsets } = this;
    return { start: offsets[term]!, end: offsets[term + 1]! };
  }

  /** Arcs of a term with one predicate. */
  rowsOf(term: TermId, predicate: PredicateId): Range {
    const { offsets, predicates } = this;
    const first = offsets[term]!;
    const last = offsets[term + 1]!;
    const start = lowerBound(predicates, predicate, first, last);
    return { start, end: lowerBound(predicates, predicate + 1, start, last) };
  }
}
