/** Makes the columns of a snapshot that tell which sets of types lead to which: see `LeadColumns`. */

import { type Column, narrowColumn } from "../columns/index.ts";
import { type Graph, type LeadPair, leadNames, leadPairsMax } from "../graph/index.ts";
import { eachLead } from "../walk/index.ts";

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
