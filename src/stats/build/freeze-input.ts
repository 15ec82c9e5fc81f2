/** What builders collected, as the columns that shares of a freeze read. */

import {
  type FrozenColumns,
  type Range,
  sharedColumn,
  sharedCopy,
} from "../../store/columns/column-source.ts";
import { type ChunkRuns, inOrder } from "../../store/columns/growing-columns.ts";
import { releaseScratch, scratchColumn } from "../../store/columns/scratch.ts";
import type { Dictionary } from "../../store/texts/dictionary.ts";
import type { CollectedTexts } from "../../store/texts/text-arena.ts";
import type { Ranks } from "../../store/texts/text-freeze.ts";
import { freezeTexts } from "../../store/texts/text-freeze.ts";
import type { TextTable } from "../../store/texts/text-table.ts";
import type { FacetEntry } from "../facets.ts";
import type { Ranking } from "../ranking.ts";
import { NodePositions } from "../read/series-lookup.ts";
import { type CollectedValues, joinValues } from "./row-values.ts";
import {
  type CollectedLists,
  type CollectedRuns,
  DateLists,
  DateRunsBuilder,
  joinRuns,
  type Runs,
  rankLists,
} from "./run-table.ts";
import type { KeyCounts, SeriesBounds, SeriesPlace } from "./series-groups.ts";
import { completeRuns, type Incomplete, type SeriesKinds } from "./series-kinds.ts";
import type { SeriesShare } from "./series-share.ts";

/** Observations as plain data. */
export interface CollectedObservations {
  readonly dates: CollectedTexts;
  readonly lists: CollectedLists;
  readonly runs: CollectedRuns;
  readonly values: CollectedValues;
  readonly chunkRuns: ChunkRuns;
}

/** What a builder collected, and what its ids are among those of all. */
export interface AdoptedObservations {
  readonly observations: CollectedObservations;
  readonly firstNode: number;
  readonly firstLiteral: number;
  /** Provisional number of each of its facets of loading; undefined if it is the same. */
  readonly facets: readonly number[] | undefined;
}

/** What the freeze needs from the rest of the world. */
export interface FrozenContext {
  /** Takes the columns. */
  readonly columns: FrozenColumns;
  readonly dictionary: Dictionary;
  readonly ranks: Ranks;
  /** The facet table in the order of `compareFacets`. */
  readonly facets: readonly FacetEntry[];
  /** Kinds of series; undefined if they are the facets. */
  readonly kinds: SeriesKinds | undefined;
  /** The number of the kind of each facet of loading. */
  readonly kindNumbers: Uint32Array;
  readonly ranking: Ranking;
  /** Into how many shares the work is divided. */
  readonly threads: number;
  /** From how many observations on that is done. */
  readonly dividedMin: number;
}

/** All that is known before series are put together. */
export interface FreezeInput {
  readonly share: Omit<SeriesShare, "bounds">;
  /** Which series each share is about. */
  readonly cuts: readonly (SeriesBounds | undefined)[];
  /** Nodes by place, ascending. */
  readonly variables: Uint32Array;
  readonly entities: Uint32Array;
  readonly dates: TextTable;
  readonly rowCount: number;
  /** Observations that lack an entity and are left out, and each list of properties that they have. */
  readonly incompletePoints: number;
  readonly incomplete: readonly Incomplete[];
}

/** @param builders what each collected, which is gone afterwards. */
export function freezeInput(
  builders: readonly AdoptedObservations[],
  context: FrozenContext,
): FreezeInput {
  const { columns, ranks, facets, kinds, kindNumbers, ranking, threads, dividedMin } = context;
  const all = builders.map(({ observations }) => observations);
  const rowCount = all.reduce((sum, { values }) => sum + values.words.length, 0);
  const isShared = threads > 1 && rowCount >= dividedMin;
  const { table: dates, ranks: dateRanks } = freezeTexts(
    all.map((one) => one.dates),
    columns,
    "observations.dates",
  );
  const { lists, numbers } = joinLists(builders);
  rankLists(lists, dateRanks);
  const { values, firstRows } = joinValues(
    builders.map(({ observations, firstLiteral }) => {
      return { values: observations.values, firstLiteral };
    }),
    ranks.literals,
    isShared,
  );
  const given = builders.map(({ observations: { runs }, firstNode, facets: own }, at) => ({
    runs,
    firstNode,
    facetNumbers: own ? Uint32Array.from(own, (facet) => kindNumbers[facet]!) : kindNumbers,
    listNumbers: numbers[at],
    firstRow: firstRows[at]!,
  }));
  const read = new DateLists(lists);
  const joined = joinRuns(given, ranks.nodes, read, (length) =>
    isShared ? sharedColumn(Uint32Array, length) : scratchColumn(Uint32Array, length),
  );
  const loaded = { runs: joined, chunkRuns: chunkRunsOf(builders) };
  const { runs, chunkRuns, ...left } = completeRuns(loaded, kinds, read);
  const entities = toPlaces(runs.entities, "observations.entityPositions", context);
  const variables = toPlaces(runs.variables, "observations.variablePositions", context);
  const counts = {
    variables: variables.length,
    entities: entities.length,
    facets: kinds?.facets.length ?? facets.length,
  };
  const scoreOf = (facet: number) => facets[facet]!.score;
  const share: FreezeInput["share"] = {
    kind: "series",
    runs,
    chunkRuns,
    lists: isShared ? { codes: sharedCopy(lists.codes), ends: sharedCopy(lists.ends) } : lists,
    values,
    counts,
    scores: ranking.hasOneOrder
      ? undefined
      : Float64Array.from(kinds?.facets ?? facets.keys(), scoreOf),
    isShared,
  };
  // A graph alone has nothing to share.
  const whole = runs.count === 0 ? [] : [undefined];
  const cuts = isShared ? cutSeries(share, threads) : whole;
  const keptRows = rowCount - left.incompletePoints;
  return { share, cuts, variables, entities, dates, rowCount: keptRows, ...left };
}

