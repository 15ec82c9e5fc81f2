/**
 * The official tool's statistics of one series: outliers, fluctuations and dates, with its rules
 * and limits. The tool checks a sample of places; this checks every series. The load reports dates
 * in an unknown form. Here, a date is invalid when its month has no such day.
 */
import type { OddSeriesCheck } from "../lint-report.ts";

export interface Point {
  readonly date: string;
  readonly value: number | string;
}

interface NumberPoint extends Point {
  readonly value: number;
}

/** Stands for zero where a fluctuation is measured from it. */
const smallNumber = 0.000001;
const sigmas = 3;
const datesShownMax = 100;

/** @param points ascending by date, one per date. */
export function seriesStatistics(points: readonly Point[]): OddSeriesCheck[] {
  const numbers = points.filter(isNumberPoint);
  const found = [
    valueTypes(points, numbers),
    outliers(numbers),
    fluctuation(numbers),
    ...dateChecks(numbers, points),
  ];
  return found.filter((check) => check !== undefined);
}

function isNumberPoint(point: Point): point is NumberPoint {
  return typeof point.value === "number";
}

function valueTypes(
  points: readonly Point[],
  numbers: readonly NumberPoint[],
): OddSeriesCheck | undefined {
  if (numbers.length === 0 || numbers.length === points.length) return undefined;
  const text = points.find((point) => !isNumberPoint(point))!;
  return { counter: "StatsCheck_MultipleValueTypesInASeries", points: [text, numbers[0]!] };
}

/** Values further from the mean than three standard deviations. */
function outliers(points: readonly NumberPoint[]): OddSeriesCheck | undefined {
  if (points.length < 2) return undefined;
  let [mean, squares] = [0, 0];
  for (const [before, { value }] of points.entries()) {
    const distance = value - mean;
    mean += distance / (before + 1);
    squares += distance * (value - mean);
  }
  const limit = sigmas * Math.sqrt(squares / points.length);
  const far = points.filter(({ value }) => Math.abs(value - mean) > limit);
  return far.length === 0 ? undefined : { counter: "StatsCheck_3_Sigma", points: far };
}

/** Values so near to one another are alike. */
const alike = 1.5;
/** So many values beside the odd one show what is usual. */
const neighbours = 3;
/** Powers of ten that a lost digit or one too many explains, and how far from them a size may be. */
const digitsMax = 3;
const digitsNear = 0.1;
/** A value so many times larger or smaller than even ones beside it is in another unit. */
const otherUnit = 25;

export interface OddSize {
  readonly point: Point;
  readonly said: string;
}

/**
 * The first value if it is many times those after it, and the last one if it is a small part of those before it. All
 * others of this kind cause a rise, which is a fluctuation.
 */
export function oddSizes(points: readonly Point[]): OddSize[] {
  const numbers = points.filter(isNumberPoint);
  if (numbers.length <= neighbours) return [];
  const [first, last] = [numbers[0]!, numbers.at(-1)!];
  const tooLarge = sizeAmong(first, numbers.slice(1, 1 + neighbours));
  const tooSmall = 1 / sizeAmong(last, numbers.slice(-1 - neighbours, -1));
  return [
    ...(isOdd(tooLarge) ? [sizeSaid(first, tooLarge, "", numbers[1]!, "too many")] : []),
    ...(isOdd(tooSmall) ? [sizeSaid(last, tooSmall, "1/", numbers.at(-2)!, "missing")] : []),
  ];
}

/** How many times even values one beside them is; NaN if they are not even, or if one is not above zero. */
function sizeAmong({ value }: NumberPoint, beside: readonly NumberPoint[]): number {
  const sizes = beside.map((point) => point.value);
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  if (!(value > 0 && least > 0) || most > alike * least) return Number.NaN;
  return value / (sizes.reduce((sum, size) => sum + size, 0) / sizes.length);
}

function isOdd(times: number): boolean {
  return times >= otherUnit || digitsOf(times) > 0;
}

/** The number of digits that a value lacks or has too many; 0 if this is no reason. */
function digitsOf(times: number): number {
  const digits = Math.log10(times);
  const whole = Math.round(digits);
  return whole >= 1 && whole <= digitsMax && Math.abs(digits - whole) < digitsNear ? whole : 0;
}

