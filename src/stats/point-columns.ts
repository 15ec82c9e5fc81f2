/** Writes the points of all series in their final order. */

import {
  type ColumnType,
  type Dictionary,
  Float64Builder,
  type FrozenColumns,
  type Ranks,
  Uint32Builder,
} from "../store/index.ts";
import { columnNames, valueColumns } from "./column-names.ts";
import { FormatChoice } from "./format-choice.ts";
import { odd, type RowValues } from "./row-values.ts";
import {
  doubleWidth,
  encodeDecimal,
  exceptionMarks,
  isDoubleText,
  isOddDoubleText,
  packFormat,
  type SeriesFormat,
  unpackFormat,
  type Width,
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
  /** First literal, and the rank of each provisional one. */
  readonly #literalBase: number;
  readonly #literalRanks: Uint32Array;
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
    ranks: Ranks,
  ) {
    this.#columns = columns;
    this.#rows = rows;
    this.#values = values;
    this.#order = order;
    this.#literalBase = dictionary.nodeCount;
    this.#literalRanks = ranks.literals;
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
      const format = unpackFormat(this.#formats[series]!);
      const rows = this.#rows.rowsOf(this.#order[series]!);
      const start = filled[format.width]!;
      if (!hasOneWidth) valueOffsets[series] = start;
      this.#writeSeries(rows, format, values[format.width]!, start, point);
      filled[format.width] = start + rows.end - rows.start;
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
      this.#formats[series] = packFormat(format);
      lengths[format.width]! += rows.end - rows.start;
    }
    return this.#withOneWidth(lengths) ?? lengths;
  }

  /** One width for all series, where that costs less than offsets into several columns. */
  #withOneWidth(lengths: readonly number[]): number[] | undefined {
    const widest = lengths.findLastIndex((length) => length > 0);
    if (widest < 0 || widest === doubleWidth) return undefined;
    const bytes = lengths.reduce((sum, length, width) => sum + length * 2 ** width, 0);
    const points = lengths.reduce((sum, length) => sum + length, 0);
    if (points * 2 ** widest > bytes + this.#order.length * offsetBytes) return undefined;
    for (let series = 0; series < this.#formats.length; series++) {
      const format = unpackFormat(this.#formats[series]!);
      this.#formats[series] = packFormat({ ...format, width: widest as Width });
    }
    return lengths.map((_, width) => (width === widest ? points : 0));
  }

  /** Series have few different formats: a table of them, and a small number per series. */
  #writeFormats(): void {
    const distinct = Uint16Array.from([...new Set(this.#formats)].sort((a, b) => a - b));
    this.#columns.make(columnNames.formats, Uint16Array, distinct.length).set(distinct);
    const count = this.#formats.length;
    const numbers = this.#columns.makeNarrow(columnNames.seriesFormats, count, distinct.length - 1);
    const numberOf = new Uint16Array(0x1_0000);
    for (let number = 0; number < distinct.length; number++) numberOf[distinct[number]!] = number;
    for (let series = 0; series < count; series++) {
      numbers[series] = numberOf[this.#formats[series]!]!;
    }
  }

  #writeSeries(
    { start, end, order }: RowList,
    format: SeriesFormat,
    column: ValueColumn,
    from: number,
    firstPoint: number,
  ): void {
    for (let at = start; at < end; at++) {
      const row = order === undefined ? at : order.at(at);
      const stored =
        format.width === doubleWidth ? this.#double(row, format.least) : this.#integer(row, format);
      column[from + at - start] = stored ?? exceptionMarks[format.width]!;
      if (stored === undefined) this.#addException(row, firstPoint + at - start);
    }
  }

  #integer(row: number, format: SeriesFormat): number | undefined {
    const decimals = this.#values.decimalsOf(row);
    if (decimals === odd) return undefined;
    return encodeDecimal(format, this.#values.mantissaOf(row), decimals);
  }

  #double(row: number, least: number): number | undefined {
    const decimals = this.#values.decimalsOf(row);
    if (decimals !== odd) {
      const mantissa = this.#values.mantissaOf(row);
      const isText = isDoubleText(least, mantissa, decimals);
      return isText ? mantissa / powersOfTen[decimals]! : undefined;
    }
    const value = this.#values.oddNumberOf(row);
    const written = this.#values.oddWrittenOf(row);
    return written > literalMax && isOddDoubleText(least, value, written) ? value : undefined;
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
    return written > literalMax ? written : this.#literalBase + this.#literalRanks[written]!;
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
