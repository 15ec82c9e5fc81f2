/** The searches of one world, each with an index that its first question builds. */

import { derived, type TermId } from "../store/index.ts";
import type { World } from "../world/index.ts";
import { type IndicatorMatch, Indicators, type IndicatorType } from "./indicators.ts";
import type { Coordinate } from "./places/index.ts";
import { PlaceNames, PlaceShapes } from "./places/index.ts";

const shapesOf = derived(({ graph }: World) => new PlaceShapes(graph));
const namesOf = derived((world: World) => new PlaceNames(world));
const indicatorsOf = derived((world: World) => new Indicators(world));

/** Places whose area holds a coordinate, ascending by dcid. */
export function placesAt(world: World, coordinate: Coordinate): TermId[] {
  return shapesOf(world).at(coordinate);
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
): TermId[] {
  return namesOf(world).find(text, types, within);
}

/** Whether `containedInPlace` leads from a node to a place, over however many places. */
export function liesWithin(world: World, dcid: string, place: TermId): boolean {
  const node = world.graph.dictionary.nodeOf(dcid);
  return node !== undefined && namesOf(world).liesWithin(node, place);
}

/** Statistical variables and topics that a question is about, best first. */
export function searchIndicators(
  world: World,
  question: string,
  types: readonly IndicatorType[],
): IndicatorMatch[] {
  return indicatorsOf(world).search(question, types);
}
