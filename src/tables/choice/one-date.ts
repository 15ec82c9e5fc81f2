/** One date for all variables of an entity. */

import type { NumericPoints } from "../../adapters/reads/numeric-points.ts";
import type { Governor } from "../../governor/governor.ts";
import type { ObservationTable } from "../../stats/read/observations.ts";
import { offsetsOf, scatter } from "../../store/columns/kernels.ts";
import type { ChosenSeries } from "./chosen-series.ts";
import { firstWhere } from "./date-cut.ts";

/**
 * Keeps of each entity the point at the latest date at which all variables have a number. Entities
 * without such a date go. Each series is the only one of its variable about its entities.
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
    if (own.length < variableCount || own.length === 0) continue;
    for (const row of own) governor.work(ends[row]! - starts[row]!);
    const points = commonPoints(own, chosen, observations, numbers);
    for (const [at, row] of own.entries()) {
      if (points === undefined) continue;
      isKept[row] = 1;
      starts[row] = points[at]!;
      ends[row] = points[at]! + 1;
    }
  }
  chosen.keep(
    Uint32Array.from({ length: count }, (_, row) => row).filter((row) => isKept[row] === 1),
    0,
  );
}

/** The points of some series at the latest date that all of them have. */
function commonPoints(
  rows: Uint32Array,
  { starts, ends }: ChosenSeries,
  observations: ObservationTable,
  numbers: NumericPoints,
): Uint32Array | undefined {
  const points = Uint32Array.from(rows, (row) => ends[row]!);
  let date = Number.POSITIVE_INFINITY;
  for (let at = 0, agreeing = 0; agreeing < rows.length; at = (at + 1) % rows.length) {
    const start = starts[rows[at]!]!;
    // The last number that is not after the date.
    let end = firstWhere(start, points[at]!, (point) => observations.dateCodeAt(point) > date);
    while (end > start && !numbers.has(end - 1)) end--;
    if (end === start) return undefined;
    points[at] = end;
    const found = observations.dateCodeAt(end - 1);
    agreeing = found === date ? agreeing + 1 : 1;
    date = found;
  }
  return points.map((end) => end - 1);
}
