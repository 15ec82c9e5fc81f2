/** Dates of a question: "since 2010", "in May 2020", "latest", "the 1990s". */

import type { WantedDate } from "../tables/table-question.ts";
import type { AskedText } from "./asked-text.ts";
import { months, numberWords } from "./phrases.ts";
import type { Span } from "./understanding.ts";

/** A date that was read. `years`: so many before the last one that there is. */
export interface ReadDate {
  readonly span: Span;
  readonly date: WantedDate | { readonly years: number };
}

const year = /^(?:1[5-9]|2[01])\d\d$/;
/** "May 2020", "May 31, 2020", "31st of May 2020". */
const namedDay =
  /^(?:(\d\d?)(?:st|nd|rd|th)? (?:of )?)?(\p{L}{3,}) (?:(\d\d?)(?:st|nd|rd|th)? )?(?:of )?(\d+)\b/u;
const relative =
  /^(?:(in|over|since|during) )?(?:the )?(?:last|past) (?:(year|decade)|(\w+) (year|decade)s?)\b/;
const latestWords =
  "most recent, right now, as of now, up to date, latest, newest, current, currently, now, today, nowadays, recent, recently".split(
    ", ",
  );
const fromWords = new Set("between since from starting beginning".split(" "));
const inWords = new Set("in for during of at year".split(" "));
const toWords = new Set("until till through thru".split(" "));
const joints = new Set("to and until till through thru vs versus".split(" "));

interface Point {
  readonly date: string;
  /** The word after it. */
  readonly end: number;
}

/** Reads the first date, and takes its words. */
export function readDates(asked: AskedText): ReadDate | undefined {
  for (const at of asked.words.keys()) {
    const read = dateAt(asked, at);
    if (read === undefined) continue;
    asked.take(at, read.end);
    return { span: asked.span(at, read.end), date: read.date };
  }
  return undefined;
}

interface DateAt {
  readonly date: ReadDate["date"];
  /** The word after it. */
  readonly end: number;
}

const dateAt = (asked: AskedText, at: number): DateAt | undefined =>
  afterWord(asked, at) ??
  partOfYearAt(asked, at) ??
  alone(asked, pointAt(asked, at)) ??
  decadeAt(asked, at) ??
  relativeAt(asked, at) ??
  latestAt(asked, at);

/** "since 2010", "in 2010". */
function afterWord(asked: AskedText, at: number): DateAt | undefined {
  const word = asked.plainAt(at);
  const isUpTo = asked.plain(at, at + 2) === "up to";
  const point = pointAt(asked, isUpTo ? at + 2 : at + 1);
  const part = inWords.has(word) ? partOfYearAt(asked, at + 1) : undefined;
  if (part !== undefined || point === undefined) return part;
  const { date, end } = point;
  if (fromWords.has(word)) return rangeFrom(asked, point) ?? { date: { from: date }, end };
  if (word === "after") return { date: { from: next(date, 1) }, end };
  if (word === "before") return { date: { to: next(date, -1) }, end };
  if (isUpTo || toWords.has(word)) return { date: { to: date }, end };
  return inWords.has(word) ? alone(asked, point) : undefined;
}

/** A date that no word introduces, or a range. */
const alone = (asked: AskedText, point: Point | undefined): DateAt | undefined =>
  point && (rangeFrom(asked, point) ?? point);

function decadeAt(asked: AskedText, at: number): DateAt | undefined {
  const decade = /^(\d\d)?(\d0)s$/.exec(asked.plainAt(at));
  if (decade === null) return undefined;
  const [, century = Number(decade[2]) < 30 ? "20" : "19", tens = ""] = decade;
  const from = `${century}${tens}`;
  return { date: { from, to: `${from.slice(0, 3)}9` }, end: at + 1 };
}

/** "2010 to 2020", "2010 to now". */
function rangeFrom(asked: AskedText, { date, end }: Point): DateAt | undefined {
  const dash = asked.text.slice(asked.words[end - 1]?.end, asked.words[end]?.start).trim();
  const isJoined = joints.has(asked.plainAt(end));
  if (isJoined && ["now", "today", "present"].includes(asked.plainAt(end + 1)))
    return { date: { from: date }, end: end + 2 };
  const last =
    isJoined || /^[-–—]$/.test(dash) ? pointAt(asked, isJoined ? end + 1 : end) : undefined;
  if (last === undefined) return undefined;
  const [from, to] = [date, last.date].sort() as [string, string];
  return { date: { from, to }, end: last.end };
}

