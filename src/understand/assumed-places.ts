/** The places that are meant where a question names none. */

import type { Governor } from "../options/governor.ts";
import { dominantTypeOf } from "../resolve/place-types.ts";
import type { TermId } from "../store/texts/dictionary.ts";
import type { World } from "../world/world.ts";
import type { IntentKind } from "./understanding.ts";

/** Of more entities the first are looked at. */
const entitiesMax = 5000;

/** What these want is several places. */
const comparesPlaces: ReadonlySet<IntentKind> = new Set(["ranking", "map", "correlation"]);

/**
 * The observed place that the most other observed places lie in, or those of a type within it. Where none lies in
 * another, all places of the type that the most of them have. None of several places without types.
 */
export function assumedPlaces(
  world: World,
  variable: string,
  kind: IntentKind,
  governor: Governor,
): string | undefined {
  const { graph } = world;
  const observed = observedPlaces(world, variable);
  governor.rows(observed.size);
  const inner = new Map<TermId, number>();
  const types = new Map<string, number>();
  for (const entity of observed) {
    for (const outer of outersOf(world, entity)) if (observed.has(outer)) count(inner, outer);
    count(types, dominantTypeOf(graph, entity));
  }
  types.delete("");
  const [type, [first]] = [most(types), observed];
  const outermost = most(inner) ?? (observed.size === 1 ? first : undefined);
  if (outermost === undefined) return type && `${type}<-typeOf`;
  const around = graph.dictionary.textOf(outermost);
  return (comparesPlaces.has(kind) ? placesIn(world, observed, outermost) : undefined) ?? around;
}

/** The observed places directly within one that is named, where they are to be compared: one alone is no map. */
export function placesWithin(
  world: World,
  variable: string,
  place: string,
  kind: IntentKind,
): string | undefined {
  const around = world.graph.dictionary.nodeOf(place);
  // A correction may name any place.
  if (around === undefined || !comparesPlaces.has(kind)) return undefined;
  return placesIn(world, observedPlaces(world, variable), around);
}

function placesIn(world: World, observed: ReadonlySet<TermId>, around: TermId): string | undefined {
  const type = typeWithin(world, observed, around);
  const place = world.graph.dictionary.textOf(around);
  return type === undefined ? undefined : `${place}<-containedInPlace+{typeOf:${type}}`;
}

function observedPlaces({ graph, observations }: World, variable: string): ReadonlySet<TermId> {
  const observed = new Set<TermId>();
  const node = graph.dictionary.nodeOf(variable);
  if (node === undefined) return observed;
  const { start, end } = observations.seriesOfVariable(node);
  for (let series = start; series < end && observed.size < entitiesMax; series++)
    observed.add(observations.entityOf(series));
  return observed;
}

/** The type of the most observed places that lie directly in a place, if there are several. */
function typeWithin(
  { graph }: World,
  observed: ReadonlySet<TermId>,
  around: TermId,
): string | undefined {
  const types = new Map<string, number>();
  for (const place of observed) {
    if (graph.linked(place, "containedInPlace").includes(around))
      count(types, dominantTypeOf(graph, place));
  }
  types.delete("");
  const type = most(types);
  return type !== undefined && (types.get(type) ?? 0) > 1 ? type : undefined;
}

function count<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function outersOf({ graph }: World, entity: TermId): ReadonlySet<TermId> {
  const outers = new Set<TermId>();
  const reached = [entity];
  for (const place of reached) {
    for (const outer of graph.linked(place, "containedInPlace")) {
      if (outers.has(outer) || !graph.dictionary.isNode(outer)) continue;
      outers.add(outer);
      reached.push(outer);
    }
  }
  return outers;
}

function most<Key>(counts: ReadonlyMap<Key, number>): Key | undefined {
  let best: Key | undefined;
  for (const [key, count] of counts) if (count > (counts.get(best as Key) ?? 0)) best = key;
  return best;
}
