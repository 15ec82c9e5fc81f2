/**
 * The values of one property of one node as an ordered run: literals before nodes, each in byte
 * order, then by provenance (facts V2 §2.2.6). Positions count from 0 and are found by search.
 */

import { type Graph, type IdColumn, lowerBound, type Range, type TermId } from "../store/index.ts";

/** Arcs of one node and property in one direction, or the terms of a closure. */
export class ArcRun {
  readonly length: number;
  readonly #terms: Uint32Array;
  readonly #provenances: IdColumn | undefined;
  readonly #start: number;
  /** First literal: ids of literals lie above those of nodes. */
  readonly #middle: number;
  readonly #end: number;
  readonly #literals: number;
  readonly #nodeCount: number;

  /** `provenances` is undefined for terms that were reached over several hops. */
  constructor(
    graph: Graph,
    { start, end }: Range,
    terms: Uint32Array,
    provenances: IdColumn | undefined,
  ) {
    this.#terms = terms;
    this.#provenances = provenances;
    this.#start = start;
    this.#end = end;
    this.#nodeCount = graph.dictionary.nodeCount;
    this.#middle = lowerBound(terms, this.#nodeCount, start, end);
    this.#literals = end - this.#middle;
    this.length = end - start;
  }

  termAt(position: number): TermId {
    return this.#terms[this.#row(position)] as TermId;
  }

  provenanceAt(position: number): number | undefined {
    return this.#provenances?.[this.#row(position)];
  }

  /** The first position after a term and provenance. */
  after(term: TermId, provenance: number): number {
    const isLiteral = term >= this.#nodeCount;
    const [first, last] = isLiteral ? [this.#middle, this.#end] : [this.#start, this.#middle];
    let row = lowerBound(this.#terms, term, first, last);
    while (row < last && this.#terms[row] === term && this.#isUpTo(row, provenance)) row++;
    return isLiteral ? row - this.#middle : row - this.#start + this.#literals;
  }

  #isUpTo(row: number, provenance: number): boolean {
    return this.#provenances === undefined || (this.#provenances[row] as number) <= provenance;
  }

  #row(position: number): number {
    return position < this.#literals
      ? this.#middle + position
      : this.#start + position - this.#literals;
  }
}
