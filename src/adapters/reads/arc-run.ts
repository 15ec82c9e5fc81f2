/**
 * The properties of a node, and the values of one of them as an ordered run: literals before nodes,
 * each in byte order, then by provenance (behaviour: node 2.4). Positions in a run count from 0.
 */

import {
  type Direction,
  derived,
  type Graph,
  type IdColumn,
  lowerBound,
  type PredicateId,
  type Range,
  type TermId,
} from "../../store/index.ts";
import type { LoweredLabel } from "./lowered-arc.ts";

/** Rows of a long run that are read together. */
const windowRows = 512;

/** Rows of a world that lies elsewhere: only some of them are here. */
interface FarRows {
  /** Fetches rows [start, end). */
  readonly need: (start: number, end: number) => void;
  /** Are none of them literals? */
  readonly areNodes: boolean;
}

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
  /** Undefined where all rows are here. */
  readonly #need: FarRows["need"] | undefined;
  /** The rows that were fetched last. */
  #window: Range = { start: 0, end: 0 };

  /** @param far for a long run in a world elsewhere */
  constructor(
    graph: Graph,
    { start, end }: Range,
    terms: Uint32Array,
    provenances: IdColumn | undefined,
    far?: FarRows,
  ) {
    this.#need = far?.need;
    this.terms = terms;
    this.provenances = provenances;
    this.#start = start;
    this.#end = end;
    const { nodeCount } = graph.dictionary;
    this.#middle = far?.areNodes === true ? end : this.#lowerBound(nodeCount, start, end);
    this.#literals = end - this.#middle;
    this.length = end - start;
  }

  /** The row of a position. */
  rowAt(position: number): number {
    const row =
      position < this.#literals ? this.#middle + position : this.#start + position - this.#literals;
    if (this.#need !== undefined) this.#needRow(row, this.#need);
    return row;
  }

  #needRow(row: number, need: FarRows["need"]): void {
    if (row >= this.#window.start && row < this.#window.end) return;
    const end = Math.min(row + windowRows, row < this.#middle ? this.#middle : this.#end);
    need(row, end);
    this.#window = { start: row, end };
  }

  #lowerBound(term: TermId, start: number, end: number): number {
    const need = this.#need;
    if (need === undefined) return lowerBound(this.terms, term, start, end);
    let low = start;
    for (let high = end; low < high; ) {
      const middle = low + ((high - low) >>> 1);
      need(middle, middle + 1);
      if ((this.terms[middle] as TermId) < term) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The first position after a term and provenance. */
  after(term: TermId, isNode: boolean, provenance: number): number {
    const [first, last] = isNode ? [this.#start, this.#middle] : [this.#middle, this.#end];
    let row = this.#lowerBound(term, first, last);
    while (row < last && this.#isTerm(row, term) && this.#isUpTo(row, provenance)) row++;
    return isNode ? row - this.#start + this.#literals : row - this.#middle;
  }

  #isTerm(row: number, term: TermId): boolean {
    this.#need?.(row, row + 1);
    return this.terms[row] === term;
  }

  #isUpTo(row: number, provenance: number): boolean {
    return this.provenances === undefined || (this.provenances[row] as number) <= provenance;
  }
}

/** Closure edges of the real service: it answers them by name, and never lists them. */
const internalLabels = ["linkedContainedInPlace", "linkedMember", "linkedMemberOf"];
const internalPredicates = derived(
  (graph: Graph) => new Set(internalLabels.map((label) => graph.predicateOf(label))),
);

/** Predicates of a node's arcs in the order of their labels, without the internal ones. */
export function visiblePredicates(graph: Graph, node: TermId, direction: Direction): PredicateId[] {
  const internal = internalPredicates(graph);
  return graph.predicatesOf(node, direction).filter((predicate) => !internal.has(predicate));
}

/** Their labels, ascending. */
export function labelsOf(graph: Graph, node: TermId, direction: Direction): string[] {
  return visiblePredicates(graph, node, direction).map((one) => graph.predicateDcid(one));
}

/** Labels of a node's arcs, ascending, without the internal ones. */
export function visibleLabels(graph: Graph, node: TermId, direction: Direction): LoweredLabel[] {
  return visiblePredicates(graph, node, direction).map((predicate) => ({
    label: graph.predicateDcid(predicate),
    predicate,
  }));
}

/** Far away, a longer run is read as far as it is shown. */
const runRowsMax = 4096;

/** The values of one label of a node, in answer order. */
export function arcRun(
  graph: Graph,
  node: TermId,
  direction: Direction,
  { predicate }: Pick<LoweredLabel, "predicate">,
): ArcRun {
  const arcs = graph.arcs(direction);
  arcs.wishProvenances(node);
  const range = arcs.rowsOf(node, predicate);
  if (!arcs.isFar || range.end - range.start <= runRowsMax) {
    return new ArcRun(graph, range, arcs.termsIn(range), arcs.provenancesIn(range));
  }
  const none = { start: range.start, end: range.start };
  const need = (start: number, end: number) => {
    arcs.termsIn({ start, end });
    arcs.provenancesIn({ start, end });
  };
  return new ArcRun(graph, range, arcs.termsIn(none), arcs.provenancesIn(none), {
    need,
    areNodes: direction === "in",
  });
}
