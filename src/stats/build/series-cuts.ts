/** Where series are cut for several threads: between pairs of a variable and an entity. */

import { DateLists, type Runs } from "../collect/index.ts";
import type { KeyCounts, SeriesBounds, SeriesPlace } from "./series-groups.ts";
import type { SeriesShare } from "./series-share.ts";

/** What a run costs, in rows. */
const runWeight = 8;

/** Bounds of about the same number of rows; each series lies within one of them. */
export function cutSeries(
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
