/** Statistical populations and their observations, as answers tell them (behaviour: v0 10). */

import type { V0Observation, V0Population, V0PropertyValue } from "../../adapters/index.ts";
import { olderObservationId, populationId } from "../../ids/index.ts";

/** What of it is said: to whom, and by what property. */
export interface PopulationSink {
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
  /** Dcids that answers told, by what the population is. */
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

  /** Observations of a population that a request described and no answer named. */
  unnamed(
    place: string,
    type: string,
    pvs: readonly V0PropertyValue[],
    observations: readonly V0Observation[],
  ): void {
    const constraints = new Map(pvs.map(({ property, value }) => [property, value]));
    this.#unnamed.push({ population: { place, type, constraints }, observations });
  }

  /** Observations of a node, each of which may have been told before. */
  observed(node: string, observations: readonly V0Observation[] = []): void {
    this.#observed.set(node, [...(this.#observed.get(node) ?? []), ...observations]);
  }

  /** Says all of it. What has no dcid gets the one that the service's importer would make. */
  tell(sink: PopulationSink): void {
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
      for (const [property, value] of constraints) tellValue(sink, dcid, property, value);
    }
    const told = new Map<string, string>();
    for (const [node, observations] of this.#observed) {
      for (const one of observations) tellObservation(sink, node, one, told);
    }
    this.#unnamed.length = 0;
  }
}

/** @param told what was said of each dcid: two observations that the service tells apart stay two. */
function tellObservation(
  sink: PopulationSink,
  node: string,
  { observedNode: _node, ...observation }: V0Observation,
  told: Map<string, string>,
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
  for (let number = 2; (told.get(dcid) ?? content) !== content; number++)
    dcid = `${base}_${number}`;
  told.set(dcid, content);
  sink.link(dcid, "typeOf", "Observation");
  sink.link(dcid, "observedNode", node);
  for (const { property, text, isNode } of fields) {
    if (isNode) tellValue(sink, dcid, property, text);
    else sink.aside(dcid, property, text);
  }
}

/** Answers do not say whether a value is a node: what can be a dcid is one. */
function tellValue(sink: PopulationSink, subject: string, property: string, value: string): void {
  if (/^(?![\d.+-]+$)[^\s"[\]]+$/.test(value)) sink.link(subject, property, value);
  else sink.aside(subject, property, value);
}

function keyOf({ place, type, constraints }: Population): string {
  return JSON.stringify([place, type, [...constraints].sort()]);
}
