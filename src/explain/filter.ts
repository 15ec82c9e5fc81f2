/** Why a filter of an expression lets nothing pass. */

import type { Filter } from "../expr-parser/index.ts";
import type { Governor } from "../governor/index.ts";
import type { Graph, TermId } from "../store/index.ts";
import type { Suggestion } from "./explanation.ts";
import type { KnownNames } from "./known-names.ts";
import { quoted } from "./story.ts";
import type { Telling } from "./telling.ts";

/** @param met the terms that came to the filter */
export function explainFilter(
  { world: { graph }, story, names, governor }: Telling,
  filter: Filter,
  met: Iterable<TermId>,
): void {
  const typeKey = filter.find(({ key }) => key === "typeOf");
  const unknown = (typeKey?.values ?? []).filter((value) => !names.isType(value));
  if (typeKey !== undefined && unknown.length === typeKey.values.length) {
    const there = commonest(valuesOf(graph, "typeOf", met, governor), names, "type");
    const near = names.nearTypes(unknown);
    story.end("unknownType", `no node has the type ${quoted(unknown)}`, [...near, ...there]);
    return;
  }
  const foreign = filter.find(
    ({ key }) => key !== "$lang" && graph.predicateOf(key) === undefined,
  )?.key;
  if (foreign !== undefined) {
    const reason = `no triple has the property ${quoted([foreign])} of the filter`;
    story.end("unknownProperty", reason, names.nearProperties([foreign]));
    return;
  }
  const said = filter.map(({ key, values }) => `${key} ${quoted(values)}`).join(" and ");
  const there = filter.flatMap(({ key }) => {
    const kind = key === "typeOf" ? "type" : "value";
    return commonest(valuesOf(graph, key, met, governor), names, kind);
  });
  story.end("filteredOut", `nothing that is met has ${said}`, there);
}

/** Values of a property by how many of the terms have them. */
function valuesOf(
  graph: Graph,
  property: string,
  terms: Iterable<TermId>,
  governor: Governor,
): Map<TermId, number> {
  const counts = new Map<TermId, number>();
  const predicate = graph.predicateOf(property);
  if (predicate === undefined) return counts;
  for (const term of terms) {
    governor.work(4);
    if (!graph.dictionary.isNode(term)) continue;
    for (const value of graph.valuesOf(term, predicate)) {
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
  }
  return counts;
}

/** The most frequent first. */
function commonest(
  counts: ReadonlyMap<TermId, number>,
  names: KnownNames,
  kind: "type" | "value",
): Suggestion[] {
  const sorted = [...counts].sort(([a, left], [b, right]) => right - left || a - b);
  return names.nodesOrTexts(
    sorted.map(([term]) => term),
    kind,
  );
}
