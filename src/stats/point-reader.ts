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
  lowerBound,
} from "../store/index.ts";
import { columnNames, valueColumns } from "./column-names.ts";
import { LateColumn } from "./late-column.ts";
import {
  decodeNumber,
  decodeText,
  exceptionMarks,
  type SeriesFormat,
  unpackFormat,
} from "./series-format.ts";
import { literalMax, writtenNumber } from "./values.ts";

type ValueColumn = Int8Array | Int16Array | Int32Array | Float64Array;

const noRows = new Float64Array(0);
const noFormat: SeriesFormat = { width: 0, scale: 0, least: 0, ownBits: 0 };

export class PointReader {
  /** The series at hand and its points; at first one before all others. */
  series = -1;
  start = 0;
  end = 0;
  #format = noFormat;
  #mark = 0;
  /** Value and date of point p are at p less these. */
  #values: ValueColumn = noRows;
  #valueShift = 0;
  #dates: IdColumn = new Uint8Array(0);
  #dateShift = 0;

  readonly #seriesOffsets: LateColumn<Uint32Array>;
  readonly #seriesDates: LateColumn<IdColumn>;
  readonly #seriesFormats: LateColumn<IdColumn>;
  readonly #valueOffsets: LateColumn<Uint32Array>;
  readonly #formats: LateColumn<Uint16Array>;
  readonly #dateRuns: LateColumn<IdColumn>;
  readonly #valueColumns: readonly LateColumn<ValueColumn>[];
  readonly #exceptionPoints: LateColumn<Uint32Array>;
  readonly #exceptionNumbers: LateColumn<Float64Array>;
  readonly #exceptionTexts: LateColumn<Uint32Array>;
  readonly #dictionary: Dictionary;
  /** The formats that were met, unpacked. */
  readonly #unpacked: SeriesFormat[] = [];

  constructor(source: ColumnSource, dictionary: Dictionary) {
    this.#seriesOffsets = new LateColumn(source, columnNames.seriesOffsets);
    this.#seriesDates = new LateColumn(source, columnNames.seriesDates);
    this.#seriesFormats = new LateColumn(source, columnNames.seriesFormats);
    this.#valueOffsets = new LateColumn(source, columnNames.valueOffsets);
    this.#formats = new LateColumn(source, columnNames.formats);
    this.#dateRuns = new LateColumn(source, columnNames.dateRuns);
    this.#valueColumns = valueColumns.map(({ name }) => new LateColumn<ValueColumn>(source, name));
    this.#exceptionPoints = new LateColumn(source, columnNames.exceptionPoints);
    this.#exceptionNumbers = new LateColumn(source, columnNames.exceptionNumbers);
    this.#exceptionTexts = new LateColumn(source, columnNames.exceptionTexts);
    this.#dictionary = dictionary;
  }

  writeTo(sink: ColumnSink): void {
    this.#seriesOffsets.writeTo(sink);
    this.#seriesDates.writeTo(sink);
    this.#seriesFormats.writeTo(sink);
    this.#valueOffsets.writeTo(sink);
    this.#formats.writeTo(sink);
    this.#dateRuns.writeTo(sink);
    for (const column of this.#valueColumns) column.writeTo(sink);
    this.#exceptionPoints.writeTo(sink);
    this.#exceptionNumbers.writeTo(sink);
    this.#exceptionTexts.writeTo(sink);
  }

  /** First point of a series, or behind the last point of the one before. */
  offsetOf(series: number): number {
    return this.#seriesOffsets.rows[series]!;
  }

  seriesOfPoint(point: number): number {
    this.find(point);
    return this.series;
  }

  /** Goes to a series. */
  open(series: number): void {
    if (series === this.series) return;
    const offsets = this.#seriesOffsets.rows;
    const start = offsets[series]!;
    const format = this.#formatOf(this.#seriesFormats.rows[series]!);
    const valueOffsets = this.#valueOffsets.rows;
    this.#format = format;
    this.#mark = exceptionMarks[format.width]!;
    this.#values = this.#valueColumns[format.width]!.rows;
    // Where all values have one width, they lie as the points do.
    this.#valueShift = valueOffsets.length === 0 ? 0 : start - valueOffsets[series]!;
    this.#dates = this.#dateRuns.rows;
    this.#dateShift = start - this.#seriesDates.rows[series]!;
    this.series = series;
    this.start = start;
    this.end = offsets[series + 1]!;
  }

  /** Goes to the series of a point. */
  find(point: number): void {
    if (point >= this.start && point < this.end) return;
    const isNext = point === this.end;
    this.open(isNext ? this.series + 1 : groupOf(this.#seriesOffsets.rows, point));
  }

  // Below, the point is one of the series at hand.

  dateCodeAt(point: number): number {
    return this.#dates[point - this.#dateShift]!;
  }

  /** The point at a date code; -1 when there is none. */
  pointAt(date: number): number {
    const shift = this.#dateShift;
    const end = this.end - shift;
    const at = lowerBound(this.#dates, date, this.start - shift, end);
    return at < end && this.#dates[at] === date ? at + shift : -1;
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

  #formatOf(number: number): SeriesFormat {
    this.#unpacked[number] ??= unpackFormat(this.#formats.rows[number]!);
    return this.#unpacked[number];
  }
}
