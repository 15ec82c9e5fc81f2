/** Observations as quads: each point is a blank node with the properties of its series and its own. */

import { type SharedProperty, sharedProperties } from "../export/rdf-export.ts";
import { aboutProperty, entityProperties, type Facet, tableFields } from "../stats/facet-fields.ts";
import {
  entityPropertiesOf,
  namedProperties,
  seriesAbout,
} from "../stats/read/entity-properties.ts";
import type { Range } from "../store/columns/column-source.ts";
import type { TermId } from "../store/texts/dictionary.ts";
import type { World } from "../world/world.ts";
import type { Pattern } from "./pattern.ts";
import {
  blankNode,
  defaultGraph,
  literal,
  namedNode,
  quad,
  type RdfNamedNode,
  type RdfQuad,
} from "./terms.ts";

const observationType = "StatVarObservation";
const [dateProperty, valueProperty, variableProperty, typeProperty] = [
  "observationDate",
  "value",
  "variableMeasured",
  "typeOf",
];

/** Properties that observations of any variable may have, but for those that say what they are about. */
const propertiesOfAll: ReadonlySet<string> = new Set([
  dateProperty,
  valueProperty,
  variableProperty,
  typeProperty,
  entityProperties,
  ...tableFields,
]);

interface NamedEntities {
  /** Variables whose observations are about entities by properties of their own. */
  readonly variables: readonly TermId[];
  /** Properties by which observations are about entities. */
  readonly about: ReadonlySet<string>;
}

export class ObservationQuads {
  readonly #world: World;
  /** Terms that many statements have, by their text. */
  readonly #nodes = new Map<string, RdfNamedNode>();
  #namedEntities: NamedEntities | undefined;

  constructor(world: World) {
    this.#world = world;
  }

  *match(pattern: Pattern): Generator<RdfQuad> {
    for (const series of this.#series(pattern)) yield* this.#ofSeries(series, pattern);
  }

  /** Exact. Only where a value is given, points are read. */
  count(pattern: Pattern): number {
    const { observations } = this.#world;
    const isOfPoint = typeof pattern.subject === "number";
    let sum = 0;
    for (const series of this.#series(pattern)) {
      const facet = observations.facetOf(series);
      if (!isWanted(facet, pattern)) continue;
      const points = isOfPoint ? 1 : observations.pointCountOf(series);
      sum +=
        points * sharedProperties(this.#world, series).filter((one) => fits(one, pattern)).length;
      if (mayBe(pattern, dateProperty)) sum += this.#pointsWithDate(series, pattern, points);
      if (!mayBe(pattern, valueProperty)) continue;
      if (pattern.object === undefined) sum += points;
      else for (const _ of this.#points(series, pattern, valueProperty)) sum++;
    }
    return sum;
  }

  #pointsWithDate(series: number, { object, subject }: Pattern, points: number): number {
    if (object === undefined) return points;
    const point = this.#pointAt(series, object);
    return point < 0 || (typeof subject === "number" && subject !== point) ? 0 : 1;
  }

  *#ofSeries(series: number, pattern: Pattern): Generator<RdfQuad> {
    const facet = this.#world.observations.facetOf(series);
    if (!isWanted(facet, pattern)) return;
    const graph = pattern.graph === "" ? defaultGraph : this.#graphOf(facet);
    const own = [dateProperty, valueProperty].filter((property) => mayBe(pattern, property));
    const shared = sharedProperties(this.#world, series).filter((one) => fits(one, pattern));
    const isOpen = pattern.object === undefined;
    // All about a point together: readers of blank nodes want it so.
    const range = isOpen || shared.length > 0 ? this.#range(series, pattern) : undefined;
    if (range !== undefined) yield* this.#ofPoints(range, shared, isOpen ? own : [], graph);
    if (isOpen) return;
    for (const property of own) {
      for (const point of this.#points(series, pattern, property)) {
        yield this.#own(point, property, graph);
      }
    }
  }

  *#ofPoints(
    { start, end }: Range,
    shared: readonly SharedProperty[],
    own: readonly string[],
    graph: RdfQuad["graph"],
  ): Generator<RdfQuad> {
    const terms = shared.map(({ property, text, isNode }) => ({
      predicate: this.#node(property),
      object: isNode ? this.#node(text) : literal(() => text),
    }));
    for (let point = start; point < end; point++) {
      const node = blankNode(point);
      for (const { predicate, object } of terms) yield quad(node, predicate, object, graph);
      for (const property of own) yield this.#own(point, property, graph);
    }
  }

  #own(point: number, property: string, graph: RdfQuad["graph"]): RdfQuad {
    const { observations } = this.#world;
    const read = (): string =>
      property === dateProperty ? observations.dateOf(point) : observations.textOf(point);
    return quad(blankNode(point), this.#node(property), literal(read), graph);
  }

  /** Points of a series that have what the pattern wants for its date or its value. */
  *#points(series: number, pattern: Pattern, property: string): Generator<number> {
    const { observations } = this.#world;
    const { object } = pattern;
    const { start, end } = this.#range(series, pattern);
    if (object === undefined) {
      for (let point = start; point < end; point++) yield point;
    } else if (property === dateProperty) {
      const point = this.#pointAt(series, object);
      if (point >= start && point < end) yield point;
    } else if (!object.isNode) {
      for (let point = start; point < end; point++) {
        if (observations.textOf(point) === object.text) yield point;
      }
    }
  }

