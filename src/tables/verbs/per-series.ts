/** Calculations along series: each over the rows of one series by date. */

import { describeArgument, excerpt } from "../../errors/excerpts.ts";
import { didYouMean, meant } from "../../errors/nearest.ts";
import {
  type NumberColumn,
  numberColumn,
  type TableColumn,
  type TextColumn,
  takeRows,
  withValues,
} from "../column-data.ts";
import type { AggregateName } from "./aggregate.ts";
import { aggregated } from "./aggregates.ts";
import { type Frame, numbersNamed, valueName } from "./frame.ts";
import {
  type Period,
  type PeriodUnit,
  partsOf,
  periodAround,
  periodOf,
  stepBack,
  type TimeSpan,
  textOfPeriod,
  yearsBetween,
} from "./periods.ts";
import { type SeriesLayout, seriesColumns, seriesLayout } from "./series-layout.ts";

/** Which numbers, and the name of what is made of them. */
export interface SeriesOptions {
  /** The column of numbers. Default: `value`, or the only one. */
  readonly column?: string | undefined;
  /** The name of the new column. */
  readonly as?: string | undefined;
}

/** How far back a row looks. */
export interface StepOptions extends SeriesOptions {
  /** Such as `1y` or `3m`. Default: one step of the dates: a year for `2020`, a month for `2020-03`. */
  readonly over?: TimeSpan | undefined;
}

/** How many of the numbers of a window or a period have to be there. */
export interface LeastOptions extends SeriesOptions {
  readonly minCount?: number | undefined;
}

/** One series of a layout. */
interface SeriesPart {
  readonly unit: PeriodUnit;
  readonly ats: Float64Array;
  /** NaN for null. */
  readonly values: Float64Array;
}

/** Along each series of a frame: what methods of `PerSeries` calculate. */
export class SeriesFrame {
  readonly #frame: Frame;
  readonly #by: readonly string[] | undefined;
  #layout: SeriesLayout | undefined;

  constructor(frame: Frame, by: readonly string[] | undefined) {
    this.#frame = frame;
    this.#by = by;
  }

