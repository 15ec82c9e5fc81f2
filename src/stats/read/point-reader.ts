/**
 * Reads points out of their columns. It remembers the series that was read last, since points are
 * read series by series: finding the series of a point costs a search.
 */

import {
  type ColumnSource,
  type Id,
  type IdColumn,
  LateColumn,
  type Range,
  type RowNumbers,
} from "../../store/columns/column-source.ts";
import { lowerBound } from "../../store/columns/kernels.ts";
import type { Dictionary } from "../../store/texts/dictionary.ts";
import { TextTable } from "../../store/texts/text-table.ts";
import {
  decimalNumber,
  decodeText,
  doubleWidth,
  exceptionMarkOf,
  isException,
  literalMax,
  type PackedFormat,
  type SeriesFormat,
  unpackFormat,
  writtenNumber,
} from "../decimals.ts";
import { type DateRuns, writeFacts } from "./series-facts.ts";
import {
  type RecordReading,
  readingOf,
  type SeriesLayout,
  seriesAt,
  type ValueColumn,
  valueColumns,
} from "./series-lookup.ts";

/** Number of a series, by variable, entity and rank of the facet. */
export type SeriesId = Id<"series">;

/** Number of an observation, by series and date. */
export type PointId = Id<"point">;

/** Number of a date; codes compare as dates do. */
export type DateCode = Id<"date">;

/** Takes the points of a series. */
export interface PointVisitor {
  /** A plain decimal: its digits without the point, and how many of them come after it. */
  readonly decimal: (date: number, mantissa: number, decimals: number) => void;
  /** Any other value, as it is written. */
  readonly text: (date: number, text: string) => void;
}

const noRows: Uint32Array = new Uint32Array(0);
const noDoubles = new Float64Array(0);

/** What reads points, wherever they lie. */
export type PointReading = Pick<PointReader, keyof PointReader>;

export class PointReader {
  /** The series at hand and its points; at first one before all others. */
  series = -1;
  start = 0;
  end = 0;
  #format: FormatReading;
  /** Its values and dates, of which those of other series may not be there. */
  #values: ValueColumn = noDoubles;
  #dateRuns: IdColumn = noRows;
  /** Value and date of point p are at p less these. */
  #valueShift = 0;
  #dateShift = 0;

  #formats: readonly FormatReading[] | undefined;
  readonly #reading: RecordReading;
  readonly #seriesCount: number;
  readonly #records: LateColumn<Uint32Array>;
  readonly #dates: LateColumn<IdColumn>;
  readonly #formatColumn: LateColumn<Uint16Array>;
  readonly #valueColumns: readonly LateColumn<ValueColumn>[];
  readonly #exceptionPoints: LateColumn<Uint32Array>;
  readonly #exceptionNumbers: LateColumn<Float64Array>;
  readonly #exceptionTexts: LateColumn<Uint32Array>;
  readonly #dictionary: Dictionary;

  constructor(
    source: ColumnSource,
    { seriesLayout, seriesCount }: { seriesLayout: SeriesLayout; seriesCount: number },
    dictionary: Dictionary,
  ) {
    this.#reading = readingOf(seriesLayout);
    this.#seriesCount = seriesCount;
    this.#records = new LateColumn(source, "observations.seriesRecords");
    this.#dates = new LateColumn(source, "observations.dateRuns");
    this.#formatColumn = new LateColumn(source, "observations.formats");
    this.#valueColumns = valueColumns.map(({ name }) => new LateColumn<ValueColumn>(source, name));
    this.#exceptionPoints = new LateColumn(source, "observations.exceptionPoints");
    this.#exceptionNumbers = new LateColumn(source, "observations.exceptionNumbers");
    this.#exceptionTexts = new LateColumn(source, "observations.exceptionTexts");
    this.#dictionary = dictionary;
    this.#format = this.#readingOf(0);
  }

  /** First point of a series; for the number of series, the number of points. */
  firstPointOf(series: number): number {
    return this.#word(series, 0);
  }

  /** Number of a series' facet. */
  facetOf(series: number): number {
    return this.#word(series, this.#reading.kindWord) >>> this.#reading.facetShift;
  }

  /** Code of a series' first date. The series at hand stays, and no values are fetched. */
  firstDateOf(series: number): number {
    return this.#dateAt((this.#word(series, 1) & this.#reading.dateMask) >>> 0);
  }

  /** Code of a series' last date. The series at hand stays, and no values are fetched. */
  lastDateOf(series: number): number {
    const { stride, dateMask } = this.#reading;
    const at = series * stride;
    const records = this.#records.rowsIn(at, at + stride + 1);
    const firstDate = (records[at + 1]! & dateMask) >>> 0;
    return this.#dateAt(firstDate + records[at + stride]! - records[at]! - 1);
  }

