/**
 * `/bulk/pop-obs` and `/bulk/place-obs`: statistical populations and their observations, the model
 * before statistical variables, read from the graph (behaviour: v0 7, v0 8, v0 10).
 */

import type { Governor } from "../../options/governor.ts";
import { numberOf } from "../../stats/decimals.ts";
import type { Graph } from "../../store/graph/graph.ts";
import type { TermId } from "../../store/texts/dictionary.ts";
import type { World } from "../../world/world.ts";
import { nameOf, newRecord, setMember, typeTest } from "../reads/node-page.ts";
import type { Decoded } from "../shapes.ts";
import type {
  V0Observation,
  V0PlaceObservations,
  V0PlaceObsRequest,
  V0PlaceObsResponse,
  V0PopObsRequest,
  V0PopObsResponse,
  V0Population,
  V0ValueField,
} from "../v0-shapes.ts";

/** Properties of a population that do not restrict whom it counts. */
const notConstraints = new Set([
  "childhoodLocation",
  "constraintProperties",
  "dcid",
  "description",
  "footnote",
  "label",
  "location",
  "measuredProperty",
  "measurementDenominator",
  "measurementMethod",
  "measurementQualifier",
  "memberOf",
  "name",
  "numConstraints",
  "populationGroup",
  "populationType",
  "provenance",
  "scalingFactor",
  "source",
  "statType",
  "typeOf",
  "unit",
  "url",
]);

interface Population {
  readonly node: TermId;
  readonly type: string;
  /** Value by property, ascending. */
  readonly constraints: ReadonlyMap<string, string>;
}

/** Populations of a place, ascending. */
function populationsOf(graph: Graph, place: TermId, governor: Governor): Population[] {
  const isPopulation = typeTest(graph, "StatisticalPopulation");
  return graph
    .linked(place, "location", "in")
    .filter(isPopulation)
    .map((node) => {
      const properties = firstValues(graph, node, governor);
      const type = properties.get("populationType") ?? "";
      for (const property of notConstraints) properties.delete(property);
      return { node, type, constraints: properties };
    });
}

/** Observations of a population, or of any other node, ascending. */
function observationsOf(graph: Graph, node: TermId, governor: Governor): V0Observation[] {
  return graph
    .linked(node, "observedNode", "in")
    .map((observation) => describeObservation(firstValues(graph, observation, governor)));
}

/** In the order of the wire. */
const valueFields: readonly V0ValueField[] = [
  "minValue",
  "maxValue",
  "meanValue",
  "medianValue",
  "measuredValue",
  "sampleSize",
  "marginOfError",
  "stdError",
  "meanStdError",
  "sumValue",
  "percentile10",
  "percentile25",
  "percentile75",
  "percentile90",
  "growthRate",
  "stdDeviationValue",
];

const textFields = [
  "unit",
  "measurementMethod",
  "observationDate",
  "observationPeriod",
  "measurementResult",
  "measurementDenominator",
  "measurementQualifier",
  "scalingFactor",
] as const satisfies readonly (keyof V0Observation)[];

function describeObservation(values: ReadonlyMap<string, string>): V0Observation {
  const described: V0Observation = {};
  const measured = values.get("measuredProperty");
  if (measured !== undefined) described.measuredProp = measured;
  for (const field of valueFields) {
    const text = values.get(field);
    if (text === undefined) continue;
    const number = numberOf(text);
    described[field] = Number.isNaN(number) ? text : number;
  }
  for (const field of textFields) {
    const text = values.get(field);
    if (text !== undefined) described[field] = text;
  }
  return described;
}

/** Bytes of a value of a population or an observation, about. */
const bytesPerValue = 128;

/** The first value of every property of a node. */
function firstValues(graph: Graph, node: TermId, governor: Governor): Map<string, string> {
  const rows = graph.out.rows(node);
  const predicates = graph.out.predicatesIn(rows);
  const terms = graph.out.termsIn(rows);
  const { start, end } = rows;
  governor.rows(1);
  governor.work(end - start);
  governor.bytes((end - start) * bytesPerValue);
  const values = new Map<string, string>();
  for (let row = start; row < end; row++) {
    if (row > start && predicates[row] === predicates[row - 1]) continue;
    const property = graph.dictionary.textOf(graph.predicates[predicates[row] as number] as TermId);
    values.set(property, graph.dictionary.textOf(terms[row] as TermId));
  }
  return values;
}

/**
 * Observations of one kind of population in all places of a type. A population fits when its type
 * and all of its constraints are the given ones, no more and no fewer. Constraints that repeat a
 * property fit none, as in the real service.
 */
export function v0PlaceObs(
  { graph }: World,
  params: Decoded<V0PlaceObsRequest>,
  governor: Governor,
): V0PlaceObsResponse {
  const wanted = new Map(params.pvs.map(({ property, value }) => [property, value]));
  if (wanted.size < params.pvs.length) return {};
  const fits = ({ type, constraints }: Population) =>
    type === params.populationType &&
    constraints.size === wanted.size &&
    [...wanted].every(([property, value]) => constraints.get(property) === value);
  const places = graph
    .linked(graph.dictionary.nodeOf(params.placeType), "typeOf", "in")
    .map((place) => observationsIn(graph, place, fits, params.observationDate, governor))
    .filter(({ observations }) => observations.length > 0);
  return places.length === 0 ? {} : { places };
}

function observationsIn(
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

/** Populations and observations of one node. */
export function v0PopObs(
  { graph }: World,
  { dcid }: V0PopObsRequest,
  governor: Governor,
): V0PopObsResponse {
  const node = graph.dictionary.nodeOf(dcid);
  if (node === undefined) return {};
  const populations: Record<string, V0Population> = newRecord();
  for (const population of populationsOf(graph, node, governor)) {
    const id = graph.dictionary.textOf(population.node);
    setMember(populations, id, describePopulation(graph, population, governor));
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

function describePopulation(
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
