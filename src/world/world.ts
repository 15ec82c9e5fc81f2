/** A world is everything that was loaded, frozen: the graph and the observations. */

import { LimitError } from "../errors/errors.ts";
import { keepOne } from "../load/bytes/kept-shapes.ts";
import type { DiagnosticSummary, ImportRun } from "../load/report/diagnostics.ts";
import { type FacetSource, noId, type Sink } from "../load/statements/sink.ts";
import type { CollectedObservations } from "../stats/build/freeze-input.ts";
import type { Conflict } from "../stats/build/observation-builder.ts";
import { ObservationBuilder } from "../stats/build/observation-builder.ts";
import {
  doObservationShare,
  type ObservationAnswer,
  type ObservationShare,
} from "../stats/build/points-share.ts";
import { type Facet, fieldsOf, sourceFields } from "../stats/facets/facet-fields.ts";
import {
  compareFacets,
  type FacetEntry,
  facetId,
  facetKey,
  unfoldAggregate,
} from "../stats/facets/facets.ts";
import { type FacetRanking, Ranking } from "../stats/facets/ranking.ts";
import type { ObservationTable } from "../stats/read/observations.ts";
import { type Freezing, FrozenColumns, freezeWith } from "../store/columns/column-source.ts";
import type { Graph } from "../store/graph/graph.ts";
import { type CollectedTriples, GraphBuilder } from "../store/graph/graph-builder.ts";
import {
  doShares,
  freezingGraph,
  type Share,
  type ShareAnswer,
} from "../store/graph/graph-freeze.ts";
import { Dictionary, noTerm } from "../store/texts/dictionary.ts";
import type { CollectedTexts } from "../store/texts/text-arena.ts";
import { LooseTextBuilder, TextTableBuilder } from "../store/texts/text-table-builder.ts";

/** What was loaded, in ids and columns: graph and observations. */
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

/** What a builder collected, to be frozen by another one; plain data. */
export interface Collected {
  readonly nodes: CollectedTexts;
  readonly literals: CollectedTexts;
  readonly triples: CollectedTriples;
  readonly observations: CollectedObservations;
  readonly facets: readonly FacetSource[];
}

export interface FreezeOptions {
  /** Replaces the built-in order of facets. */
  readonly ranking?: FacetRanking | undefined;
  /** What other builders collected at the same time. Default: nothing. */
  readonly others?: readonly Collected[];
  /** Into how many shares the work is divided where it can be. Default: 1. */
  readonly threads?: number;
  /** From how many observations on their freeze is divided, too. Default: 2,000,000. */
  readonly dividedMin?: number;
}

/** Fewer are frozen sooner by one thread than others find out how. */
const usualDividedMin = 2_000_000;
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

  constructor() {
    keepOne(WorldBuilder, () => new WorldBuilder());
  }

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
  ): boolean {
    return this.#observations.add(variable, entity, facet, date, bytes, start, end, true);
  }

  /** One observation of a plain decimal: its digits without the point, and how many of them come after it. */
  decimal(
    variable: number,
    entity: number,
    facet: number,
    date: number,
    mantissa: number,
    decimals: number,
  ): void {
    this.#observations.addDecimal(variable, entity, facet, date, mantissa, decimals);
  }

  /**
   * What follows belongs to the chunk with this number. The numbers say which of several builders
   * would have been first.
   */
  begin(chunk: number): void {
    this.#triples.begin(chunk);
    this.#observations.begin(chunk);
  }

  /** What was collected, as plain data; the builder gives it away. */
  collect(): Collected {
    return {
      observations: this.#observations.take(),
      nodes: this.#nodes.take(),
      literals: this.#literals.take(),
      triples: this.#triples.take(),
      facets: this.#facetSources,
    };
  }

  /** `ranking` replaces the built-in order of facets. */
  freeze(ranking?: FacetRanking): Freeze {
    return freezeWith(this.freezing({ ranking }), doWorldShares);
  }

  /** The same step by step, together with what `others` collected. */
  *freezing(options: FreezeOptions): Freezing<Freeze, WorldShare> {
    const { ranking, others = [], threads = 1, dividedMin = usualDividedMin } = options;
    const columns = new FrozenColumns();
    const nodes = [this.#nodes.take(), ...others.map((other) => other.nodes)];
    const literals = [this.#literals.take(), ...others.map((other) => other.literals)];
    const triples = [this.#triples.take(), ...others.map((other) => other.triples)];
    const { dictionary, ranks, index } = yield* Dictionary.freezing(
      nodes,
      literals,
      columns,
      threads,
    );
    const [firstNodes, firstLiterals] = [firstsOf(nodes), firstsOf(literals)];
    const rows = triples.map((collected, at) => ({
      triples: collected,
      firstNode: firstNodes[at]!,
      firstLiteral: firstLiterals[at]!,
    }));
    const context = { dictionary, ranks, frozen: columns, shares: [index], threads };
    const graph = yield* freezingGraph(rows, context);
    const adopted = others.map(({ observations, facets }, at) => {
      const [firstNode, firstLiteral] = [firstNodes[at + 1]!, firstLiterals[at + 1]!];
      const numbers = facets.map((source) => this.facet(movedFacet(source, firstNode)));
      return { observations, firstNode, firstLiteral, facets: numbers };
    });
    const order = new Ranking(ranking);
    const { facets, facetNumbers } = numberFacets(
      this.#facetSources.map((source) => {
        const { provenance } = source;
        const dcid = provenance === noId ? "" : dictionary.textOf(ranks.nodes[provenance]!);
        return facetOf(source, dcid, graph);
      }),
      order,
    );
    const given = { columns, dictionary, ranks, facets, facetNumbers, ranking: order };
    const frozen = yield* this.#observations.freezing({ ...given, threads, dividedMin }, adopted);
    return {
      world: Object.freeze({ graph, observations: frozen.table }),
      repeatedObservations: frozen.repeatedPoints,
      conflictingObservations: frozen.conflictingPoints,
      conflicts: frozen.conflicts,
    };
  }
}

