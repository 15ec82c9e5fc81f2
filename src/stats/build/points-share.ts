/**
 * The second share of a freeze of observations: the points of some series, in their final order. Pieces
 * of series are put together afterwards.
 */
import type { FrozenColumns } from "../../store/columns/column-source.ts";
import {
  Float64Builder,
  type SlabRows,
  Uint32Builder,
  Uint32Slabs,
} from "../../store/columns/growing-columns.ts";
import { releaseScratch, scratchColumn } from "../../store/columns/scratch.ts";
import {
  asPrinted,
  doubleWidth,
  exceptionMarkOf,
  isDoubleText,
  isOddDoubleText,
  literalMax,
  type PackedFormat,
  packedFormats,
  powersOfTen,
  unpackFormat,
  type Width,
  type Written,
  widthOf,
  withDecimals,
  withWidth,
} from "../decimals.ts";
import {
  type SeriesLayout,
  SeriesRecordWriter,
  type ValueColumn,
  valueColumns,
} from "../read/series-lookup.ts";
import {
  beside,
  type CollectedValues,
  decimalBits,
  decimalMask,
  odd,
  RowReader,
} from "./row-values.ts";
import { DateLists, DateRunsBuilder } from "./run-table.ts";
import type { SeriesGroups } from "./series-groups.ts";
import { type RowList, RowLists } from "./series-rows.ts";
import { type SeriesPiece, type SeriesShare, seriesShare } from "./series-share.ts";

/** Of a piece, what its points are made from. */
interface PointsOfPiece {
  readonly order: Uint32Array;
  readonly entityPlaces: Uint32Array;
  readonly facets: Uint32Array;
  readonly formats: Uint16Array;
  readonly starts: Uint32Array;
  readonly isMerged: Uint8Array;
  readonly merged: SlabRows<Uint32Array>;
  readonly counts: Uint32Array;
  readonly dateLists: Uint32Array;
}

/** Plain data, whose large columns are shared where other threads take part. */
export interface PointsShare {
  readonly kind: "points";
  readonly piece: PointsOfPiece;
  readonly values: CollectedValues;
  /** By list of dates of the piece: where its codes begin among those of all. */
  readonly firstDates: Uint32Array;
  /** Nodes by place. */
  readonly entities: Uint32Array;
  /** The facet of each kind; undefined if they are the same. */
  readonly kindFacets: Uint32Array | undefined;
  /** By format: its number. */
  readonly formatNumbers: Uint16Array;
  /** In place of the width of each format; undefined where it stays. */
  readonly oneWidth: Width | undefined;
  /** Series, points and values by width before the piece. */
  readonly firstSeries: number;
  readonly firstPoint: number;
  readonly firstValues: readonly number[];
  /** Id of the first literal. */
  readonly literalBase: number;
  readonly layout: SeriesLayout;
  /** Where it all goes: columns of all series and all points. */
  readonly records: Uint32Array;
  readonly seriesEntities: Uint32Array;
  readonly columns: readonly ValueColumn[];
}

/** Values that do not fit into the format of their series. */
export interface Exceptions {
  readonly points: Uint32Array;
  readonly numbers: Float64Array;
  readonly texts: Uint32Array;
}

/** Kernel. */
function pointsShare(share: PointsShare): Exceptions {
  return new PointWriter(share).write();
}

class PointWriter {
  readonly #share: PointsShare;
  readonly #values: RowReader;
  readonly #exceptionPoints = new Uint32Builder();
  readonly #exceptionNumbers = new Float64Builder();
  readonly #exceptionTexts = new Uint32Builder();

  constructor(share: PointsShare) {
    this.#share = share;
    this.#values = RowReader.of(share.values);
  }

