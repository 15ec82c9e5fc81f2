/** A world is everything that was loaded, frozen: the graph and the observations. */

import type { DiagnosticSummary, ImportRun } from "../load/bytes/diagnostics.ts";
import { keepOne } from "../load/bytes/native.ts";
import { type FacetSource, noId, type Sink } from "../load/statements/sink.ts";
import type { CollectedObservations } from "../stats/build/freeze-input.ts";
import {
  type Conflict,
  freezingObservations,
  type IncompleteObservations,
  ObservationBuilder,
} from "../stats/build/observation-builder.ts";
import {
  doObservationShare,
  type ObservationAnswer,
  type ObservationShare,
} from "../stats/build/points-share.ts";
import { entityProperties } from "../stats/facet-fields.ts";
import { type FacetRanking, Ranking } from "../stats/ranking.ts";
import type { ObservationMeta } from "../stats/read/observation-meta.ts";
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
import type { CollectedTexts } from "../store/texts/text-arena.ts";
import { dictionaryFreezing } from "../store/texts/text-freeze.ts";
import { LooseTextBuilder, TextTableBuilder } from "../store/texts/text-table-builder.ts";
import {
  type GivenFacet,
  GivenFacets,
  hasSeveral,
  missingProperties,
  numberFacets,
} from "./given-facets.ts";

/** What was loaded, in ids and columns: graph and observations. */
export interface World {
  /** Nodes, and the arcs between them. */
  readonly graph: Graph;
  /** Series of values. */
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
  /** The first dropped one whose later one is written the same, if there is one. */
  readonly same: readonly Conflict[];
  /** Observations left out because they lack an entity by a property of their variable. */
  readonly incompleteObservations: number;
  readonly incomplete: readonly IncompleteObservations[];
}

/** What a builder collected, to be frozen by another one; plain data. */
export interface Collected {
  readonly nodes: CollectedTexts;
  readonly literals: CollectedTexts;
  readonly triples: CollectedTriples;
  readonly observations: CollectedObservations;
  readonly facets: readonly GivenFacet[];
}

export interface FreezeOptions {
  /** Replaces the built-in order of facets. */
  readonly ranking?: FacetRanking | undefined;
  /** A graph that says more about the provenances of observations. Default: none. */
  readonly facts?: Graph | undefined;
  /** What other builders collected at the same time. Default: nothing. */
  readonly others?: readonly Collected[];
  /** Into how many shares the work is divided where it can be. Default: 1. */
  readonly threads?: number;
  /** From how many observations on their freeze is divided, too. Default: 2,000,000. */
  readonly dividedMin?: number;
}

/** Fewer are frozen sooner by one thread than others find out how. */
const usualDividedMin = 2_000_000;

/** Takes what loaders read and freezes it. Use once: `freeze` releases what was collected. */
export class WorldBuilder implements Sink {
  readonly #nodes = new TextTableBuilder();
  readonly #literals = new LooseTextBuilder();
  readonly #triples = new GraphBuilder();
  readonly #observations = new ObservationBuilder(this.#literals);
  readonly #facets = new GivenFacets();

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
    return this.#facets.add(source);
  }

  facetAbout(facet: number, properties: readonly number[], others: readonly number[]): number {
    return this.#facets.addAbout({ facet, properties, others });
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
      facets: this.#facets.all,
    };
  }

  /** `ranking` replaces the built-in order of facets. */
  freeze(ranking?: FacetRanking, facts?: Graph): Freeze {
    return freezeWith(this.freezing({ ranking, facts }), doWorldShares);
  }

  /** The same step by step, together with what `others` collected. */
  *freezing(options: FreezeOptions): Freezing<Freeze, WorldShare> {
    const { ranking, facts, others = [], threads = 1, dividedMin = usualDividedMin } = options;
    const columns = new FrozenColumns();
    const isSeveral = [this.#facets.all, ...others.map(({ facets }) => facets)].some(hasSeveral);
    const naming = isSeveral ? this.node(entityProperties) : noId;
    const nodes = [this.#nodes.take(), ...others.map((other) => other.nodes)];
    const literals = [this.#literals.take(), ...others.map((other) => other.literals)];
    const triples = [this.#triples.take(), ...others.map((other) => other.triples)];
    const { dictionary, ranks, index } = yield* dictionaryFreezing(
      nodes,
      literals,
      columns,
      threads,
    );
    const [firstNodes, firstLiterals] = [firstsOf(nodes), firstsOf(literals)];
    const all = [{ observations: this.#observations.take(), facets: this.#facets.all }, ...others];
    const parts = all.map(({ observations, facets }, at) => {
      const [firstNode, firstLiteral] = [firstNodes[at]!, firstLiterals[at]!];
      return { triples: triples[at]!, observations, facets, firstNode, firstLiteral };
    });
    const links = isSeveral ? [missingProperties(parts, ranks.nodes, naming)] : [];
    const rows = [
      ...parts,
      ...links.map((more) => ({ triples: more, firstNode: 0, firstLiteral: 0 })),
    ];
    const context = { dictionary, ranks, frozen: columns, shares: [index], threads };
    const graph = yield* freezingGraph(rows, context);
    const adopted = parts.map(({ observations, firstNode, firstLiteral, facets }, at) => {
      const numbers = at === 0 ? undefined : this.#facets.adopt(facets, firstNode);
      return { observations, firstNode, firstLiteral, facets: numbers };
    });
    const order = new Ranking(ranking);
    const numbered = numberFacets(this.#facets.all, graph, ranks.nodes, order, facts);
    const given = { columns, dictionary, ranks, ...numbered, ranking: order };
    const frozen = yield* freezingObservations(adopted, { ...given, threads, dividedMin });
    return {
      world: Object.freeze({ graph, observations: frozen.table }),
      repeatedObservations: frozen.repeatedPoints,
      conflictingObservations: frozen.conflictingPoints,
      conflicts: frozen.conflicts,
      same: frozen.same,
      incompleteObservations: frozen.incompletePoints,
      incomplete: frozen.incomplete,
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

/** What is loaded, in numbers. */
export interface CommonsInfo {
  /** Nodes that are the subject of at least one triple. */
  readonly nodeCount: number;
  /** Distinct rows of subject, predicate, object and provenance; `dcid` lines do not count. */
  readonly tripleCount: number;
  /** Number of values: of a variable about an entity at a date, from a source. */
  readonly observationCount: number;
  /** Distinct combinations of variable, entity and facet. */
  readonly seriesCount: number;
  /** Distinct facets of series. */
  readonly facetCount: number;
  /** Variables with at least one observation. */
  readonly variableCount: number;
  /** Entities with at least one observation. */
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

/** A world, or what of it is counted. */
interface Counted {
  readonly graph: Graph;
  readonly observations: Omit<ObservationMeta, "hasOneOrder" | "dateCount" | "seriesLayout">;
}

/** Counted once, when a world was loaded: a snapshot keeps the numbers. */
export function infoOf(
  { graph, observations }: Counted,
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
