/** The ways into the series from a variable and from an entity. */

import { type FrozenColumns, releaseScratch, scratchColumn } from "../../store/index.ts";
import { columnNames } from "../read/index.ts";
import type { SeriesGroups } from "./series-groups.ts";

/** Writes all variables, ascending, and where the series of each begin. */
export function writeVariables(
  { variables, variablePlaces, count }: SeriesGroups,
  columns: FrozenColumns,
): void {
  columns.make(columnNames.variables, Uint32Array, variables.length).set(variables);
  const offsets = columns.make(columnNames.variableOffsets, Uint32Array, variables.length + 1);
  for (let group = 0; group < count; group++) offsets[variablePlaces[group]! + 1] = group + 1;
}

/** Writes for every entity the places of its variables among all variables, ascending. */
export function writeEntityIndex(
  { entities, variables, variablePlaces, entityPlaces, count }: SeriesGroups,
  columns: FrozenColumns,
): void {
  /** The first group of every pair of a variable and an entity. */
  const firsts = scratchColumn(Uint32Array, count);
  const offsets = columns.make(columnNames.entityOffsets, Uint32Array, entities.length + 1);
  let pairs = 0;
  for (let group = 0; group < count; group++) {
    const isSame =
      group > 0 &&
      entityPlaces[group] === entityPlaces[group - 1] &&
      variablePlaces[group] === variablePlaces[group - 1];
    if (isSame) continue;
    firsts[pairs++] = group;
    offsets[entityPlaces[group]! + 1]!++;
  }
  for (let at = 1; at < offsets.length; at++) offsets[at]! += offsets[at - 1]!;
  const next = scratchColumn(Uint32Array, offsets.length);
  next.set(offsets);
  const found = columns.makeNarrow(columnNames.entityVariables, pairs, variables.length - 1);
  for (let pair = 0; pair < pairs; pair++) {
    const group = firsts[pair]!;
    found[next[entityPlaces[group]!]!++] = variablePlaces[group]!;
  }
  releaseScratch(firsts, next);
}
