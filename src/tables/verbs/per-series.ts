/** Calculations along series: each over the rows of one series by date. */

import { describeArgument, excerpt } from "../../errors/excerpts.ts";
import { didYouMean, meant } from "../../errors/nearest.ts";
import {
  type NumberColumn,
  numberColumn,
  type TableColumn,
  type TextColumn,
  takeRows,
  textCodes,
  withOrigins,
  withValues,
} from "../column-data.ts";
import type { AggregateName } from "./aggregate.ts";
import { aggregatedNumbers } from "./aggregates.ts";
import {
  type Frame,
  groupsOf,
  type MixOptions,
  numbersNamed,
  requireAlike,
  valueName,
} from "./frame.ts";
import { likewise } from "./number-origins.ts";
import {
  type PeriodUnit,
  partsOf,
  periodAround,
  periodOf,
  stepBack,
  type TimeSpan,
  textOfPeriod,
  yearsOf,
} from "./periods.ts";
import { type SeriesLayout, seriesColumns, seriesLayout, stepsSaid } from "./series-layout.ts";

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

/** How far values are carried. */
export interface FillOptions extends SeriesOptions {
  /** Over so many periods at most. Default: any number. */
  readonly limit?: number | undefined;
}

/** One series of a layout. */
interface SeriesPart {
  readonly unit: PeriodUnit;
  /** How many dates of the unit are one step: 3 of months, if each value is about a quarter. */
  readonly step: number;
  /** Periods of its dates, written anew for the next series. */
  readonly ats: Float64Array;
  /** NaN for null. */
  readonly values: Float64Array;
}

/** What a series is. */
export interface SeriesBy extends MixOptions {
  /** Rows with equal cells in these columns are a series. Default: all columns of texts beside the date. */
  readonly by?: readonly string[] | undefined;
}

/** Along each series of a frame: what methods of `PerSeries` calculate. */
export class SeriesFrame {
  readonly #frame: Frame;
  readonly #by: readonly string[] | undefined;
  readonly #mix: MixOptions["mix"];
  #layout: SeriesLayout | undefined;

  constructor(frame: Frame, { by, mix }: SeriesBy) {
    this.#frame = frame;
    this.#by = by;
    this.#mix = mix;
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
    const { rows } = this.#known;
    const { columns: own, length } = this.#frame;
    const columns = rows === undefined ? own : takeRows(own, rows);
    const found = new Float64Array(length).fill(Number.NaN);
    this.#each(source, (part, start, end) => calculate(part, found.subarray(start, end)));
    const made = numberColumn(as ?? `${source.name}_${verb}`, found);
    return { columns: [...columns, likewise(made, source, rows)], length };
  }

