/** Dates of a question: "since 2010", "in May 2020", "latest", "the 1990s". */

import type { WantedDate } from "../tables/table-question.ts";
import type { AskedText } from "./asked-text.ts";
import { numberWords } from "./phrases.ts";
import type { Span } from "./understanding.ts";

/** A date that was read. `years`: so many before the last one that there is. */
export interface ReadDate {
  readonly span: Span;
  readonly date: WantedDate | { readonly years: number };
}

const year = /^(?:1[5-9]|20|21)\d\d$/;
const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const monthWord =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/;
const latestWords = [
  "most recent",
  "right now",
  "as of now",
  "up to date",
  "latest",
  "newest",
  "current",
  "currently",
  "now",
  "today",
  "nowadays",
  "recent",
  "recently",
];
const fromWords = new Set(["since", "from", "starting", "beginning"]);
const inWords = new Set(["in", "for", "during", "of", "at", "year"]);
const toWords = new Set(["until", "till", "through", "thru"]);

interface Point {
  readonly date: string;
  /** The word after it. */
  readonly end: number;
}

/** Reads the dates, and takes their words. */
export function readDates(asked: AskedText): ReadDate | undefined {
  for (let at = 0; at < asked.words.length; at++) {
    const read = dateAt(asked, at);
    if (read === undefined || !asked.isFree(at, read.end)) continue;
    const span = asked.span(at, read.end);
    asked.take(at, read.end);
    return { span, date: read.date };
  }
  return undefined;
}

interface DateAt {
  readonly date: ReadDate["date"];
  /** The word after it. */
  readonly end: number;
}

function dateAt(asked: AskedText, at: number): DateAt | undefined {
  return (
    afterWord(asked, at) ??
    afterTwoWords(asked, at) ??
    alone(asked, pointAt(asked, at)) ??
    decadeAt(asked, at) ??
    relativeAt(asked, at) ??
    latestAt(asked, at)
  );
}

/** "since 2010", "in 2010". */
function afterWord(asked: AskedText, at: number): DateAt | undefined {
  const word = asked.plainAt(at);
  const point = pointAt(asked, at + 1);
  if (point === undefined) return undefined;
  const { date, end } = point;
  if (word === "between" || fromWords.has(word)) return rangeFrom(asked, point);
  if (word === "after") return { date: { from: next(date, 1) }, end };
  if (word === "before") return { date: { to: next(date, -1) }, end };
  if (toWords.has(word)) return { date: { to: date }, end };
  return inWords.has(word) ? alone(asked, point) : undefined;
}

function afterTwoWords(asked: AskedText, at: number): DateAt | undefined {
  const words = asked.plain(at, at + 2);
  const point = pointAt(asked, at + 2);
  if (point === undefined || !["up to", "as of", "the year", "in year"].includes(words)) {
    return undefined;
  }
  return words === "up to" ? { date: { to: point.date }, end: point.end } : point;
}

/** A date that no word introduces, or a range. */
const alone = (asked: AskedText, point: Point | undefined): DateAt | undefined =>
  point && (rangeFrom(asked, point, true) ?? point);

function decadeAt(asked: AskedText, at: number): DateAt | undefined {
  const decade = /^(1[5-9]|20|21)?(\d0)s$/.exec(asked.plainAt(at));
  if (decade === null) return undefined;
  const [, century = Number(decade[2]) < 30 ? "20" : "19", tens = ""] = decade;
  const from = `${century}${tens}`;
  return { date: { from, to: `${from.slice(0, 3)}9` }, end: at + 1 };
}

/** "2010 to 2020", and with a word before it "2010". */
function rangeFrom(asked: AskedText, { date, end }: Point, needsEnd = false) {
  const between = asked.plainAt(end);
  const dash = asked.text.slice(asked.words[end - 1]?.end, asked.words[end]?.start).trim();
  const isJoined = ["to", "and", "until", "till", "through", "thru", "vs", "versus"].includes(
    between,
  );
  if (isJoined && ["now", "today", "present"].includes(asked.plainAt(end + 1)))
    return { date: { from: date }, end: end + 2 };
  const last = isJoined
    ? pointAt(asked, end + 1)
    : /^[-–—]$/.test(dash)
      ? pointAt(asked, end)
      : undefined;
  if (last !== undefined) {
    const [from, to] = [date, last.date].sort() as [string, string];
    return { date: { from, to }, end: last.end };
  }
  return needsEnd ? undefined : { date: { from: date }, end };
}

