/** Writes the points of all series in their final order. */

import {
  type ColumnType,
  type Dictionary,
  Float64Builder,
  type FrozenColumns,
  Uint32Builder,
} from "../store/index.ts";
import { columnNames, valueColumns } from "./column-names.ts";
import { FormatChoice } from "./format-choice.ts";
import { beside, decimalBits, decimalMask, odd, type RowValues } from "./row-values.ts";
import {
  doubleWidth,
  exceptionMarks,
  isDoubleText,
  isOddDoubleText,
  type PackedFormat,
  packedFormats,
  unpackFormat,
  type Width,
  widthOf,
  withWidth,
} from "./series-format.ts";
import type { RowList, SeriesRows } from "./series-rows.ts";
import { asPrinted, literalMax, powersOfTen, type Written, withDecimals } from "./values.ts";

type ValueColumn = Int8Array | Int16Array | Int32Array | Float64Array;

/** Bytes of an offset into the value columns, which series of one width do without. */
const offsetBytes = 4;

export class PointColumns {
  readonly #columns: FrozenColumns;
  readonly #rows: SeriesRows;
  readonly #values: RowValues;
  /** Groups in final order. */
  readonly #order: Uint32Array;
  /** Id of the first literal. */
  readonly #literalBase: number;
  /** By series. */
  readonly #formats: Uint16Array;
  readonly #exceptionPoints = new Uint32Builder();
  readonly #exceptionNumbers = new Float64Builder();
  readonly #exceptionTexts = new Uint32Builder();

  constructor(
    columns: FrozenColumns,
    rows: SeriesRows,
    values: RowValues,
    order: Uint32Array,
    dictionary: Dictionary,
  ) {
    this.#columns = columns;
    this.#rows = rows;
    this.#values = values;
    this.#order = order;
    this.#literalBase = dictionary.nodeCount;
    this.#formats = new Uint16Array(order.length);
  }

  write(): void {
    const lengths = this.#chooseFormats();
    const hasOneWidth = lengths.filter((length) => length > 0).length < 2;
    this.#writeFormats();
    const seriesCount = this.#order.length;
    const offsets = this.#columns.make(columnNames.seriesOffsets, Uint32Array, seriesCount + 1);
    const valueOffsets = this.#columns.make(
      columnNames.valueOffsets,
      Uint32Array,
      hasOneWidth ? 0 : seriesCount,
    );
    const values = valueColumns.map(({ name, Type }, width) =>
      this.#columns.make(name, Type as ColumnType<ValueColumn>, lengths[width]!),
    );
    const filled = [0, 0, 0, 0];
    let point = 0;
    for (let series = 0; series < seriesCount; series++) {
      const format = this.#formats[series]!;
      const width = widthOf(format);
      const rows = this.#rows.rowsOf(this.#order[series]!);
      const start = filled[width]!;
      if (!hasOneWidth) valueOffsets[series] = start;
      if (width === doubleWidth) this.#writeDoubles(rows, format, values[width]!, start, point);
      else this.#writeIntegers(rows, format, values[width]!, start, point);
      filled[width] = start + rows.end - rows.start;
      point += rows.end - rows.start;
      offsets[series + 1] = point;
    }
    this.#writeExceptions();
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

  /** Series have few different formats: a table of them, and a small number per series. */
  #writeFormats(): void {
    const formats = this.#formats;
    const numberOf = new Uint16Array(packedFormats);
    for (let series = 0; series < formats.length; series++) numberOf[formats[series]!] = 1;
    const distinct: PackedFormat[] = [];
    for (let format = 0; format < numberOf.length; format++) {
      if (numberOf[format] === 1) numberOf[format] = distinct.push(format) - 1;
    }
    this.#columns.make(columnNames.formats, Uint16Array, distinct.length).set(distinct);
    const { seriesFormats } = columnNames;
    const numbers = this.#columns.makeNarrow(seriesFormats, formats.length, distinct.length - 1);
    for (let series = 0; series < formats.length; series++) {
      numbers[series] = numberOf[formats[series]!]!;
    }
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
      let stored = exceptionMarks[width]!;
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

  /** The double that prints as the row is written; the mark of exceptions if there is none. */
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
