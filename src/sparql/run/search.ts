/**
 * One run of a query: bindings are found depth first, one row at a time, so that a query needs no
 * memory but for its answer, and a LIMIT ends it early.
 */

import { LimitError } from "../../errors/index.ts";
import type { ObservationTable } from "../../stats/index.ts";
import type { Graph } from "../../store/index.ts";
import type { World } from "../../world/index.ts";
import type { PatternEnd, VariableId } from "../plan/index.ts";
import { type CellId, QueryTerms, unbound } from "./terms.ts";

export interface QueryLimits {
  /** Partial matches that a query may go through. */
  readonly rows: number;
  /** Triples and observations that it may look at on the way. */
  readonly candidates: number;
  /** Cells that it may collect; as part of an answer each takes some 120 bytes. */
  readonly cells: number;
}

export const defaultLimits: QueryLimits = {
  rows: 10_000_000,
  candidates: 200_000_000,
  cells: 5_000_000,
};

/** Called once per match while the row holds it; false asks for no more. */
export type Next = () => boolean;

/** Something that matches: a pattern, a group, a condition. */
export interface Unit {
  /** Variables that it looks at. */
  readonly variables: readonly VariableId[];
  /** About how many matches the bindings at hand have; exact where the indexes tell. */
  count(): number;
  /**
   * Calls `next` for every match, with its bindings in the row, and takes them back. False when
   * `next` asked for no more.
   */
  each(next: Next): boolean;
  /** Is told that about so many rows will ask it. */
  expect?(rows: number): void;
  /** Matches that differ in no variable of these may be left out but for one. */
  keep?(needed: ReadonlySet<VariableId>): void;
}

export class Search {
  readonly graph: Graph;
  readonly observations: ObservationTable;
  readonly terms: QueryTerms;
  readonly limits: QueryLimits;
  /** What each variable is bound to. */
  readonly row: Float64Array;
  #rows = 0;
  #candidates = 0;

  constructor(world: World, variableCount: number, limits: QueryLimits) {
    this.graph = world.graph;
    this.observations = world.observations;
    this.terms = new QueryTerms(world);
    this.limits = limits;
    this.row = new Float64Array(variableCount).fill(unbound);
  }

  /** Sets the counts back: each run has its own. */
  begin(): void {
    this.#rows = 0;
    this.#candidates = 0;
  }

  /** What a variable is bound to. */
  at(variable: VariableId): CellId {
    return this.row[variable] as CellId;
  }

  /** Counts a partial match. */
  countRow(): void {
    if (++this.#rows > this.limits.rows) {
      throw new LimitError(`a query may go through at most ${this.limits.rows} rows; narrow it`);
    }
  }

  /** Counts what was looked at. */
  countCandidates(count: number): void {
    this.#candidates += count;
    if (this.#candidates > this.limits.candidates) {
      throw new LimitError(
        `a query may look at at most ${this.limits.candidates} triples and observations; narrow it`,
      );
    }
  }
}

/** One end of a pattern, ready to run: a variable, or the terms that its constants can be. */
export interface Ends {
  /** Negative for constants. */
  readonly variable: VariableId;
  /** Ascending. */
  readonly ids: Uint32Array;
}

export function endsOf(search: Search, end: PatternEnd): Ends {
  return end.kind === "variable"
    ? { variable: end.variable, ids: noIds }
    : { variable: -1, ids: search.terms.constants(end.texts) };
}

/** The same where only nodes can stand. */
export function nodeEndsOf(search: Search, end: PatternEnd): Ends {
  const { variable, ids } = endsOf(search, end);
  return { variable, ids: ids.filter((id) => id < search.terms.nodeCount) };
}

const noIds = new Uint32Array(0);
