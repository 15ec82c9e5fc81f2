/**
 * The searches of one world. The first search of a kind makes the index that it needs, within the
 * limits of its request. If a request ends before the index is complete, the next one continues.
 */

import { type Governor, MadeInSteps, type Steps } from "../options/governor.ts";
import { derived } from "../store/columns/column-source.ts";
import type { Graph } from "../store/graph/graph.ts";
import type { TermId } from "../store/texts/dictionary.ts";
import type { World } from "../world/world.ts";
import { PlaceNames } from "./place-names.ts";
import { type Coordinate, PlaceShapes, type Shapes, StoredShapes } from "./place-shapes.ts";
import { compareDominantTypes, dominantTypeOf } from "./place-types.ts";

// A Commons that was closed must not keep its graph by these.
const graphOf = ({ graph }: World): Graph => graph;

const shapesOf = derived(
  ({ graph }: World) => new MadeInSteps(() => shapesIn(graph)),
  graphOf,
  "resolve.shapes",
);
const namesOf = derived(
  (world: World) => new MadeInSteps(() => PlaceNames.of(world)),
  graphOf,
  "resolve.names",
);

/** From the columns of a snapshot, or else an index of all areas. */
function* shapesIn(graph: Graph): Steps<Shapes> {
  return StoredShapes.of(graph) ?? (yield* PlaceShapes.of(graph));
}

/** Places whose area holds a coordinate, ascending by dcid. */
export function placesAt(world: World, coordinate: Coordinate, governor?: Governor): TermId[] {
  return shapesOf(world).finished(governor).at(coordinate);
}

/** A place and its dominant type; "" where no type counts. */
interface TypedPlace {
  readonly place: TermId;
  readonly type: string;
}

/**
 * The same with their types, smallest areas first. Where types are given, the dominant type must be
 * one of them (behaviour: resolve 3.4).
 */
export function typedPlacesAt(
  world: World,
  coordinate: Coordinate,
  types: readonly string[],
  governor?: Governor,
): TypedPlace[] {
  return placesAt(world, coordinate, governor)
    .map((place) => ({ place, type: dominantTypeOf(world.graph, place) }))
    .filter(({ type }) => types.length === 0 || types.includes(type))
    .sort((a, b) => compareDominantTypes(a.type, b.type) || a.place - b.place);
}

/**
 * Places that a text names, best first; of any type when no types are given, and anywhere unless
 * they have to lie within a place.
 */
export function placesNamed(
  world: World,
  text: string,
  types: readonly string[],
  within?: TermId,
  governor?: Governor,
): TermId[] {
  return namesOf(world).finished(governor).find(text, types, within);
}

/** Whether `containedInPlace` leads from a node to a place, over however many places. */
export function liesWithin(world: World, dcid: string, place: TermId): boolean {
  const node = world.graph.dictionary.nodeOf(dcid);
  return node !== undefined && namesOf(world).finished().liesWithin(node, place);
}
