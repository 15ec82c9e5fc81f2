/** The ways into the series from a variable and from an entity. */

import { type FrozenColumns, releaseScratch, scratchColumn } from "../../store/index.ts";
import { columnNames } from "../read/index.ts";
import type { SeriesGroups } from "./series-groups.ts";

/** Writes all variables, ascending, and where the series of each begin. */
export function writeVariables(
  variables: Uint32Array,
  pieces: readonly SeriesGroups[],
  columns: FrozenColumns,
): void {
  columns.make(columnNames.variables, Uint32Array, variables.length).set(variables);
  const offsets = columns.make(columnNames.variableOffsets, Uint32Array, variables.length + 1);
  let first = 0;
  for (const { count, variablePlaces } of pieces) {
    for (let group = 0; group < count; group++) {
      offsets[variablePlaces[group]! + 1] = first + group + 1;
    }
    first += count;
  }
}

/**
 * Writes for every entity the places of its variables among all variables, ascending.
 * @param pieces of which none goes on with the variable and entity that ended the one before.
 */
export function writeEntityIndex(
  entityCount: number,
  variableCount: number,
  pieces: readonly SeriesGroups[],
  columns: FrozenColumns,
): void {
  const offsets = columns.make(columnNames.entityOffsets, Uint32Array, entityCount + 1);
  const firsts = pieces.map((piece) => firstGroups(piece, offsets));
  for (let at = 1; at < offsets.length; at++) offsets[at]! += offsets[at - 1]!;
  const next = scratchColumn(Uint32Array, offsets.length);
  next.set(offsets);
  const pairs = offsets[entityCount]!;
  const found = columns.makeNarrow(columnNames.entityVariables, pairs, variableCount - 1);
  for (const [at, { entityPlaces, variablePlaces }] of pieces.entries()) {
    const groups = firsts[at]!;
    for (let pair = 0; pair < groups.length; pair++) {
      const group = groups[pair]!;
      found[next[entityPlaces[group]!]!++] = variablePlaces[group]!;
    }
  }
  releaseScratch(...firsts, next);
}

/** The first group of every pair of a variable and an entity; pairs are counted by entity. */
function firstGroups(
  { count, entityPlaces, variablePlaces }: SeriesGroups,
  offsets: Uint32Array,
): Uint32Array {
  const firsts = scratchColumn(Uint32Array, count);
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
  return firsts.subarray(0, pairs);
}
