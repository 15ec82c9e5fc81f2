/**
 * `/bulk/place-obs`: observations of one kind of population in all places of a type (behaviour: v0
 * 8).
 */

import type { Governor } from "../../governor/index.ts";
import type { Graph, TermId } from "../../store/index.ts";
import type { World } from "../../world/index.ts";
import { nameOf } from "../graph/index.ts";
import type { V0PlaceObservations, V0PlaceObsParams, V0PlaceObsResponse } from "../wire/index.ts";
import { nodesOfType, observationsOf, type Population, populationsOf } from "./populations.ts";

/**
 * A population fits when its type and all of its constraints are the given ones, no more and no
 * fewer. Constraints that repeat a property fit none, as in the real service.
 */
export function v0PlaceObs(
  { graph }: World,
  params: V0PlaceObsParams,
  governor: Governor,
): V0PlaceObsResponse {
  const wanted = new Map(params.pvs.map(({ property, value }) => [property, value]));
  if (wanted.size < params.pvs.length) return {};
  const fits = ({ type, constraints }: Population) =>
    type === params.populationType &&
    constraints.size === wanted.size &&
    [...wanted].every(([property, value]) => constraints.get(property) === value);
  const places = nodesOfType(graph, params.placeType)
    .map((place) => answerOf(graph, place, fits, params.observationDate, governor))
    .filter(({ observations }) => observations.length > 0);
  return places.length === 0 ? {} : { places };
}

function answerOf(
  graph: Graph,
  place: TermId,
  fits: (population: Population) => boolean,
  date: string,
  governor: Governor,
): V0PlaceObservations {
  governor.work(8);
  const observations = populationsOf(graph, place, governor)
    .filter(fits)
    .flatMap(({ node }) => observationsOf(graph, node, governor))
    .filter(({ observationDate }) => observationDate === date);
  const name = nameOf(graph, place);
  const dcid = graph.dictionary.textOf(place);
  return { ...(name !== undefined && { name }), place: dcid, observations };
}
