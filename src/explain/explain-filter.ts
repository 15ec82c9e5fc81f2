/** Why a filter of an expression lets nothing pass. */

import type { Filter } from "../expr-parser/ast.ts";
import type { Governor } from "../options/governor.ts";
import type { Graph } from "../store/graph/graph.ts";
import type { TermId } from "../store/texts/dictionary.ts";
import type { Suggestion } from "./explanation.ts";
import { type Context, quoted } from "./story.ts";

/** @param met the terms that came to the filter */
export function explainFilter(context: Context, filter: Filter, met: Iterable<TermId>): void {
  const { story, names, governor } = context;
  const { graph } = context.world;
  const typeKey = filter.find(({ key }) => key === "typeOf");
  const unknown = (typeKey?.values ?? []).filter((value) => !names.isType(value));
  if (typeKey !== undefined && unknown.length === typeKey.values.length) {
    const there = commonest(valuesOf(graph, "typeOf", met, governor), "type", context);
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
    return commonest(valuesOf(graph, key, met, governor), kind, context);
  });
  story.end(
    "filteredOut",
    `the filter lets nothing pass: none of the nodes before it has ${said}`,
    there,
  );
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
      const before = counts.get(value);
      if (before === undefined) governor.bytes(bytesPerCount);
      counts.set(value, (before ?? 0) + 1);
    }
  }
  return counts;
}

/** In a map, about. */
const bytesPerCount = 48;

const commonestMax = 10;

/** The most frequent first. */
function commonest(
  counts: ReadonlyMap<TermId, number>,
  kind: "type" | "value",
  { names, governor }: Context,
): Suggestion[] {
  const first: (readonly [term: TermId, count: number])[] = [];
  for (const [term, count] of counts) {
    governor.work(2);
    const at = first.findIndex(([other, most]) => count > most || (count === most && term < other));
    if (at < 0 && first.length === commonestMax) continue;
    first.splice(at < 0 ? first.length : at, 0, [term, count]);
    first.length = Math.min(first.length, commonestMax);
  }
  return names.nodesOrTexts(
    first.map(([term]) => term),
    kind,
  );
}
