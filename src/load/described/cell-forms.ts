import { shown } from "../report/diagnostics.ts";
import { trim } from "../values/mcf-value.ts";
import {
  hasThousands,
  isAcceptedDate,
  isPlainNumber,
  observationValue,
  type ValuePlace,
} from "../values/observation-parts.ts";

export interface TableDate {
  readonly date: string;
  /** The period that the cell means besides, as `P3M` of a quarter. */
  readonly period?: string;
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const monthNames =
  "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?";

const iso = /^\d{4}(?:-\d{2}(?:-\d{2}(?:T.*)?)?)?$/;
const quarters: readonly RegExp[] = [
  /^(?<year>\d{4})[\s:/-]*q(?<quarter>[1-4])$/i,
  /^q(?<quarter>[1-4])[\s:/,-]*(?<year>\d{4})$/i,
  /^(?<quarter>[1-4])q[\s:/-]*(?<year>\d{4})$/i,
];
const forms: readonly RegExp[] = [
  /^(?<year>\d{4})[-/.](?<month>\d{1,2})(?:[-/.](?<day>\d{1,2}))?(?: \d{1,2}:.*)?$/,
  /^(?<year>\d{4})m(?<month>\d{1,2})$/i,
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})?$/,
  /^(?<month>\d{1,2})[-/.](?<year>\d{4})$/,
  /^(?<first>\d{1,2})(?<sign>[-/.])(?<second>\d{1,2})[-/.](?<year>\d{4})(?: .*)?$/,
  new RegExp(`^(?<name>${monthNames})\\.?[\\s,/-]*(?<year>\\d{4})$`, "i"),
  new RegExp(
    `^(?<name>${monthNames})\\.? (?<day>\\d{1,2})(?:st|nd|rd|th)?,? (?<year>\\d{4})$`,
    "i",
  ),
  new RegExp(`^(?<day>\\d{1,2})\\.?[ -](?<name>${monthNames})\\.?,?[ -](?<year>\\d{4})$`, "i"),
  new RegExp(`^(?<year>\\d{4})[\\s/-](?<name>${monthNames})$`, "i"),
];

/**
 * The date that a cell means, in ISO 8601; undefined if it means none. A quarter becomes its last
 * month, with the period `P3M`.
 * @param dayFirst whether `3/4/2020` is in April. `3.4.2020` always is.
 */
export function dateIn(cell: string, dayFirst = false): TableDate | undefined {
  if (iso.test(cell)) return isAcceptedDate(cell) ? { date: cell } : undefined;
  for (const form of quarters) {
    const { year, quarter } = form.exec(cell)?.groups ?? {};
    if (quarter === undefined) continue;
    return { date: `${year}-${String(Number(quarter) * 3).padStart(2, "0")}`, period: "P3M" };
  }
  for (const form of forms) {
    const found = form.exec(cell)?.groups;
    if (found === undefined) continue;
    const [month, day] = monthAndDay(found, dayFirst);
    const parts = [found["year"]!, month, day].filter((part) => part !== undefined);
    const date = parts.map((part) => String(part).padStart(2, "0")).join("-");
    return isAcceptedDate(date) ? { date } : undefined;
  }
  return undefined;
}

/** Whether a cell is a date only if the day stands first: `31/12/2020`; undefined for either. */
export function needsDayFirst(cell: string): boolean | undefined {
  const { first, second } =
    /^(?<first>\d{1,2})[-/](?<second>\d{1,2})[-/]\d{4}/.exec(cell)?.groups ?? {};
  if (first === undefined || second === undefined) return undefined;
  if (Number(first) > 12) return true;
  return Number(second) > 12 ? false : undefined;
}

type Groups = Readonly<Record<string, string | undefined>>;

function monthAndDay(found: Groups, dayFirst: boolean): readonly (number | undefined)[] {
  const { first, second, sign, name, month, day } = found;
  const number = (text: string | undefined) => (text === undefined ? undefined : Number(text));
  if (first !== undefined) {
    const parts = [Number(first), Number(second)];
    return dayFirst || sign === "." ? parts.reverse() : parts;
  }
  const named =
    name === undefined ? number(month) : months.indexOf(name.slice(0, 3).toLowerCase()) + 1;
  return [named, number(day)];
}

/**
 * Cells of people's tables → numbers. Signs around a number are left out, and signs within it are
 * read as the table's language writes them; what a number then is, is one rule for all formats.
 */

export type DecimalSign = "." | ",";

/** A currency before or after, or a sign of percent: `$51,339`, `12 €`, `88%`. */
const before = /^([+-]?)\s*\p{Sc}\s*/u;
const after = /\s*(?:\p{Sc}|%)$/u;
/** In accounts, what stands in parentheses is negative. */
const account = /^\((.+)\)$/;

const blanks = "[ \\u00a0\\u2009\\u202f'\\u2019]";
const withBlanks = new RegExp(`^([+-]?\\d{1,3}(?:${blanks}\\d{3})+)(?=\\D|$)`);
const commaDecimal = new RegExp(
  `^[+-]?(?:\\d+|[1-9]\\d{0,2}(?:(?:\\.|${blanks})\\d{3})+)(?:,\\d*)?$`,
);

/** What a cell says without the signs around its number: `51,339` of `$51,339`. */
export function withoutSigns(cell: string): string {
  const text = trim(cell).replace("\u2212", "-");
  const [, inside] = account.exec(text) ?? [];
  const bare = (inside ?? text).replace(before, "$1").replace(after, "");
  return inside === undefined ? bare : `-${bare}`;
}

/** A number as this library writes it; undefined for anything else. Thousands may have commas. */
export function plainNumber(text: string, decimal: DecimalSign): string | undefined {
  if (decimal === ",") {
    if (!commaDecimal.test(text)) return undefined;
    return text.replace(/[^\d,+-]/g, "").replace(",", ".");
  }
  const plain = text.replace(withBlanks, (thousands) => thousands.replace(/[^\d+-]/g, ""));
  if (isPlainNumber(plain)) return plain;
  return hasThousands(plain) ? plain.replaceAll(",", "") : undefined;
}

/**
 * Reads the value of an observation, and reports what is odd about it.
 * @returns undefined for what is no number, which is an error.
 */
export function numberIn(
  cell: string,
  decimal: DecimalSign,
  place: ValuePlace,
): string | undefined {
  const text = trim(cell);
  const bare = withoutSigns(text);
  const number = plainNumber(bare, decimal);
  if (number === undefined) {
    if (decimal === ".") observationValue(text, place, "it is not loaded");
    else
      report(
        place,
        "error",
        "NonDoubleObsValue",
        `${shown(text)} is not a number with a decimal comma; it is not loaded`,
      );
  } else if (bare !== text) {
    report(
      place,
      "info",
      "SignInObsValue",
      `${shown(text)} is read as ${number}; its sign is not kept`,
    );
  } else if (number !== text && decimal === ".") {
    report(place, "info", "ThousandsInObsValue", `${shown(text)} is read as ${number}`);
  }
  return number;
}

function report(
  { log, line, where }: ValuePlace,
  level: "info" | "error",
  counter: string,
  problem: string,
): void {
  log.report({
    level,
    counter: `Sanity_${counter}`,
    line,
    message: () => `${problem}: ${where()}`,
  });
}
