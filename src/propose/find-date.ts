/** Which column says the date of a row, and how its dates are to be read. */
import { datePartSign, dateWithPart } from "../load/described/bound-columns.ts";
import { dateIn, dayIn } from "../load/values/table-dates.ts";
import { type ColumnProfile, headings } from "./column-profile.ts";
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
  const [first, second] = named;
  if (exact !== undefined || first === undefined || second === undefined) {
    return { profile: exact ?? first ?? dates[0] };
  }
  const cures = [first, second].map(({ heading }) => optionOf("date", heading));
  const problem = `several columns hold dates, '${first.heading}' and '${second.heading}': --date says which one counts`;
  return { profile: first, problem: { problem, cures } };
}

/** A column of dates; whole numbers are years only under a heading that says so. */
function isDated({ heading, dates, years, digits }: ColumnProfile): boolean {
  if (dates < most) return false;
  return digits < most || (years >= most ? true : headings.date.test(heading));
}

/** The column of months or quarters beside a column of years, if there is one. */
export function findDatePart(
  years: ColumnProfile,
  free: readonly ColumnProfile[],
): ColumnProfile | undefined {
  if (years.years < most) return undefined;
  return free.find(({ heading, cells, dates }) => {
    if (!headings.datePart.test(heading) || cells.length === 0 || dates > 0) return false;
    const sign = datePartSign(heading);
    const fitting = cells.filter((cell) => dateIn(dateWithPart("2020", cell, sign)) !== undefined);
    return fitting.length >= most * cells.length;
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
