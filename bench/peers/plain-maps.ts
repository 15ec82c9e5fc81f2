/** What a program without an engine would do: Maps of Maps of arrays. A line of reference, no peer. */

import type { Facet } from "../../src/wire.ts";
import type { Answers, Value } from "../contest/rows.ts";
import { type Contestant, facetColumn, facetOfCells, type Tables } from "./contestant.ts";
import { readRows } from "./csv-rows.ts";

interface Arc {
  readonly dcid?: string;
  readonly value?: string;
  readonly provenance: string;
}

interface Point {
  readonly date: string;
  readonly value: number;
}

type SeriesByFacet = Map<Facet, Point[]>;
type Arcs = Map<string, Map<string, Arc[]>>;

export class PlainMaps implements Contestant {
  readonly version = `Node ${process.version}`;
  readonly #out: Arcs = new Map();
  readonly #in: Arcs = new Map();
  readonly #series = new Map<string, Map<string, SeriesByFacet>>();
  readonly #variables = new Map<string, string[]>();

  loadTriples({ triples }: Tables): number {
    return readRows(triples, ([subject, predicate, object, value, provenance]) => {
      if (object === "") {
        add(this.#out, subject!, predicate!, { value: value!, provenance: provenance! });
        return;
      }
      add(this.#out, subject!, predicate!, { dcid: object!, provenance: provenance! });
      add(this.#in, object!, predicate!, { dcid: subject!, provenance: provenance! });
    });
  }

  loadObservations({ observations }: Tables): number {
    const facets = new Map<string, Facet>();
    return readRows(observations, (cells) => {
      const [variable, entity, date, value] = cells as [string, string, string, string];
      const facetCells = cells.slice(facetColumn);
      const facet = entryOf(facets, facetCells.join("\t"), () => facetOfCells(facetCells));
      const byEntity = entryOf(this.#series, variable, () => new Map<string, SeriesByFacet>());
      const byFacet = entryOf(byEntity, entity, () => {
        entryOf(this.#variables, entity, (): string[] => []).push(variable);
        return new Map<Facet, Point[]>();
      });
      entryOf(byFacet, facet, (): Point[] => []).push({ date, value: Number(value) });
    });
  }

  readonly answers: Answers = {
    q1: (node) => this.#arcs(node, "name").map(({ value }) => value!),
    q2: (node) =>
      [...(this.#out.get(node) ?? [])].flatMap(([predicate, arcs]) =>
        arcs.map(({ dcid, value, provenance }) => [predicate, dcid ?? value!, provenance] as const),
      ),
    q3: (type) => this.#subjects(type, "typeOf").slice(0, 500),
    q4: (place) => this.#countiesWithin(place).map((dcid) => [dcid, this.#nameOf(dcid)]),
    q5: (nodes) => nodes.map((node) => [node, [...(this.#out.get(node)?.keys() ?? [])]]),
    o1: ([variable, entity]) =>
      [...this.#seriesOf(variable, entity)].map(([facet, points]) => ({
        facet,
        points: points.map(({ date, value }) => [date, value]),
      })),
    o2: ({ variable, entities }) => this.#latest(variable, entities),
    o2_expression: ({ variable, place }) => this.#latest(variable, this.#countiesWithin(place)),
    o3: ({ variables, entities, date }) => {
      const found: [string, string, Facet, Value][] = [];
      for (const variable of variables) {
        for (const entity of entities) {
          for (const [facet, points] of this.#seriesOf(variable, entity)) {
            const point = points.find((each) => each.date === date);
            if (point !== undefined) found.push([variable, entity, facet, point.value]);
          }
        }
      }
      return found;
    },
    o4: (entity) => [...(this.#variables.get(entity) ?? [])],
    o5: (variable) => [totalOf([this.#series.get(variable) ?? new Map()])],
    o6: () => [totalOf(this.#series.values())],
    s1: (place) =>
      this.#partsOf(place, "State")
        .map((state): [string, string] => [state, this.#nameOf(state)])
        .sort(([, a], [, b]) => (a < b ? -1 : 1))
        .slice(0, 10),
    s2: ({ population, property, gender }) =>
      this.#subjects(gender, "gender")
        .filter(
          (variable) =>
            this.#has(variable, "typeOf", "StatisticalVariable") &&
            this.#has(variable, "populationType", population) &&
            this.#has(variable, "measuredProperty", property),
        )
        .map((variable) => [variable, this.#nameOf(variable)]),
    s3: (place) =>
      this.#partsOf(place, "State")
        .filter((state) =>
          this.#partsOf(state, "County").some((county) => this.#partsOf(county, "City").length > 0),
        )
        .map((state) => [state, this.#nameOf(state)]),
  };

  #latest(variable: string, entities: readonly string[]): [string, Facet, string, Value][] {
    const found: [string, Facet, string, Value][] = [];
    for (const entity of entities) {
      for (const [facet, points] of this.#seriesOf(variable, entity)) {
        const { date, value } = points.reduce((a, b) => (a.date > b.date ? a : b));
        found.push([entity, facet, date, value]);
      }
    }
    return found;
  }

  #seriesOf(variable: string, entity: string): Iterable<[Facet, Point[]]> {
    return this.#series.get(variable)?.get(entity) ?? [];
  }

  #arcs(node: string, predicate: string): readonly Arc[] {
    return this.#out.get(node)?.get(predicate) ?? [];
  }

  #subjects(node: string, predicate: string): string[] {
    return (this.#in.get(node)?.get(predicate) ?? []).map(({ dcid }) => dcid!);
  }

  #has(node: string, predicate: string, object: string): boolean {
    return this.#arcs(node, predicate).some(({ dcid }) => dcid === object);
  }

  #nameOf(node: string): string {
    return this.#arcs(node, "name")[0]?.value ?? "";
  }

  #partsOf(place: string, type: string): string[] {
    return this.#subjects(place, "containedInPlace").filter((part) =>
      this.#has(part, "typeOf", type),
    );
  }

  #countiesWithin(place: string): string[] {
    const seen = new Set([place]);
    for (const outer of seen) {
      for (const part of this.#subjects(outer, "containedInPlace")) seen.add(part);
    }
    seen.delete(place);
    return [...seen].filter((part) => this.#has(part, "typeOf", "County"));
  }
}

function totalOf(
  variables: Iterable<ReadonlyMap<string, SeriesByFacet>>,
): [count: number, sum: number] {
  let [count, sum] = [0, 0];
  for (const byEntity of variables) {
    for (const byFacet of byEntity.values()) {
      for (const points of byFacet.values()) {
        count += points.length;
        for (const { value } of points) sum += value;
      }
    }
  }
  return [count, sum];
}

function add(arcs: Arcs, node: string, predicate: string, arc: Arc): void {
  entryOf(
    entryOf(arcs, node, () => new Map<string, Arc[]>()),
    predicate,
    (): Arc[] => [],
  ).push(arc);
}

function entryOf<Key, Entry>(entries: Map<Key, Entry>, key: Key, make: () => Entry): Entry {
  let entry = entries.get(key);
  if (entry === undefined) {
    entry = make();
    entries.set(key, entry);
  }
  return entry;
}
