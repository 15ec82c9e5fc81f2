/** Dates as people write them in tables → ISO 8601. */

import { type FileLog, shown } from "../bytes/diagnostics.ts";
import { isAcceptedDate } from "./observation-dates.ts";

// Names of months as people write them in tables.

/**
 * Whole names, genitives and usual short forms by month, without accents: English, German, French, Italian,
 * Spanish, Portuguese, Polish, Dutch, Romanian, Russian, Ukrainian.
 */
const namesByMonth: readonly string[] = [
  "january jan januar janner janvier janv gennaio gen enero ene janeiro styczen stycznia sty januari ianuarie ian январь января янв січень січня січ",
  "february feb februar fevrier fevr fev febbraio febrero fevereiro luty lutego lut februari februarie февраль февраля февр фев лютий лютого лют",
  "march mar marz maerz mrz mars marzo marco marzec marca maart mrt martie март марта мар березень березня бер",
  "april apr avril avr aprile abril abr kwiecien kwietnia kwi aprilie апрель апреля апр квітень квітня квіт кві",
  "may mai maggio mag mayo maio maj maja mei май мая травень травня трав тра",
  "june jun juni juin giugno giu junio junho czerwiec czerwca cze iunie iun июнь июня июн червень червня черв чер",
  "july jul juli juillet juil luglio lug julio julho lipiec lipca lip iulie iul июль июля июл липень липня лип",
  "august aug aout agosto ago sierpien sierpnia sie augustus август августа авг серпень серпня серп сер",
  "september sep sept septembre settembre set septiembre setembro wrzesien wrzesnia wrz septembrie сентябрь сентября сент сен вересень вересня вер",
  "october oct oktober okt octobre ottobre ott octubre outubro out pazdziernik pazdziernika paz octombrie октябрь октября окт жовтень жовтня жовт жов",
  "november nov novembre noviembre novembro listopad listopada lis noiembrie noi ноябрь ноября нояб ноя листопад листопада лист лис",
  "december dec dezember dez decembre dicembre dic diciembre dezembro grudzien grudnia gru decembrie декабрь декабря дек грудень грудня груд гру",
];

/** Made when a month is first named: few tables write months in letters. */
let months: ReadonlyMap<string, number> | undefined;

/** 1 of `Jan`, 12 of `Dez`; undefined for what is no month. */
function monthNamed(name: string): number | undefined {
  months ??= new Map(
    namesByMonth.flatMap((names, at) =>
      names.split(" ").map((each) => [withoutAccents(each), at + 1] as const),
    ),
  );
  return months.get(withoutAccents(name));
}

function withoutAccents(text: string): string {
  return text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
}

export interface TableDate {
  readonly date: string;
  /** The period that the cell means besides, as `P3M` of a quarter. */
  readonly period?: string;
}

const iso = /^\d{4}(?:-\d{2}(?:-\d{2}(?:T.*)?)?)?$/;
const quarters: readonly RegExp[] = [
  /^(?<year>\d{4})[\s:/-]*q(?<quarter>[1-4])$/i,
  /^q(?<quarter>[1-4])[\s:/,-]*(?<year>\d{4})$/i,
  /^(?<quarter>[1-4])q[\s:/-]*(?<year>\d{4})$/i,
];
/** Dates without letters. */
const numeric: readonly RegExp[] = [
  // A number loses the zero at its end: '2020.1' may be January, October or a quarter.
  /^(?<year>\d{4})(?!\.\d$)[-/.](?<month>\d{1,2})(?:[-/.](?<day>\d{1,2}))?(?: \d{1,2}:.*)?$/,
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})?$/,
  /^(?<month>\d{1,2})[-/.](?<year>\d{4})$/,
  /^(?<first>\d{1,2})(?<sign>[-/.])(?<second>\d{1,2})[-/.](?<year>\d{4})(?: \d{1,2}:.*)?$/,
];
const forms: readonly RegExp[] = [
  ...numeric,
  /^(?<year>\d{4})-?m(?<month>\d{1,2})$/i,
  /^(?<name>\p{L}+)\.?[\s,/-]*(?:de )?(?<year>\d{4})$/u,
  /^(?<name>\p{L}+)\.? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})(?:,? \d{1,2}:.*)?$/u,
  /^(?<day>\d{1,2})(?:\.|er)?[ -](?:de )?(?<name>\p{L}+)\.?,?[ -](?:de )?(?<year>\d{4})(?:,? \d{1,2}:.*)?$/u,
  /^(?<year>\d{4})[\s/-](?<name>\p{L}+)\.?$/u,
  // As Chinese, Japanese and Korean write them.
  /^(?<year>\d{4})[\u5e74\ub144](?: ?(?<month>\d{1,2})[\u6708\uc6d4](?: ?(?<day>\d{1,2})[\u65e5\uc77c])?)?$/u,
];

/** `2020-W05`, `2020W5`: a week of ISO 8601. */
const weekForm = /^(?<year>\d{4})-?w(?<week>\d{1,2})$/i;

