/** A world is everything that was loaded, frozen: the graph and the observations. */

import { LimitError } from "./errors.ts";
import { type FacetSource, NONE, type Sink } from "./load/sink.ts";
import {
  type Conflict,
  compareFacets,
  type Facet,
  type FacetEntry,
  type FacetRanking,
  facetId,
  facetKey,
  ObservationBuilder,
  type ObservationTable,
  Ranking,
  unfoldAggregate,
} from "./stats/index.ts";
import {
  Dictionary,
  FrozenColumns,
  type Graph,
  GraphBuilder,
  LooseTextBuilder,
  noTerm,
  TextTableBuilder,
} from "./store/index.ts";

export interface World {
  readonly graph: Graph;
  readonly observations: ObservationTable;
}

/** What the freeze found out about the data as a whole. */
export interface Freeze {
  readonly world: World;
  /** Observations dropped because a later one has the same series and date. */
  readonly repeatedObservations: number;
  /** Those of them where the later one is written differently. */
  readonly conflictingObservations: number;
  /** The first few of those. */
  readonly conflicts: readonly Conflict[];
}

const facetsMax = 1 << 20;
const baseProvenance = "dc/base/";

/** Takes what loaders read and freezes it. Use once: `freeze` releases what was collected. */
export class WorldBuilder implements Sink {
  readonly #nodes = new TextTableBuilder();
  readonly #literals = new LooseTextBuilder();
  readonly #triples = new GraphBuilder();
  readonly #observations = new ObservationBuilder(this.#literals);
  readonly #facetSources: FacetSource[] = [];
  readonly #facetNumbers = new Map<string, number>();

  node(dcid: string): number {
    return this.#nodes.add(dcid);
  }

  literal(text: string): number {
    return this.#literals.add(text);
  }

  date(text: string): number {
    return this.#observations.dates.add(text);
  }

  nodeOf(bytes: Uint8Array, start: number, end: number): number {
    return this.#nodes.addBytes(bytes, start, end);
  }

  literalOf(bytes: Uint8Array, start: number, end: number): number {
    return this.#literals.addBytes(bytes, start, end);
  }

  dateOf(bytes: Uint8Array, start: number, end: number): number {
    return this.#observations.dates.addBytes(bytes, start, end);
  }

  facet(source: FacetSource): number {
    const key = sourceKey(source);
    const known = this.#facetNumbers.get(key);
    if (known !== undefined) return known;
    if (this.#facetSources.length === facetsMax) {
      throw new LimitError(`a world holds at most ${facetsMax} facets`);
    }
    this.#facetNumbers.set(key, this.#facetSources.length);
    return this.#facetSources.push({ ...source }) - 1;
  }

  link(subject: number, predicate: number, object: number, provenance: number): void {
    this.#triples.addLink(subject, predicate, object, provenance);
  }

  attribute(subject: number, predicate: number, literal: number, provenance: number): void {
    this.#triples.addAttribute(subject, predicate, literal, provenance);
  }

  observation(variable: number, entity: number, facet: number, date: number, value: string): void {
    this.#observations.addText(variable, entity, facet, date, value);
  }

  observationOf(
    variable: number,
    entity: number,
    facet: number,
    date: number,
    bytes: Uint8Array,
    start: number,
    end: number,
  ): void {
    this.#observations.add(variable, entity, facet, date, bytes, start, end);
  }

  /** `ranking` replaces the built-in order of facets. */
  freeze(ranking?: FacetRanking): Freeze {
    const columns = new FrozenColumns();
    const { dictionary, ranks } = Dictionary.freeze(this.#nodes, this.#literals, columns);
    const graph = this.#triples.freeze(dictionary, ranks, columns);
    const order = new Ranking(ranking);
    const { facets, facetNumbers } = numberFacets(
      this.#facetSources.map((source) => {
        const { provenance } = source;
        const dcid = provenance === NONE ? "" : dictionary.textOf(ranks.nodes[provenance]!);
        return facetOf(source, dcid, graph);
      }),
      order,
    );
    const frozen = this.#observations.freeze({
      columns,
      dictionary,
      ranks,
      facets,
      facetNumbers,
      ranking: order,
    });
    return {
      world: Object.freeze({ graph, observations: frozen.table }),
      repeatedObservations: frozen.repeatedPoints,
      conflictingObservations: frozen.conflictingPoints,
      conflicts: frozen.conflicts,
    };
  }
}

/** Spelled out: the order in which an object got its fields is no part of a source. */
function sourceKey(source: FacetSource): string {
  return JSON.stringify([
    source.provenance,
    source.importName,
    source.provenanceUrl,
    source.measurementMethod,
    source.observationPeriod,
    source.scalingFactor,
    source.unit,
    source.isDcAggregate,
  ]);
}

/** Reads import name and URL from the provenance node where the source has neither. */
function facetOf(source: FacetSource, provenance: string, graph: Graph): Facet {
  const { observationPeriod, scalingFactor, unit } = source;
  const unfolded = unfoldAggregate(source.measurementMethod);
  const isGiven = provenance === "" || source.importName !== "" || source.provenanceUrl !== "";
  const importName = isGiven ? source.importName : importNameOf(provenance, graph);
  return {
    importName,
    provenanceUrl: isGiven ? source.provenanceUrl : urlOf(provenance, graph),
    measurementMethod: unfolded.measurementMethod,
    observationPeriod,
    scalingFactor,
    unit,
    isDcAggregate: source.isDcAggregate || unfolded.isDcAggregate,
    provenanceId: provenance !== "" || importName === "" ? provenance : baseProvenance + importName,
  };
}

/**
 * `dc/base/<ImportName>` names its import; other provenance nodes do so by their name, and without
 * one by the last part of their dcid (facts V2 §3.8).
 */
function importNameOf(provenance: string, graph: Graph): string {
  if (provenance.startsWith(baseProvenance)) return provenance.slice(baseProvenance.length);
  const name = graph.nameOf(graph.dictionary.nodeOf(provenance)!);
  const nameText = name === noTerm ? "" : graph.dictionary.textOf(name);
  return nameText || provenance.slice(provenance.lastIndexOf("/") + 1);
}

/** Of several URLs the first in byte order, whatever the order of loading. */
function urlOf(provenance: string, graph: Graph): string {
  const url = graph.predicateOf("url");
  if (url === undefined) return "";
  const { start, end } = graph.out.rowsOf(graph.dictionary.nodeOf(provenance)!, url);
  return start < end ? graph.dictionary.textOf(graph.out.terms[start]!) : "";
}

/** The distinct facets in their order, and the number of each given one. */
function numberFacets(
  given: readonly Facet[],
  ranking: Ranking,
): { facets: readonly FacetEntry[]; facetNumbers: Uint32Array } {
  const distinct = new Map(given.map((facet) => [facetKey(facet), facet]));
  const sorted = [...distinct.entries()].sort(([, a], [, b]) => compareFacets(a, b));
  const numbers = new Map(sorted.map(([key], number) => [key, number]));
  const facets = sorted.map(([, facet]) =>
    Object.freeze({ ...facet, id: facetId(facet), score: ranking.score(facet) }),
  );
  return {
    facets: Object.freeze(facets),
    facetNumbers: Uint32Array.from(given, (facet) => numbers.get(facetKey(facet))!),
  };
}