/** Where the ids of each builder begin, when all builders are numbered together. */
function firstsOf(collected: readonly { readonly count: number }[]): number[] {
  let sum = 0;
  return collected.map(({ count }) => {
    const first = sum;
    sum += count;
    return first;
  });
}

function movedFacet(source: FacetSource, firstNode: number): FacetSource {
  const { provenance } = source;
  return provenance === noId ? source : { ...source, provenance: provenance + firstNode };
}

/** The order in which an object got its fields is no part of a source. */
function sourceKey(source: FacetSource): string {
  return JSON.stringify([source.provenance, ...sourceFields.map((field) => source[field])]);
}

/**
 * The facet of a source in a world: import name and URL are read from the provenance node where the
 * source has neither.
 * @param provenance dcid of the node; "" for none.
 */
export function facetOf(source: FacetSource, provenance: string, graph: Graph): Facet {
  const unfolded = unfoldAggregate(source.measurementMethod);
  const isGiven = provenance === "" || source.importName !== "" || source.provenanceUrl !== "";
  const importName = isGiven ? source.importName : importNameOf(provenance, graph);
  return {
    ...fieldsOf(sourceFields, (field) => source[field]),
    importName,
    provenanceUrl: isGiven ? source.provenanceUrl : urlOf(provenance, graph),
    measurementMethod: unfolded.measurementMethod,
    isDcAggregate: source.isDcAggregate || unfolded.isDcAggregate,
    provenanceId: provenance !== "" || importName === "" ? provenance : baseProvenance + importName,
  };
}

/**
 * `dc/base/<ImportName>` names its import; other provenance nodes do so by their name, and without
 * one by the last part of their dcid (behaviour: observation 8.1).
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
  const [first] = graph.valuesOf(graph.dictionary.nodeOf(provenance)!, url);
  return first === undefined ? "" : graph.dictionary.textOf(first);
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
    Object.freeze({ ...facet, facetId: facetId(facet), score: ranking.score(facet) }),
  );
  return {
    facets: Object.freeze(facets),
    facetNumbers: Uint32Array.from(given, (facet) => numbers.get(facetKey(facet))!),
  };
}

// The shares of the freeze of a world, and who does them.

export type WorldShare = Share | ObservationShare;
export type WorldAnswer = ShareAnswer | ObservationAnswer;

/** The answers to the shares of one step, which are all of the graph or all of the observations. */
export function doWorldShares(shares: readonly WorldShare[]): WorldAnswer[] {
  const [first] = shares;
  if (first === undefined) return [];
  return isOfObservations(first)
    ? shares.map((share) => doObservationShare(share as ObservationShare))
    : doShares(shares as readonly Share[]);
}

function isOfObservations({ kind }: WorldShare): boolean {
  return kind === "series" || kind === "points";
}

// What is loaded, in numbers.

/** What is loaded, in numbers. */
export interface CommonsInfo {
  /** Nodes that are the subject of at least one triple. */
  readonly nodeCount: number;
  /** Distinct rows of subject, predicate, object and provenance; `dcid` lines do not count. */
  readonly tripleCount: number;
  readonly observationCount: number;
  /** Distinct combinations of variable, entity and facet. */
  readonly seriesCount: number;
  readonly facetCount: number;
  /** Variables, and entities, with at least one observation. */
  readonly variableCount: number;
  readonly entityCount: number;
  /** Provenance nodes of triples and observations. */
  readonly provenanceCount: number;
  /** Bytes held by the world's columns and dictionary; of a snapshot, when all of it was read. */
  readonly bytes: number;
  /** What loading skipped or found odd. */
  readonly diagnostics: DiagnosticSummary;
  /** Runs of the importer that made a dump, if its table `imports` was loaded; in the order of the table. */
  readonly imports?: readonly ImportRun[];
}

/** Counted once, when a world was loaded: a snapshot keeps the numbers. */
export function infoOf(
  { graph, observations }: World,
  diagnostics: DiagnosticSummary,
  imports: readonly ImportRun[] = [],
): CommonsInfo {
  const provenances = new Set(observations.facets.map(({ provenanceId }) => provenanceId));
  for (let provenance = 0; provenance < graph.provenances.length; provenance++) {
    provenances.add(graph.provenanceDcid(provenance) ?? "");
  }
  provenances.delete("");
  return {
    nodeCount: graph.subjectCount,
    tripleCount: graph.tripleCount,
    observationCount: observations.pointCount,
    seriesCount: observations.seriesCount,
    facetCount: observations.facets.length,
    variableCount: observations.variableCount,
    entityCount: observations.entityCount,
    provenanceCount: provenances.size,
    bytes: graph.byteLength + observations.byteLength,
    diagnostics,
    ...(imports.length > 0 && { imports }),
  };
}