/** "2020", "May 2020", "May 31, 2020", "31 May 2020", "2020-05", "2020-05-31". */
function pointAt(asked: AskedText, at: number): Point | undefined {
  const named = namedDayAt(asked, at);
  const plain = asked.plainAt(at);
  if (named !== undefined || !year.test(plain)) return named;
  const text = asked.text.slice(asked.words[at]?.start);
  const [date] = /^\d+-(?:0[1-9]|1[0-2])(?:-[0-3]\d)?(?![\d-])/.exec(text) ?? [plain];
  return { date, end: at + date.split("-").length };
}

const ordinals = "first second third fourth".split(" ");
const quarters =
  /^(?:q([1-4])|(?:the )?(first|second|third|fourth|[1-4](?:st|nd|rd|th)) (quarter|half))(?: of)? (\d{4})\b|^(\d{4}) ?q([1-4])\b/;
const weeks = /^(?:week (\d\d?)(?: of)? (\d{4})|(\d{4}) (?:week |w)(\d\d?))\b/;

/** "Q3 2022", "third quarter of 2022", "first half of 2022", "week 5 of 2023": from its first day or month to its last. */
function partOfYearAt(asked: AskedText, at: number): DateAt | undefined {
  const text = asked.plain(at, at + 5);
  const quarter = quarters.exec(text);
  if (quarter !== null) {
    const [words, q, nth = "", unit = "quarter", of, before, q2] = quarter;
    const number = Number(q ?? q2 ?? (ordinals.indexOf(nth) + 1 || Number.parseInt(nth, 10)));
    const length = unit === "half" ? 6 : 3;
    if (number * length > 12) return undefined;
    const month = (one: number) => `${of ?? before}-${String(one).padStart(2, "0")}`;
    const date = { from: month((number - 1) * length + 1), to: month(number * length) };
    return { date, end: at + words.split(" ").length };
  }
  const [words = "", week, of, before, week2] = weeks.exec(text) ?? [];
  const [number, inYear] = [Number(week ?? week2), Number(of ?? before)];
  if (words === "" || number < 1 || number > 53) return undefined;
  // By ISO 8601, 4 January is in the first week, and a week begins on Monday.
  const fourth = new Date(Date.UTC(inYear, 0, 4));
  const monday = 4 - ((fourth.getUTCDay() + 6) % 7) + (number - 1) * 7;
  const day = (one: number) => new Date(Date.UTC(inYear, 0, one)).toISOString().slice(0, 10);
  return { date: { from: day(monday), to: day(monday + 6) }, end: at + words.split(" ").length };
}

/** A month with its year, and a day before or after it where one stands there. */
function namedDayAt(asked: AskedText, at: number): Point | undefined {
  const [words = "", before, name = "", after, of = ""] =
    namedDay.exec(asked.plain(at, at + 5)) ?? [];
  const month = months.findIndex((one) => one.startsWith(name)) + 1;
  const day = before ?? after;
  if (month === 0 || !year.test(of) || Number(day) > 31) return undefined;
  const parts = [of, month, ...(day === undefined ? [] : [day])];
  const date = parts.map((part) => String(part).padStart(2, "0")).join("-");
  return { date, end: at + words.split(" ").length };
}

/** "the last ten years", "past decade", "last year". */
function relativeAt(asked: AskedText, at: number): DateAt | undefined {
  const [words = "", since, one, count = "one", unit = one] =
    relative.exec(asked.plain(at, at + 5)) ?? [];
  const number = numberWords.get(count) ?? Number(count);
  if (unit === undefined || !(number < 1000)) return undefined;
  const end = at + words.split(" ").length;
  // The calendar's, and with "since" that of the data.
  if (one === "year" && since !== "since")
    return { date: String(new Date().getUTCFullYear() - 1), end };
  return { date: { years: unit === "decade" ? 10 * number : number }, end };
}

function latestAt(asked: AskedText, at: number): DateAt | undefined {
  for (const words of latestWords) {
    const end = at + words.split(" ").length;
    if (asked.plain(at, end) === words) return { date: "latest", end };
  }
  return undefined;
}

/** The next year, month or day, or with -1 the one before. */
function next(date: string, by: 1 | -1): string {
  const parts = date.split("-").map(Number);
  parts.push((parts.pop() ?? 0) + by);
  const [year = 0, month = 1, day = 1] = parts;
  const moved = new Date(0);
  moved.setUTCFullYear(year, month - 1, day);
  return moved.toISOString().slice(0, date.length);
}
