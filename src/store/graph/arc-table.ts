/** Triples grouped by one end. */

import {
  type ColumnSource,
  hasForFar,
  type Id,
  type IdColumn,
  LateColumn,
  type Range,
} from "../columns/column-source.ts";
import { lowerBound } from "../columns/kernels.ts";
import type { TermId } from "../texts/dictionary.ts";
import { Samples } from "../texts/far-texts.ts";

/** Number of a predicate in `Graph.predicates`; order is byte order of the dcids. */
export type PredicateId = Id<"predicate">;

/** Most nodes have a handful of arcs: so many are looked through, more are searched. */
const fewRows = 16;
/**
 * Far away, rows of so many are fetched on either side of where those of a term probably lie. Predicates, which
 * show where the wanted rows begin, take a byte per row.
 */
const farRoom = { predicates: 1536, terms: 1024 } as const;
/** Samples so far apart do not show where rows lie. */
const farSpanMax = 1 << 16;

/** The last parts of the names of columns for readers far away. */
export const farArcNames = { samples: "samples", runs: "runs" } as const;

/** The first part of these names. */
export function farArcsOf(name: string): string {
  return name.replace(/^graph/, "far");
}

/** Triples grouped by one end; `terms` holds the other. */
export class ArcTable {
  readonly #offsets: LateColumn<Uint32Array>;
  readonly #predicates: LateColumn<IdColumn>;
  readonly #terms: LateColumn<Uint32Array>;
  readonly #provenances: LateColumn<IdColumn>;

  /** Of a snapshot that lies elsewhere. */
  readonly #samples: Samples | undefined;
  readonly #runs: LongRuns | undefined;

  private constructor(source: ColumnSource, name: string, termCount: number) {
    this.#offsets = new LateColumn(source, `${name}.offsets`);
    this.#predicates = new LateColumn(source, `${name}.predicates`);
    this.#terms = new LateColumn(source, `${name}.terms`);
    this.#provenances = new LateColumn(source, `${name}.provenances`);
    const far = farArcsOf(name);
    const [samples, runs] = [`${far}.${farArcNames.samples}`, `${far}.${farArcNames.runs}`];
    this.#samples = hasForFar(source, samples)
      ? new Samples(source, samples, termCount)
      : undefined;
    this.#runs = hasForFar(source, `${runs}.terms`) ? new LongRuns(source, runs) : undefined;
  }

  /**
   * The table whose columns were written under a name.
   *
   * @internal
   * @param termCount terms whose arcs it has
   */
  static readFrom(source: ColumnSource, name: string, termCount: number): ArcTable {
    return new ArcTable(source, name, termCount);
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

  /** Was the other end of a row fetched? See `LazyRows`. */
  hasTerm(row: number): boolean {
    return this.#terms.hasRow(row);
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

  /** Far away: only rows that were fetched are here, and each row is fetched before it is read. */
  get isFar(): boolean {
    return this.#samples !== undefined;
  }

  /** All arcs of a term. */
  rows(term: TermId): Range {
    if (this.#samples !== undefined) this.#wishRows(term, this.#samples);
    const offsets = this.#offsets.rowsIn(term, term + 2);
    return { start: offsets[term]!, end: offsets[term + 1]! };
  }

  /** Arcs of a term with one predicate. */
  rowsOf(term: TermId, predicate: PredicateId): Range {
    const run = this.#runs?.rowsOf(term, predicate);
    if (run !== undefined) return run;
    if (this.#samples !== undefined) this.#wishRows(term, this.#samples);
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
    const known = this.#runs?.predicatesOf(term);
    if (known !== undefined) return known;
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

  /** Predicates and other ends of a term's arcs are perhaps needed next. */
  #wishRows(term: TermId, samples: Samples): void {
    if (!this.#terms.takesWishes) return;
    const predicates = samples.near(term, farRoom.predicates);
    if (predicates.end - predicates.start > farSpanMax) return;
    this.#predicates.wish(predicates.start, predicates.end);
    const { start, end } = samples.near(term, farRoom.terms);
    this.#terms.wish(start, end);
  }

  /** Provenances of a term's arcs are perhaps needed next. */
  wishProvenances(term: TermId): void {
    if (this.#samples === undefined || !this.#provenances.takesWishes) return;
    if (this.#runs?.predicatesOf(term) !== undefined) return;
    const { start, end } = this.#samples.near(term, farRoom.terms);
    if (end - start <= farSpanMax) this.#provenances.wish(start, end);
  }
}

// Where the rows of a predicate begin and end, for terms with very many rows: "City" is the type of
// millions, and to search a column of so many rows takes a round of reads for each step. One row is one
// predicate of one term, ascending by both.
//
//   terms        City   City      Town …
//   predicates   p3     p9        p9
//   starts       100    5100      …
//   ends         5100   4005100   …

/** A term with fewer rows is searched in a block or two. */
export const longRunsMin = 4096;
/** So many runs are kept at hand at most. */
export const longRunsMax = 1024;

export const longRunNames = ["terms", "predicates", "starts", "ends"] as const;

export interface LongRun extends Range {
  readonly term: number;
  readonly predicate: number;
}

class LongRuns {
  readonly #terms: LateColumn<Uint32Array>;
  readonly #predicates: LateColumn<Uint32Array>;
  readonly #starts: LateColumn<Uint32Array>;
  readonly #ends: LateColumn<Uint32Array>;

  /** @param source has them */
  constructor(source: ColumnSource, name: string) {
    this.#terms = new LateColumn(source, `${name}.terms`);
    this.#predicates = new LateColumn(source, `${name}.predicates`);
    this.#starts = new LateColumn(source, `${name}.starts`);
    this.#ends = new LateColumn(source, `${name}.ends`);
  }

  /** Rows of a predicate of a term; undefined for a term that has no long runs. */
  rowsOf(term: number, predicate: number): Range | undefined {
    const terms = this.#terms.rows;
    let run = lowerBound(terms, term, 0, terms.length);
    if (terms[run] !== term) return undefined;
    const predicates = this.#predicates.rows;
    while (terms[run] === term && predicates[run]! < predicate) run++;
    const start = this.#starts.rows[run];
    if (terms[run] === term && predicates[run] === predicate) {
      return { start: start!, end: this.#ends.rows[run]! };
    }
    return { start: 0, end: 0 };
  }

  /** Predicates of a term that has long runs, ascending. */
  predicatesOf(term: number): number[] | undefined {
    const terms = this.#terms.rows;
    let run = lowerBound(terms, term, 0, terms.length);
    if (terms[run] !== term) return undefined;
    const found: number[] = [];
    for (; terms[run] === term; run++) found.push(this.#predicates.rows[run]!);
    return found;
  }
}
