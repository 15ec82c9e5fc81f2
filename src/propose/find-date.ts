/** Dates: which column says that of a row, how they are read, and columns of values whose headings say them. */
import { datePartSign, dateWithPart } from "../load/described/bound-columns.ts";
import type { TableColumns } from "../load/described/column-option.ts";
import { multiplierOf } from "../load/described/multipliers.ts";
import { spreadsheetDay } from "../load/values/observation-dates.ts";
import { dateIn, dayIn } from "../load/values/table-dates.ts";
import { type ColumnProfile, headings, isCutDate, unitSaid } from "./column-profile.ts";
import { type KnownColumns, optionOf, type Problem } from "./proposal.ts";

const most = 0.8;

interface FoundDate {
  readonly profile: ColumnProfile | undefined;
  /** Set if several columns may be meant. */
  readonly problem?: Problem;
}

/** When a row was written or published is not what it is about. */
export function findDate(free: readonly ColumnProfile[]): FoundDate {
  const dates = free.filter((one) => isDated(one) && !headings.written.test(one.heading));
  const named = dates.filter(({ heading }) => headings.date.test(heading));
  const exact = named.find(({ heading }) => /^(?:time_period|date|year|period)$/i.test(heading));
  const profile = exact ?? named[0] ?? dates[0];
  if (exact !== undefined || named.length < 2) return { profile };
  const both = named.slice(0, 2).map(({ heading }) => heading);
  const problem = `several columns hold dates, '${both.join("' and '")}': --date says which one counts`;
  return { profile, problem: { problem, cures: both.map((one) => optionOf("date", one)) } };
}

/** A column of dates; other whole numbers than years, and `1.2015`, are dates only under a heading that says so. */
function isDated({ heading, cells, dates, years, digits }: ColumnProfile): boolean {
  if (dates < most) return false;
  const areDecimals = cells.every((cell) => /^\d+\.\d+$/.test(cell));
  return (digits < most || years >= most) && !areDecimals ? true : headings.date.test(heading);
}

/** The column of months or quarters beside a column of years, if there is one. */
export function findDatePart(
  years: ColumnProfile,
  free: readonly ColumnProfile[],
): ColumnProfile | undefined {
  if (years.years < most) return undefined;
  return free.find(({ heading, cells }) => {
    if (!headings.datePart.test(heading)) return false;
    const sign = datePartSign(heading);
    // `1-3` are three months, and no day.
    const fitting = cells.filter(
      (cell) => !/\d\D+\d/.test(cell) && dateIn(dateWithPart("2020", cell, sign)) !== undefined,
    );
    // Beside names, what is no part, as the total of a year, is reported: it is no variable of its own.
    const hasName = fitting.some((cell) => /\p{L}/u.test(cell));
    return hasName || fitting.length >= most * cells.length;
  });
}

const dayOptions = ["--day-first", "--month-first"];

/** Whether the day stands first; if the cells do not say it, it is asked. */
export function findDay(
  { heading, cells, day }: Pick<ColumnProfile, "heading" | "cells" | "day">,
  known: KnownColumns,
): { readonly dayFirst: boolean; readonly problem?: Problem } {
  if (known.dayFirst !== undefined) return { dayFirst: known.dayFirst };
  const dayFirst = day === "first";
  const at = (place: "first" | "second" | "either") => cells.find((one) => dayIn(one) === place);
  if (day === "either") {
    const cell = at("either") ?? "";
    const [first, second] = [dateIn(cell, true)?.date, dateIn(cell)?.date];
    const problem = `'${cell}' in '${heading}' may be ${first} or ${second}: --day-first or --month-first says which`;
    return { dayFirst, problem: { problem, cures: dayOptions } };
  }
  if (day !== "both") return { dayFirst };
  const problem = `the dates in '${heading}' are of two kinds, as '${at("first")}' and '${at("second")}': --day-first or --month-first leaves out the other ones`;
  return { dayFirst, problem: { problem, cures: dayOptions } };
}

export interface DatedColumn {
  readonly profile: ColumnProfile;
  readonly date: string;
  /** The heading without its date; "" if it says nothing else. */
  readonly name: string;
}

/** What stands beside a year and says how sure its numbers are, as `p`, `*` or `(est.)`; or a footnote. */
const signs =
  "[*\u2020\u2021]+|[\u00b9\u00b2\u00b3\u2070-\u2079\u1d43-\u1dbf]+|[([]?\\d{1,2}[)\\]]";
const sureness =
  "act|actual|est|estimates?|estimated|prov|provisional|prel|prelim|preliminary|forecasts?|proj|projections?|projected|revised|budget";