  #pointAt(
    series: number,
    { text, isNode }: { readonly text: string; readonly isNode: boolean },
  ): number {
    const { observations } = this.#world;
    const code = isNode ? undefined : observations.dateCodeOf(text);
    return code === undefined ? -1 : observations.pointAt(series, code);
  }

  #range(series: number, { subject }: Pattern): Range {
    if (typeof subject === "number") return { start: subject, end: subject + 1 };
    return this.#world.observations.pointsOf(series);
  }

  /** Series in which a point can match. */
  #series(pattern: Pattern): Iterable<number> {
    const { observations } = this.#world;
    const { subject, predicate, object } = pattern;
    if (typeof subject === "string") return [];
    if (subject !== undefined) {
      return subject < observations.pointCount ? [observations.seriesOfPoint(subject)] : [];
    }
    if (predicate !== undefined && !this.#isOurs(predicate)) return [];
    if (object === undefined || predicate === undefined) return upTo(observations.seriesCount);
    return this.#seriesWith(predicate, object);
  }

  #seriesWith(predicate: string, object: NonNullable<Pattern["object"]>): Iterable<number> {
    const { graph, observations } = this.#world;
    if (predicate === typeProperty) {
      return object.isNode && object.text === observationType ? upTo(observations.seriesCount) : [];
    }
    const node = object.isNode ? graph.dictionary.nodeOf(object.text) : undefined;
    if (predicate === variableProperty) {
      if (node === undefined) return [];
      const { start, end } = observations.seriesOfVariable(node);
      return upTo(end, start);
    }
    return node === undefined ? upTo(observations.seriesCount) : this.#about(predicate, node);
  }

  /** Series about an entity by a property; all series if no observation is about anything by it. */
  #about(property: string, entity: TermId): Iterable<number> {
    const { observations } = this.#world;
    const { about, variables: named } = this.#named();
    if (!about.has(property)) return upTo(observations.seriesCount);
    const variables = new Set([...observations.variablesOf(entity), ...named]);
    return [...variables].flatMap((variable) => [
      ...seriesAbout(this.#world, variable, property, entity),
    ]);
  }

  /** Whether observations have the property: questions about places ask for many others. */
  #isOurs(property: string): boolean {
    return propertiesOfAll.has(property) || this.#named().about.has(property);
  }

  #named(): NamedEntities {
    if (this.#namedEntities !== undefined) return this.#namedEntities;
    const { graph, observations } = this.#world;
    const variables = [...observations.variables].filter(
      (variable) => namedProperties(graph, variable).length > 0,
    );
    const own = variables.flatMap((variable) => entityPropertiesOf(graph, variable));
    this.#namedEntities = { variables, about: new Set([aboutProperty, ...own]) };
    return this.#namedEntities;
  }

  #graphOf({ provenanceId }: Facet): RdfQuad["graph"] {
    return provenanceId === "" ? defaultGraph : this.#node(provenanceId);
  }

  #node(dcid: string): RdfNamedNode {
    let node = this.#nodes.get(dcid);
    if (node === undefined) {
      node = namedNode(() => dcid);
      this.#nodes.set(dcid, node);
    }
    return node;
  }
}

function isWanted({ provenanceId }: Facet, { graph }: Pattern): boolean {
  return graph === undefined || graph === "" || graph === provenanceId;
}

function mayBe({ predicate }: Pattern, property: string): boolean {
  return predicate === undefined || predicate === property;
}

function fits({ property, text, isNode }: SharedProperty, pattern: Pattern): boolean {
  const { object } = pattern;
  if (!mayBe(pattern, property)) return false;
  return object === undefined || (object.text === text && object.isNode === isNode);
}

function* upTo(end: number, start = 0): Generator<number> {
  for (let at = start; at < end; at++) yield at;
}
