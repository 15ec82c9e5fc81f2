/** The shapes of tables: chosen series as columns. */

import type { Governor } from "../governor/governor.ts";
import type { ObservationTable } from "../stats/read/observations.ts";
import { offsetsOf, scatter } from "../store/columns/kernels.ts";
import type { World } from "../world/world.ts";
import type { ChosenSeries } from "./choice/chosen-series.ts";
import { firstWhere } from "./choice/date-cut.ts";
import { entityColumns, type RowRuns, seriesColumns } from "./choice/row-columns.ts";
import {
  Coding,
  type NumberColumn,
  numberColumn,
  renumbered,
  type TableColumn,
  type TextColumn,
  textColumn,
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
      values[row] = reader.divided(values[row]!, point);
      divisors?.set(row, reader);
    }
  }
  const textOfDate = (date: number) => observations.dateOfCode(date);
  return [
    textColumn("date", renumbered(dates, observations.meta.dateCount), textOfDate),
    ...seriesColumns(world, question, chosen, { counts, length }, names),
    numberColumn("value", values),
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
  const dates = datesOf(
    chosen,
    Uint32Array.from({ length: count }, (_, at) => at),
    observations,
  );
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
  return [
    ...seriesColumns(world, question, chosen, runs, question.names),
    ...Array.from(columns, ([date, values]) => numberColumn(observations.dateOfCode(date), values)),
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
  const facets = variables.map(() => new Set<number>());
  for (let at = 0; at < chosen.count; at++) facets[chosen.variables[at]!]!.add(chosen.facets[at]!);
  const latest =
    date === "LATEST" ? latestDates(chosen, rows, variables.length, observations) : undefined;
  const codes = Uint32Array.from(rows.dates.flat());
  const dates = () =>
    textColumn("date", renumbered(codes, observations.meta.dateCount), (code) =>
      observations.dateOfCode(code),
    );
  return [
    ...entityColumns(world, question, chosen, rows, names),
    ...(date === "" ? [dates()] : []),
    ...variables.map((variable, at) => ({
      ...numberColumn(variable, values[at]!),
      facets: Array.from(facets[at]!, (facet) => observations.facetAt(facet)),
      ...(latest === undefined ? {} : { dates: latest[at]! }),
    })),
  ];
};

/** By variable: the dates of its numbers. */
function latestDates(
  { count, variables, places, starts }: ChosenSeries,
  { firsts, length }: PlaceRows,
  variableCount: number,
  observations: ObservationTable,
): NonNullable<NumberColumn["dates"]>[] {
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
  /** Of each place the first row, and the codes of dates of its rows. */
  readonly firsts: Uint32Array;
  readonly dates: readonly (readonly number[])[];
}

/** @param observations where there is a row per date */
function placeRows(
  chosen: ChosenSeries,
  observations: ObservationTable | undefined,
  governor: Governor,
): PlaceRows {
  const { rows: series, offsets } = byPlace(chosen);
  const firsts = new Uint32Array(offsets.length - 1);
  const counts = new Uint32Array(firsts.length);
  const picks = new Uint32Array(firsts.length);
  const dates: (readonly number[])[] = [];
  let [length, met] = [0, 0];
  for (let place = 0; place < firsts.length; place++) {
    const [start, end] = [offsets[place]!, offsets[place + 1]!];
    if (start === end) continue;
    governor.work(8 * (end - start));
    if (observations !== undefined) {
      dates[place] = datesOf(chosen, series.subarray(start, end), observations);
    }
    const rows = dates[place]?.length ?? 1;
    picks[met] = series[start]!;
    firsts[place] = length;
    counts[met++] = rows;
    length += rows;
  }
  return {
    ...{ series, firsts, dates, length },
    ...{ picks: picks.subarray(0, met), counts: counts.subarray(0, met) },
  };
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
  for (const at of rows.series) {
    const place = places[at]!;
    const dates = rows.dates[place];
    const column = values[variables[at]!]!;
    governor.work(4 * (ends[at]! - starts[at]!));
    reader.open(series[at]!);
    for (let point = starts[at]!; point < ends[at]!; point++) {
      const code = observations.dateCodeAt(point);
      const step =
        dates === undefined ? 0 : firstWhere(0, dates.length, (one) => dates[one]! >= code);
      column[rows.firsts[place]! + step] = reader.valueAt(point);
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

/** Codes of all dates of some series, ascending. */
function datesOf(
  { starts, ends }: ChosenSeries,
  series: Uint32Array,
  observations: ObservationTable,
): number[] {
  const dates = new Set<number>();
  for (const at of series) {
    for (let point = starts[at]!; point < ends[at]!; point++) {
      dates.add(observations.dateCodeAt(point));
    }
  }
  return [...dates].sort((a, b) => a - b);
}

function newValues(rows: number): Float64Array {
  return new Float64Array(rows).fill(Number.NaN);
}
