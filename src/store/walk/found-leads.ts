/** Which sets of types lead to which, found by going over all arcs. */

import { type Column, narrowColumn } from "../columns/index.ts";
import {
  type Graph,
  type LeadPair,
  leadNames,
  leadPairsMax,
  type PredicateId,
} from "../graph/index.ts";

/** The pairs of one predicate; of more than `leadPairsMax`, one more than that. */
export function foundPairs(graph: Graph, predicate: PredicateId): LeadPair[] {
  const pairs = new Set<LeadPair>();
  eachLead(graph, (of, pair) => of !== predicate || pairs.add(pair).size <= leadPairsMax);
  return [...pairs];
}

/** The columns that a snapshot has of them: see `LeadColumns`. */
export function leadColumnsOf(graph: Graph): Map<string, Column> {
  const found = Array.from(graph.predicates, () => new Set<LeadPair>());
  eachLead(graph, (predicate, pair) => {
    const pairs = found[predicate]!;
    if (pairs.size <= leadPairsMax) pairs.add(pair);
    return true;
  });
  const kept = found.map((pairs) => (pairs.size > leadPairsMax ? [] : [...pairs]));
  const all = kept.flatMap((pairs) => pairs.sort((a, b) => a - b));
  const offsets = new Uint32Array(kept.length + 1);
  for (const [predicate, pairs] of kept.entries()) {
    offsets[predicate + 1] = offsets[predicate]! + pairs.length;
  }
  const { typeSetCount } = graph;
  const [subjects, objects] = [0, 1].map(() => narrowColumn(all.length, typeSetCount - 1));
  subjects!.set(all.map((pair) => Math.floor(pair / typeSetCount)));
  objects!.set(all.map((pair) => pair % typeSetCount));
  return new Map<string, Column>([
    [leadNames.offsets, offsets],
    [leadNames.subjects, subjects!],
    [leadNames.objects, objects!],
  ]);
}

/** Shows the pairs of arcs to nodes, those of a predicate side by side once, until `take` is false. */
function eachLead(graph: Graph, take: (predicate: PredicateId, pair: LeadPair) => boolean): void {
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
