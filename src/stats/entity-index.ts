/** The way into the series from an entity. */

import { type IdColumn, narrowColumn, radixSort, Uint32Builder } from "../store/index.ts";
import { runsOf, type SeriesGroups } from "./series-groups.ts";

/** For every entity the positions of its variables in the variable table, ascending. */
export function entityIndex(groups: SeriesGroups): {
  entities: Uint32Array;
  entityOffsets: Uint32Array;
  entityVariables: IdColumn;
} {
  const { entities, variables, count } = groups;
  const pairEntities = new Uint32Builder();
  const pairVariables = new Uint32Builder();
  let variable = -1;
  for (let group = 0; group < count; group++) {
    const isNewVariable = group === 0 || variables[group] !== variables[group - 1];
    if (isNewVariable) variable++;
    if (!isNewVariable && entities[group] === entities[group - 1]) continue;
    pairEntities.push(entities[group]!);
    pairVariables.push(variable);
  }
  const pairs = pairEntities.length;
  const order = Uint32Array.from({ length: pairs }, (_, pair) => pair);
  radixSort(order, 0, pairs, pairEntities.values, new Uint32Array(pairs));
  const { keys, offsets } = runsOf(order.map((pair) => pairEntities.values[pair]!));
  const entityVariables = narrowColumn(pairs, variable);
  for (let at = 0; at < pairs; at++) entityVariables[at] = pairVariables.values[order[at]!]!;
  return { entities: keys, entityOffsets: offsets, entityVariables };
}
