/**
 * Statistical populations and their observations, the model before statistical variables, read from
 * the graph (behaviour: v0 10).
 */

import type { Governor } from "../../governor/index.ts";
import { numberOf } from "../../stats/index.ts";
import type { Graph, TermId } from "../../store/index.ts";
import { typeTest } from "../graph/index.ts";
import type { V0Observation, V0ValueField } from "../wire/index.ts";

/** Properties of a population that say something else than whom it counts. */
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

export interface Population {
  readonly node: TermId;
  readonly type: string;
  /** Value by property, ascending. */
  readonly constraints: ReadonlyMap<string, string>;
}

/** Populations of a place, ascending. */
export function populationsOf(graph: Graph, place: TermId, governor: Governor): Population[] {
  const isPopulation = typeTest(graph, "StatisticalPopulation");
  return subjectsOf(graph, place, "location")
    .filter(isPopulation)
    .map((node) => {
      const properties = firstValues(graph, node, governor);
      const type = properties.get("populationType") ?? "";
      for (const property of notConstraints) properties.delete(property);
      return { node, type, constraints: properties };
    });
}

/** Observations of a population, or of any other node, ascending. */
export function observationsOf(graph: Graph, node: TermId, governor: Governor): V0Observation[] {
  return subjectsOf(graph, node, "observedNode").map((observation) =>
    describeObservation(firstValues(graph, observation, governor)),
  );
}

/** Nodes of a type, ascending. */
export function nodesOfType(graph: Graph, type: string): TermId[] {
  const node = graph.dictionary.nodeOf(type);
  return node === undefined ? [] : subjectsOf(graph, node, "typeOf");
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

/** Distinct nodes with an arc of a property to a node, ascending. */
function subjectsOf(graph: Graph, node: TermId, property: string): TermId[] {
  const predicate = graph.predicateOf(property);
  if (predicate === undefined) return [];
  return graph.valuesOf(node, predicate, "in");
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