function sizeSaid(odd: Point, times: number, part: "" | "1/", usual: Point, what: string): OddSize {
  const digits = digitsOf(times);
  const about = digits > 0 ? 10 ** digits : Number(times.toPrecision(1));
  const asked = digits > 0 ? `is a digit ${what}?` : "is it in another unit, such as thousands?";
  const size = part === "" ? `${about} times` : `${part}${about} of`;
  const said = `${odd.value} at ${odd.date} is about ${size} its neighbours, such as ${usual.value} at ${usual.date}; ${asked}`;
  return { point: odd, said };
}

/** Of two values between which a change is large, the one that fits its other neighbour less. */
function misfitOf(points: readonly Point[], [earlier, later]: readonly Point[]): Point {
  const numbers = points.filter(isNumberPoint);
  const at = numbers.findIndex(({ date }) => date === earlier!.date);
  const [one, other] = [numbers[at]!, numbers[at + 1]!];
  const [before, after] = [numbers[at - 1], numbers[at + 2]];
  const isEarlier =
    before === undefined
      ? after !== undefined && distance(other, after) < distance(one, other) / 2
      : distance(before, other) < distance(before, one);
  return isEarlier ? one : later!;
}

/** From 0 for equal values to 1 for values of other sizes or signs. */
function distance({ value: one }: NumberPoint, { value: other }: NumberPoint): number {
  const size = Math.max(Math.abs(one), Math.abs(other));
  return size === 0 ? 0 : Math.min(1, Math.abs(one - other) / size);
}

/** The largest change between neighbours, as a share of the earlier value. */
function fluctuation(points: readonly NumberPoint[]): OddSeriesCheck | undefined {
  let change = 0;
  let at = 0;
  for (let index = 1; index < points.length; index++) {
    const [base, value] = [points[index - 1]!.value, points[index]!.value];
    const share = base === 0 ? value / smallNumber : (value - base) / Math.abs(base);
    if (Math.abs(share) <= Math.abs(change)) continue;
    change = share;
    at = index;
  }
  const size = Math.abs(change);
  const limit = [5, 1].find((least) => size > least);
  if (limit === undefined) return undefined;
  const counter = `StatsCheck_MaxPercentFluctuationGreaterThan${limit * 100}`;
  return { counter, points: points.slice(at - 1, at + 1), change };
}

/** @param all with points that are texts, which fill holes. */
function dateChecks(
  points: readonly NumberPoint[],
  all: readonly Point[],
): (OddSeriesCheck | undefined)[] {
  const known = points.filter(({ date }) => monthOf(date) !== undefined);
  const invalid = known.filter(({ date }) => !isCalendarDay(date));
  const valid = known.filter(({ date }) => isCalendarDay(date));
  const odd = { counter: "StatsCheck_Invalid_Date", points: invalid };
  const byLength = new Map<number, NumberPoint[]>();
  for (const point of valid) {
    const { length } = point.date;
    const alike = byLength.get(length);
    if (alike === undefined) byLength.set(length, [point]);
    else alike.push(point);
  }
  if (byLength.size > 1) {
    const [, ...others] = [...byLength.values()].sort((a, b) => b.length - a.length);
    const mixed = { counter: "StatsCheck_Inconsistent_Date_Granularity", points: others.flat() };
    return invalid.length > 0 ? [odd, mixed] : [mixed];
  }
  if (invalid.length > 0) return [odd];
  // The official tool looks at numbers only.
  return [holes(valid) && holes(all.filter(({ date }) => isCalendarDay(date)))];
}

/** Neighbours with another distance in months than most: the first that lie further apart, else the first. */
function holes(points: readonly Point[]): OddSeriesCheck | undefined {
  const gaps = points.slice(1).map(({ date }, at) => monthsBetween(points[at]!.date, date));
  const counts = new Map<number, number>();
  for (const gap of gaps) counts.set(gap, (counts.get(gap) ?? 0) + 1);
  if (counts.size < 2) return undefined;
  const [[usual]] = [...counts].sort(([a, x], [b, y]) => y - x || a - b) as [[number, number]];
  const longer = gaps.findIndex((gap) => gap > usual);
  const at = longer >= 0 ? longer : gaps.findIndex((gap) => gap !== usual);
  const dates = points.slice(0, datesShownMax).map(({ date }) => date);
  const more = points.length > dates.length ? ", …" : "";
  return {
    counter: "StatsCheck_Data_Holes",
    points: points.slice(at, at + 2),
    details: `Possible data hole found. Dates in this series: ${dates.join(", ")}${more}`,
  };
}

