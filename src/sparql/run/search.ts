/**
 * One run of a query: bindings are found depth first, one row at a time, so that a query needs no
 * memory but for its answer, and a LIMIT ends it early.
 */

import type { Governor } from "../../governor/index.ts";
import type { ObservationTable } from "../../stats/index.ts";
import type { Graph } from "../../store/index.ts";
import type { World } from "../../world/index.ts";
import type { PatternEnd, VariableId } from "../plan/index.ts";
import { type CellId, QueryTerms, unbound } from "./terms.ts";

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
  /** What each variable is bound to. */
  readonly row: Float64Array;
  #governor: Governor;

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
  }

  /** What a variable is bound to. */
  at(variable: VariableId): CellId {
    return this.row[variable] as CellId;
  }

  /** Counts a partial match. */
  countRow(): void {
    this.#governor.rows(1);
  }

  /** Counts steps of work, before they are done where they are many. */
  readonly work = (steps: number): void => {
    this.#governor.work(steps);
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