  get #known(): SeriesLayout {
    this.#layout ??= seriesLayout(this.#frame, this.#by);
    return this.#layout;
  }

  /** The table with a column more: a number of each row. */
  along(
    verb: string,
    { column, as }: SeriesOptions,
    calculate: (part: SeriesPart, into: Float64Array) => void,
  ): Frame {
    const source = this.#source(verb, column);
    const { rows, isAsTheyStand } = this.#known;
    const columns = isAsTheyStand ? this.#frame.columns : takeRows(this.#frame.columns, rows);
    const found = new Float64Array(rows.length).fill(Number.NaN);
    this.#each(source, (part, start, end) => calculate(part, found.subarray(start, end)));
    const made = numberColumn(as ?? `${source.name}_${verb}`, found);
    return { columns: [...columns, made], length: rows.length };
  }

  /** A row per series: growth per year from the first to the last number. */
  growth({ column, as }: SeriesOptions): Frame {
    const source = this.#source("cagr", column);
    const { rows, offsets } = this.#known;
    const count = offsets.length - 1;
    const rates = new Float64Array(count).fill(Number.NaN);
    const [from, to] = [new Array<string | null>(count), new Array<string | null>(count)];
    this.#each(source, ({ unit, ats, values }, _start, _end, series) => {
      const first = values.findIndex((value) => !Number.isNaN(value));
      const last = values.findLastIndex((value) => !Number.isNaN(value));
      const [begin, end] = [first, last].map((at): Period => ({ unit, at: ats[at]! }));
      from[series] = first < 0 ? null : textOfPeriod(begin!);
      to[series] = first < 0 ? null : textOfPeriod(end!);
      if (first < 0 || first === last || values[first]! <= 0 || values[last]! < 0) return;
      rates[series] = (values[last]! / values[first]!) ** (1 / yearsBetween(begin!, end!)) - 1;
    });
    const names = seriesColumns(this.#frame, this.#by);
    const firsts = Uint32Array.from({ length: count }, (_, series) => rows[offsets[series]!]!);
    const kept = this.#frame.columns.filter(({ name }) => names.includes(name));
    const columns = [
      ...takeRows(kept, firsts),
      textsOf("from", from),
      textsOf("to", to),
      numberColumn(as ?? `${source.name}_cagr`, rates),
    ];
    return { columns, length: count };
  }

  /** Rows for all periods from the first to the last of a series; values by `fill`. */
  filled(
    verb: string,
    { column, as }: SeriesOptions,
    fill: (part: SeriesPart) => Float64Array,
  ): Frame {
    const source = this.#source(verb, column);
    const { rows } = this.#known;
    const picks: number[] = [];
    const dates: (string | null)[] = [];
    const isNew: number[] = [];
    const values: Float64Array[] = [];
    this.#each(source, (part, start, end) => {
      const first = part.ats[0]!;
      const all = new Float64Array(part.ats[end - start - 1]! - first + 1).fill(Number.NaN);
      const ats = all.map((_, at) => first + at);
      let row = start - 1;
      for (const at of ats) {
        const isThere = row + 1 < end && part.ats[row + 1 - start] === at;
        if (isThere) all[at - first] = part.values[++row - start]!;
        picks.push(rows[row]!);
        isNew.push(isThere ? 0 : 1);
        dates.push(textOfPeriod({ unit: part.unit, at }));
      }
      values.push(fill({ unit: part.unit, ats, values: all }));
    });
    const taken = takeRows(this.#frame.columns, Uint32Array.from(picks));
    const made = numberColumn(as ?? source.name, joined(values, picks.length));
    const columns = taken.map((one): TableColumn => {
      if (one.name === "date") return textsOf("date", dates);
      if (one.name === made.name) return made;
      if (one.kind === "text") return one;
      // A row that was made has no other numbers.
      return withValues(
        one,
        one.values.map((value, row) => (isNew[row] === 1 ? Number.NaN : value)),
      );
    });
    const isOwn = columns.includes(made);
    return { columns: isOwn ? columns : [...columns, made], length: picks.length };
  }

  /** A row per series and coarser period. */
  resampled(to: PeriodUnit, op: AggregateName, { column, as, minCount }: LeastOptions): Frame {
    const source = this.#source("resample", column);
    const { rows, offsets, ats, units } = this.#known;
    const ids = new Uint32Array(rows.length);
    const firsts: number[] = [];
    const dates: string[] = [];
    const least: number[] = [];
    for (let series = 0; series < units.length; series++) {
      let last = Number.NaN;
      const unit = units[series]!;
      for (let at = offsets[series]!; at < offsets[series + 1]!; at++) {
        const period = periodAround({ unit, at: ats[at]! }, to);
        if (period !== last) {
          firsts.push(rows[at]!);
          dates.push(textOfPeriod({ unit: to, at: period }));
          least.push(minCount ?? partsOf(unit, to) ?? 1);
          last = period;
        }
        ids[at] = firsts.length - 1;
      }
    }
    const values = source.values.map((_, at) => source.values[rows[at]!]!);
    const groups = { ids, count: firsts.length };
    const frame = { columns: [numberColumn("value", values)], length: rows.length };
    const found = aggregated(frame, groups, source.name, { op, column: "value" }, []);
    const counts = aggregated(frame, groups, "count", { op: "count", column: "value" }, []);
    const made = (found as NumberColumn).values.map((value, at) =>
      (counts as NumberColumn).values[at]! < least[at]! ? Number.NaN : value,
    );
    const names = [...seriesColumns(this.#frame, this.#by), "date"];
    const kept = this.#frame.columns.filter(({ name }) => names.includes(name));
    const columns = takeRows(kept, Uint32Array.from(firsts)).map((one) => {
      if (one.name === "date") return textsOf("date", dates);
      return one.name === "observationPeriod" && one.kind === "text" ? periodsOf(one, to) : one;
    });
    return {
      columns: [...columns, numberColumn(as ?? source.name, made)],
      length: firsts.length,
    };
  }

  /** The numbers at a date, for each series; NaN where it has none. */
  atDate(date: string): (part: SeriesPart) => number {
    const base = periodOf(date);
    return ({ unit, ats, values }) => {
      const at = unit === base.unit ? ats.indexOf(base.at) : -1;
      return at < 0 ? Number.NaN : values[at]!;
    };
  }

  #source(verb: string, name: string | undefined): NumberColumn {
    return numbersNamed(this.#frame, name ?? valueName(this.#frame, verb), verb);
  }

  #each(
    { values }: NumberColumn,
    visit: (part: SeriesPart, start: number, end: number, series: number) => void,
  ): void {
    const { rows, offsets, ats, units, isAsTheyStand } = this.#known;
    const ordered = isAsTheyStand ? values : values.map((_, at) => values[rows[at]!]!);
    for (const [series, unit] of units.entries()) {
      const [start, end] = [offsets[series]!, offsets[series + 1]!];
      const part = { unit, ats: ats.subarray(start, end), values: ordered.subarray(start, end) };
      visit(part, start, end, series);
    }
  }
}

