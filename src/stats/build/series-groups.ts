/** Series in the order of their final keys, and their rank within a place. */

import type { Range } from "../../store/columns/column-source.ts";
import { releaseScratch, scratchColumn } from "../../store/columns/scratch.ts";
import type { FacetEntry } from "../facets.ts";
import type { RankedSeries, Ranking } from "../ranking.ts";
import type { MakeIds, Runs } from "./run-table.ts";

/** Distinct series, ascending by variable, entity and facet number. */
export interface SeriesGroups {
  readonly count: number;
  /** By group: places among all variables and entities, number of the facet. */
  readonly variablePlaces: Uint32Array;
  readonly entityPlaces: Uint32Array;
  readonly facets: Uint32Array;
}

/** Where the runs of groups are, for as long as their rows are not known. */
export interface GroupedRuns extends SeriesGroups {
  /** Runs of group g in the order of loading: runs[runOffsets[g]] … runs[runOffsets[g + 1] - 1]. */
  readonly runs: Uint32Array;
  readonly runOffsets: Uint32Array;
}

/** How many distinct keys there are. */
export interface KeyCounts {
  readonly variables: number;
  readonly entities: number;
  readonly facets: number;
}

/** Series of variables and entities from one pair on, to before another one. */
export interface SeriesBounds {
  readonly from: SeriesPlace;
  readonly to: SeriesPlace;
}

export interface SeriesPlace {
  readonly variable: number;
  readonly entity: number;
}

/**
 * Puts runs of one series together, also where two sources turned out to be one facet.
 * @param runs with places in place of nodes.
 * @param chunkRuns runs in the order of loading.
 * @param bounds which series; undefined for all.
 * @param make makes the columns of the groups; those of the runs are to be released.
 */
export function groupRuns(
  runs: Runs,
  chunkRuns: readonly Range[],
  counts: KeyCounts,
  bounds: SeriesBounds | undefined,
  make: MakeIds,
): GroupedRuns {
  const scratch = (length: number) => scratchColumn(Uint32Array, length);
  const { facets, entities: entityPlaces, variables: variablePlaces } = runs;
  const total = bounds === undefined ? runs.count : countWithin(runs, bounds);
  let order = scratch(total);
  let spare = scratch(total);
  let place = 0;
  for (const { start, end } of chunkRuns) {
    for (let run = start; run < end; run++) {
      if (bounds === undefined || isWithin(variablePlaces[run]!, entityPlaces[run]!, bounds)) {
        order[place++] = run;
      }
    }
  }
  // Every key is dense, so that each takes one pass of counting; the last key is the first to sort.
  const keys = [
    { key: facets, places: counts.facets },
    { key: entityPlaces, places: counts.entities },
    { key: variablePlaces, places: counts.variables },
  ];
  for (const { key, places } of keys) {
    const keyCounts = scratch(places + 1);
    countingSort(order, spare, key, keyCounts);
    releaseScratch(keyCounts);
    [order, spare] = [spare, order];
  }

  const firsts = spare;
  let count = 0;
  for (let at = 0, before = -1; at < total; at++) {
    const run = order[at]!;
    const isSame =
      before >= 0 &&
      entityPlaces[before] === entityPlaces[run] &&
      facets[before] === facets[run] &&
      variablePlaces[before] === variablePlaces[run];
    if (!isSame) firsts[count++] = at;
    before = run;
  }
  const runOffsets = scratch(count + 1);
  runOffsets.set(firsts.subarray(0, count));
  runOffsets[count] = total;
  releaseScratch(spare);
  const ofGroups = (column: Uint32Array) => {
    const picked = make(count);
    for (let group = 0; group < count; group++) picked[group] = column[order[runOffsets[group]!]!]!;
    return picked;
  };
  return {
    count,
    variablePlaces: ofGroups(variablePlaces),
    entityPlaces: ofGroups(entityPlaces),
    facets: ofGroups(facets),
    runs: order,
    runOffsets,
  };
}

function countWithin({ count, variables, entities }: Runs, bounds: SeriesBounds): number {
  let found = 0;
  for (let run = 0; run < count; run++) {
    if (isWithin(variables[run]!, entities[run]!, bounds)) found++;
  }
  return found;
}

function isWithin(variable: number, entity: number, { from, to }: SeriesBounds): boolean {
  return (
    (variable > from.variable || (variable === from.variable && entity >= from.entity)) &&
    (variable < to.variable || (variable === to.variable && entity < to.entity))
  );
}

/** Stable. `counts` are zero, one more than there are keys. */
function countingSort(
  from: Uint32Array,
  to: Uint32Array,
  key: Uint32Array,
  counts: Uint32Array,
): void {
  // All runs are counted in the order in which their keys lie.
  const isWhole = from.length === key.length;
  if (isWhole) for (let run = 0; run < key.length; run++) counts[key[run]! + 1]!++;
  else for (let at = 0; at < from.length; at++) counts[key[from[at]!]! + 1]!++;
  for (let place = 1; place < counts.length; place++) counts[place]! += counts[place - 1]!;
  for (let at = 0; at < from.length; at++) {
    const run = from[at]!;
    to[counts[key[run]!]!++] = run;
  }
}

/** What ranks the groups, apart from their facets. */
interface GroupExtents {
  /** Code of the last date. */
  readonly latest: Uint32Array;
  readonly counts: Uint32Array;
}

/** Runs up to this length are sorted by insertion. */
const insertionMax = 24;

/** Puts groups in final order: by variable, entity and then rank, best first. */
export function rankSeries(
  { count, variablePlaces, entityPlaces }: SeriesGroups,
  compare: (a: number, b: number) => number,
  order: Uint32Array,
): void {
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
 * @param scores of facets.
 */
export function builtInOrder(
  groups: SeriesGroups,
  { latest, counts }: GroupExtents,
  scores: Float64Array,
): (a: number, b: number) => number {
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
  facetAt: (number: number) => FacetEntry,
  dateOf: (code: number) => string,
  ranking: Ranking,
): (a: number, b: number) => number {
  const compare = ranking.comparator("series");
  const described = (group: number): RankedSeries => {
    const facet = facetAt(groups.facets[group]!);
    const latestDate = dateOf(latest[group]!);
    return { facet, score: facet.score, latestDate, count: counts[group]! };
  };
  return (a, b) => compare(described(a), described(b));
}
