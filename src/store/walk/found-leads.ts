/** Which sets of types lead to which, found by going over all arcs. */

import { type Graph, type LeadPair, leadPairsMax, type PredicateId } from "../graph/index.ts";

/** The pairs of one predicate; of more than `leadPairsMax`, one more than that. */
export function foundPairs(graph: Graph, predicate: PredicateId): LeadPair[] {
  const pairs = new Set<LeadPair>();
  eachLead(graph, (of, pair) => of !== predicate || pairs.add(pair).size <= leadPairsMax);
  return [...pairs];
}

/** Shows the pairs of arcs to nodes, those of a predicate side by side once, until `take` is false. */
export function eachLead(
  graph: Graph,
  take: (predicate: PredicateId, pair: LeadPair) => boolean,
): void {
  const { nodeCount } = graph.dictionary;
  const { offsets, predicates, terms } = graph.out;
  const { typeSets, typeSetCount } = graph;
  const latest = new Float64Array(graph.predicates.length).fill(-1);
  let row = 0;
  for (let subject = 0; subject < nodeCount; subject++) {
    const first = typeSets[subject]! * typeSetCount;
    for (const end = offsets[subject + 1]!; row < end; row++) {
      const term = terms[row]!;
      if (term >= nodeCount) continue;
      const predicate = predicates[row]!;
      const pair = first + typeSets[term]!;
      if (pair === latest[predicate]) continue;
      latest[predicate] = pair;
      if (!take(predicate, pair)) return;
    }
  }
}
