/**
 * One run of a query: bindings are found depth first, one row at a time, so that a query needs no
 * memory but for its answer, and a LIMIT ends it early.
 */

import type { Governor } from "../../governor/index.ts";
import type { ObservationTable } from "../../stats/index.ts";
import type { Graph, TermId } from "../../store/index.ts";
import type { World } from "../../world/index.ts";
import type { PatternEnd, VariableId } from "../plan/index.ts";
import { type CellId, QueryTerms, unbound } from "./terms.ts";

/** Called once per match while the row holds it; false asks for no more. */
export type Next = () => boolean;

/** Whether a node matches. */
export interface NodeTest {
  readonly variable: VariableId;
  holds(node: TermId): boolean;
}

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
  /** For a unit that binds nothing where its one variable is bound, and matches once at most. */
  readonly test?: NodeTest | undefined;
  /** Matches that differ in no variable of these may be left out but for one. */
  keep?(needed: ReadonlySet<VariableId>): void;
}

/** Counting takes as long as what is counted: rows and steps are told to the governor together. */
const rowsPerReport = 64;
const stepsPerReport = 1024;

export class Search {
  readonly graph: Graph;
  readonly observations: ObservationTable;
  readonly terms: QueryTerms;
  /** What each variable is bound to. */
  readonly row: Float64Array;
  #governor: Governor;
  /** What the governor was not told yet. */
  #rows = 0;
  #steps = 0;

  constructor(world: World, variableCount: number, governor: Governor) {
    this.graph = world.graph;
    this.observations = world.observations;
    this.#governor = governor;
    this.terms = new QueryTerms(world, this);
    this.row = new Float64Array(variableCount).fill(unbound);
  }

  /** Begins a run under the governor of its request. */
  begin(governor: Governor): void {
    this.#governor = governor;
    this.#rows = 0;
    this.#steps = 0;
  }

  /** Tells the governor what it was not told yet. */
  report(): void {
    this.#governor.rows(this.#rows);
    this.#rows = 0;
    this.#governor.work(this.#steps);
    this.#steps = 0;
  }

  /** What a variable is bound to. */
  at(variable: VariableId): CellId {
    return this.row[variable] as CellId;
  }

  /** Counts a partial match. */
  countRow(): void {
    if (++this.#rows === rowsPerReport) this.report();
  }

  /** Counts steps of work, before they are done where they are many. */
  readonly work = (steps: number): void => {
    // Much work is told by itself: the governor refuses it before it is begun.
    if (steps >= stepsPerReport) {
      this.#governor.work(steps);
      return;
    }
    this.#steps += steps;
    if (this.#steps >= stepsPerReport) this.report();
  };

  /** Counts bytes of memory. */
  bytes(count: number): void {
    this.#governor.bytes(count);
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
