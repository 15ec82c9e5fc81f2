/** `/node/places-in` and `/place/stat-vars` (behaviour: v0 5, v0 6). */

import type { World } from "../../world/index.ts";
import { emptyRecord, placesIn } from "../graph/index.ts";
import { RowCount } from "../table/index.ts";
import type {
  V0DcidsParams,
  V0PlacesInParams,
  V0PlacesInResponse,
  V0StatVarsResponse,
} from "../wire/index.ts";

/**
 * Containment at any depth; a place counts under each of its own types.
 *
 * @throws LimitError for too many pairs
 */
export function v0PlacesIn({ graph }: World, params: V0PlacesInParams): V0PlacesInResponse {
  const rows = new RowCount("small");
  return [...new Set(params.dcids)].flatMap((dcid) => {
    const places = placesIn(graph, dcid, params.placeType);
    rows.add(places.length);
    return Array.from(places, (place) => ({ dcid, place: graph.dictionary.textOf(place) }));
  });
}

/** Variables with at least one observation about a place. */
export function v0StatVars(
  { graph, observations }: World,
  { dcids }: V0DcidsParams,
): V0StatVarsResponse {
  const { dictionary } = graph;
  const places: V0StatVarsResponse["places"] = emptyRecord();
  for (const dcid of dcids) {
    const node = dictionary.nodeOf(dcid);
    const variables = node === undefined ? [] : observations.variablesOf(node);
    const statVars = variables.map((variable) => dictionary.textOf(variable));
    places[dcid] = statVars.length === 0 ? {} : { statVars };
  }
  return { places };
}