  /** A row per series: growth per year from the first to the last number. */
  growth({ column, as }: SeriesOptions): Frame {
    const source = this.#source("cagr", column);
    const { rows, offsets, periods, units, dates } = this.#known;
    const dateAt = (at: number) => dates.codes[rows?.[at] ?? at]!;
    const values = this.#ordered(source);
    const count = units.length;
    const rates = new Float64Array(count).fill(Number.NaN);
    const firsts = new Uint32Array(count);
    // The last text is for series without numbers.
    const [from, to] = [0, 1].map(() => new Uint32Array(count).fill(dates.texts.length)) as [
      Uint32Array,
      Uint32Array,
    ];
    for (const [series, unit] of units.entries()) {
      let [first, last] = [offsets[series]!, offsets[series + 1]! - 1];
      firsts[series] = rows?.[first] ?? first;
      while (first < last && Number.isNaN(values[first])) first++;
      while (first < last && Number.isNaN(values[last])) last--;
      if (Number.isNaN(values[first])) continue;
      from[series] = dateAt(first);
      to[series] = dateAt(last);
      const years = yearsOf(unit, periods[dateAt(last)]! - periods[dateAt(first)]!);
      rates[series] = growthRate(values[first]!, values[last]!, years);
    }
    const texts = [...dates.texts, null];
    const names = seriesColumns(this.#frame, this.#by);
    const kept = this.#frame.columns.filter(({ name }) => names.includes(name));
    const columns = [
      ...takeRows(kept, firsts),
      { kind: "text" as const, name: "from", codes: from, texts },
      { kind: "text" as const, name: "to", codes: to, texts },
      likewise(numberColumn(as ?? `${source.name}_cagr`, rates), source, firsts),
    ];
    return { columns, length: count };
  }

  /** Rows for all periods from the first to the last of a series; values by `fill`. */
  filled(verb: string, { column, as }: SeriesOptions, fill: (values: Float64Array) => void): Frame {
    const source = this.#source(verb, column);
    const { rows, offsets, periods, units, dates } = this.#known;
    const periodAt = (at: number) => periods[dates.codes[rows?.[at] ?? at]!]!;
    const given = this.#ordered(source);
    let length = 0;
    for (let series = 0; series < units.length; series++) {
      length += periodAt(offsets[series + 1]! - 1) - periodAt(offsets[series]!) + 1;
    }
    const picks = new Uint32Array(length);
    const codes = new Uint32Array(length);
    const values = new Float64Array(length).fill(Number.NaN);
    const added: number[] = [];
    const { texts, codeOf } = textCodes(dates.texts);
    let to = 0;
    for (const [series, unit] of units.entries()) {
      const first = to;
      let period = periodAt(offsets[series]!);
      for (let at = offsets[series]!; at < offsets[series + 1]!; at++) {
        for (const next = periodAt(at); period < next; period++, to++) {
          picks[to] = picks[to - 1]!;
          codes[to] = codeOf(textOfPeriod({ unit, at: period }));
          added.push(to);
        }
        const row = rows?.[at] ?? at;
        picks[to] = row;
        codes[to] = dates.codes[row]!;
        values[to++] = given[at]!;
        period++;
      }
      fill(values.subarray(first, to));
    }
    const made = likewise(numberColumn(as ?? source.name, values), source, picks);
    const columns = takeRows(this.#frame.columns, picks).map((one): TableColumn => {
      if (one.name === "date") return { ...dates, codes, texts };
      if (one.name === made.name) return made;
      if (one.kind === "text") return one;
      // A row that was made has no other numbers.
      for (const row of added) one.values[row] = Number.NaN;
      return withValues(one, one.values);
    });
    const isOwn = columns.includes(made);
    return { columns: isOwn ? columns : [...columns, made], length };
  }