  write(): Exceptions {
    const { piece, layout, columns, oneWidth, firstSeries, formatNumbers, firstDates } =
      this.#share;
    const { order, formats, facets, dateLists, entityPlaces } = piece;
    const { entities, seriesEntities, kindFacets } = this.#share;
    const records = new SeriesRecordWriter(this.#share.records, layout, firstSeries);
    const lists = new RowLists({ ...piece, merged: new Uint32Slabs().adopt(piece.merged) });
    const filled = [...this.#share.firstValues];
    let point = this.#share.firstPoint;
    for (let series = 0; series < order.length; series++) {
      const group = order[series]!;
      const own = formats[group]! as PackedFormat;
      const packed = oneWidth === undefined ? own : withWidth(own, oneWidth);
      const width = widthOf(packed);
      const rows = lists.of(group);
      const start = filled[width]!;
      seriesEntities[firstSeries + series] = entities[entityPlaces[group]!]!;
      records.add({
        firstPoint: point,
        firstDate: firstDates[dateLists[group]!]!,
        format: formatNumbers[packed]!,
        facet: kindFacets === undefined ? facets[group]! : kindFacets[facets[group]!]!,
        firstValue: start,
      });
      if (width === doubleWidth) this.#writeDoubles(rows, packed, columns[width]!, start, point);
      else this.#writeIntegers(rows, packed, columns[width]!, start, point);
      filled[width] = start + rows.end - rows.start;
      point += rows.end - rows.start;
    }
    const { length } = this.#exceptionPoints;
    return {
      points: this.#exceptionPoints.values.subarray(0, length),
      numbers: this.#exceptionNumbers.values.subarray(0, length),
      texts: this.#exceptionTexts.values.subarray(0, length),
    };
  }

  #writeIntegers(
    { start, end, order }: RowList,
    packed: PackedFormat,
    column: ValueColumn,
    from: number,
    firstPoint: number,
  ): void {
    const values = this.#values;
    const { width, ownBits, scale } = unpackFormat(packed);
    for (let at = start; at < end; at++) {
      const row = order === undefined ? at : order.at(at);
      const word = values.wordOf(row);
      const isShort = (word & decimalMask) !== beside;
      const decimals = isShort ? word & decimalMask : values.decimalsOf(row);
      let stored = exceptionMarkOf(width);
      if (decimals === odd) this.#addException(row, firstPoint + at - start);
      else {
        const mantissa = isShort ? word >> decimalBits : values.mantissaOf(row);
        stored =
          ownBits > 0
            ? (mantissa << ownBits) | decimals
            : mantissa * powersOfTen[scale - decimals]!;
      }
      column[from + at - start] = stored;
    }
  }

  #writeDoubles(
    { start, end, order }: RowList,
    packed: PackedFormat,
    column: ValueColumn,
    from: number,
    firstPoint: number,
  ): void {
    const { least } = unpackFormat(packed);
    for (let at = start; at < end; at++) {
      const row = order === undefined ? at : order.at(at);
      const stored = this.#double(row, least);
      column[from + at - start] = stored;
      if (Number.isNaN(stored)) this.#addException(row, firstPoint + at - start);
    }
  }

  /** The double that prints as the row is written; the mark of exceptions if no double does. */
  #double(row: number, least: number): number {
    const decimals = this.#values.decimalsOf(row);
    if (decimals !== odd) {
      const mantissa = this.#values.mantissaOf(row);
      const isText = isDoubleText(least, mantissa, decimals);
      return isText ? mantissa / powersOfTen[decimals]! : Number.NaN;
    }
    const value = this.#values.oddNumberOf(row);
    const written = this.#values.oddWrittenOf(row);
    return written > literalMax && isOddDoubleText(least, value, written) ? value : Number.NaN;
  }

  #addException(row: number, point: number): void {
    const decimals = this.#values.decimalsOf(row);
    this.#exceptionPoints.push(point);
    if (decimals === odd) {
      this.#exceptionNumbers.push(this.#values.oddNumberOf(row));
      this.#exceptionTexts.push(this.#finalText(this.#values.oddWrittenOf(row)));
    } else {
      this.#exceptionNumbers.push(this.#values.mantissaOf(row) / powersOfTen[decimals]!);
      this.#exceptionTexts.push(decimals === 0 ? asPrinted : withDecimals(decimals));
    }
  }

  #finalText(written: Written): Written {
    return written > literalMax ? written : this.#share.literalBase + written;
  }
}

// The shares of a freeze of observations, and who does them.

export type ObservationShare = SeriesShare | PointsShare;
export type ObservationAnswer = SeriesPiece | Exceptions;

export function doObservationShare(share: ObservationShare): ObservationAnswer {
  return share.kind === "series" ? seriesShare(share) : pointsShare(share);
}

/** Pieces of series put together: what lies across all of them. */

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
