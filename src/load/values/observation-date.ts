/**
 * The forms of an observation's date (behaviour: inputs 2.8). Answers take the last text for the
 * latest date: a text that is not a date would be the latest of all, so its observation is left
 * out.
 */
import { type FileLog, type Finding, shown } from "../report/index.ts";

const month = "(?:0[1-9]|1[0-2])";
const day = "(?:0[1-9]|[12]\\d|3[01])";
const hour = "(?:\\d|[01]\\d|2[0-3])";
const zone = "(?:Z|[+-](?:[01]\\d|2[0-3]):?[0-5]\\d)";

const forms: readonly string[] = [
  // One digit is enough for a month or a day between dashes.
  `(?:-(?:[1-9]|${month})(?:-(?:[1-9]|${day}))?)?`,
  // Without dashes, seven digits leave open which of the two has one.
  `(?:[1-9]|${month}|${month}[1-9]|[1-9]${day}|${month}${day})`,
  `-${month}-${day}T${hour}:[0-5]\\d(?::[0-5]\\d(?:\\.\\d+)?)?${zone}?`,
];

const date = new RegExp(`^\\d{4}(?:${forms.join("|")})$`);

/** As texts, these are not in the order in which they are as dates. */
const unpadded = /^\d{4}(?:-\d(?:-|$)|-\d\d-\d$|\d$|\d{3}$)/;

type DateForm = "accepted" | "unpadded" | "none";

/** Whether a text is a date; whether its month has such a day is not asked. */
export function dateForm(text: string): DateForm {
  if (!date.test(text)) return "none";
  return unpadded.test(text) ? "unpadded" : "accepted";
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

function oddDate(text: string, form: DateForm, line: number | undefined, place: string): Finding {
  const message = () =>
    form === "none"
      ? `${shown(text)} is not a date, such as 2020, 2020-07 or 2020-07-31; the observation is not loaded${place}`
      : `the date ${shown(text)} needs two digits for a month and for a day, since answers compare dates as texts; it is loaded as written${place}`;
  return { level: "error", counter: "Sanity_InvalidObsDate", line, message };
}