/** `2019-S1`, `2019H2`. */
const halfYear = /^(?<year>\d{4})-?[sh](?<half>[12])$/i;

/**
 * The date that a cell means, in ISO 8601; undefined if it means none. A quarter becomes its last
 * month, with the period `P3M`, half a year with `P6M`, and a week its Sunday, with `P1W`.
 * @param dayFirst whether `3/4/2020` is in April. `3.4.2020` always is.
 */
export function dateIn(cell: string, dayFirst = false): TableDate | undefined {
  if (!/\d{4}/.test(cell)) return undefined;
  if (iso.test(cell)) return isAcceptedDate(cell) ? { date: cell } : undefined;
  // Most cells are numbers.
  if (/^[\d./-]+$/.test(cell)) return dateOf(cell, numeric, dayFirst);
  return partOfYear(cell) ?? dateOf(cell, forms, dayFirst);
}

function dateOf(cell: string, by: readonly RegExp[], dayFirst: boolean): TableDate | undefined {
  for (const form of by) {
    const found = form.exec(cell)?.groups;
    if (found === undefined) continue;
    const { year, name } = found;
    if (name !== undefined && monthNamed(name) === undefined) continue;
    const parts = [year, ...monthAndDay(found, dayFirst)].filter((part) => part !== undefined);
    const date = parts.map((part) => String(part).padStart(2, "0")).join("-");
    return isAcceptedDate(date) ? { date } : undefined;
  }
  return undefined;
}

function partOfYear(cell: string): TableDate | undefined {
  for (const form of quarters) {
    const { year, quarter } = form.exec(cell)?.groups ?? {};
    if (quarter === undefined) continue;
    return { date: `${year}-${String(Number(quarter) * 3).padStart(2, "0")}`, period: "P3M" };
  }
  const sunday = sundayIn(cell);
  if (sunday !== undefined) return { date: sunday, period: "P1W" };
  const { year, half } = halfYear.exec(cell)?.groups ?? {};
  return half === undefined
    ? undefined
    : { date: `${year}-${half === "1" ? "06" : "12"}`, period: "P6M" };
}

/** The last day of a week. The first one of a year has the fourth of January. */
function sundayIn(cell: string): string | undefined {
  const { year, week } = weekForm.exec(cell)?.groups ?? {};
  if (week === undefined) return undefined;
  const fourth = new Date(`${year}-01-04`);
  const afterMonday = (fourth.getUTCDay() + 6) % 7;
  const day = 4 - afterMonday + 7 * Number(week) - 1;
  const thursday = new Date(Date.UTC(Number(year), 0, day - 3));
  if (Number(week) < 1 || thursday.getUTCFullYear() !== Number(year)) return undefined;
  return new Date(Date.UTC(Number(year), 0, day)).toISOString().slice(0, 10);
}

/**
 * Which of its numbers is the day of a date such as `31/12/2020`: the first, the second, or `either`
 * of them as in `03/04/2020`. Undefined for what reads the same both ways, and for other forms.
 */
export function dayIn(cell: string): "first" | "second" | "either" | undefined {
  const { first, second } =
    /^(?<first>\d{1,2})[-/](?<second>\d{1,2})[-/]\d{4}/.exec(cell)?.groups ?? {};
  if (first === undefined || Number(first) === Number(second)) return undefined;
  if (Number(first) > 12) return "first";
  return Number(second) > 12 ? "second" : "either";
}

type Groups = Readonly<Record<string, string | undefined>>;

function monthAndDay(found: Groups, dayFirst: boolean): readonly (number | undefined)[] {
  const { first, second, sign, name, month, day } = found;
  const number = (text: string | undefined) => (text === undefined ? undefined : Number(text));
  if (first !== undefined) {
    const parts = [Number(first), Number(second)];
    return dayFirst || sign === "." ? parts.reverse() : parts;
  }
  return [name === undefined ? number(month) : monthNamed(name), number(day)];
}

/** Files in which a day that is no month stands second. */
const haveMonthFirst = new WeakSet<FileLog>();

/**
 * The date that `06/30/2023` means in the tables of official tools: the month stands first, and it is reported,
 * as a warning where the day could, too, as far as no row before shows that it does not.
 * @returns any other text as it is.
 */
export function monthFirst(text: string, log: FileLog, line: number | undefined): string {
  if (!/^\d{1,2}\/\d{1,2}\/\d{4}(?: |$)/.test(text)) return text;
  const found = dateIn(text)?.date;
  if (found === undefined) return text;
  const day = dayIn(text);
  if (day === "second") haveMonthFirst.add(log);
  const isOpen = day === "either" && !haveMonthFirst.has(log);
  const other = isOpen ? dateIn(text, true)?.date : undefined;
  const read = `dates such as ${shown(text)} are read with the month first, as ${found}`;
  const message = () =>
    other === undefined ? read : `${read}; if the day stands first, write ${other}`;
  const level = other === undefined ? "info" : "warning";
  log.report({ level, counter: "Sanity_ReadObsDate", line, message, once: `month first ${level}` });
  return found;
}
