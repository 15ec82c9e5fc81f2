/** Series in the order of their final keys, and their rank within a place. */

import { radixSort, Uint32Builder } from "../store/index.ts";
import type { FacetEntry } from "./facets.ts";
import type { RankedSeries, Ranking } from "./ranking.ts";
import type { SeriesTableBuilder } from "./series-builder.ts";

/** Distinct series, ascending by variable, entity and facet number. */
export interface SeriesGroups {
  readonly count: number;
  readonly variables: Uint32Array;
  readonly entities: Uint32Array;
  readonly facets: Uint32Array;
  /** Group of each provisional series: sources that turned out to be one facet share a group. */
  readonly groupOfSeries: Uint32Array;
}

export function seriesGroups(
  series: SeriesTableBuilder,
  nodeRanks: Uint32Array,
  facetNumbers: Uint32Array,
): SeriesGroups {
  const total = series.count;
  const ranked = (values: Uint32Array, ranks: Uint32Array) =>
    values.subarray(0, total).map((id) => ranks[id]!);
  const variables = ranked(series.variables.values, nodeRanks);
  const entities = ranked(series.entities.values, nodeRanks);
  const facets = ranked(series.facets.values, facetNumbers);
  const order = Uint32Array.from({ length: total }, (_, at) => at);
  const spare = new Uint32Array(total);
  for (const key of [facets, entities, variables]) radixSort(order, 0, total, key, spare);
  const groupOfSeries = new Uint32Array(total);
  const first = spare;
  let count = 0;
  for (let at = 0; at < total; at++) {
    const now = order[at]!;
    const before = order[at - 1];
    const isRepeated =
      before !== undefined &&
      facets[before] === facets[now] &&
      entities[before] === entities[now] &&
      variables[before] === variables[now];
    if (!isRepeated) first[count++] = now;
    groupOfSeries[now] = count - 1;
  }
  const pick = (column: Uint32Array) =>
    Uint32Array.from({ length: count }, (_, group) => column[first[group]!]!);
  return {
    count,
    variables: pick(variables),
    entities: pick(entities),
    facets: pick(facets),
    groupOfSeries,
  };
}

/** Groups in final order: by variable, entity and then rank, best first. */
export function rankSeries(
  { count, variables, entities }: SeriesGroups,
  describe: (group: number) => Omit<RankedSeries, "facet" | "score"> & { facet: FacetEntry },
  ranking: Ranking,
): Uint32Array {
  const order = Uint32Array.from({ length: count }, (_, group) => group);
  const compare = ranking.comparator("series");
  for (let start = 0, end = 0; start < count; start = end) {
    end = start + 1;
    while (
      end < count &&
      entities[end] === entities[start] &&
      variables[end] === variables[start]
    ) {
      end++;
    }
    if (end - start === 1) continue;
    const run = Array.from(order.subarray(start, end), (group) => {
      const series = describe(group);
      return { ...series, score: series.facet.score, group };
    });
    run.sort(compare);
    order.set(
      run.map(({ group }) => group),
      start,
    );
  }
  return order;
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
    keys: keys.values.slice(0, keys.length),
    offsets: offsets.values.slice(0, offsets.length),
  };
}
