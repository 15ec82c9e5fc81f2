/** `/node/places-in` and `/place/stat-vars` (behaviour: v0 5, v0 6). */

import type { Governor } from "../../governor/index.ts";
import type { World } from "../../world/index.ts";
import { newRecord, placesIn, setMember } from "../graph/index.ts";
import { numericPoints } from "../observation/index.ts";
import type {
  V0DcidsParams,
  V0PlacesInParams,
  V0PlacesInResponse,
  V0StatVarsResponse,
} from "../wire/index.ts";

/** Bytes of a place and of a variable in an answer, about. */
const bytesPerPlace = 96;
const bytesPerVariable = 64;

/**
 * Containment at any depth; a place counts under each of its own types.
 *
 * @throws LimitError for an answer that takes too much
 */
export function v0PlacesIn(
  { graph }: World,
  params: V0PlacesInParams,
  governor: Governor,
): V0PlacesInResponse {
  return [...new Set(params.dcids)].flatMap((dcid) => {
    const places = placesIn(graph, dcid, params.placeType, governor);
    governor.rows(places.length);
    governor.bytes(places.length * bytesPerPlace);
    return Array.from(places, (place) => ({ dcid, place: graph.dictionary.textOf(place) }));
  });
}

/** Variables with at least one observation about a place. */
export function v0StatVars(
  { graph, observations }: World,
  { dcids }: V0DcidsParams,
  governor: Governor,
): V0StatVarsResponse {
  const { dictionary } = graph;
  const numbers = numericPoints(observations);
  const places: V0StatVarsResponse["places"] = newRecord();
  for (const dcid of new Set(dcids)) {
    governor.bytes(bytesPerPlace + dcid.length);
    const node = dictionary.nodeOf(dcid);
    const variables =
      node === undefined
        ? []
        : observations.variablesOf(node).filter((one) => numbers.areOf(one, node));
    governor.rows(1 + variables.length);
    governor.bytes(variables.length * bytesPerVariable);
    const statVars = variables.map((variable) => dictionary.textOf(variable));
    setMember(places, dcid, statVars.length === 0 ? {} : { statVars });
  }
  return { places };
}