  /** Writes facts of series of one variable (`factWords`). The series at hand stays, and no values are fetched. */
  readFacts(range: Range, facts: Uint32Array): void {
    const { stride } = this.#reading;
    const records = this.#records.rowsIn(range.start * stride, range.end * stride + 1);
    const dates = this.#dates;
    const runs = dates.rowsHere ?? ((start: number, end: number) => dates.rowsIn(start, end));
    writeFacts(records, this.#reading, runs, range, facts);
  }

  /** Dates of the variable of a series, all of them fetched. */
  dateRunsOf(_series: number): DateRuns {
    return { runs: this.#dates.rows, codes: undefined };
  }

  #word(series: number, word: number): number {
    const at = series * this.#reading.stride + word;
    return this.#records.rowsIn(at, at + 1)[at]!;
  }

  #dateAt(row: number): number {
    return this.#dates.rowsIn(row, row + 1)[row]!;
  }

  seriesOfPoint(point: number): number {
    this.find(point);
    return this.series;
  }

  /** Goes to a series. */
  open(series: number): void {
    if (series === this.series) return;
    const { stride, dateMask, kindWord, formatShift, formatMask, valueWord } = this.#reading;
    const at = series * stride;
    const records = this.#records.rowsIn(at, at + stride + 1);
    const start = records[at]!;
    const end = records[at + stride]!;
    const format = this.#readings()[(records[at + kindWord]! >>> formatShift) & formatMask]!;
    const firstValue = records[at + valueWord]!;
    const firstDate = (records[at + 1]! & dateMask) >>> 0;
    // Fetching may throw: the series at hand changes as a whole or not at all.
    const values = format.column.rowsIn(firstValue, firstValue + end - start);
    this.#dateRuns = this.#dates.rowsIn(firstDate, firstDate + end - start);
    this.#values = values;
    this.#format = format;
    this.#valueShift = start - firstValue;
    this.#dateShift = start - firstDate;
    this.series = series;
    this.start = start;
    this.end = end;
  }

  /** Columns of all series, if they are in memory. */
  columns(): WholeColumns | undefined {
    const records = this.#records.rowsHere;
    const runs = this.#dates.rowsHere;
    const values = this.#valueColumns.map((column) => column.rowsHere);
    if (records === undefined || runs === undefined || values.includes(undefined)) return undefined;
    return {
      reading: this.#reading,
      records,
      runs,
      formats: this.#readings(),
      values: values as ValueColumn[],
      exceptions: this.#exceptionPoints,
    };
  }

