/** Pieces of series put together: what lies across all of them. */

import type { FrozenColumns } from "../../store/columns/column-source.ts";
import { releaseScratch, scratchColumn } from "../../store/columns/scratch.ts";
import {
  doubleWidth,
  type PackedFormat,
  packedFormats,
  type Width,
  withWidth,
} from "../decimals.ts";
import { valueColumns } from "../read/series-records.ts";
import type { Exceptions } from "./points-share.ts";
import { DateLists, DateRunsBuilder } from "./run-table.ts";
import type { SeriesGroups } from "./series-groups.ts";
import type { SeriesPiece } from "./series-share.ts";

/** Bytes of a place in the value columns, which series of one width do without. */
const offsetBytes = 4;

/** The lists of dates of all pieces, each once, in the order in which series need them. */
interface JoinedDates {
  readonly codes: Uint32Array;
  /** By piece and list: where its codes begin. */
  readonly firstDates: readonly Uint32Array[];
}

export function joinDates(pieces: readonly SeriesPiece[]): JoinedDates {
  const [only] = pieces;
  if (pieces.length === 1) {
    const lists = new DateLists(only!.lists);
    return { codes: lists.codes, firstDates: [startsOf(lists)] };
  }
  const all = new DateRunsBuilder();
  const numbers = pieces.map(({ lists }) => all.adopt(lists, 0));
  const firstDates = numbers.map((own) => own.map((list) => all.startOf(list)));
  return { codes: all.take().codes, firstDates };
}

function startsOf(lists: DateLists): Uint32Array {
  return Uint32Array.from({ length: lists.count }, (_, list) => lists.startOf(list));
}

/** How the values of all series are packed. */
interface JoinedFormats {
  /** In place of the width of each format; undefined where it stays. */
  readonly oneWidth: Width | undefined;
  /** Values by width. */
  readonly lengths: readonly number[];
  /** Ascending. */
  readonly distinct: readonly PackedFormat[];
  /** By format: its number among those. */
  readonly numbers: Uint16Array;
}

export function joinFormats(pieces: readonly SeriesPiece[]): JoinedFormats {
  const lengths = valueColumns.map((_, width) =>
    pieces.reduce((sum, piece) => sum + piece.lengths[width]!, 0),
  );
  const seriesCount = pieces.reduce((sum, { count }) => sum + count, 0);
  const oneWidth = oneWidthOf(lengths, seriesCount);
  const found = pieces.flatMap(({ distinctFormats }) => distinctFormats);
  const formats = oneWidth === undefined ? found : found.map((own) => withWidth(own, oneWidth));
  const distinct = [...new Set(formats)].sort((left, right) => left - right);
  const numbers = new Uint16Array(packedFormats);
  for (const [number, format] of distinct.entries()) numbers[format] = number;
  const pointCount = lengths.reduce((sum, length) => sum + length, 0);
  return { oneWidth, lengths: lengthsIn(oneWidth, { lengths, pointCount }), distinct, numbers };
}

/** How many values there are of each width, if all have one width. */
export function lengthsIn(
  oneWidth: Width | undefined,
  { lengths, pointCount }: Pick<SeriesPiece, "lengths" | "pointCount">,
): readonly number[] {
  if (oneWidth === undefined) return lengths;
  return lengths.map((_, width) => (width === oneWidth ? pointCount : 0));
}

/** One width for all series, where that costs less than offsets into several columns. */
function oneWidthOf(lengths: readonly number[], seriesCount: number): Width | undefined {
  const widest = lengths.findLastIndex((length) => length > 0) as Width | -1;
  if (widest === -1 || widest === doubleWidth) return undefined;
  const bytes = lengths.reduce((sum, length, width) => sum + length * 2 ** width, 0);
  const points = lengths.reduce((sum, length) => sum + length, 0);
  if (points * 2 ** widest > bytes + seriesCount * offsetBytes) return undefined;
  return widest;
}

/** Writes exceptions of all pieces. */
export function writeExceptions(pieces: readonly Exceptions[], columns: FrozenColumns): void {
  const length = pieces.reduce((sum, { points }) => sum + points.length, 0);
  const points = columns.make("observations.exceptionPoints", Uint32Array, length);
  const texts = columns.make("observations.exceptionTexts", Uint32Array, length);
  const numbers = columns.make("observations.exceptionNumbers", Float64Array, length);
  let first = 0;
  for (const piece of pieces) {
    points.set(piece.points, first);
    texts.set(piece.texts, first);
    numbers.set(piece.numbers, first);
    first += piece.points.length;
  }
}

// The ways into the series from a variable and from an entity.

/** Writes all variables, ascending, and where the series of each begin. */
export function writeVariables(
  variables: Uint32Array,
  pieces: readonly SeriesGroups[],
  columns: FrozenColumns,
): void {
  columns.make("observations.variables", Uint32Array, variables.length).set(variables);
  const offsets = columns.make("observations.variableOffsets", Uint32Array, variables.length + 1);
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
  const offsets = columns.make("observations.entityOffsets", Uint32Array, entityCount + 1);
  const firsts = pieces.map((piece) => firstGroups(piece, offsets));
  for (let at = 1; at < offsets.length; at++) offsets[at]! += offsets[at - 1]!;
  const next = scratchColumn(Uint32Array, offsets.length);
  next.set(offsets);
  const pairs = offsets[entityCount]!;
  const found = columns.makeNarrow("observations.entityVariables", pairs, variableCount - 1);
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
