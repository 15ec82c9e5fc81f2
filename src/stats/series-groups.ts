/** Series in the order of their final keys, and their rank within a place. */

import { type ColumnArena, radixSort, Uint32Builder, type Uint32Chunks } from "../store/index.ts";
import type { FacetEntry } from "./facets.ts";
import type { RankedSeries, Ranking } from "./ranking.ts";
import type { RunTableBuilder } from "./run-table.ts";

/** Distinct series, ascending by variable, entity and facet number. */
export interface SeriesGroups {
  readonly count: number;
  readonly variables: Uint32Array;
  readonly entities: Uint32Array;
  readonly facets: Uint32Array;
  /** Runs of group g in the order of loading: runs[runOffsets[g]] … runs[runOffsets[g + 1] - 1]. */
  readonly runs: Uint32Array;
  readonly runOffsets: Uint32Array;
}

/**
 * Puts runs of one series together, also where two sources turned out to be one facet. The columns
 * of the groups, and all that is needed on the way, lie in `scratch`.
 */
export function seriesGroups(
  table: RunTableBuilder,
  nodeRanks: Uint32Array,
  facetNumbers: Uint32Array,
  scratch: ColumnArena,
): SeriesGroups {
  const total = table.count;
  const make = (length: number) => scratch.column(Uint32Array, length);
  const variables = ranked(table.variables, nodeRanks, make(total));
  const entities = ranked(table.entities, nodeRanks, make(total));
  const facets = ranked(table.facets, facetNumbers, make(total));
  const runs = make(total);
  for (let run = 0; run < total; run++) runs[run] = run;
  const spare = make(total);
  for (const key of [facets, entities, variables]) radixSort(runs, 0, total, key, spare);
  const firsts = spare;
  let count = 0;
  for (let at = 0, before = -1; at < total; at++) {
    const run = runs[at]!;
    const isSame =
      before >= 0 &&
      entities[before] === entities[run] &&
      facets[before] === facets[run] &&
      variables[before] === variables[run];
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
  return {
    count,
    variables: ofGroups(variables),
    entities: ofGroups(entities),
    facets: ofGroups(facets),
    runs,
    runOffsets,
  };
}

/** Final ids of provisional ones. */
function ranked(ids: Uint32Chunks, ranks: Uint32Array, into: Uint32Array): Uint32Array {
  for (let run = 0; run < into.length; run++) into[run] = ranks[ids.at(run)]!;
  return into;
}

/** What ranks the groups beside their facets. */
export interface GroupExtents {
  /** Code of the last date. */
  readonly latest: Uint32Array;
  readonly counts: Uint32Array;
}

/** Runs up to this length are sorted by insertion. */
const insertionMax = 24;

/** Groups in final order: by variable, entity and then rank, best first. */
export function rankSeries(
  { count, variables, entities }: SeriesGroups,
  compare: (a: number, b: number) => number,
  scratch: ColumnArena,
): Uint32Array {
  const order = scratch.column(Uint32Array, count);
  for (let group = 0; group < count; group++) order[group] = group;
  for (let start = 0, end = 0; start < count; start = end) {
    end = start + 1;
    while (
      end < count &&
      entities[end] === entities[start] &&
      variables[end] === variables[start]
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

/** Distinct values of a sorted column, and the CSR offsets of their runs. */
export function runsOf(column: Uint32Array): { keys: Uint32Array; offsets: Uint32Array } {
  const keys = new Uint32Builder();
  const offsets = new Uint32Builder();
  for (let row = 0; row < column.length; row++) {
    if (row > 0 && column[row] === column[row - 1]) continue;
    keys.push(column[row]!);
    offsets.push(row);
  }
  offsets.push(column.length);
  return {
    keys: keys.values.subarray(0, keys.length),
    offsets: offsets.values.subarray(0, offsets.length),
  };
}
