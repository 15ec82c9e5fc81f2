/** Lines with their gaps: dates that a series leaves out are no part of a line. */
import type { LinePoint } from "./plots.ts";

/** The first moment of a date such as `2020`, `2020-03` or `2020-03-01`; undefined for other texts. */
export function momentOf(date: string): Date | undefined {
  const moment = /^\d{4}(?:-\d\d(?:-\d\d(?:T.*)?)?)?$/.test(date) ? new Date(date) : undefined;
  return moment === undefined || Number.isNaN(moment.getTime()) ? undefined : moment;
}

interface Dated {
  readonly date: string;
  readonly value: number | null;
}

/**
 * The points of a line, by date, with one without a value in each gap. A gap is longer than one and a
 * half of what usually lies between two dates of the series, of two such lengths the shorter.
 */
export function linePoints(line: string, given: readonly Dated[]): readonly LinePoint[] {
  const dated = given
    .flatMap(({ date, value }) => {
      const moment = momentOf(date);
      return moment === undefined ? [] : [{ line, date: moment, dateText: date, value }];
    })
    .sort((a, b) => a.date.getTime() - b.date.getTime());
  const steps = dated.slice(1).map(({ date }, at) => date.getTime() - Number(dated[at]?.date));
  const usual = steps.toSorted((a, b) => a - b)[Math.floor((steps.length - 1) / 2)] ?? 0;
  const isGap = (at: number) => (steps[at] ?? Number.POSITIVE_INFINITY) > usual * 1.5;
  return dated.flatMap((point, at): LinePoint[] => {
    const isLast = at === dated.length - 1;
    const isAlone = (at === 0 || isGap(at - 1)) && (isLast || isGap(at));
    const own = { ...point, isAlone };
    if (isLast || !isGap(at)) return [own];
    const between = new Date(point.date.getTime() + usual);
    return [own, { ...point, date: between, value: null, isAlone: false }];
  });
}