/** Lists of dates of all builders; what is undefined of their numbers stays. */
function joinLists(builders: readonly AdoptedObservations[]): {
  readonly lists: CollectedLists;
  readonly numbers: readonly (Uint32Array | undefined)[];
} {
  const [own, ...others] = builders.map(({ observations }) => observations);
  if (others.length === 0) return { lists: own!.lists, numbers: [undefined] };
  const joined = new DateRunsBuilder();
  joined.adopt(own!.lists, 0);
  let firstDate = own!.dates.count;
  const numbers = others.map(({ lists, dates }) => {
    const adopted = joined.adopt(lists, firstDate);
    firstDate += dates.count;
    return adopted;
  });
  return { lists: joined.take(), numbers: [undefined, ...numbers] };
}

/** ChunkRuns of all builders, in the order of their numbers. */
function chunkRunsOf(builders: readonly AdoptedObservations[]): Range[] {
  const counts = builders.map(({ observations: { runs } }) => runs.dateLists.length);
  const firstRuns = counts.map((_, at) => counts.slice(0, at).reduce((sum, one) => sum + one, 0));
  const given = builders.map(({ observations: { chunkRuns } }, at) => {
    return { chunkRuns, runs: counts[at]! };
  });
  return inOrder(given).map(({ builder, start, end }) => ({
    start: start + firstRuns[builder]!,
    end: end + firstRuns[builder]!,
  }));
}

/** Replaces each node of the column by its place in the list of nodes. Returns that list. */
function toPlaces(
  nodes: Uint32Array,
  name: string,
  { dictionary: { nodeCount }, columns }: FrozenContext,
): Uint32Array {
  const { positions, list } = NodePositions.of(nodes, nodeCount, columns, name);
  // A place per node of the world is found sooner, where that is no more than a place per run.
  if (nodeCount > nodes.length) {
    for (let run = 0; run < nodes.length; run++) nodes[run] = positions.positionOf(nodes[run]!);
    return list;
  }
  const places = scratchColumn(Uint32Array, nodeCount);
  for (let place = 0; place < list.length; place++) places[list[place]!] = place;
  for (let run = 0; run < nodes.length; run++) nodes[run] = places[nodes[run]!]!;
  releaseScratch(places);
  return list;
}

// Where series are cut for several threads: between pairs of a variable and an entity.

/** What a run costs, in rows. */
const runWeight = 8;

/** Bounds of about the same number of rows; each series lies within one of them. */
function cutSeries(
  { runs, lists, counts }: Pick<SeriesShare, "runs" | "lists" | "counts">,
  threads: number,
): SeriesBounds[] {
  const read = new DateLists(lists);
  const weightOf = (run: number) => {
    const list = runs.dateLists[run]!;
    return read.endOf(list) - read.startOf(list) + runWeight;
  };
  const byVariable = new Float64Array(counts.variables);
  let total = 0;
  for (let run = 0; run < runs.count; run++) {
    const weight = weightOf(run);
    byVariable[runs.variables[run]!]! += weight;
    total += weight;
  }
  const places: SeriesPlace[] = [{ variable: 0, entity: 0 }];
  for (let cut = 1; cut < threads; cut++) {
    const { key: variable, before } = reachedAt(byVariable, (total * cut) / threads);
    const byEntity = weightsOfVariable(variable, runs, counts, weightOf);
    const { key: entity } = reachedAt(byEntity, (total * cut) / threads - before);
    places.push({ variable, entity });
  }
  places.push({ variable: counts.variables, entity: 0 });
  return places.slice(1).map((to, at) => ({ from: places[at]!, to }));
}

/** The key with which the sum of the weights reaches a goal, and the sum before it. */
function reachedAt(weights: Float64Array, goal: number): { key: number; before: number } {
  let before = 0;
  let key = 0;
  while (key + 1 < weights.length && before + weights[key]! < goal) before += weights[key++]!;
  return { key, before };
}

function weightsOfVariable(
  variable: number,
  { count, variables, entities }: Runs,
  counts: KeyCounts,
  weightOf: (run: number) => number,
): Float64Array {
  const byEntity = new Float64Array(counts.entities);
  for (let run = 0; run < count; run++) {
    if (variables[run] === variable) byEntity[entities[run]!]! += weightOf(run);
  }
  return byEntity;
}
