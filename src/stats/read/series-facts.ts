/**
 * Facts about series side by side, read at once, because to ask for each of them costs calls. So many words about
 * each series: the number of its facet, of its points, the codes of its first and its last date, and where its dates
 * begin in `DateRuns`.
 */

import type { IdColumn } from "../../store/columns/column-source.ts";
import type { RecordReading } from "./series-lookup.ts";

export const factWords = 5;

/** Dates of series. */
export interface DateRuns {
  readonly runs: IdColumn;
  /** What code each number in `runs` has in this world; undefined where it is the code. */
  readonly codes: Uint32Array | undefined;
}

/** A column for the facts of so many series: the given one, if it is long enough. */
export function roomForFacts(facts: Uint32Array, seriesCount: number): Uint32Array {
  const length = seriesCount * factWords;
  return facts.length >= length ? facts : new Uint32Array(2 * length);
}

/** @param runsOf the column, of which some rows are there */
export function writeFacts(
  records: Uint32Array,
  { stride, dateMask, kindWord, facetShift }: RecordReading,
  runsOf: IdColumn | ((start: number, end: number) => IdColumn),
  { start, end }: { readonly start: number; readonly end: number },
  facts: Uint32Array,
): void {
  let runs = typeof runsOf === "function" ? undefined : runsOf;
  for (let row = start * stride, at = 0; row < end * stride; row += stride, at += factWords) {
    const points = records[row + stride]! - records[row]!;
    const first = (records[row + 1]! & dateMask) >>> 0;
    if (typeof runsOf === "function") runs = runsOf(first, first + points);
    facts[at] = records[row + kindWord]! >>> facetShift;
    facts[at + 1] = points;
    facts[at + 2] = runs![first]!;
    facts[at + 3] = runs![first + points - 1]!;
    facts[at + 4] = first;
  }
}

/** Into numbers of facets and codes of dates of another table. */
export function translateFacts(
  facts: Uint32Array,
  seriesCount: number,
  facets: Uint32Array,
  dates: Uint32Array,
): void {
  for (let at = 0; at < seriesCount * factWords; at += factWords) {
    facts[at] = facets[facts[at]!]!;
    facts[at + 2] = dates[facts[at + 2]!]!;
    facts[at + 3] = dates[facts[at + 3]!]!;
  }
}
