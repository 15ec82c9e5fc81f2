/**
 * Where the rows of a predicate begin and end, for terms with very many rows: "City" is the type of
 * millions, and to search a column of so many rows takes a round of reads for each step. One row is one
 * predicate of one term, ascending by both.
 *
 *   terms        City   City      Town …
 *   predicates   p3     p9        p9
 *   starts       100    5100      …
 *   ends         5100   4005100   …
 */

import type { ColumnSource, Range } from "../columns/index.ts";
import { LateColumn, lowerBound } from "../columns/index.ts";

/** A term with fewer rows is searched in a block or two. */
export const longRunsMin = 4096;
/** So many runs are kept at hand at most. */
export const longRunsMax = 1024;

export const longRunNames = ["terms", "predicates", "starts", "ends"] as const;

export interface LongRun extends Range {
  readonly term: number;
  readonly predicate: number;
}

export class LongRuns {
  readonly #terms: LateColumn<Uint32Array>;
  readonly #predicates: LateColumn<Uint32Array>;
  readonly #starts: LateColumn<Uint32Array>;
  readonly #ends: LateColumn<Uint32Array>;

  private constructor(source: ColumnSource, name: string) {
    this.#terms = new LateColumn(source, `${name}.terms`);
    this.#predicates = new LateColumn(source, `${name}.predicates`);
    this.#starts = new LateColumn(source, `${name}.starts`);
    this.#ends = new LateColumn(source, `${name}.ends`);
  }

  /** Undefined where the source is near or has none. */
  static readFrom(source: ColumnSource, name: string): LongRuns | undefined {
    const isThere = source.isFar === true && source.has?.(`${name}.terms`) === true;
    return isThere ? new LongRuns(source, name) : undefined;
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
