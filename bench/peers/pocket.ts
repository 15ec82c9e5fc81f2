/** Pocket Commons by its public interface: the engine's own reads, and queries as texts. */

import type { ArcTable, PointColumns, Range, TermId } from "../../src/engine.ts";
import type { Commons, OpenOptions } from "../../src/index.ts";
import type { Facet } from "../../src/wire.ts";
import type { Answers, Series, Value } from "../contest/rows.ts";
import { closure, open, pointsAlong, totalOf } from "../library.ts";
import type { Contestant, Tables } from "./contestant.ts";
import { latestEach, onDateEach } from "./series-by-series.ts";

/** A build that is compared with may be from before points were read along a variable, or sums made. */
const isOlder = (pointsAlong as unknown) === undefined;
const hasTotals = (totalOf as unknown) !== undefined;

/** Text of `node` that no query was asked with before. */
const fresh = (number: number) => `?place${number}`;
const statesOf = (node: string, place: string) =>
  `SELECT ${node} ?name WHERE {
     ${node} typeOf State . ${node} containedInPlace ${place} . ${node} name ?name
   } ORDER BY ASC(?name) LIMIT 10`;

const queries = {
  s2: (population: string, property: string, gender: string) =>
    `SELECT ?variable ?name WHERE {
       ?variable typeOf StatisticalVariable . ?variable gender ${gender} .
       ?variable measuredProperty ${property} . ?variable populationType ${population} .
       ?variable name ?name
     }`,
  s3: (place: string) =>
    `SELECT DISTINCT ?state ?name WHERE {
       ?state containedInPlace ${place} . ?state typeOf State . ?state name ?name .
       ?county containedInPlace ?state . ?county typeOf County .
       ?city containedInPlace ?county . ?city typeOf City
     }`,
} as const;

export class Pocket implements Contestant {
  readonly version = `Node ${process.version}`;
  readonly #path: string;
  readonly #options: OpenOptions;
  readonly #form: "table" | "N-Triples";
  #commons: Commons | undefined;
  /** Filled by each question that needs them. */
  #points: PointColumns | undefined;
  #queriesMade = 0;
  /** Points of the series at hand. */
  #dates = new Uint32Array(64);
  #numbers = new Float64Array(64);

  constructor(store: string, threads: number, form: "table" | "N-Triples" = "table") {
    this.#path = `${store}.pocket`;
    this.#form = form;
    this.#options = { threads };
  }

  async loadTriples({ triples, ntriples }: Tables): Promise<number> {
    this.#commons = await open(this.#form === "table" ? triples : ntriples, this.#options);
    return this.#commons.info.tripleCount;
  }

  async loadBoth({ triples, observations }: Tables): Promise<number> {
    this.#commons = await open([triples, observations], this.#options);
    return this.#commons.info.tripleCount + this.#commons.info.observationCount;
  }

  async save(): Promise<string> {
    await this.#loaded().save(this.#path);
    return this.#path;
  }

  async reopen(whole: boolean): Promise<void> {
    this.#commons = await open(this.#path, { read: whole ? "all" : "needed" });
  }