  #readings(): readonly FormatReading[] {
    this.#formats ??= Array.from(this.#formatColumn.rows, (packed) => this.#readingOf(packed));
    return this.#formats;
  }

  /** Goes to the series of a point. */
  find(point: number): void {
    if (point >= this.start && point < this.end) return;
    this.open(point === this.end ? this.series + 1 : this.#seriesAt(point));
  }

  // Below, the point is one of the series at hand.

  dateCodeAt(point: number): number {
    return this.#dateRuns[point - this.#dateShift]!;
  }

  /** The point at a date code; -1 when the series has no such point. */
  pointAt(date: number): number {
    const runs = this.#dateRuns;
    const { start, end } = this;
    let at = start - this.#dateShift;
    // As `lowerBound`, but to the last date that is not later.
    for (let length = end - start; length > 1; ) {
      const half = length >>> 1;
      at += half & -Number(runs[at + half]! <= date);
      length -= half;
    }
    return runs[at] === date ? at + this.#dateShift : -1;
  }

  /** The value as a number; NaN when it is a text. */
  numberAt(point: number): number {
    const value = this.valueAt(point);
    return typeof value === "number" ? value : Number.NaN;
  }

  /** The value: a number, or the text when it is not a number. */
  valueAt(point: number): number | string {
    const stored = this.#values[point - this.#valueShift]!;
    const { mark, isDouble, scale, ownBits, ownMask } = this.#format;
    if (stored === mark || isDouble) return this.#specialValue(point, stored);
    return decimalNumber(stored >> ownBits, scale + (stored & ownMask));
  }

  /** Copies codes of dates and numbers of points [start, end) to a place in columns; NaN for texts. */
  copy(start: number, end: number, dates: Uint32Array, numbers: Float64Array, to: number): void {
    const values = this.#values;
    const runs = this.#dateRuns;
    const [valueShift, dateShift] = [this.#valueShift, this.#dateShift];
    const { mark, isDouble, scale, ownBits, ownMask } = this.#format;
    for (let point = start, at = to; point < end; point++, at++) {
      dates[at] = runs[point - dateShift]!;
      const stored = values[point - valueShift]!;
      if (stored === mark || isDouble) numbers[at] = this.numberAt(point);
      else numbers[at] = decimalNumber(stored >> ownBits, scale + (stored & ownMask));
    }
  }

  /** Dates and values of the whole series. */
  history(dates: DateTexts): [date: string, value: number | string][] {
    const { start, end } = this;
    const values = this.#values;
    const firstValue = start - this.#valueShift;
    const runs = this.#dateRuns;
    const firstDate = start - this.#dateShift;
    const { mark, isDouble, scale, ownBits, ownMask } = this.#format;
    const pairs = new Array<[string, number | string]>(end - start);
    for (let at = 0; at < pairs.length; at++) {
      const date = dates.textOf(runs[firstDate + at]!);
      const stored = values[firstValue + at]!;
      if (stored === mark || isDouble) pairs[at] = [date, this.#specialValue(start + at, stored)];
      else pairs[at] = [date, decimalNumber(stored >> ownBits, scale + (stored & ownMask))];
    }
    return pairs;
  }

  /** Shows points of the series: all, or those of a range. */
  each(visitor: PointVisitor, { start, end }: Range = this): void {
    const [values, runs] = [this.#values, this.#dateRuns];
    const [toValue, toDate] = [this.#valueShift, this.#dateShift];
    const { mark, isDouble, scale, least, ownBits, ownMask } = this.#format;
    for (let point = start; point < end; point++) {
      const date = runs[point - toDate]!;
      const stored = values[point - toValue]!;
      if (stored === mark || isDouble) {
        visitor.text(date, this.textAt(point));
        continue;
      }
      let mantissa = stored >> ownBits;
      let decimals = scale + (stored & ownMask);
      if (ownBits === 0) for (; decimals > least && mantissa % 10 === 0; decimals--) mantissa /= 10;
      visitor.decimal(date, mantissa, decimals);
    }
  }

  /** A double, or an exception. */
  #specialValue(point: number, stored: number): number | string {
    if (!isException(this.#format, stored)) return stored;
    const value = this.#exceptionNumbers.rows[this.#exceptionOf(point)]!;
    return Number.isNaN(value) ? this.textAt(point) : value;
  }

  /** The value as it was written. */
  textAt(point: number): string {
    const stored = this.#values[point - this.#valueShift]!;
    const format = this.#format;
    if (!isException(format, stored)) return decodeText(format, stored);
    const exception = this.#exceptionOf(point);
    const text = this.#exceptionTexts.rows[exception]!;
    return text > literalMax
      ? writtenNumber(this.#exceptionNumbers.rows[exception]!, text)
      : this.#dictionary.textOf(text);
  }

  /** Points whose values are no numbers, ascending. */
  textPoints(): RowNumbers {
    const numbers = this.#exceptionNumbers.rows;
    return this.#exceptionPoints.rows.filter((_, at) => Number.isNaN(numbers[at]));
  }

  #exceptionOf(point: number): number {
    const points = this.#exceptionPoints.rows;
    return lowerBound(points, point, 0, points.length);
  }

  #seriesAt(point: number): number {
    return seriesAt(this.#records, this.#reading.stride, this.#seriesCount, point);
  }

  #readingOf(packed: PackedFormat): FormatReading {
    const format = unpackFormat(packed);
    const { width, ownBits } = format;
    return {
      ...format,
      isDouble: width === doubleWidth,
      mark: exceptionMarkOf(width),
      ownMask: (1 << ownBits) - 1,
      column: this.#valueColumns[width]!,
    };
  }
}

// What points are read from.

/** A format, and the column of the values that have it. */
interface FormatReading extends SeriesFormat {
  readonly isDouble: boolean;
  /** Stands for an exception among integers. */
  readonly mark: number;
  readonly ownMask: number;
  readonly column: LateColumn<ValueColumn>;
}

/** Columns of all series. */
export interface WholeColumns {
  readonly reading: RecordReading;
  readonly records: Uint32Array;
  readonly runs: IdColumn;
  readonly formats: readonly FormatReading[];
  /** By width. */
  readonly values: readonly ValueColumn[];
  /** Points whose values are in no such column, ascending. */
  readonly exceptions: LateColumn<Uint32Array>;
}

// The distinct dates as texts, numbered in their order.

/** Dates up to this many are kept as ready strings. */
const readyMax = 0x1_0000;

export class DateTexts {
  readonly #table: TextTable;
  /** By code. */
  readonly #ready: string[] = [];
  /** Codes are below it. */
  readonly count: number;

  constructor(source: ColumnSource, count: number) {
    this.count = count;
    this.#table = TextTable.readFrom(source, "observations.dates", count);
  }

  /** Code of a date; undefined when the table does not have it. */
  codeOf(text: string): number | undefined {
    return this.#table.idOf(text);
  }

  textOf(code: number): string {
    return this.#ready[code] ?? this.#read(code);
  }

  #read(code: number): string {
    const text = this.#table.textOf(code);
    if (code < readyMax) this.#ready[code] = text;
    return text;
  }
}
