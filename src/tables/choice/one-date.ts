/** One date for all variables of an entity. */

import type { NumericPoints } from "../../adapters/reads/numeric-points.ts";
import type { Governor } from "../../options/governor.ts";
import type { ObservationTable } from "../../stats/read/observations.ts";
import { offsetsOf, scatter } from "../../store/columns/kernels.ts";
import type { ChosenSeries } from "./chosen-series.ts";
import { firstWhere } from "./date-cut.ts";

/**
 * Keeps of each entity the points at the latest date at which all variables have a number, whatever series
 * it is in. Of several series of a variable with a number at this date the first counts. Entities without such
 * a date go.
 *
 * @param variableCount variables of the question
 */
export function keepCommonDates(
  chosen: ChosenSeries,
  observations: ObservationTable,
  numbers: NumericPoints,
  variableCount: number,
  governor: Governor,
): void {
  const { count, abouts, starts, ends } = chosen;
  let most = -1;
  for (let row = 0; row < count; row++) most = Math.max(most, abouts[row]!);
  const offsets = offsetsOf(abouts, count, most + 1);
  const rows = scatter(abouts, offsets);
  const isKept = new Uint8Array(count);
  for (let about = 0; about <= most; about++) {
    const own = rows.subarray(offsets[about]!, offsets[about + 1]!);
    // Most abouts of some questions lack a variable.
    if (own.length < variableCount || own.length === 0) continue;
    for (const row of own) governor.work(ends[row]! - starts[row]!);
    const { lasts, date } = commonDate(own, variableCount, chosen, observations, numbers);
    let met = -1;
    for (const [at, row] of own.entries()) {
      const variable = chosen.variables[row]!;
      const isAtDate = lasts[at]! >= 0 && observations.dateCodeAt(lasts[at]!) === date;
      if (variable === met || !isAtDate) continue;
      met = variable;
      isKept[row] = 1;
      starts[row] = lasts[at]!;
      ends[row] = lasts[at]! + 1;
    }
  }
  chosen.keep(
    Uint32Array.from({ length: count }, (_, row) => row).filter((row) => isKept[row] === 1),
    0,
  );
}

/**
 * The latest date that all variables have; -1 if there is none. `lasts` are the last numbers of the series up to it: points, -1 for none.
 *
 * @param rows series of one entity, those of a variable side by side
 */
function commonDate(
  rows: Uint32Array,
  variableCount: number,
  { starts, ends, variables }: ChosenSeries,
  observations: ObservationTable,
  numbers: NumericPoints,
): { readonly lasts: Float64Array; readonly date: number } {
  const lasts = Float64Array.from(rows, (row) => ends[row]! - 1);
  /** Goes to the last numbers of a run of series that are not after a date. @returns the latest of their dates, or -1 */
  const latestOf = (first: number, end: number, until: number) => {
    let latest = -1;
    for (let at = first; at < end; at++) {
      const start = starts[rows[at]!]!;
      const isAfter = (point: number) => observations.dateCodeAt(point) > until;
      let last = firstWhere(start, lasts[at]! + 1, isAfter) - 1;
      while (last >= start && !numbers.has(last)) last--;
      lasts[at] = last < start ? -1 : last;
      if (last >= start) latest = Math.max(latest, observations.dateCodeAt(last));
    }
    return latest;
  };
  let date = Number.POSITIVE_INFINITY;
  for (let agreeing = 0; agreeing < variableCount; ) {
    let met = 0;
    for (let first = 0, end = 0; first < rows.length; first = end) {
      while (end < rows.length && variables[rows[end]!] === variables[rows[first]!]) end++;
      const latest = latestOf(first, end, date);
      if (latest < 0) return { lasts, date: -1 };
      agreeing = latest === date ? agreeing + 1 : 1;
      date = latest;
      met++;
    }
    if (met < variableCount) return { lasts, date: -1 };
  }
  return { lasts, date };
}