  readonly answers: Answers = {
    q1: (node) => {
      const { out } = this.#loaded().engine.graph;
      return this.#textsOf(out, node, "name");
    },
    q2: (node) => this.#arcsOf(node),
    q3: (type) => this.#textsOf(this.#loaded().engine.graph.in, type, "typeOf", 500),
    q4: (place) => {
      const {
        engine: { graph },
      } = this.#loaded();
      const { dictionary } = graph;
      return Array.from(this.#countiesWithin(place), (county) => [
        dictionary.textOf(county),
        dictionary.textOf(graph.nameOf(county)),
      ]);
    },
    q5: (nodes) => nodes.map((node) => [node, this.#labelsOf(node)]),
    o1: ([variable, entity]) => this.#seriesOf(variable, entity),
    o2: ({ variable, entities }) => this.#latest(variable, this.#idsOf(entities)),
    o2_expression: ({ variable, place }) => this.#latest(variable, this.#countiesWithin(place)),
    o3: ({ variables, entities, date }) => this.#onDate(variables, entities, date),
    o4: (entity) => {
      const {
        engine: { graph, observations },
      } = this.#loaded();
      const id = graph.dictionary.nodeOf(entity);
      if (id === undefined) return [];
      return observations.variablesOf(id).map((variable) => graph.dictionary.textOf(variable));
    },
    o5: (variable) => {
      const {
        engine: { graph, observations },
      } = this.#loaded();
      const id = graph.dictionary.nodeOf(variable);
      if (id === undefined) return [[0, 0]];
      return [this.#totalOf(observations.seriesOfVariable(id))];
    },
    o6: () => [this.#totalOf({ start: 0, end: this.#loaded().engine.observations.seriesCount })],
    s1: (place) => this.#pairs(statesOf("?place", place)),
    s1_new: (place) => this.#pairs(statesOf(fresh(this.#queriesMade++), place)),
    s2: ({ population, property, gender }) => this.#pairs(queries.s2(population, property, gender)),
    s3: (place) => this.#pairs(queries.s3(place)),
  };

  #loaded(): Commons {
    if (this.#commons === undefined) throw new Error("nothing is loaded");
    return this.#commons;
  }

  #idsOf(dcids: readonly string[]): TermId[] {
    const { dictionary } = this.#loaded().engine.graph;
    const ids: TermId[] = [];
    for (const dcid of dcids) {
      const id = dictionary.nodeOf(dcid);
      if (id !== undefined) ids.push(id);
    }
    return ids;
  }

  /** Texts at the other end of a node's arcs with one predicate, the first `max` of them. */
  #textsOf(arcs: ArcTable, node: string, property: string, max = Number.MAX_VALUE): string[] {
    const {
      engine: { graph },
    } = this.#loaded();
    const { dictionary } = graph;
    const id = dictionary.nodeOf(node);
    const predicate = graph.predicateOf(property);
    if (id === undefined || predicate === undefined) return [];
    const { start, end } = arcs.rowsOf(id, predicate);
    const texts: string[] = [];
    for (let row = start; row < end && row < start + max; row++) {
      texts.push(dictionary.textOf(arcs.terms[row]!));
    }
    return texts;
  }

  #arcsOf(node: string): [string, string, string | undefined][] {
    const {
      engine: { graph },
    } = this.#loaded();
    const { dictionary, out, predicates } = graph;
    const id = dictionary.nodeOf(node);
    const arcs: [string, string, string | undefined][] = [];
    if (id === undefined) return arcs;
    const { start, end } = out.rows(id);
    for (let row = start; row < end; row++) {
      arcs.push([
        dictionary.textOf(predicates[out.predicates[row]!]!),
        dictionary.textOf(out.terms[row]!),
        graph.provenanceDcid(out.provenances[row]!),
      ]);
    }
    return arcs;
  }