/** Calls `visit` with each row and the place of the row a span before it, or -1. */
export function eachWithEarlier(
  { unit, ats }: SeriesPart,
  over: TimeSpan | undefined,
  visit: (row: number, earlier: number) => void,
): void {
  const back = stepBack(unit, over);
  let earlier = 0;
  for (let row = 0; row < ats.length; row++) {
    const wanted = back(ats[row]!);
    if (wanted === undefined) {
      visit(row, -1);
      continue;
    }
    // Spans of days in months may begin a little before the one of the day before.
    while (earlier > 0 && ats[earlier]! > wanted) earlier--;
    while (ats[earlier]! < wanted) earlier++;
    visit(row, ats[earlier] === wanted ? earlier : -1);
  }
}

/** Sums of the numbers in the `periods` periods up to each row, and how many they are. */
export function rolling(
  { ats, values }: SeriesPart,
  periods: number,
  visit: (row: number, sum: number, count: number) => void,
): void {
  for (let row = 0; row < ats.length; row++) {
    let [sum, count] = [0, 0];
    for (let at = row; at >= 0 && ats[at]! > ats[row]! - periods; at--) {
      if (Number.isNaN(values[at])) continue;
      sum += values[at]!;
      count++;
    }
    visit(row, sum, count);
  }
}

/** @throws TypeError for another word, with the nearest one */
export function requireWord<Word extends string>(
  what: string,
  word: unknown,
  known: readonly Word[],
): Word {
  if (known.includes(word as Word)) return word as Word;
  const near = typeof word === "string" ? didYouMean(meant(word, known)) : "";
  throw new TypeError(`${what} is ${known.join(", ")}, not ${describeArgument(word)}${near}`);
}

/** @throws TypeError for a number that is no whole one from 1 on */
export function requireCount(what: string, count: unknown): number {
  if (Number.isInteger(count) && (count as number) >= 1) return count as number;
  throw new TypeError(
    `${what} is a whole number from 1 on, not ${excerpt(describeArgument(count))}`,
  );
}

const codesOfPeriods = { year: "P1Y", quarter: "P3M", month: "P1M", day: "P1D" } as const;

function periodsOf(column: TextColumn, unit: PeriodUnit): TextColumn {
  const texts = column.texts.map((text) => (text === null ? null : codesOfPeriods[unit]));
  return { ...column, texts };
}

export function textsOf(name: string, cells: readonly (string | null)[]): TextColumn {
  const known = new Map<string | null, number>();
  const codes = new Uint32Array(cells.length);
  for (const [row, cell] of cells.entries()) {
    const code = known.get(cell) ?? known.size;
    known.set(cell, code);
    codes[row] = code;
  }
  return { kind: "text", name, codes, texts: [...known.keys()] };
}

function joined(parts: readonly Float64Array[], length: number): Float64Array {
  const all = new Float64Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
