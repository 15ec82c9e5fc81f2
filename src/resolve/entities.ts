/** Entities as tables describe them: by a name, an identifier or a coordinate. */

import type { EntityResolver } from "../load/statements/entity-questions.ts";
import type { World } from "../world/world.ts";
import { matchIdentifiers } from "./identifiers.ts";
import { parseCoordinate } from "./place-shapes.ts";
import { liesWithin, placesNamed, typedPlacesAt } from "./world-searches.ts";

/**
 * Dcids of the entities that a text describes, best first: by coordinate, by name, or by any other
 * property exactly. The type, "" for any, is that of names and coordinates; what is not a place is
 * found by its exact name.
 *
 * @param within dcid of a place that entities found by name lie in; "" for anywhere.
 */
export function entitiesOf(
  world: World,
  property: string,
  type: string,
  text: string,
  within = "",
): string[] {
  const { dictionary } = world.graph;
  const around = within === "" ? undefined : dictionary.nodeOf(within);
  if (within !== "" && around === undefined) return [];
  const types = type === "" ? [] : [type];
  if (property === "geoCoordinate") {
    const coordinate = parseCoordinate(text);
    if (coordinate === undefined) return [];
    return typedPlacesAt(world, coordinate, types).map(({ place }) => dictionary.textOf(place));
  }
  if (property !== "description") return matched(world, text, property);
  const places = placesNamed(world, text, types, around);
  if (places.length > 0) return places.map((place) => dictionary.textOf(place));
  return matched(world, text, "name").filter(
    (dcid) =>
      (type === "" || isOfType(world, dcid, type)) &&
      (around === undefined || liesWithin(world, dcid, around)),
  );
}

function matched(world: World, text: string, property: string): string[] {
  return matchIdentifiers(world, [text], property, "dcid").flatMap(({ values }) => values);
}

function isOfType({ graph }: World, dcid: string, type: string): boolean {
  const [node, typeNode] = [graph.dictionary.nodeOf(dcid), graph.dictionary.nodeOf(type)];
  const typeOf = graph.predicateOf("typeOf");
  if (node === undefined || typeNode === undefined || typeOf === undefined) return false;
  return graph.has(node, typeOf, typeNode);
}

/** Finds the entities that files describe, in a world. */
export function entitiesIn(world: World): EntityResolver {
  return {
    resolve: ({ property, type, text, within = "" }) =>
      entitiesOf(world, property, type, text, within),
  };
}
