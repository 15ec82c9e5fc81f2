/**
 * The values of one property of one node as an ordered run: literals before nodes, each in byte
 * order, then by provenance (behaviour: node 2.4). Positions count from 0 and are found by search.
 */

import {
  type Graph,
  type IdColumn,
  lowerBound,
  type Range,
  type TermId,
} from "../../store/index.ts";

/** Arcs of one node and property in one direction, or the terms of a closure. */
export class ArcRun {
  readonly length: number;
  /** Values by row. */
  readonly terms: Uint32Array;
  /** Provenance numbers by row; undefined for terms that were reached over several hops. */
  readonly provenances: IdColumn | undefined;
  readonly #start: number;
  /** First literal: ids of literals lie above ids of nodes. */
  readonly #middle: number;
  readonly #end: number;
  readonly #literals: number;

  constructor(
    graph: Graph,
    { start, end }: Range,
    terms: Uint32Array,
    provenances: IdColumn | undefined,
  ) {
    this.terms = terms;
    this.provenances = provenances;
    this.#start = start;
    this.#end = end;
    this.#middle = lowerBound(terms, graph.dictionary.nodeCount, start, end);
    this.#literals = end - this.#middle;
    this.length = end - start;
  }

  /** The row of a position. */
  rowAt(position: number): number {
    return position < this.#literals
      ? this.#middle + position
      : this.#start + position - this.#literals;
  }

  /** The first position after a term and provenance. */
  after(term: TermId, isNode: boolean, provenance: number): number {
    const [first, last] = isNode ? [this.#start, this.#middle] : [this.#middle, this.#end];
    let row = lowerBound(this.terms, term, first, last);
    while (row < last && this.terms[row] === term && this.#isUpTo(row, provenance)) row++;
    return isNode ? row - this.#start + this.#literals : row - this.#middle;
  }

  #isUpTo(row: number, provenance: number): boolean {
    return this.provenances === undefined || (this.provenances[row] as number) <= provenance;
  }
}
