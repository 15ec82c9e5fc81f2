/** The shapes of tables: chosen series as columns. */

import type { Governor } from "../options/governor.ts";
import type { ObservationTable } from "../stats/read/observations.ts";
import { offsetsOf, scatter } from "../store/columns/kernels.ts";
import type { World } from "../world/world.ts";
import { originsBeside, originsOfVariables } from "./choice/chosen-origins.ts";
import type { ChosenSeries } from "./choice/chosen-series.ts";
import { entityColumns, type RowRuns, seriesColumns } from "./choice/row-columns.ts";
import {
  Coding,
  type NumberColumn,
  numberColumn,
  renumbered,
  type TableColumn,
  type TextColumn,
  textColumn,
  withOrigins,
} from "./column-data.ts";
import type { ReadQuestion } from "./table-question.ts";
import type { ValueReader } from "./value-reader.ts";

/** Of a row per observation: four columns of codes, and one of numbers. */
const bytesPerRecord = 24;
/** A code and a number more. */
const bytesPerDenominator = 12;
/** Of the other shapes. */
const bytesPerRow = 64;
const bytesPerValue = 8;

type Shape = (
  world: World,
  question: ReadQuestion,
  chosen: ChosenSeries,
  reader: ValueReader,
  governor: Governor,
) => TableColumn[];

/** The shape `records`: a row per observation. */
export const recordColumns: Shape = (world, question, chosen, reader, governor) => {
  const { observations } = world;
  const { names, denominator } = question;
  const { count, starts, ends, series, numbers } = chosen;
  const counts = new Uint32Array(count);
  let length = 0;
  for (let at = 0; at < count; at++) {
    counts[at] = ends[at]! - starts[at]!;
    length += counts[at]!;
  }
  governor.bytes(length * (bytesPerRecord + (denominator === undefined ? 0 : bytesPerDenominator)));
  const isRead = numbers !== undefined && denominator === undefined;
  const dates = isRead ? chosen.dates.slice(0, count) : new Uint32Array(length);
  const values = isRead ? numbers.slice(0, count) : new Float64Array(length);
  const divisors = denominator === undefined ? undefined : new DivisorColumns(length);
  for (let at = 0, row = 0; at < count && !isRead; at++) {
    const [start, end] = [starts[at]!, ends[at]!];
    governor.work(2 * (end - start));
    reader.open(series[at]!);
    observations.copyPoints({ start, end }, dates, values, row);
    for (let point = start; point < end; point++, row++) {
      if (divisors === undefined && !Number.isNaN(values[row])) continue;
      values[row] = reader.divided(values[row]!, point);
      divisors?.set(row, reader);
    }
  }
  const textOfDate = (date: number) => observations.dateOfCode(date);
  const about = seriesColumns(world, question, chosen, { counts, length }, names);
  return [
    textColumn("date", renumbered(dates, observations.meta.dateCount), textOfDate),
    ...about,
    withOrigins(numberColumn("value", values), originsBeside(about, chosen)),
    ...(divisors?.columns(textOfDate) ?? []),
  ];
};

/** The number that divided each value, and its date. */
class DivisorColumns {
  readonly #values: Float64Array;
  /** -1 stands for no date. */
  readonly #dates: Coding;

  constructor(length: number) {
    this.#values = new Float64Array(length);
    this.#dates = new Coding(length);
  }

  set(row: number, { denominators }: ValueReader): void {
    const { value, date } = denominators!;
    this.#values[row] = value;
    this.#dates.set(row, date);
  }