/** Whole months: a month is over when its day is reached again. */
function monthsBetween(from: string, to: string): number {
  const months = monthOf(to)! - monthOf(from)!;
  return dayOf(to) < dayOf(from) ? months - 1 : months;
}

interface DateParts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly time: string;
}

const dashed = /^(\d{4})(?:-(\d\d?)(?:-(\d\d?)(T.*)?)?)?$/;
const compact = /^(\d{4})(\d\d)(\d\d)?$/;

/**
 * undefined for a text that is no date, and for five or seven digits, which are ambiguous.
 */
function partsOf(date: string): DateParts | undefined {
  const [, year, month = "1", day = "1", time = ""] = dashed.exec(date) ?? compact.exec(date) ?? [];
  if (year === undefined) return undefined;
  const parts = { year: Number(year), month: Number(month), day: Number(day), time };
  const isDate = parts.month >= 1 && parts.month <= 12 && parts.day >= 1 && parts.day <= 31;
  return isDate ? parts : undefined;
}

/** Months since year 0. */
function monthOf(date: string): number | undefined {
  const parts = partsOf(date);
  return parts && parts.year * 12 + parts.month;
}

/** Day of the month and time of day, as a text that compares as they do. */
function dayOf(date: string): string {
  const { day = 1, time = "" } = partsOf(date) ?? {};
  return `${String(day).padStart(2, "0")}${time}`;
}

function isCalendarDay(date: string): boolean {
  const parts = partsOf(date);
  if (parts === undefined) return false;
  // Day 0 of a month is the last day of the month before. `Date` adds 1900 to years below 100.
  const last = new Date(Date.UTC(2000 + (parts.year % 400), parts.month, 0));
  return parts.day <= last.getUTCDate();
}

/** The shortest date for a period, in characters; undefined for years and unknown periods. */
export function datePrecisionOf(period: string): number | undefined {
  const [, count, unit] = /^P(\d{1,6})([YMWD])$/.exec(period) ?? [];
  if (Number(count) === 0) return undefined;
  switch (unit) {
    case "M":
      return Number(count) % 12 === 0 ? undefined : "2020-01".length;
    case "W":
      return daysPrecision(7 * Number(count));
    case "D":
      return daysPrecision(Number(count));
    default:
      return undefined;
  }
}

/** A month may be P30D and a year P365D. */
function daysPrecision(days: number): number | undefined {
  if (days < 28) return "2020-01-01".length;
  return days < 360 ? "2020-01".length : undefined;
}

/**
 * The points of each finding of a check, and the one it is about. The official tool counts outliers and invalid dates
 * by points, all others by series.
 */
export function findingsOf(check: OddSeriesCheck, all: readonly Point[]): OddFinding[] {
  const { counter, points, change } = check;
  if (/3_Sigma|Invalid_Date/.test(counter))
    return points.map((place) => ({ points: [place], place }));
  const place = change === undefined ? points.at(-1)! : misfitOf(all, points);
  return [{ points, place }];
}

interface OddFinding {
  readonly points: readonly Point[];
  readonly place: Point;
}

/** From 0 there is no such number. */
export function changeOf({ points: [first], change }: OddSeriesCheck): number | undefined {
  return first?.value === 0 ? undefined : change;
}

export function describe({ counter, points, details, change }: OddSeriesCheck): string {
  const [first, second] = points;
  if (details !== undefined) return details;
  if (change !== undefined && first !== undefined && second !== undefined) {
    const said = `${first.value} at ${first.date}, ${second.value} at ${second.date}`;
    if (first.value === 0) return `${said}: a change from 0, which is no percentage`;
    return `${said}: a change of ${Number((100 * change).toPrecision(3))} %`;
  }
  const shownPoints = points
    .slice(0, 3)
    .map(({ date, value }) => `${value} at ${date}`)
    .join(", ");
  return `${descriptions[counter] ?? counter}: ${shownPoints}${points.length > 3 ? ` and ${points.length - 3} more` : ""}`;
}

const descriptions: Readonly<Record<string, string>> = {
  StatsCheck_3_Sigma: "further than three standard deviations from the mean",
  StatsCheck_Invalid_Date: "no such day",
  StatsCheck_Inconsistent_Date_Granularity: "another form of date than most",
  StatsCheck_MultipleValueTypesInASeries: "numbers and texts in one series",
};
