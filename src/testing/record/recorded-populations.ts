/** Statistical populations and their observations in answers (behaviour: v0 10). */

import type { V0Observation, V0Population, V0PropertyValue } from "../../adapters/v0-shapes.ts";
import { olderObservationId, populationId } from "../../ids/observation-id.ts";

/** Takes the statements about populations. */
interface PopulationSink {
  link(subject: string, property: string, node: string): void;
  aside(subject: string, property: string, text: string): void;
}

interface Population {
  readonly place: string;
  readonly type: string;
  readonly constraints: ReadonlyMap<string, string>;
}

interface Unnamed {
  readonly population: Population;
  readonly observations: readonly V0Observation[];
}

/** Properties of observations whose values are nodes; values of all others are texts. */
const nodeFields: ReadonlySet<string> = new Set([
  "measuredProp",
  "unit",
  "measurementMethod",
  "measurementDenominator",
  "measurementQualifier",
  "measurementResult",
]);

export class Populations {
  /** Dcids from answers, by the key of their populations. */
  readonly #dcids = new Map<string, string>();
  readonly #populations = new Map<string, Population>();
  /** By the dcid of the observed node. */
  readonly #observed = new Map<string, V0Observation[]>();
  readonly #unnamed: Unnamed[] = [];

  /** A population with its dcid. */
  named(dcid: string, place: string, { popType = "", propertyValues, observations }: V0Population) {
    const constraints = new Map(Object.entries(propertyValues ?? {}));
    const population = { place, type: popType, constraints };
    this.#dcids.set(keyOf(population), dcid);
    this.#populations.set(dcid, population);
    this.observed(dcid, observations);
  }

  /** Observations of a population that a request describes, without its dcid. */
  unnamed(
    place: string,
    type: string,
    pvs: readonly V0PropertyValue[],
    observations: readonly V0Observation[],
  ): void {
    const constraints = new Map(pvs.map(({ property, value }) => [property, value]));
    this.#unnamed.push({ population: { place, type, constraints }, observations });
  }

  /** Observations of a node. Some may have come before. */
  observed(node: string, observations: readonly V0Observation[] = []): void {
    this.#observed.set(node, [...(this.#observed.get(node) ?? []), ...observations]);
  }

  /**
   * Gives all statements to a sink. A population without a dcid gets the one of the service's
   * importer.
   */
  writeTo(sink: PopulationSink): void {
    for (const { population, observations } of this.#unnamed) {
      const { place, type, constraints } = population;
      const made = { populationType: type, location: place, memberOf: "", constraints };
      const dcid = this.#dcids.get(keyOf(population)) ?? populationId(made);
      this.#populations.set(dcid, population);
      this.observed(dcid, observations);
    }
    for (const [dcid, { place, type, constraints }] of this.#populations) {
      sink.link(dcid, "typeOf", "StatisticalPopulation");
      sink.link(dcid, "location", place);
      if (type !== "") sink.link(dcid, "populationType", type);
      for (const [property, value] of constraints) addValue(sink, dcid, property, value);
    }
    const contents = new Map<string, string>();
    for (const [node, observations] of this.#observed) {
      for (const one of observations) addObservation(sink, node, one, contents);
    }
    this.#unnamed.length = 0;
  }
}

/** @param contents by dcid: two different observations stay two */
function addObservation(
  sink: PopulationSink,
  node: string,
  { observedNode: _node, ...observation }: V0Observation,
  contents: Map<string, string>,
): void {
  const fields = Object.entries(observation).map(([field, value]) => {
    const property = field === "measuredProp" ? "measuredProperty" : field;
    return { property, text: String(value), isNode: nodeFields.has(field) };
  });
  const values = new Map([["observedNode", node]]);
  for (const { property, text } of fields) values.set(property, text);
  const content = JSON.stringify([...values].sort());
  const base =
    olderObservationId((property) => {
      const value = values.get(property);
      return value === undefined ? [] : [value];
    }) ?? `recorded/${node}`;
  let dcid = base;
  for (let number = 2; (contents.get(dcid) ?? content) !== content; number++)
    dcid = `${base}_${number}`;
  contents.set(dcid, content);
  sink.link(dcid, "typeOf", "Observation");
  sink.link(dcid, "observedNode", node);
  for (const { property, text, isNode } of fields) {
    if (isNode) addValue(sink, dcid, property, text);
    else sink.aside(dcid, property, text);
  }
}

/** Answers do not show whether a value is a node. A value that can be a dcid counts as a node. */
function addValue(sink: PopulationSink, subject: string, property: string, value: string): void {
  if (/^(?![\d.+-]+$)[^\s"[\]]+$/.test(value)) sink.link(subject, property, value);
  else sink.aside(subject, property, value);
}

function keyOf({ place, type, constraints }: Population): string {
  return JSON.stringify([place, type, [...constraints].sort()]);
}