const mark = new RegExp(
  `^((?:18|19|20|21)\\d\\d)\\s?(?:[abefprs]|${signs}|[([](?:[a-z]|${sureness})\\.?[)\\]])$`,
  "iu",
);
/** The same between a year and other words; a letter there may also be a class, women or a unit. */
const markAfter = new RegExp(
  `^(?:[epr]|\\s?(?:${signs}|[([](?:[epr]|${sureness})\\.?[)\\]]))(?![\\p{L}\\p{N}])`,
  "iu",
);

/** What programs write before a year that is the name of a column. */
const prefix = /^(?:x|y|yr|year)[ _]?((?:18|19|20|21)\d\d)$/i;

/** A year that is not part of a longer date, of a span of years or of a price. */
const year =
  /(?<!\d[-/. ]?|(?:base|constant|prices?|fy)[ _]?)(?:18|19|20|21)\d\d(?![-/.\u2013 ]?\d|[ =]*(?:=|US|EUR|GBP|PPP|\p{Sc}|int|price|dollar|euro))/giu;
const monthOrPart = /^(?:q[1-4]|[hs][12]|m\d+)$/i;

const isDate = (text: string): boolean => (dateIn(text) ?? dateIn(text, true)) !== undefined;

/** A date, and something in parentheses. */
const explained = /^(?<date>.*\d)\s?(?<name>[([][^()[\]]+[)\]])$/;

/** Columns whose headings are dates and nothing else but how all of them are measured, if there are several. */
export function datedColumns(profiles: readonly ColumnProfile[]): DatedColumn[] {
  const dated = profiles.flatMap((profile): DatedColumn[] => {
    const { heading, numbers } = profile;
    if (isDate(heading)) return [{ profile, date: heading, name: "" }];
    if (numbers < 0.5) return [];
    const date = (mark.exec(heading) ?? prefix.exec(heading))?.[1];
    if (date !== undefined) return [{ profile, date, name: "" }];
    const { date: own = "", name = "" } = explained.exec(heading)?.groups ?? {};
    return isDate(own) && measures(name) ? [{ profile, date: own, name }] : [];
  });
  const areAlike = new Set(dated.map(({ name }) => name)).size === 1;
  return dated.length > 1 && areAlike ? dated : [];
}

/** `(thousands)`, `(USD)`, `(USD millions)`. */
function measures(text: string): boolean {
  return multiplierOf(text) !== 1 || unitSaid(text) !== undefined;
}

/** Columns whose headings say a year beside something that other years have, too. */
export function yearedColumns(profiles: readonly ColumnProfile[]): DatedColumn[] {
  const yeared = withoutMarks(profiles.flatMap((profile) => yearedOf(profile) ?? []));
  const datesOf = (name: string) => yeared.filter((one) => one.name === name).length;
  return yeared.some(({ name }) => datesOf(name) > 1) ? yeared : [];
}

/**
 * `Visits 2024p` beside `Visits 2023` is of one variable. Where a year has two such columns, each keeps its name: they
 * may be plan and result.
 */
function withoutMarks(yeared: readonly YearedColumn[]): DatedColumn[] {
  const bare = new Set(yeared.map(({ name }) => name));
  const dates = new Map<string, string[]>();
  for (const { unmarked, name, date } of yeared) {
    for (const one of new Set([unmarked, name])) {
      const own = dates.get(one) ?? [];
      dates.set(one, own);
      own.push(date);
    }
  }
  return yeared.map(({ unmarked, ...column }) => {
    const own = dates.get(unmarked) ?? [];
    const isAlike = bare.has(unmarked) && new Set(own).size === own.length;
    return isAlike ? { ...column, name: unmarked } : column;
  });
}

/** Ages beside a year, which would be part of a longer date otherwise. */
const agedYear = /^(?<age>\d{1,3} ?[-\u2013] ?\d{1,3}) (?<date>(?:18|19|20|21)\d\d)$/;
const yearAged = /^(?<date>(?:18|19|20|21)\d\d) (?<age>\d{1,3} ?[-\u2013] ?\d{1,3}|\d{1,3}\+)$/;
/** A day of which nothing is in doubt, and what it is about. */
const dayNamed = /^(?<date>\d{1,2}\.\d{1,2}\.\d{4}|\d{4}-\d\d-\d\d)[\s,;:]+(?<name>\p{L}.*)$/u;

interface YearedColumn extends DatedColumn {
  /** The name without a mark of the year; the name, if it has none. */
  readonly unmarked: string;
}

