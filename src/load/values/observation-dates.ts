/** The dates of observations: their forms, and what is wrong with others. */

import { type FileLog, type Finding, shown } from "../bytes/diagnostics.ts";

/**
 * The forms of an observation's date (behaviour: inputs 2.8). Answers take the last text for the
 * latest date: a text that is not a date would be the latest of all, so its observation is left
 * out.
 */

const month = "(?:0[1-9]|1[0-2])";
const day = "(?:0[1-9]|[12]\\d|3[01])";
const hour = "(?:\\d|[01]\\d|2[0-3])";
const zone = "(?:Z|[+-](?:[01]\\d|2[0-3]):?[0-5]\\d)";

const forms: readonly string[] = [
  // One digit is enough for a month or a day between dashes.
  `(?:-(?:[1-9]|${month})(?:-(?:[1-9]|${day}))?)?`,
  // Without dashes, seven digits leave open which of the two has one. Five are rather a year with a digit too many.
  `(?:${month}|${month}[1-9]|[1-9]${day}|${month}${day})`,
  `-${month}-${day}T${hour}:[0-5]\\d(?::[0-5]\\d(?:\\.\\d+)?)?${zone}?`,
];

const date = new RegExp(`^\\d{4}(?:${forms.join("|")})$`);

/** As texts, these are not in the order in which they are as dates. */
const unpadded = /^\d{4}(?:-\d(?:-|$)|-\d\d-\d$|\d{3}$)/;

type DateForm = "accepted" | "unpadded" | "noDay" | "none";

export function dateForm(text: string): DateForm {
  if (!date.test(text)) return "none";
  if (unpadded.test(text)) return "unpadded";
  return isNoDay(text) ? "noDay" : "accepted";
}

/** A day that some month does not have. */
const rareDay = /^(\d{4})-?(\d\d)-?(29|3[01])(?:T|$)/;

function isNoDay(text: string): boolean {
  const [, year, month, day] = rareDay.exec(text) ?? [];
  if (day === undefined) return false;
  // Day 0 of a month is the last day of the month before. `Date` adds 1900 to years below 100.
  const last = new Date(Date.UTC(2000 + (Number(year) % 400), Number(month), 0));
  return Number(day) > last.getUTCDate();
}

/** Says whether a date is in a form that is loaded, though perhaps not without a word. */
export function isAcceptedDate(text: string): boolean {
  return date.test(text);
}

/**
 * Reports what is wrong with the date of an observation.
 * @param place what a message says after the problem, if anything.
 * @returns whether the observation is loaded.
 */
export function acceptDate(
  text: string,
  line: number | undefined,
  log: FileLog,
  place = "",
): boolean {
  const form = dateForm(text);
  if (form !== "accepted") log.report(oddDate(text, form, line, place));
  return form !== "none";
}

/** The day that spreadsheets count with this number, from 1982 to 2064; undefined for other texts. */
export function spreadsheetDay(text: string): string | undefined {
  if (!/^[345]\d{4}$/.test(text)) return undefined;
  return new Date(Date.UTC(1899, 11, 30) + Number(text) * 86_400_000).toISOString().slice(0, 10);
}

/** `31/12/2022` and `1.2.2022` in ISO 8601; undefined where the first number may be a month, and for other texts. */
function dayFirst(text: string): string | undefined {
  const [, day = "", sign, month = "", year] =
    /^(0?[1-9]|[12]\d|3[01])([-/.])(0?[1-9]|1[0-2])\2(\d{4})$/.exec(text) ?? [];
  if (sign !== "." && !(Number(day) > 12)) return undefined;
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

function oddDate(text: string, form: DateForm, line: number | undefined, place: string): Finding {
  const day = spreadsheetDay(text);
  const message = () =>
    day !== undefined
      ? `${shown(text)} is not a date; is it the number of a day in a spreadsheet, ${day}? The observation is not loaded${place}`
      : form === "none"
        ? `${shown(text)} is not a date, such as ${dayFirst(text) ?? "2020, 2020-07 or 2020-07-31"}; the observation is not loaded${place}`
        : form === "noDay"
          ? `there is no day ${shown(text)}; it is loaded as written${place}`
          : `the date ${shown(text)} needs two digits for a month and for a day, since answers compare dates as texts; it is loaded as written${place}`;
  return { level: "error", counter: "Sanity_InvalidObsDate", line, message };
}
