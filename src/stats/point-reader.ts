/**
 * Reads points out of their columns. It remembers the series that was read last, since points are
 * read series by series: finding the series of a point costs a search.
 */

import {
  type ColumnSink,
  type ColumnSource,
  type Dictionary,
  groupOf,
  type IdColumn,
  LateColumn,
  lowerBound,
} from "../store/index.ts";
import { columnNames, valueColumns } from "./column-names.ts";
import {
  decodeNumber,
  decodeText,
  exceptionMarks,
  type SeriesFormat,
  unpackFormat,
} from "./series-format.ts";
import { literalMax, writtenNumber } from "./values.ts";

/** Columns that every series needs. */
const neededNames = [
  columnNames.seriesOffsets,
  columnNames.seriesDates,
  columnNames.seriesFormats,
  columnNames.valueOffsets,
  columnNames.dateRuns,
  columnNames.formats,
];

type ValueColumn = Int8Array | Int16Array | Int32Array | Float64Array;

const noDoubles = new Float64Array(0);
const noRows: Uint32Array = new Uint32Array(0);
const noFormat: SeriesFormat = { width: 0, scale: 0, least: 0, ownBits: 0 };

export class PointReader {
  /** The series at hand and its points; at first one before all others. */
  series = -1;
  start = 0;
  end = 0;
  #format = noFormat;
  #mark = 0;
  /** Value and date of point p are at p less these. */
  #values: ValueColumn = noDoubles;
  #valueShift = 0;
  #dateShift = 0;

  /** Columns that every series needs: they are fetched together, and then at hand. */
  #isReady = false;
  #seriesOffsets: Uint32Array = noRows;
  #seriesDates: IdColumn = noRows;
  #seriesFormats: IdColumn = noRows;
  #valueOffsets: Uint32Array = noRows;
  #dateRuns: IdColumn = noRows;
  #formats: readonly SeriesFormat[] = [];
  readonly #source: ColumnSource;
  readonly #valueColumns: readonly LateColumn<ValueColumn>[];
  readonly #exceptionPoints: LateColumn<Uint32Array>;
  readonly #exceptionNumbers: LateColumn<Float64Array>;
  readonly #exceptionTexts: LateColumn<Uint32Array>;
  readonly #dictionary: Dictionary;

  constructor(source: ColumnSource, dictionary: Dictionary) {
    this.#source = source;
    this.#valueColumns = valueColumns.map(({ name }) => new LateColumn<ValueColumn>(source, name));
    this.#exceptionPoints = new LateColumn(source, columnNames.exceptionPoints);
    this.#exceptionNumbers = new LateColumn(source, columnNames.exceptionNumbers);
    this.#exceptionTexts = new LateColumn(source, columnNames.exceptionTexts);
    this.#dictionary = dictionary;
  }

  writeTo(sink: ColumnSink): void {
    for (const name of neededNames) sink.column(name, this.#source.column(name));
    for (const column of this.#valueColumns) column.writeTo(sink);
    this.#exceptionPoints.writeTo(sink);
    this.#exceptionNumbers.writeTo(sink);
    this.#exceptionTexts.writeTo(sink);
  }

  /** First point of a series; behind the last one for the number of series. */
  offsetOf(series: number): number {
    this.#getReady();
    return this.#seriesOffsets[series]!;
  }

  seriesOfPoint(point: number): number {
    this.find(point);
    return this.series;
  }

  /** Goes to a series. */
  open(series: number): void {
    if (series === this.series) return;
    this.#getReady();
    const start = this.#seriesOffsets[series]!;
    const end = this.#seriesOffsets[series + 1]!;
    const format = this.#formats[this.#seriesFormats[series]!]!;
    // Fetching may throw: the series at hand changes as a whole or not at all.
    // Where all values have one width, they lie as the points do.
    const valueOffsets = this.#valueOffsets;
    const shift = valueOffsets.length === 0 ? 0 : start - valueOffsets[series]!;
    this.#values = this.#valueColumns[format.width]!.rowsIn(start - shift, end - shift);
    this.#valueShift = shift;
    this.#format = format;
    this.#mark = exceptionMarks[format.width]!;
    this.#dateShift = start - this.#seriesDates[series]!;
    this.series = series;
    this.start = start;
    this.end = end;
  }

  /** Goes to the series of a point. */
  find(point: number): void {
    if (point >= this.start && point < this.end) return;
    this.#getReady();
    const isNext = point === this.end;
    this.open(isNext ? this.series + 1 : groupOf(this.#seriesOffsets, point));
  }

  // Below, the point is one of the series at hand.

  dateCodeAt(point: number): number {
    return this.#dateRuns[point - this.#dateShift]!;
  }

  /** The point at a date code; -1 when there is none. */
  pointAt(date: number): number {
    const shift = this.#dateShift;
    const end = this.end - shift;
    const at = lowerBound(this.#dateRuns, date, this.start - shift, end);
    return at < end && this.#dateRuns[at] === date ? at + shift : -1;
  }

  /** The value as a number, NaN where it is none. */
  numberAt(point: number): number {
    const stored = this.#values[point - this.#valueShift]!;
    if (stored === this.#mark || Number.isNaN(stored)) {
      return this.#exceptionNumbers.rows[this.#exceptionOf(point)]!;
    }
    return decodeNumber(this.#format, stored);
  }

  /** The value as it was written. */
  textAt(point: number): string {
    const stored = this.#values[point - this.#valueShift]!;
    if (stored !== this.#mark && !Number.isNaN(stored)) return decodeText(this.#format, stored);
    const exception = this.#exceptionOf(point);
    const text = this.#exceptionTexts.rows[exception]!;
    return text > literalMax
      ? writtenNumber(this.#exceptionNumbers.rows[exception]!, text)
      : this.#dictionary.textOf(text);
  }

  #exceptionOf(point: number): number {
    const points = this.#exceptionPoints.rows;
    return lowerBound(points, point, 0, points.length);
  }

  #getReady(): void {
    if (this.#isReady) return;
    const source = this.#source;
    this.#seriesOffsets = source.column(columnNames.seriesOffsets) as Uint32Array;
    this.#seriesDates = source.column(columnNames.seriesDates) as IdColumn;
    this.#seriesFormats = source.column(columnNames.seriesFormats) as IdColumn;
    this.#valueOffsets = source.column(columnNames.valueOffsets) as Uint32Array;
    this.#dateRuns = source.column(columnNames.dateRuns) as IdColumn;
    const formats = source.column(columnNames.formats) as Uint16Array;
    this.#formats = Array.from(formats, unpackFormat);
    this.#isReady = true;
  }
}