  #labelsOf(node: string): string[] {
    const { dictionary, out, predicates } = this.#loaded().engine.graph;
    const id = dictionary.nodeOf(node);
    const labels: string[] = [];
    if (id === undefined) return labels;
    const { start, end } = out.rows(id);
    for (let row = start, last = -1; row < end; row++) {
      const predicate = out.predicates[row]!;
      if (predicate !== last) labels.push(dictionary.textOf(predicates[predicate]!));
      last = predicate;
    }
    return labels;
  }

  #countiesWithin(place: string): Uint32Array {
    const {
      engine: { graph },
    } = this.#loaded();
    const [outer, county] = this.#idsOf([place, "County"]);
    const containedInPlace = graph.predicateOf("containedInPlace");
    if (outer === undefined || county === undefined || containedInPlace === undefined) {
      return new Uint32Array();
    }
    const filter = [{ predicate: graph.predicateOf("typeOf"), values: new Set([county]) }];
    return closure(graph, outer, "in", containedInPlace, Number.POSITIVE_INFINITY, filter);
  }

  #seriesOf(variable: string, entity: string): Series[] {
    const {
      engine: { graph, observations },
    } = this.#loaded();
    const found: Series[] = [];
    const variableId = graph.dictionary.nodeOf(variable);
    const entityId = graph.dictionary.nodeOf(entity);
    if (variableId === undefined || entityId === undefined) return found;
    const range = observations.seriesOf(variableId, entityId);
    for (let series = range.start; series < range.end; series++) {
      const points = observations.historyOf(series);
      found.push({ facet: observations.facetOf(series), points });
    }
    return found;
  }

  #latest(variable: string, entities: ArrayLike<TermId>): [string, Facet, string, Value][] {
    const {
      engine: { graph, observations },
    } = this.#loaded();
    const id = graph.dictionary.nodeOf(variable);
    if (id === undefined) return [];
    if (isOlder) return latestEach(this.#loaded().engine, id, entities);
    const points = this.#pointsAlong(id, entities);
    const { count, places, dates, numbers } = points;
    const found = new Array<[string, Facet, string, Value]>(count);
    for (let row = 0, last = -1, dcid = ""; row < count; row++) {
      const place = places[row]!;
      if (place !== last) dcid = graph.dictionary.textOf(entities[place]!);
      last = place;
      const number = numbers[row]!;
      const value = Number.isNaN(number) ? observations.valueOf(points.points[row]!) : number;
      found[row] = [
        dcid,
        observations.facetAt(points.facets[row]!),
        observations.dateOfCode(dates[row]!),
        value,
      ];
    }
    return found;
  }

  #onDate(
    variables: readonly string[],
    entities: readonly string[],
    date: string,
  ): [string, string, Facet, Value][] {
    const {
      engine: { graph, observations },
    } = this.#loaded();
    const found: [string, string, Facet, Value][] = [];
    const code = observations.dateCodeOf(date);
    if (code === undefined) return found;
    const known: string[] = [];
    const ids: TermId[] = [];
    for (const entity of entities) {
      const id = graph.dictionary.nodeOf(entity);
      if (id === undefined) continue;
      known.push(entity);
      ids.push(id);
    }
    for (const variable of variables) {
      const id = graph.dictionary.nodeOf(variable);
      if (id === undefined) continue;
      if (isOlder) {
        for (const [place, facet, value] of onDateEach(this.#loaded().engine, id, ids, code)) {
          found.push([variable, known[place]!, facet, value]);
        }
        continue;
      }
      const points = this.#pointsAlong(id, ids, code);
      const { count, places, facets, numbers } = points;
      for (let row = 0; row < count; row++) {
        const number = numbers[row]!;
        const value = Number.isNaN(number) ? observations.valueOf(points.points[row]!) : number;
        found.push([variable, known[places[row]!]!, observations.facetAt(facets[row]!), value]);
      }
    }
    return found;
  }

  #totalOf(range: Range): [count: number, sum: number] {
    const {
      engine: { observations },
    } = this.#loaded();
    if (hasTotals) {
      const total = totalOf(observations, range);
      return [total.count, total.sum];
    }
    let [count, sum] = [0, 0];
    for (let series = range.start; series < range.end; series++) {
      const points = observations.pointsOf(series);
      const length = points.end - points.start;
      if (length > this.#numbers.length) {
        this.#dates = new Uint32Array(length);
        this.#numbers = new Float64Array(length);
      }
      observations.copyPoints(points, this.#dates, this.#numbers, 0);
      for (let at = 0; at < length; at++) sum += this.#numbers[at]!;
      count += length;
    }
    return [count, sum];
  }

  #pointsAlong(variable: TermId, entities: ArrayLike<TermId>, date?: number): PointColumns {
    const {
      engine: { observations },
    } = this.#loaded();
    const points = pointsAlong(observations, variable, entities, date, this.#points);
    this.#points = points;
    return points;
  }

  #pairs(query: string): [string, string][] {
    const { rows = [] } = this.#loaded().v2.sparql({ query });
    return rows.map(({ cells }) => [cells[0]!.value ?? "", cells[1]!.value ?? ""]);
  }
}
