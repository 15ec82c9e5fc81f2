/** Series in the order of their final keys, and their rank within a place. */

import {
  type FrozenColumns,
  type Range,
  releaseScratch,
  scratchColumn,
  type Uint32Chunks,
} from "../../store/index.ts";
import type { FacetEntry, RankedSeries, Ranking } from "../facets/index.ts";
import { columnNames, NodePositions } from "../read/index.ts";
import type { RunTableBuilder } from "./run-table.ts";

/** Distinct series, ascending by variable, entity and facet number. */
export interface SeriesGroups {
  readonly count: number;
  /** Nodes, ascending: what the places below mean. */
  readonly variables: Uint32Array;
  readonly entities: Uint32Array;
  /** By group. */
  readonly variablePlaces: Uint32Array;
  readonly entityPlaces: Uint32Array;
  readonly facets: Uint32Array;
  /** Runs of group g in the order of loading: runs[runOffsets[g]] … runs[runOffsets[g + 1] - 1]. */
  readonly runs: Uint32Array;
  readonly runOffsets: Uint32Array;
}

/** What the groups are made from and where their columns go. */
export interface GroupsContext {
  /** Final ids of provisional nodes and facets. */
  readonly nodeRanks: Uint32Array;
  readonly facetNumbers: Uint32Array;
  readonly facetCount: number;
  readonly nodeCount: number;
  /** Runs in the order of loading. */
  readonly stretches: readonly Range[];
  readonly columns: FrozenColumns;
}

/** Puts runs of one series together, also where two sources turned out to be one facet. */
export function seriesGroups(table: RunTableBuilder, context: GroupsContext): SeriesGroups {
  const { nodeRanks, facetNumbers, facetCount } = context;
  const total = table.count;
  const make = (length: number) => scratchColumn(Uint32Array, length);
  const facets = ranked(table.facets, facetNumbers, make(total));
  const entityPlaces = ranked(table.entities, nodeRanks, make(total));
  const entities = toPlaces(entityPlaces, columnNames.entityPositions, context);
  const variablePlaces = ranked(table.variables, nodeRanks, make(total));
  const variables = toPlaces(variablePlaces, columnNames.variablePositions, context);

  // Every key is dense, so that each takes one pass of counting; the last key is the first to sort.
  let runs = make(total);
  let spare = make(total);
  let place = 0;
  for (const { start, end } of context.stretches) {
    for (let run = start; run < end; run++) runs[place++] = run;
  }
  const keys = [
    { key: facets, places: facetCount },
    { key: entityPlaces, places: entities.length },
    { key: variablePlaces, places: variables.length },
  ];
  for (const { key, places } of keys) {
    const counts = make(places + 1);
    countingSort(runs, spare, key, counts);
    releaseScratch(counts);
    [runs, spare] = [spare, runs];
  }

  const firsts = spare;
  let count = 0;
  for (let at = 0, before = -1; at < total; at++) {
    const run = runs[at]!;
    const isSame =
      before >= 0 &&
      entityPlaces[before] === entityPlaces[run] &&
      facets[before] === facets[run] &&
      variablePlaces[before] === variablePlaces[run];
    if (!isSame) firsts[count++] = at;
    before = run;
  }
  const runOffsets = make(count + 1);
  runOffsets.set(firsts.subarray(0, count));
  runOffsets[count] = total;
  const ofGroups = (column: Uint32Array) => {
    const picked = make(count);
    for (let group = 0; group < count; group++) picked[group] = column[runs[runOffsets[group]!]!]!;
    return picked;
  };
  const groups = {
    count,
    variables,
    entities,
    variablePlaces: ofGroups(variablePlaces),
    entityPlaces: ofGroups(entityPlaces),
    facets: ofGroups(facets),
    runs,
    runOffsets,
  };
  releaseScratch(spare, facets, entityPlaces, variablePlaces);
  return groups;
}

