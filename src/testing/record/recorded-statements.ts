/** The statements of all recorded answers, each once. */

import type { ArcEntry } from "../../adapters/shapes.ts";
import type { V0Observation, V0Population, V0PropertyValue } from "../../adapters/v0-shapes.ts";
import { type WorldMaker, world } from "../../commons/world-maker.ts";
import { olderObservationId, populationId } from "../../ids/observation-id.ts";
import type { Facet } from "../../stats/facet-fields.ts";

/** `subject -property-> object`, as far as an answer shows it. */
interface Arc {
  readonly subject: string;
  readonly property: string;
  readonly node?: string;
  readonly text?: string;
  readonly provenance: string;
}

/** An entry of an answer, as far as the answer shows it. */
export type Entry = {
  readonly [Field in keyof ArcEntry]?: Readonly<Required<ArcEntry>[Field]> | undefined;
};

interface Point {
  readonly variable: string;
  readonly entity: string;
  readonly facet: Partial<Facet>;
  readonly date: string;
  readonly value: number | string;
}

export class Statements {
  /** Their statements are made together with the world. */
  readonly populations = new Populations();
  readonly #arcs = new Map<string, Arc>();
  /** Subjects and properties that requests asked for. */
  readonly #asked = new Set<string>();
  /** Further arcs in answers: names and types, without a provenance. */
  readonly #asides = new Map<string, Arc>();
  /** Arcs of one step or more. */
  readonly #paths = new Map<string, Arc>();
  readonly #points = new Map<string, Point>();
  /** Provenances of series, from the endpoints that give them. */
  readonly #provenances = new Map<string, string>();
  /** Nodes that were found as places. */
  readonly #places = new Set<string>();

  /** An entry of an answer about arcs of a node. */
  entry(node: string, property: string, isOut: boolean, entry: Entry): void {
    const { dcid, value, provenanceId: provenance = "" } = entry;
    this.mention(entry);
    if (isOut) this.#asked.add(JSON.stringify([node, property]));
    if (!isOut) this.#arc({ subject: dcid ?? "", property, node, provenance });
    else if (dcid !== undefined) this.#arc({ subject: node, property, node: dcid, provenance });
    else this.#arc({ subject: node, property, text: value ?? "", provenance });
  }

  /** An entry that is reached in one step or more, all of one property. */
  reached(node: string, property: string, isOut: boolean, entry: Entry): void {
    const { dcid = "" } = entry;
    this.mention(entry);
    this.path(isOut ? node : dcid, property, isOut ? dcid : node);
  }

  path(subject: string, property: string, node: string): void {
    put(this.#paths, { subject, property, node, provenance: "" });
  }

  /** Name and types of a node in an answer about another one. */
  mention({ dcid = "", name = "", types = [] }: Entry): void {
    this.aside(dcid, "name", name);
    for (const type of types) this.link(dcid, "typeOf", type);
  }

  /** A text arc that is no answer of its own, such as an identifier that was resolved. */
  aside(subject: string, property: string, text: string): void {
    put(this.#asides, { subject, property, text, provenance: "" });
  }

  /** The same of an arc to a node. */
  link(subject: string, property: string, node: string): void {
    put(this.#asides, { subject, property, node, provenance: "" });
  }

  /** A node that a search for places found. It is a place, if no answer has its type. */
  place(dcid: string): void {
    this.#places.add(dcid);
  }

  point({ facet: { provenanceId = "", ...facet }, ...point }: Point): void {
    const series = seriesOf({ ...point, facet });
    if (provenanceId !== "") this.#provenances.set(series, provenanceId);
    this.#points.set(JSON.stringify([series, point.date]), { ...point, facet });
  }

  /** The world of all statements. Further arcs count unless a request asked for their property. */
  toWorld(): WorldMaker {
    this.populations.writeTo(this);
    const maker = world();
    const facts = new Set<string>();
    const add = ({ subject, property, node, text = "", provenance }: Arc): void => {
      maker.node(
        subject,
        { [property]: node === undefined ? { text } : { dcid: node } },
        provenance,
      );
    };
    for (const arc of this.#arcs.values()) {
      add(arc);
      facts.add(factOf(arc));
    }
    for (const arc of this.#asides.values()) {
      const { subject, property } = arc;
      const isAsked = this.#asked.has(JSON.stringify([subject, property]));
      if (!(isAsked || facts.has(factOf(arc)))) add(arc);
    }
    for (const arc of this.#missingPaths()) add(arc);
    this.#addPlaces(maker);
    for (const point of this.#points.values()) {
      const { variable, entity, facet, date, value } = point;
      const provenanceId = this.#provenances.get(seriesOf(point)) ?? "";
      maker.series(variable, entity, { [date]: value }, { ...facet, provenanceId });
    }
    return maker;
  }

  /** A type for the places that have none, unless a request asked for it. */
  #addPlaces(maker: WorldMaker): void {
    const typed = new Set(this.#asked);
    for (const { subject, property } of [...this.#arcs.values(), ...this.#asides.values()]) {
      typed.add(JSON.stringify([subject, property]));
    }
    for (const subject of this.#places) {
      const isTyped = typed.has(JSON.stringify([subject, "typeOf"]));
      if (subject !== "" && !isTyped) maker.node(subject, { typeOf: { dcid: "Place" } });
    }
  }

  #arc(arc: Arc): void {
    put(this.#arcs, arc);
  }

  /** An arc of one step for each path that no recorded steps make, the longest ways last. */
  *#missingPaths(): Generator<Arc> {
    const next = new Map<string, Set<string>>();
    const link = ({ subject, property, node = "" }: Arc): void => {
      const key = JSON.stringify([subject, property]);
      next.set(key, (next.get(key) ?? new Set()).add(node));
    };
    for (const arc of this.#arcs.values()) if (arc.node !== undefined) link(arc);
    for (const arc of this.#paths.values()) {
      if (leads(next, arc)) continue;
      link(arc);
      yield arc;
    }
  }
}

function leads(
  next: ReadonlyMap<string, ReadonlySet<string>>,
  { subject, property, node = "" }: Arc,
): boolean {
  const met = new Set([subject]);
  for (const at of met) {
    const reached = next.get(JSON.stringify([at, property]));
    if (reached?.has(node)) return true;
    for (const one of reached ?? []) met.add(one);
  }
  return false;
}

function put(arcs: Map<string, Arc>, arc: Arc): void {
  const { subject, property, node, text, provenance } = arc;
  // The loader refuses a node without a dcid, and leaves out an empty text.
  if (subject === "" || property === "" || (node ?? text) === "") return;
  arcs.set(JSON.stringify([subject, property, node ?? null, text ?? null, provenance]), arc);
}

/** One text for each series, for any order of the fields of its facet. */
function seriesOf({
  variable,
  entity,
  facet,
}: Pick<Point, "variable" | "entity" | "facet">): string {
  const fields = Object.entries(facet).sort();
  return JSON.stringify([variable, entity, fields]);
}

/** A statement without its provenance. */
function factOf({ subject, property, node, text }: Arc): string {
  return JSON.stringify([subject, property, node ?? null, text ?? null]);
}

// Statistical populations and their observations in answers (behaviour: v0 10).

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

class Populations {
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