function yearedOf(profile: ColumnProfile): YearedColumn | undefined {
  const { heading, numbers } = profile;
  const { date: own, age } = agedYear.exec(heading)?.groups ?? yearAged.exec(heading)?.groups ?? {};
  if (own !== undefined && age !== undefined && numbers >= 0.5) {
    return { profile, date: own, name: age, unmarked: age };
  }
  const { date: written = "", name: named = "" } = dayNamed.exec(heading)?.groups ?? {};
  const day = dateIn(written)?.date;
  if (day !== undefined && numbers >= 0.5) {
    return { profile, date: day, name: named, unmarked: named };
  }
  const [found, ...others] = heading.matchAll(year);
  if (found === undefined || others.length > 0 || numbers < 0.5) return undefined;
  const [date] = found;
  const [before, after] = [heading.slice(0, found.index), heading.slice(found.index + date.length)];
  const beside = [/(\p{L}+\d*)[\W_]*$/u.exec(before)?.[1], /^[\W_]*(\p{L}+\d*)/u.exec(after)?.[1]];
  const isPart = (word = "") =>
    monthOrPart.test(word) || (word.length > 2 && dateIn(`2020 ${word}`) !== undefined);
  if (beside.some(isPart)) return undefined;
  const start = before.replace(/[\s,;:_([-]+$/, "");
  const nameWith = (rest: string) => `${start} ${rest.replace(/^[\s,;:_)\]-]+/, "")}`.trim();
  const name = nameWith(after);
  const unmarked = nameWith(after.replace(markAfter, "")) || name;
  return name === "" ? undefined : { profile, date, name, unmarked };
}

/** `2018/19`, `2010-11`, `2015-2019`: how many years lie between both; undefined for other texts. */
function spanOf(text: string): number | undefined {
  const [, first, second] = /^((?:18|19|20|21)\d\d)\s?[-/\u2013]\s?(\d{2}|\d{4})$/.exec(text) ?? [];
  if (first === undefined || second === undefined) return undefined;
  const span = Number(second) - Number(first.slice(-second.length));
  return span < 0 ? span + 100 : span;
}

/**
 * The first of texts that cover several years, as school years do: they are no dates, and those such as `2010-11` are
 * no months, if all of them cover as many.
 */
function spanAmong(texts: readonly string[], isYears: boolean): string | undefined {
  const [span, ...others] = new Set(texts.map(spanOf));
  if (span === undefined || span === 0 || others.length > 0) return undefined;
  const isMonth = texts.every((text) => dateIn(text) !== undefined);
  return new Set(texts).size > 1 || isYears || !isMonth ? texts[0] : undefined;
}

/** The first heading that covers several years, if those of numbers do. */
export function spanIn(columns: readonly ColumnProfile[]): string | undefined {
  const spans = columns.filter(({ heading, numbers }) => numbers >= 0.5 && spanOf(heading));
  return spanAmong(
    spans.map(({ heading }) => heading),
    false,
  );
}

/** @param where the column, or the header. */
function spanProblem(span: string, where: string): Problem {
  const problem = `'${span}' in ${where} covers several years, and is no date: write the year that counts, as ${span.slice(0, 4)}`;
  return { problem, cures: [] };
}

/** Why the cells below a heading of dates are none; undefined if they are dates. */
export function undated({ heading, example, codes, dates }: ColumnProfile): Problem | undefined {
  const span = spanAmong(codes, /year|jahr|ann\u00e9e|a\u00f1o|anno/i.test(heading));
  if (span !== undefined) return spanProblem(span, `'${heading}'`);
  const month = /week|woche|semaine|semana/i.test(heading)
    ? codes.find((code) => /^\d{4}[-/.]?\d{2}$/.test(code))
    : undefined;
  if (month !== undefined) {
    const problem = `'${heading}' says weeks, and '${month}' would be read as a month: write ${month.slice(0, 4)}-W${month.slice(-2)}`;
    return { problem, cures: [] };
  }
  const short = codes.find(isCutDate);
  if (short !== undefined) {
    const [year, part] = [short.slice(0, 4), short.slice(-1)];
    const october = part === "1" ? `, October without its zero (${year}-10)` : "";
    const quarter = Number(part) <= 4 ? ` or a quarter (${year}Q${part})` : "";
    const problem = `'${short}' in '${heading}' may be a month (${year}-0${part})${october}${quarter}: write which one`;
    return { problem, cures: [] };
  }
  if (dates > 0) return undefined;
  return { problem: undatedText({ heading, example }), cures: [] };
}

function undatedText({ heading, example }: Pick<ColumnProfile, "heading" | "example">): string {
  const day = spreadsheetDay(example);
  const hint = day === undefined ? "" : `; is it the number of a day in a spreadsheet, ${day}?`;
  return `'${heading}' holds no dates, as '${example}': a date is 2020, 2020-07, Jul 2020, 2020Q3 or a day${hint}`;
}

const noDate =
  "no column holds dates: --date 2024 says one date for all rows, --date HEADING a column";

/** Months and quarters as headings are of the year in another column. */
function monthHeadings(values: readonly ColumnProfile[]): Problem | undefined {
  const isMonth = ({ heading }: ColumnProfile) =>
    /^(?:\p{L}+|Q[1-4])$/iu.test(heading) && dateIn(`2020 ${heading}`) !== undefined;
  const months = values.filter(isMonth);
  if (months.length === 0 || (months.length === 1 && values.length > 1)) return undefined;
  const named = months.slice(0, 12).map(({ heading }) => `'${heading}'`);
  const problem = `columns of values are months or quarters, ${named.join(", ")}: the table needs one row for each, or headings such as 2020-01`;
  return { problem, cures: [] };
}

/** @param free columns that nothing is known about, or parts of the variable: cells of one may be dates of another kind. */
export function noDateIn(free: readonly ColumnProfile[]): string {
  for (const { heading, codes } of free) {
    const span = codes.length > 1 ? spanAmong(codes, true) : undefined;
    if (span !== undefined) return `${spanProblem(span, `'${heading}'`).problem}; ${noDate}`;
  }
  const odd = free.find(
    ({ heading, cells, numbers }) =>
      headings.date.test(heading) && numbers < 0.5 && cells.some((cell) => /\d{4}/.test(cell)),
  );
  if (odd !== undefined) return `${undatedText(odd)}; ${noDate}`;
  for (const { heading } of free) {
    const { date = "" } = explained.exec(heading)?.groups ?? {};
    if (isDate(date)) {
      return `'${heading}' in the header says a date beside something else, and not all columns of values do so alike: write the date alone, as ${date}`;
    }
  }
  return noDate;
}

const shortDay = /^\d{1,2}([-./])\d{1,2}\1\d{2}$/;

/** Headings such as `1/22/20`. */
function shortDays(values: readonly ColumnProfile[]): Problem | undefined {
  const short = values.find(({ heading }) => shortDay.test(heading));
  if (short === undefined) return undefined;
  const problem = `headings such as '${short.heading}' may be days, and their years have two digits: write them as 2020-01-31`;
  return { problem, cures: [] };
}

/** Headings of numbers that say a time which no date can stand for. */
export function oddHeadings(
  numeric: readonly ColumnProfile[],
  date: TableColumns["date"],
  { value }: KnownColumns,
): Problem | undefined {
  const span = spanIn(numeric);
  if (span !== undefined) return spanProblem(span, "the header");
  const read = numeric.filter(({ heading }) => value === undefined || heading === value);
  return (date === undefined ? shortDays(read) : undefined) ?? monthHeadings(read);
}

/**
 * Two columns of one date, as `2020` and `2020r`: only one of them can be read. Columns without a date.
 * @param all columns that need one.
 * @param free columns that nothing is known about.
 */
export function yearedProblems(
  dated: readonly DatedColumn[],
  all: readonly ColumnProfile[] = [],
  free: readonly ColumnProfile[] = [],
): Problem[] {
  const problems: Problem[] = [];
  const first = new Map<string, string>();
  for (const { profile, date, name } of dated) {
    const key = JSON.stringify([date, name]);
    const before = first.get(key);
    if (before === undefined) first.set(key, profile.heading);
    else {
      const problem = `'${before}' and '${profile.heading}' both hold values of ${date}: leave one of them out of the table`;
      problems.push({ problem, cures: [] });
    }
  }
  const other = all.find((one) => !dated.some(({ profile }) => profile === one));
  if (other === undefined) return problems;
  const undatedOne = `'${other.heading}' has no date, and other headings have one: --date 2024 says it`;
  const noneAtAll = shortDays(all) ?? { problem: noDateIn(free), cures: [] };
  return [...problems, dated.length === 0 ? noneAtAll : { problem: undatedOne, cures: [] }];
}

/** Whether a column says the date of a row. */
export function isDateColumn(date: TableColumns["date"]): boolean {
  return date !== undefined && (typeof date === "string" || !("constant" in date));
}

/** Whether a heading says that dates stand below it, and nothing else. */
export function isDateHeading({ heading }: Pick<ColumnProfile, "heading">): boolean {
  return (
    headings.date.test(heading) &&
    /^(?:time[ _]?period|(?:fiscal|financial|school|academic|reference)?[ _]?years?|date|period|months?|quarters?|jahr|datum|monat|quartal|ann\u00e9e|a\u00f1o|anno)$/i.test(
      heading,
    )
  );
}