  /** A row per series and coarser period. */
  resampled(to: PeriodUnit, op: AggregateName, { column, as, minCount }: LeastOptions): Frame {
    const source = this.#source("resample", column);
    const { dates } = this.#known;
    const { length } = this.#frame;
    const { ids, count, firsts, codes, texts, least } = this.#coarser(source, to, minCount);
    const groups = { ids, count };
    const frame = { columns: [numberColumn("value", this.#ordered(source))], length };
    const [found, counts] = ([op, "count"] as const).map((each) =>
      aggregatedNumbers(frame, groups, { op: each, column: "value" }),
    ) as [Float64Array, Float64Array];
    for (let at = 0; at < count; at++) if (counts[at]! < least[at]!) found[at] = Number.NaN;
    const names = [...seriesColumns(this.#frame, this.#by), "date"];
    const kept = this.#frame.columns.filter(({ name }) => names.includes(name));
    const coarser = <Column extends TableColumn>(one: Column) =>
      one.name === "observationPeriod" && one.kind === "text" ? periodsOf(one, to) : one;
    const columns = takeRows(kept, firsts).map((one) =>
      one.name === "date" ? { ...dates, codes, texts } : coarser(one),
    );
    const made = likewise(numberColumn(as ?? source.name, found), source, firsts);
    const resampled = withOrigins(made, made.origins?.map(coarser) as NumberColumn["origins"]);
    return { columns: [...columns, resampled], length: count };
  }

  /** Rows by series and coarser period: groups, their dates, and how many numbers they need. */
  #coarser(source: NumberColumn, to: PeriodUnit, minCount: number | undefined) {
    const stepAt = stepsSaid(this.#frame, source);
    const { rows, offsets, periods, units, dates } = this.#known;
    const { length } = this.#frame;
    const ids = new Uint32Array(length);
    const [firsts, codes, least] = [0, 1, 2].map(() => new Uint32Array(length)) as [
      Uint32Array,
      Uint32Array,
      Uint32Array,
    ];
    const { texts, codeOf } = textCodes([]);
    // By code of a date: the code of the period around it, plus 1.
    const around = new Uint32Array(dates.texts.length);
    let count = 0;
    for (const [series, unit] of units.entries()) {
      const first = offsets[series]!;
      const step = stepAt(unit, rows?.[first] ?? first);
      const parts = minCount ?? Math.ceil((partsOf(unit, to) ?? 1) / step);
      let last = 0;
      for (let at = offsets[series]!; at < offsets[series + 1]!; at++) {
        const row = rows === undefined ? at : rows[at]!;
        const date = dates.codes[row]!;
        if (around[date] === 0) {
          const period = periodAround({ unit, at: periods[date]! }, to);
          around[date] = codeOf(textOfPeriod({ unit: to, at: period })) + 1;
        }
        if (around[date] !== last) {
          last = around[date]!;
          firsts[count] = row;
          codes[count] = last - 1;
          least[count++] = parts;
        }
        ids[at] = count - 1;
      }
    }
    const found = { firsts: firsts.slice(0, count), codes: codes.slice(0, count) };
    return { ids, count, least, texts, ...found };
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
    const column = numbersNamed(this.#frame, name ?? valueName(this.#frame, verb), verb);
    const by = seriesColumns(this.#frame, this.#by);
    const parting = this.#frame.columns.filter((one) => by.includes(one.name));
    // Columns that are shown part series, unless others are named.
    const hidden = (column.origins ?? []).some(
      ({ name, texts }) =>
        name !== "relative" &&
        texts.length > 1 &&
        !parting.some((one) => one.kind === "text" && one.texts === texts),
    );
    if (this.#by !== undefined || hidden) {
      requireAlike(this.#frame, groupsOf(this.#frame, by), column, verb, this.#mix);
    }
    return column;
  }

  /** Numbers in the order of series and dates. */
  #ordered({ values }: NumberColumn): Float64Array {
    const { rows } = this.#known;
    if (rows === undefined) return values;
    const ordered = new Float64Array(rows.length);
    for (let at = 0; at < rows.length; at++) ordered[at] = values[rows[at]!]!;
    return ordered;
  }

  #each(source: NumberColumn, visit: (part: SeriesPart, start: number, end: number) => void): void {
    const { rows, offsets, periods, units, dates } = this.#known;
    const values = this.#ordered(source);
    const stepAt = stepsSaid(this.#frame, source);
    // Most series are as long as the one before.
    let ats = new Float64Array(0);
    for (const [series, unit] of units.entries()) {
      const [start, end] = [offsets[series]!, offsets[series + 1]!];
      if (ats.length !== end - start) ats = new Float64Array(end - start);
      for (let at = start; at < end; at++)
        ats[at - start] = periods[dates.codes[rows?.[at] ?? at]!]!;
      const step = stepAt(unit, rows?.[start] ?? start);
      const part = { unit, step, ats, values: values.subarray(start, end) };
      visit(part, start, end);
    }
  }
}

function growthRate(from: number, to: number, years: number): number {
  return years === 0 || from <= 0 || to < 0 ? Number.NaN : (to / from) ** (1 / years) - 1;
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
    while (ats[earlier]! < wanted) earlier++;
    visit(row, ats[earlier] === wanted ? earlier : -1);
  }
}

/** Sums of the numbers in the `periods` periods up to each row, and how many they are. */
export function rolling(
  { ats, step, values }: SeriesPart,
  periods: number,
  visit: (row: number, sum: number, count: number) => void,
): void {
  for (let row = 0; row < ats.length; row++) {
    let [sum, count] = [0, 0];
    for (let at = row; ats[at]! > ats[row]! - periods * step; at--) {
      if (Number.isNaN(values[at])) continue;
      sum += values[at]!;
      count++;
    }
    visit(row, sum, count);
  }
}

/** Carries numbers on in one direction, to rows that have none as near. */
export function carry(
  { ats, values }: SeriesPart,
  into: Float64Array,
  gaps: Float64Array,
  step: 1 | -1,
): void {
  let met = -1;
  for (let row = step > 0 ? 0 : into.length - 1; row >= 0 && row < into.length; row += step) {
    if (!Number.isNaN(values[row])) met = row;
    const gap = met < 0 ? Number.POSITIVE_INFINITY : Math.abs(ats[row]! - ats[met]!);
    if (gap >= gaps[row]!) continue;
    gaps[row] = gap;
    into[row] = values[met]!;
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
