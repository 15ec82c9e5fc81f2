/** Dates as numbers of years, quarters, months or days, so that steps in time can be counted. */

import { excerpt } from "../../errors/excerpts.ts";

export type PeriodUnit = "year" | "quarter" | "month" | "day";

/** A length of time: `1y`, `4q`, `3m`, `7d`. */
export type TimeSpan = `${number}${"y" | "q" | "m" | "d"}`;

/** A period, counted in its unit from the year 0; days from 1970. */
export interface Period {
  readonly unit: PeriodUnit;
  readonly at: number;
}

const dayMilliseconds = 86_400_000;
const form = /^(\d{4})(?:-Q([1-4])|-(\d\d)(?:-(\d\d))?)?$/;

/** @throws TypeError for a date of another form */
export function periodOf(date: string | null): Period {
  const period = date === null ? undefined : read(form.exec(date));
  if (period !== undefined) return period;
  const shown = date === null ? "a row without a date" : `the date '${excerpt(date)}'`;
  throw new TypeError(`${shown} cannot be counted: dates are 2020, 2020-Q1, 2020-03 or 2020-03-01`);
}

function read(parts: RegExpExecArray | null): Period | undefined {
  if (parts === null) return undefined;
  const [year, quarter, month, day] = parts.slice(1).map((part) => Number(part ?? Number.NaN));
  if (parts[2] !== undefined) return { unit: "quarter", at: year! * 4 + quarter! - 1 };
  if (parts[3] === undefined) return { unit: "year", at: year! };
  if (month! < 1 || month! > 12) return undefined;
  if (parts[4] === undefined) return { unit: "month", at: year! * 12 + month! - 1 };
  const at = dayNumber(year!, month! - 1, day!);
  return at === undefined ? undefined : { unit: "day", at };
}

/** Undefined for a day that there is not. */
function dayNumber(year: number, month: number, day: number): number | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, month, day);
  return date.getUTCDate() === day ? date.getTime() / dayMilliseconds : undefined;
}

const padded = (number: number, width: number): string => String(number).padStart(width, "0");

export function textOfPeriod({ unit, at }: Period): string {
  if (unit === "day") return new Date(at * dayMilliseconds).toISOString().slice(0, 10);
  if (unit === "year") return padded(at, 4);
  if (unit === "quarter") return `${padded(Math.floor(at / 4), 4)}-Q${(at % 4) + 1}`;
  return `${padded(Math.floor(at / 12), 4)}-${padded((at % 12) + 1, 2)}`;
}

const units: readonly PeriodUnit[] = ["day", "month", "quarter", "year"];
const monthsOf: Readonly<Record<PeriodUnit, number>> = { day: 0, month: 1, quarter: 3, year: 12 };

/** How many periods of a unit a coarser one has; undefined for days, of which it differs. */
export function partsOf(unit: PeriodUnit, coarser: PeriodUnit): number | undefined {
  return unit === "day" ? undefined : monthsOf[coarser] / monthsOf[unit];
}

/**
 * The coarser period around one.
 *
 * @throws TypeError if it is not coarser
 */
export function periodAround({ unit, at }: Period, coarser: PeriodUnit): number {
  if (units.indexOf(unit) > units.indexOf(coarser)) {
    const date = textOfPeriod({ unit, at });
    throw new TypeError(`'${date}' is a ${unit}: it cannot be resampled to a ${coarser}`);
  }
  if (unit === coarser) return at;
  if (unit !== "day") return Math.floor((at * monthsOf[unit]) / monthsOf[coarser]);
  const date = new Date(at * dayMilliseconds);
  const month = date.getUTCFullYear() * 12 + date.getUTCMonth();
  return Math.floor(month / monthsOf[coarser]);
}

/**
 * Goes back in time.
 *
 * @returns the period before each one of a unit; undefined for a day that there is not, such as 30 February
 * @throws TypeError for a span that no dates of the unit are apart
 */
export function stepBack(
  unit: PeriodUnit,
  span: string | undefined,
): (at: number) => number | undefined {
  if (span === undefined) return (at) => at - 1;
  const [, number, letter = ""] = /^([1-9]\d{0,4})([yqmd])$/.exec(String(span)) ?? [];
  const spanUnit = units.find((one) => one.startsWith(letter));
  if (number === undefined || spanUnit === undefined) {
    throw new TypeError(`a span is 1y, 4q, 3m or 7d, not '${excerpt(String(span))}'`);
  }
  const steps = Number(number);
  if (unit === spanUnit) return (at) => at - steps;
  const months = steps * monthsOf[spanUnit];
  if (unit === "day") return (at) => monthsBefore(at, months);
  if (spanUnit === "day" || months % monthsOf[unit] !== 0) {
    throw new TypeError(`no dates of a ${unit} are ${excerpt(span)} apart`);
  }
  return (at) => at - months / monthsOf[unit];
}

function monthsBefore(at: number, months: number): number | undefined {
  const date = new Date(at * dayMilliseconds);
  const month = date.getUTCFullYear() * 12 + date.getUTCMonth() - months;
  return dayNumber(Math.floor(month / 12), ((month % 12) + 12) % 12, date.getUTCDate());
}

/** How many years so many periods are. */
export function yearsOf(unit: PeriodUnit, periods: number): number {
  return unit === "day" ? periods / 365.2425 : (periods * monthsOf[unit]) / 12;
}
