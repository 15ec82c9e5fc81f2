/** The place that is meant where none is named. */

import type { Governor } from "../governor/governor.ts";
import { dominantTypeOf } from "../resolve/place-types.ts";
import type { TermId } from "../store/texts/dictionary.ts";
import type { World } from "../world/world.ts";

/** Of more entities the first are looked at. */
const entitiesMax = 5000;
const hopsMax = 10;

/**
 * The observed place that the most other observed places lie in. Where none lies in another, all places of the type
 * that the most of them have.
 */
export function assumedPlace(
  world: World,
  variable: string,
  governor: Governor,
): string | undefined {
  const { graph, observations } = world;
  const node = graph.dictionary.nodeOf(variable);
  if (node === undefined) return undefined;
  const observed = new Set<TermId>();
  const { start, end } = observations.seriesOfVariable(node);
  for (let series = start; series < end && observed.size < entitiesMax; series++)
    observed.add(observations.entityOf(series));
  governor.rows(observed.size);
  const inner = new Map<TermId, number>();
  const types = new Map<string, number>();
  for (const entity of observed) {
    for (const outer of outersOf(world, entity)) if (observed.has(outer)) count(inner, outer);
    count(types, dominantTypeOf(graph, entity));
  }
  types.delete("");
  const [type, [first]] = [most(types), observed];
  const outermost = most(inner) ?? (observed.size === 1 || type === undefined ? first : undefined);
  return outermost === undefined ? type && `${type}<-typeOf` : graph.dictionary.textOf(outermost);
}

function count<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function outersOf({ graph }: World, entity: TermId): ReadonlySet<TermId> {
  const containedIn = graph.predicateOf("containedInPlace");
  const outers = new Set<TermId>();
  let reached: readonly TermId[] = [entity];
  for (let hop = 0; hop < hopsMax && containedIn !== undefined && reached.length > 0; hop++) {
    const next: TermId[] = [];
    for (const place of reached) {
      for (const outer of graph.out.valuesOf(place, containedIn)) {
        if (outers.has(outer) || !graph.dictionary.isNode(outer)) continue;
        outers.add(outer);
        next.push(outer);
      }
    }
    reached = next;
  }
  return outers;
}

function most<Key>(counts: ReadonlyMap<Key, number>): Key | undefined {
  let best: Key | undefined;
  for (const [key, count] of counts) if (count > (counts.get(best as Key) ?? 0)) best = key;
  return best;
}
