/** The second share of a freeze of observations: the points of some series, in their final order. */

import {
  Float64Builder,
  type SlabRows,
  Uint32Builder,
  Uint32Slabs,
} from "../../store/columns/growing-columns.ts";
import {
  asPrinted,
  doubleWidth,
  exceptionMarkOf,
  isDoubleText,
  isOddDoubleText,
  literalMax,
  type PackedFormat,
  powersOfTen,
  unpackFormat,
  type Width,
  type Written,
  widthOf,
  withDecimals,
  withWidth,
} from "../decimals.ts";
import { type SeriesLayout, SeriesRecordWriter, type ValueColumn } from "../read/series-records.ts";
import {
  beside,
  type CollectedValues,
  decimalBits,
  decimalMask,
  odd,
  RowReader,
} from "./row-values.ts";
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
    const { entities, seriesEntities } = this.#share;
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
        facet: facets[group]!,
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
