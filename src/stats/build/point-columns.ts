/** Writes the points of all series in their final order. */

import {
  type ColumnType,
  Float64Builder,
  type FrozenColumns,
  Uint32Builder,
} from "../../store/index.ts";
import {
  columnNames,
  type SeriesLayout,
  SeriesRecordWriter,
  seriesLayout,
  type ValueColumn,
  valueColumns,
} from "../read/index.ts";
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
} from "../values/index.ts";
import { FormatChoice } from "./format-choice.ts";
import { beside, decimalBits, decimalMask, odd, type RowValues } from "./row-values.ts";
import type { SeriesGroups } from "./series-groups.ts";
import type { RowList, SeriesRows } from "./series-rows.ts";

/** Bytes of a place in the value columns, which series of one width do without. */
const offsetBytes = 4;

/** What the points are made from and where their columns go. */
export interface PointContext {
  readonly columns: FrozenColumns;
  readonly groups: SeriesGroups;
  readonly rows: SeriesRows;
  readonly values: RowValues;
  /** Groups in final order. */
  readonly order: Uint32Array;
  readonly facetCount: number;
  /** Id of the first literal. */
  readonly literalBase: number;
}

export class PointColumns {
  readonly #columns: FrozenColumns;
  readonly #rows: SeriesRows;
  readonly #values: RowValues;
  readonly #order: Uint32Array;
  /** By group. */
  readonly #facets: Uint32Array;
  readonly #facetCount: number;
  readonly #literalBase: number;
  /** By series. */
  readonly #formats: Uint16Array;
  readonly #exceptionPoints = new Uint32Builder();
  readonly #exceptionNumbers = new Float64Builder();
  readonly #exceptionTexts = new Uint32Builder();

  constructor(context: PointContext) {
    const { columns, rows, values, groups, facetCount, order, literalBase } = context;
    this.#columns = columns;
    this.#rows = rows;
    this.#values = values;
    this.#facets = groups.facets;
    this.#facetCount = facetCount;
    this.#order = order;
    this.#literalBase = literalBase;
    this.#formats = new Uint16Array(order.length);
  }

  /** How the records of the series lie. */
  write(): SeriesLayout {
    const lengths = this.#chooseFormats();
    const formats = this.#writeFormats();
    const { dates, dateLists } = this.#rows;
    const layout = seriesLayout({
      dates: dates.codeCount,
      formats: formats.count,
      facets: this.#facetCount,
      hasOneWidth: lengths.filter((length) => length > 0).length < 2,
    });
    const seriesCount = this.#order.length;
    const records = new SeriesRecordWriter(this.#columns, layout, seriesCount);
    const values = valueColumns.map(({ name, Type }, width) =>
      this.#columns.make(name, Type as ColumnType<ValueColumn>, lengths[width]!),
    );
    const filled = [0, 0, 0, 0];
    let point = 0;
    for (let series = 0; series < seriesCount; series++) {
      const packed = this.#formats[series]!;
      const width = widthOf(packed);
      const group = this.#order[series]!;
      const rows = this.#rows.rowsOf(group);
      const start = filled[width]!;
      records.add({
        firstPoint: point,
        firstDate: dates.startOf(dateLists[group]!),
        format: formats.places[packed]!,
        facet: this.#facets[group]!,
        firstValue: start,
      });
      if (width === doubleWidth) this.#writeDoubles(rows, packed, values[width]!, start, point);
      else this.#writeIntegers(rows, packed, values[width]!, start, point);
      filled[width] = start + rows.end - rows.start;
      point += rows.end - rows.start;
    }
    records.end(point);
    this.#writeExceptions();
    return layout;
  }

  /** Fills `#formats`; the number of values by width. */
  #chooseFormats(): number[] {
    const choice = new FormatChoice(this.#values);
    const lengths = valueColumns.map(() => 0);
    for (let series = 0; series < this.#order.length; series++) {
      const rows = this.#rows.rowsOf(this.#order[series]!);
      const format = choice.of(rows);
      this.#formats[series] = format;
      lengths[widthOf(format)]! += rows.end - rows.start;
    }
    return this.#withOneWidth(lengths) ?? lengths;
  }

  /** One width for all series, where that costs less than offsets into several columns. */
  #withOneWidth(lengths: readonly number[]): number[] | undefined {
    const widest = lengths.findLastIndex((length) => length > 0) as Width | -1;
    if (widest < 0 || widest === doubleWidth) return undefined;
    const bytes = lengths.reduce((sum, length, width) => sum + length * 2 ** width, 0);
    const points = lengths.reduce((sum, length) => sum + length, 0);
    if (points * 2 ** widest > bytes + this.#order.length * offsetBytes) return undefined;
    const formats = this.#formats;
    for (let series = 0; series < formats.length; series++) {
      formats[series] = withWidth(formats[series]!, widest as Width);
    }
    return lengths.map((_, width) => (width === widest ? points : 0));
  }

  /** Series have few different formats: a table of them, and the place there of each. */
  #writeFormats(): { readonly places: Uint16Array; readonly count: number } {
    const places = new Uint16Array(packedFormats);
    const distinct: PackedFormat[] = [];
    for (let series = 0; series < this.#formats.length; series++) {
      const format = this.#formats[series]! as PackedFormat;
      if (places[format] === 0) places[format] = distinct.push(format);
    }
    distinct.sort((left, right) => left - right);
    for (const [place, format] of distinct.entries()) places[format] = place;
    this.#columns.make(columnNames.formats, Uint16Array, distinct.length).set(distinct);
    return { places, count: distinct.length };
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
    return written > literalMax ? written : this.#literalBase + written;
  }

  #writeExceptions(): void {
    const { length } = this.#exceptionPoints;
    const { exceptionPoints, exceptionNumbers, exceptionTexts } = columnNames;
    const kept = ({ values }: Uint32Builder) => values.subarray(0, length);
    this.#columns.make(exceptionPoints, Uint32Array, length).set(kept(this.#exceptionPoints));
    this.#columns.make(exceptionTexts, Uint32Array, length).set(kept(this.#exceptionTexts));
    this.#columns
      .make(exceptionNumbers, Float64Array, length)
      .set(this.#exceptionNumbers.values.subarray(0, length));
  }
}
