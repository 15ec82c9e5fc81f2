/** Pieces of series put together: what lies across all of them. */

import type { FrozenColumns } from "../../store/index.ts";
import { DateLists, DateRunsBuilder } from "../collect/index.ts";
import { columnNames, valueColumns } from "../read/index.ts";
import {
  doubleWidth,
  type PackedFormat,
  packedFormats,
  type Width,
  withWidth,
} from "../values/index.ts";
import type { Exceptions } from "./points-share.ts";
import type { SeriesPiece } from "./series-share.ts";

/** Bytes of a place in the value columns, which series of one width do without. */
const offsetBytes = 4;

/** The lists of dates of all pieces, each once, in the order in which series need them. */
export interface JoinedDates {
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
export interface JoinedFormats {
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
  const { exceptionPoints, exceptionNumbers, exceptionTexts } = columnNames;
  const points = columns.make(exceptionPoints, Uint32Array, length);
  const texts = columns.make(exceptionTexts, Uint32Array, length);
  const numbers = columns.make(exceptionNumbers, Float64Array, length);
  let first = 0;
  for (const piece of pieces) {
    points.set(piece.points, first);
    texts.set(piece.texts, first);
    numbers.set(piece.numbers, first);
    first += piece.points.length;
  }
}
