/**
 * The searches of one world, each with an index that its first questions build: within the limits of
 * the request that asks, if it has any. What a request leaves unfinished, the next one goes on with.
 */

import { type Governor, MadeInSteps, type Steps } from "../governor/index.ts";
import { derived, type Graph, type TermId } from "../store/index.ts";
import type { World } from "../world/index.ts";
import { type IndicatorMatch, Indicators, type IndicatorType } from "./indicators.ts";
import type { Coordinate } from "./places/index.ts";
import { PlaceNames, PlaceShapes, type Shapes, StoredShapes } from "./places/index.ts";

const shapesOf = derived(({ graph }: World) => new MadeInSteps(() => shapesIn(graph)));
const namesOf = derived((world: World) => new MadeInSteps(() => PlaceNames.of(world)));
const indicatorsOf = derived((world: World) => new MadeInSteps(() => Indicators.of(world)));

/** From the sections of a snapshot, or else an index of all areas. */
function* shapesIn(graph: Graph): Steps<Shapes> {
  return StoredShapes.of(graph) ?? (yield* PlaceShapes.of(graph));
}

/** Places whose area holds a coordinate, ascending by dcid. */
export function placesAt(world: World, coordinate: Coordinate, governor?: Governor): TermId[] {
  return shapesOf(world).finished(governor).at(coordinate);
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

/** Statistical variables and topics that a question is about, best first. */
export function searchIndicators(
  world: World,
  question: string,
  types: readonly IndicatorType[],
  governor?: Governor,
): IndicatorMatch[] {
  return indicatorsOf(world).finished(governor).search(question, types);
}
