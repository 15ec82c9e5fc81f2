/** The way into the series from an entity. */

import { type ColumnArena, type FrozenColumns, offsetsOf } from "../store/index.ts";
import { columnNames } from "./column-names.ts";
import { NodePositions } from "./node-positions.ts";
import type { SeriesGroups } from "./series-groups.ts";

/** Writes for every entity the places of its variables among all variables, ascending. */
export function writeEntityIndex(
  { entities, variables, count }: SeriesGroups,
  nodeCount: number,
  columns: FrozenColumns,
  scratch: ColumnArena,
): { entityCount: number } {
  const { positions, count: entityCount } = NodePositions.of(
    entities,
    nodeCount,
    columns,
    columnNames.entityPositions,
  );
  const pairEntities = scratch.column(Uint32Array, count);
  const pairVariables = scratch.column(Uint32Array, count);
  let pairs = 0;
  let variable = -1;
  for (let group = 0; group < count; group++) {
    const isNewVariable = group === 0 || variables[group] !== variables[group - 1];
    if (isNewVariable) variable++;
    if (!isNewVariable && entities[group] === entities[group - 1]) continue;
    pairEntities[pairs] = positions.positionOf(entities[group]!);
    pairVariables[pairs++] = variable;
  }
  const offsets = columns.keep(
    columnNames.entityOffsets,
    offsetsOf(pairEntities, pairs, entityCount),
  );
  const next = scratch.column(Uint32Array, entityCount + 1);
  next.set(offsets);
  const entityVariables = columns.makeNarrow(columnNames.entityVariables, pairs, variable);
  for (let pair = 0; pair < pairs; pair++) {
    entityVariables[next[pairEntities[pair]!]!++] = pairVariables[pair]!;
  }
  return { entityCount };
}
