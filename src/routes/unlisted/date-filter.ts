/** The dates that a tool of an agent asks for. */

import { type ParamsOf, text } from "../../router/fields.ts";

import { refused } from "../route.ts";
/** The latest point of each series, or all points within days as texts; either end may be open. */
export type DateFilter =
  | { readonly isLatest: true }
  | { readonly isLatest: false; readonly from: string; readonly to: string };

export const dateFields = {
  date: text("date", "latest"),
  start: text("date_range_start"),
  end: text("date_range_end"),
};

/**
 * Reads `date` (`latest` by default, `all`, `range`, or a date, which is all of its year or month) and
 * the ends of a range.
 *
 * @throws CommonsError for what is no date, and for ends without a range
 */
export function dateFilterOf({ date, start, end }: ParamsOf<typeof dateFields>): DateFilter {
  const word = date.toLowerCase();
  if (word === "range") return rangeOf(start, end);
  if (word !== "latest" && word !== "all") {
    return { isLatest: false, from: firstDay(date), to: lastDay(date) };
  }
  if (start !== "" || end !== "") {
    refuse(`cannot specify start/end range if date is ${JSON.stringify(date)}`);
  }
  return word === "latest" ? { isLatest: true } : { isLatest: false, from: "", to: "" };
}

function rangeOf(start: string, end: string): DateFilter {
  if (start === "" && end === "") {
    refuse("must specify start_date or end_date when date is 'range'");
  }
  const from = start === "" ? "" : firstDay(start, "invalid start_date: ");
  const to = end === "" ? "" : lastDay(end, "invalid end_date: ");
  if (from !== "" && to !== "" && from > to) refuse("start_date cannot be after end_date");
  return { isLatest: false, from, to };
}

/** Whether the first day of a date is within the filter's days. */
export function isWithin(date: string, filter: DateFilter): boolean {
  if (filter.isLatest) return true;
  const { from, to } = filter;
  if (from === "" && to === "") return true;
  const match = datePattern.exec(date);
  if (match === null) return false;
  const day = dayOf(match, "01");
  return (from === "" || day >= from) && (to === "" || day <= to);
}

const datePattern = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/;

const dayOf = ([, year, month, day]: RegExpExecArray, rest: string): string =>
  `${year}-${month ?? (rest === "01" ? "01" : "12")}-${day ?? rest}`;

const firstDay = (date: string, before = ""): string => dayOf(checked(date, before), "01");
/** No month has a day after the 31st. */
const lastDay = (date: string, before = ""): string => dayOf(checked(date, before), "31");

function checked(date: string, before: string): RegExpExecArray {
  const match = datePattern.exec(date);
  const day = match === null ? "" : dayOf(match, "01");
  const isDay = !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);
  if (match === null || !isDay) refuse(`${before}invalid date format: ${JSON.stringify(date)}`);
  return match;
}

function refuse(message: string): never {
  throw refused("invalidArgument", message);
}
