/** Which types of places a person chooses from. */

import { isVague } from "../../catalog/vague-types.ts";
import { closure } from "../../engine.ts";
import type { Commons } from "../../index.ts";

/**
 * Of types that the same nodes have, the one that says most.
 *
 * @param sets the types of nodes, each set once
 * @param counts of nodes per type
 */
export function withoutDoubles(
  sets: readonly (readonly string[])[],
  counts: ReadonlyMap<string, number>,
): string[] {
  return [...counts.keys()].filter((type) => {
    if (!isVague(type)) return true;
    const [first = [], ...others] = sets.filter((set) => set.includes(type));
    return !first.some(
      (other) =>
        !isVague(other) &&
        counts.get(other) === counts.get(type) &&
        others.every((set) => set.includes(other)),
    );
  });
}

/** Types of what is inside of a place, with the numbers of nodes, most first; of two for the same nodes, one. */
export function childTypesOf({ engine: { graph } }: Commons, around: { readonly place: string }) {
  const { dictionary } = graph;
  const place = dictionary.nodeOf(around.place);
  const contained = graph.predicateOf("containedInPlace");
  if (place === undefined || contained === undefined) return [];
  const nodes = new Map<number, number>();
  for (const child of closure(graph, place, "in", contained, 10)) {
    const set = graph.typeSetOf(child);
    nodes.set(set, (nodes.get(set) ?? 0) + 1);
  }
  const counts = new Map<string, number>();
  const sets = [...nodes].map(([set, count]) => {
    const types = graph.typesOfSet(set).map((type) => dictionary.textOf(type));
    for (const type of types) counts.set(type, (counts.get(type) ?? 0) + count);
    return types;
  });
  return withoutDoubles(sets, counts)
    .map((type) => ({ type, count: counts.get(type) ?? 0 }))
    .sort((a, b) => b.count - a.count || Number(isVague(a.type)) - Number(isVague(b.type)));
}
