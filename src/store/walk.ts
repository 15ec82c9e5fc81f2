/** Steps over the graph in ids: neighbours, filters and bounded closures. */

import { Bitmap } from "./bitmap.ts";
import type { TermId } from "./dictionary.ts";
import type { Direction, Graph, PredicateId } from "./graph.ts";

/**
 * A test of a node: for every key there is an out arc to one of the key's values (facts V2 §2.3).
 * `values` are terms, nodes and literals; a key that no triple has (`undefined`) fits nothing.
 */
export type TermFilter = readonly {
  readonly predicate: PredicateId | undefined;
  readonly values: readonly TermId[];
}[];

/** Does a term pass a filter? Literals have no arcs and pass only the empty filter. */
export function passes(graph: Graph, term: TermId, filter: TermFilter): boolean {
  for (const { predicate, values } of filter) {
    if (predicate === undefined || !graph.dictionary.isNode(term)) return false;
    if (!values.some((value) => graph.has(term, predicate, value))) return false;
  }
  return true;
}

/**
 * Terms reachable over one predicate in 1 … `hopsMax` steps, ascending and without repetition; the
 * start itself only if a cycle leads back to it. The filter tests what is reached, not the path.
 */
export function closure(
  graph: Graph,
  start: TermId,
  direction: Direction,
  predicate: PredicateId,
  hopsMax: number,
  filter: TermFilter = [],
): Uint32Array {
  const queue: TermId[] = [start];
  const seen = new Bitmap(graph.dictionary.termCount);
  for (let hop = 0, from = 0; hop < hopsMax && from < queue.length; hop++) {
    const levelEnd = queue.length;
    for (; from < levelEnd; from++) step(graph, queue[from]!, direction, predicate, seen, queue);
  }
  return Uint32Array.from(passing(graph, queue, filter)).sort();
}

/** Queues the terms one step away that were not seen before. */
function step(
  graph: Graph,
  from: TermId,
  direction: Direction,
  predicate: PredicateId,
  seen: Bitmap,
  queue: TermId[],
): void {
  // A literal has incoming arcs but none that leave it.
  if (direction === "out" && !graph.dictionary.isNode(from)) return;
  const arcs = graph.arcs(direction);
  if (arcs.offsets[from] === arcs.offsets[from + 1]) return;
  const { start, end } = arcs.rowsOf(from, predicate);
  for (let row = start; row < end; row++) {
    if (seen.add(arcs.terms[row]!)) queue.push(arcs.terms[row]!);
  }
}

/** The terms of a closure's queue that pass; its first is where the walk began. */
function passing(graph: Graph, queue: readonly TermId[], filter: TermFilter): TermId[] {
  const passed: TermId[] = [];
  if (!filter.every(({ predicate }) => predicate !== undefined)) return passed;
  const tests = filter.map(({ predicate, values }) =>
    membership(graph, predicate!, values, queue.length),
  );
  for (let at = 1; at < queue.length; at++) {
    const term = queue[at]!;
    if (tests.every((has) => has(term))) passed.push(term);
  }
  return passed;
}

/** Searches per test that one pass over all subjects of the values may replace. */
const rowsPerSearch = 16;

/** Tests which terms have an arc to one of the values, in the way that suits that many tests. */
function membership(
  graph: Graph,
  predicate: PredicateId,
  values: readonly TermId[],
  tests: number,
): (term: TermId) => boolean {
  const ranges = values.map((value) => graph.in.rowsOf(value, predicate));
  const subjects = ranges.reduce((sum, { start, end }) => sum + end - start, 0);
  if (subjects > tests * rowsPerSearch) {
    return (term) => passes(graph, term, [{ predicate, values }]);
  }
  const members = new Bitmap(graph.dictionary.termCount);
  for (const { start, end } of ranges) {
    for (let row = start; row < end; row++) members.add(graph.in.terms[row]!);
  }
  return (term) => members.has(term);
}
