/** Steps over the graph in ids: neighbours, filters and bounded closures. */

import type { TermId } from "./dictionary.ts";
import type { Direction, Graph, PredicateId } from "./graph.ts";
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
  const seen = new IdSet(graph.dictionary.termCount);
  const reached: TermId[] = [];
  let level: TermId[] = [start];
  for (let hop = 0; hop < hopsMax && level.length > 0; hop++) {
    level = level.flatMap((from) => neighbours(graph, from, direction, predicate, seen));
    for (const term of level) if (passes(graph, term, filter)) reached.push(term);
  }
  return Uint32Array.from(reached).sort();
}

/** Terms one step away that were not seen before. */
function neighbours(
  graph: Graph,
  from: TermId,
  direction: Direction,
  predicate: PredicateId,
  seen: IdSet,
): TermId[] {
  // A literal has incoming arcs but none that leave it.
  if (direction === "out" && !graph.dictionary.isNode(from)) return [];
  const arcs = graph.arcs(direction);
  const { start, end } = arcs.rowsOf(from, predicate);
  const found: TermId[] = [];
  for (let row = start; row < end; row++) {
    const term = arcs.terms[row]!;
    if (seen.add(term)) found.push(term);
  }
  return found;
}
