/** Steps over the graph in ids: neighbours, filters and bounded closures. */

import type { PredicateId } from "./arc-table.ts";
import type { TermId } from "./dictionary.ts";
import type { Direction, Graph } from "./graph.ts";
import { IdSet } from "./id-set.ts";

/**
 * A test of a node: for every key there is an out arc to one of the key's values (facts V2 §2.3).
 * `values` are terms, nodes and literals; a key that no triple has (`undefined`) fits nothing.
 */
export type TermFilter = readonly {
  readonly predicate: PredicateId | undefined;
  readonly values: ReadonlySet<TermId>;
}[];

/** Does a term pass a filter? Literals have no arcs and pass only the empty filter. */
export function passes(graph: Graph, term: TermId, filter: TermFilter): boolean {
  for (const { predicate, values } of filter) {
    if (predicate === undefined || !graph.dictionary.isNode(term)) return false;
    if (!leadsToOneOf(graph, term, predicate, values)) return false;
  }
  return true;
}

/** Looks up the arcs in the values or the values in the arcs, whichever are fewer. */
function leadsToOneOf(
  graph: Graph,
  term: TermId,
  predicate: PredicateId,
  values: ReadonlySet<TermId>,
): boolean {
  const { start, end } = graph.out.rowsOf(term, predicate);
  if (end - start > values.size) {
    for (const value of values) if (graph.has(term, predicate, value)) return true;
    return false;
  }
  for (let row = start; row < end; row++) if (values.has(graph.out.terms[row]!)) return true;
  return false;
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
  const seen = new IdSet(graph.dictionary.termCount);
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
  seen: IdSet,
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

/** Rows of a pass over all subjects of the values that cost what one search does. */
const rowsPerSearch = 16;

/** Tests which terms have an arc to one of the values, in the way that suits that many tests. */
function membership(
  graph: Graph,
  predicate: PredicateId,
  values: ReadonlySet<TermId>,
  tests: number,
): (term: TermId) => boolean {
  const members = new IdSet(graph.dictionary.termCount);
  const { terms } = graph.in;
  let rowsLeft = tests * rowsPerSearch - values.size;
  for (const value of rowsLeft > 0 ? values : []) {
    const { start, end } = graph.in.rowsOf(value, predicate);
    rowsLeft -= end - start;
    if (rowsLeft < 0) break;
    for (let row = start; row < end; row++) members.add(terms[row]!);
  }
  if (rowsLeft > 0) return (term) => members.has(term);
  return (term) => graph.dictionary.isNode(term) && leadsToOneOf(graph, term, predicate, values);
}
