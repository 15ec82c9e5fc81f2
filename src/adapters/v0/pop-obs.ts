/** `/bulk/pop-obs`: populations and observations of one node (behaviour: v0 7). */

import type { Governor } from "../../governor/index.ts";
import type { Graph } from "../../store/index.ts";
import type { World } from "../../world/index.ts";
import { nameOf, newRecord, setMember } from "../graph/index.ts";
import type {
  V0Observation,
  V0PopObsParams,
  V0PopObsResponse,
  V0Population,
} from "../wire/index.ts";
import { observationsOf, type Population, populationsOf } from "./populations.ts";

export function v0PopObs(
  { graph }: World,
  { dcid }: V0PopObsParams,
  governor: Governor,
): V0PopObsResponse {
  const node = graph.dictionary.nodeOf(dcid);
  if (node === undefined) return {};
  const populations: Record<string, V0Population> = newRecord();
  for (const population of populationsOf(graph, node, governor)) {
    const id = graph.dictionary.textOf(population.node);
    setMember(populations, id, describe(graph, population, governor));
  }
  const observations = observationsOf(graph, node, governor).map(
    (observation): V0Observation => ({ ...observation, observedNode: dcid }),
  );
  const hasPopulations = Object.keys(populations).length > 0;
  if (!hasPopulations && observations.length === 0) return {};
  const name = nameOf(graph, node);
  return {
    ...(name !== undefined && { name }),
    ...(hasPopulations && { populations }),
    ...(observations.length > 0 && { observations }),
  };
}

function describe(
  graph: Graph,
  { node, type, constraints }: Population,
  governor: Governor,
): V0Population {
  const population: V0Population = {};
  if (type !== "") population.popType = type;
  if (constraints.size > 0) {
    population.numConstraints = constraints.size;
    const values: Record<string, string> = {};
    for (const [property, value] of constraints) setMember(values, property, value);
    population.propertyValues = values;
  }
  const observations = observationsOf(graph, node, governor);
  if (observations.length > 0) population.observations = observations;
  return population;
}