/** "2020", "May 2020", "May 31, 2020", "31 May 2020", "2020-05", "2020-05-31". */
function pointAt(asked: AskedText, at: number): Point | undefined {
  const word = asked.words[at];
  if (word === undefined) return undefined;
  const named = namedDayAt(asked, at);
  if (named !== undefined || !year.test(word.plain)) return named;
  const [iso] =
    /^\d{4}-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?(?![\d-])/.exec(
      asked.text.slice(word.start, word.start + 11),
    ) ?? [];
  if (iso === undefined) return { date: word.plain, end: at + 1 };
  return { date: iso, end: at + iso.split("-").length };
}

const dayWord = /^(?:[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?$/;

/** A month with its year, and a day before or after it where one stands there. */
function namedDayAt(asked: AskedText, at: number): Point | undefined {
  const isDayFirst = dayWord.test(asked.plainAt(at));
  const [of, next] = isDayFirst ? [at + 1, at + 2] : [at, at + 1];
  if (!monthWord.test(asked.plainAt(of))) return undefined;
  const hasDay =
    isDayFirst || (dayWord.test(asked.plainAt(next)) && year.test(asked.plainAt(next + 1)));
  const after = hasDay && !isDayFirst ? next + 1 : next;
  const yearAt = asked.plainAt(after) === "of" ? after + 1 : after;
  if (!year.test(asked.plainAt(yearAt))) return undefined;
  const month = months.indexOf(asked.plainAt(of).slice(0, 3)) + 1;
  const day = hasDay ? Number.parseInt(asked.plainAt(isDayFirst ? at : next), 10) : undefined;
  const parts = [month, ...(day === undefined ? [] : [day])];
  const date = [asked.plainAt(yearAt), ...parts.map((part) => String(part).padStart(2, "0"))];
  return { date: date.join("-"), end: yearAt + 1 };
}

/** "the last ten years", "past decade", "last year". */
function relativeAt(asked: AskedText, at: number): DateAt | undefined {
  const from = ["in", "over", "since", "during"].includes(asked.plainAt(at)) ? at + 1 : at;
  const begin = asked.plainAt(from) === "the" ? from + 1 : from;
  const [past, second = "", third = ""] = asked.words
    .slice(begin, begin + 3)
    .map(({ plain }) => plain);
  if (past !== "last" && past !== "past") return undefined;
  if (second === "decade") return { date: { years: 10 }, end: begin + 2 };
  // The calendar's, and with "since" that of the data.
  if (second === "year" && asked.plainAt(at) !== "since") {
    return { date: String(new Date().getUTCFullYear() - 1), end: begin + 2 };
  }
  if (second === "year") return { date: { years: 1 }, end: begin + 2 };
  const count = numberWords.get(second) ?? (/^\d{1,3}$/.test(second) ? Number(second) : undefined);
  if (count === undefined || !/^(?:years?|decades?)$/.test(third)) return undefined;
  return { date: { years: third.startsWith("decade") ? 10 * count : count }, end: begin + 3 };
}

function latestAt(asked: AskedText, at: number) {
  for (const words of latestWords) {
    const end = at + words.split(" ").length;
    if (asked.plain(at, end) === words) return { date: "latest", end };
  }
  return undefined;
}

/** The next year, month or day, or with -1 the one before. */
function next(date: string, by: 1 | -1): string {
  const [year = 0, month, day] = date.split("-").map(Number);
  const moved = new Date(0);
  if (month === undefined) moved.setUTCFullYear(year + by);
  else if (day === undefined) moved.setUTCFullYear(year, month - 1 + by, 1);
  else moved.setUTCFullYear(year, month - 1, day + by);
  return moved.toISOString().slice(0, date.length);
}