  columns(textOfDate: (date: number) => string): [NumberColumn, TextColumn] {
    const textOf = (date: number) => (date < 0 ? null : textOfDate(date));
    return [
      numberColumn("denominator", this.#values),
      textColumn("denominatorDate", this.#dates, textOf),
    ];
  }
}

/** The shape `dates`: a row per series in the order of records, a column per date, ascending. */
export const dateColumns: Shape = (world, question, chosen, reader, governor) => {
  const { observations } = world;
  const { count, starts, ends, series } = chosen;
  const dates = datesOf(chosen, observations);
  governor.bytes(count * (bytesPerRow + dates.length * bytesPerValue));
  const columns = new Map(dates.map((date) => [date, newValues(count)]));
  for (let row = 0; row < count; row++) {
    governor.work(4 + 4 * (ends[row]! - starts[row]!));
    reader.open(series[row]!);
    for (let point = starts[row]!; point < ends[row]!; point++) {
      columns.get(observations.dateCodeAt(point))![row] = reader.valueAt(point);
    }
  }
  const runs = { counts: new Uint32Array(count).fill(1), length: count };
  const about = seriesColumns(world, question, chosen, runs, question.names);
  const origins = originsBeside(about, chosen);
  return [
    ...about,
    ...Array.from(columns, ([date, values]) =>
      withOrigins(numberColumn(observations.dateOfCode(date), values), origins),
    ),
  ];
};

/**
 * The shape `variables`: a row per entity and date, or per entity; a column per variable of the
 * question.
 */
export const variableColumns: Shape = (world, question, chosen, reader, governor) => {
  const { observations } = world;
  const { names, variables, date } = question;
  const rows = placeRows(chosen, date === "" ? observations : undefined, governor);
  governor.bytes(rows.length * (bytesPerRow + variables.length * bytesPerValue));
  const values = variables.map(() => newValues(rows.length));
  const isRead = chosen.numbers !== undefined && question.denominator === undefined;
  if (isRead) placeNumbers(chosen, rows, values);
  else readPlaced(chosen, rows, values, { observations, reader, governor });
  const origins = originsOfVariables(chosen, rows, variables, observations);
  const latest =
    date === "LATEST" ? latestDates(chosen, rows, variables.length, observations) : undefined;
  const dates = () =>
    textColumn("date", renumbered(rows.dates, observations.meta.dateCount), (code) =>
      observations.dateOfCode(code),
    );
  return [
    ...entityColumns(world, question, chosen, rows, names),
    ...(date === "" ? [dates()] : []),
    ...variables.map((variable, at) =>
      withOrigins(numberColumn(variable, values[at]!), [
        ...origins[at]!,
        ...(latest === undefined ? [] : [latest[at]!]),
      ]),
    ),
  ];
};

/** By variable: the dates of its numbers. */
function latestDates(
  { count, variables, places, starts }: ChosenSeries,
  { firsts, length }: PlaceRows,
  variableCount: number,
  observations: ObservationTable,
): TextColumn[] {
  const codes = Array.from({ length: variableCount }, () => new Uint32Array(length));
  for (let at = 0; at < count; at++) {
    codes[variables[at]!]![firsts[places[at]!]!] = observations.dateCodeAt(starts[at]!);
  }
  return codes.map((own) =>
    textColumn("date", renumbered(own, observations.meta.dateCount), (code) =>
      observations.dateOfCode(code),
    ),
  );
}

/** Rows of places: a row per date, or one. */
interface PlaceRows extends RowRuns {
  readonly picks: Uint32Array;
  /** All series, by place. */
  readonly series: Uint32Array;
  /** The rows of place p are [firsts[p], firsts[p + 1]). */
  readonly firsts: Uint32Array;
  /** Codes of the dates of rows; empty where there is a row per place. */
  readonly dates: Uint32Array;
}

/** @param observations where there is a row per date */
function placeRows(
  chosen: ChosenSeries,
  observations: ObservationTable | undefined,
  governor: Governor,
): PlaceRows {
  const { rows: series, offsets } = byPlace(chosen);
  const firsts = new Uint32Array(offsets.length);
  const counts = new Uint32Array(offsets.length - 1);
  const picks = new Uint32Array(counts.length);
  const dates = observations && new PlaceDates(chosen, observations);
  let met = 0;
  for (let place = 0; place < counts.length; place++) {
    const [start, end] = [offsets[place]!, offsets[place + 1]!];
    firsts[place + 1] = firsts[place]!;
    if (start === end) continue;
    governor.work(8 * (end - start));
    const rows = dates?.add(series.subarray(start, end)) ?? 1;
    picks[met] = series[start]!;
    counts[met++] = rows;
    firsts[place + 1]! += rows;
  }
  return {
    ...{ series, firsts, length: firsts[counts.length]! },
    ...{ picks: picks.subarray(0, met), counts: counts.subarray(0, met) },
    dates: dates?.codes() ?? new Uint32Array(0),
  };
}

/** Codes of the dates of places, ascending for each. */
class PlaceDates {
  readonly #chosen: ChosenSeries;
  readonly #observations: ObservationTable;
  /** Of all places so far, and of a place while its series come. */
  #all: Uint32Array = new Uint32Array(1024);
  #length = 0;
  #merged: Uint32Array = new Uint32Array(64);

  constructor(chosen: ChosenSeries, observations: ObservationTable) {
    this.#chosen = chosen;
    this.#observations = observations;
  }

  /** Adds the dates of the series of a place. @returns how many they are */
  add(rows: Uint32Array): number {
    const { series, starts, ends } = this.#chosen;
    const first = this.#length;
    for (const at of rows) {
      this.#observations.pointsOf(series[at]!);
      this.#merge(first, starts[at]!, ends[at]!);
    }
    return this.#length - first;
  }

  codes(): Uint32Array {
    return this.#all.slice(0, this.#length);
  }

  /** Puts the dates of points among those from `first` on; both ascend. */
  #merge(first: number, start: number, end: number): void {
    const held = this.#length - first;
    const most = held + end - start;
    if (this.#merged.length < most) this.#merged = new Uint32Array(most * 2);
    const observations = this.#observations;
    const [all, merged] = [this.#all, this.#merged];
    let length = 0;
    for (let at = first, point = start; at < this.#length || point < end; ) {
      const one = at < this.#length ? all[at]! : noDate;
      const two = point < end ? observations.dateCodeAt(point) : noDate;
      merged[length++] = Math.min(one, two);
      if (one <= two) at++;
      if (two <= one) point++;
    }
    this.#length = first + length;
    if (this.#length > all.length) {
      this.#all = new Uint32Array(this.#length * 2);
      this.#all.set(all);
    }
    for (let at = 0; at < length; at++) this.#all[first + at] = merged[at]!;
  }
}

/** After all codes of dates. */
const noDate = 0xffff_ffff;

/** Points of one series at a time. */
class PointScratch {
  dates: Uint32Array = new Uint32Array(64);
  numbers: Float64Array = new Float64Array(64);
  readonly #observations: ObservationTable;

  constructor(observations: ObservationTable) {
    this.#observations = observations;
  }

  /** @returns how many they are */
  read(start: number, end: number): number {
    const count = end - start;
    if (count > this.dates.length) {
      this.dates = new Uint32Array(count * 2);
      this.numbers = new Float64Array(count * 2);
    }
    this.#observations.copyPoints({ start, end }, this.dates, this.numbers, 0);
    return count;
  }
}

/** Numbers that were read already. */
function placeNumbers(
  { count, variables, places, numbers }: ChosenSeries,
  { firsts }: PlaceRows,
  values: readonly Float64Array[],
): void {
  for (let at = 0; at < count; at++) {
    values[variables[at]!]![firsts[places[at]!]!] = numbers![at]!;
  }
}

function readPlaced(
  { variables, places, starts, ends, series }: ChosenSeries,
  rows: PlaceRows,
  values: readonly Float64Array[],
  {
    observations,
    reader,
    governor,
  }: { observations: ObservationTable; reader: ValueReader; governor: Governor },
): void {
  const scratch = new PointScratch(observations);
  const isPlain = (number: number) => reader.denominators === undefined && !Number.isNaN(number);
  // By code of a date: the row of the place at hand.
  const rowOf = new Uint32Array(observations.meta.dateCount);
  let last = -1;
  for (const at of rows.series) {
    const place = places[at]!;
    const [first, end] = [rows.firsts[place]!, rows.firsts[place + 1]!];
    if (place !== last) for (let row = first; row < end; row++) rowOf[rows.dates[row]!] = row;
    last = place;
    const column = values[variables[at]!]!;
    governor.work(4 * (ends[at]! - starts[at]!));
    reader.open(series[at]!);
    const count = scratch.read(starts[at]!, ends[at]!);
    const { dates, numbers } = scratch;
    for (let point = 0; point < count; point++) {
      const row = rows.dates.length === 0 ? first : rowOf[dates[point]!]!;
      const number = numbers[point]!;
      column[row] = isPlain(number) ? number : reader.divided(number, starts[at]! + point);
    }
  }
}

/** Series by place: those of place p are rows [offsets[p], offsets[p + 1]). */
function byPlace({ count, places }: ChosenSeries): { rows: Uint32Array; offsets: Uint32Array } {
  let most = -1;
  for (let at = 0; at < count; at++) most = Math.max(most, places[at]!);
  const offsets = offsetsOf(places, count, most + 1);
  return { rows: scatter(places, offsets), offsets };
}

/** Codes of all dates of the series, ascending. */
function datesOf({ count, starts, ends }: ChosenSeries, observations: ObservationTable): number[] {
  const has = new Uint8Array(observations.meta.dateCount);
  for (let at = 0; at < count; at++) {
    for (let point = starts[at]!; point < ends[at]!; point++) {
      has[observations.dateCodeAt(point)] = 1;
    }
  }
  return [...has.keys()].filter((date) => has[date] === 1);
}

function newValues(rows: number): Float64Array {
  return new Float64Array(rows).fill(Number.NaN);
}