/** Final ids of provisional ones. */
function ranked(ids: Uint32Chunks, ranks: Uint32Array, into: Uint32Array): Uint32Array {
  for (let run = 0; run < into.length; run++) into[run] = ranks[ids.at(run)]!;
  return into;
}

/** Replaces each node of the column by its place in the list of nodes. Returns that list. */
function toPlaces(
  nodes: Uint32Array,
  name: string,
  { nodeCount, columns }: GroupsContext,
): Uint32Array {
  const { positions, list } = NodePositions.of(nodes, nodeCount, columns, name);
  for (let run = 0; run < nodes.length; run++) nodes[run] = positions.positionOf(nodes[run]!);
  return list;
}

/** Stable. `counts` are zero, one more than there are keys. */
function countingSort(
  from: Uint32Array,
  to: Uint32Array,
  key: Uint32Array,
  counts: Uint32Array,
): void {
  for (let at = 0; at < from.length; at++) counts[key[at]! + 1]!++;
  for (let place = 1; place < counts.length; place++) counts[place]! += counts[place - 1]!;
  for (let at = 0; at < from.length; at++) {
    const run = from[at]!;
    to[counts[key[run]!]!++] = run;
  }
}

/** What ranks the groups, apart from their facets. */
export interface GroupExtents {
  /** Code of the last date. */
  readonly latest: Uint32Array;
  readonly counts: Uint32Array;
}

/** Runs up to this length are sorted by insertion. */
const insertionMax = 24;

/** Groups in final order: by variable, entity and then rank, best first. */
export function rankSeries(
  { count, variablePlaces, entityPlaces }: SeriesGroups,
  compare: (a: number, b: number) => number,
): Uint32Array {
  const order = scratchColumn(Uint32Array, count);
  for (let group = 0; group < count; group++) order[group] = group;
  for (let start = 0, end = 0; start < count; start = end) {
    end = start + 1;
    while (
      end < count &&
      entityPlaces[end] === entityPlaces[start] &&
      variablePlaces[end] === variablePlaces[start]
    ) {
      end++;
    }
    if (end - start > insertionMax) order.subarray(start, end).sort(compare);
    else if (end - start > 1) insertionSort(order, start, end, compare);
  }
  return order;
}

function insertionSort(
  order: Uint32Array,
  start: number,
  end: number,
  compare: (a: number, b: number) => number,
): void {
  for (let at = start + 1; at < end; at++) {
    const group = order[at]!;
    let hole = at;
    for (; hole > start && compare(order[hole - 1]!, group) > 0; hole--) {
      order[hole] = order[hole - 1]!;
    }
    order[hole] = group;
  }
}

/**
 * The built-in order "series" without objects: score, last date, count, and then import name and
 * measurement, which is the order of the facets' numbers.
 */
export function builtInOrder(
  groups: SeriesGroups,
  { latest, counts }: GroupExtents,
  facets: readonly FacetEntry[],
): (a: number, b: number) => number {
  const scores = Float64Array.from(facets, ({ score }) => score);
  const facetOf = groups.facets;
  return (a, b) =>
    scores[facetOf[a]!]! - scores[facetOf[b]!]! ||
    latest[b]! - latest[a]! ||
    counts[b]! - counts[a]! ||
    facetOf[a]! - facetOf[b]!;
}

/** A comparator of one's own, over groups. */
export function ownOrder(
  groups: SeriesGroups,
  { latest, counts }: GroupExtents,
  facets: readonly FacetEntry[],
  dateOf: (code: number) => string,
  ranking: Ranking,
): (a: number, b: number) => number {
  const compare = ranking.comparator("series");
  const described = (group: number): RankedSeries => {
    const facet = facets[groups.facets[group]!]!;
    const latestDate = dateOf(latest[group]!);
    return { facet, score: facet.score, latestDate, count: counts[group]! };
  };
  return (a, b) => compare(described(a), described(b));
}
