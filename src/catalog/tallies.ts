/** How many series and points, and from when to when: sums in columns, by plain functions. */

import type { ObservationTable } from "../stats/read/observations.ts";
import { factWords } from "../stats/read/series-facts.ts";
import type { IdColumn } from "../store/columns/column-source.ts";
import type { Observed } from "./entries.ts";

/** Series, points, first and last date; then variables, and the place of the last one and 1 more. */
export const tallyWords = 6;

/** @param first code of its first date */
export function addSeries(
  tallies: Float64Array,
  at: number,
  pointCount: number,
  first: number,
  last: number,
): void {
  if (tallies[at] === 0 || first < tallies[at + 2]!) tallies[at + 2] = first;
  if (last > tallies[at + 3]!) tallies[at + 3] = last;
  tallies[at]!++;
  tallies[at + 1]! += pointCount;
}

/** Adds the series of a variable to the tallies of their facets. @param place of the variable */
export function addByFacet(
  tallies: Float64Array,
  facts: Uint32Array,
  seriesCount: number,
  place: number,
): void {
  for (let row = 0; row < seriesCount * factWords; row += factWords) {
    const at = facts[row]! * tallyWords;
    addSeries(tallies, at, facts[row + 1]!, facts[row + 2]!, facts[row + 3]!);
    if (tallies[at + 5] === place + 1) continue;
    tallies[at + 5] = place + 1;
    tallies[at + 4]!++;
  }
}

/** Empty dates when no series was added. */
export function observedIn(
  observations: ObservationTable,
  tallies: Float64Array,
  at: number = 0,
): Observed {
  const seriesCount = tallies[at]!;
  const dateOf = (code: number) => (seriesCount === 0 ? "" : observations.dateOfCode(code));
  return {
    seriesCount,
    observationCount: tallies[at + 1]!,
    firstDate: dateOf(tallies[at + 2]!),
    lastDate: dateOf(tallies[at + 3]!),
  };
}

/**
 * Counts nodes, and those that were observed, by set of types.
 *
 * @param bits by node: set where it was observed
 */
export function countNodes(
  typeSets: IdColumn,
  bits: Uint32Array,
  nodes: Uint32Array,
  observed: Uint32Array,
): void {
  for (let node = 0; node < typeSets.length; node++) {
    const set = typeSets[node]!;
    nodes[set]!++;
    observed[set]! += (bits[node >>> 5]! >>> (node & 31)) & 1;
  }
}

/** How many different numbers an ascending list has. */
export function countAscending(numbers: Uint32Array): number {
  let count = 0;
  for (let at = 0; at < numbers.length; at++) {
    if (at === 0 || numbers[at] !== numbers[at - 1]) count++;
  }
  return count;
}

/** The least first date and the greatest last date of the facts of some series. */
export function spanOf(facts: Uint32Array, seriesCount: number): [first: number, last: number] {
  let first = facts[2]!;
  let last = facts[3]!;
  for (let row = factWords; row < seriesCount * factWords; row += factWords) {
    if (facts[row + 2]! < first) first = facts[row + 2]!;
    if (facts[row + 3]! > last) last = facts[row + 3]!;
  }
  return [first, last];
}

/**
 * Adds the points of a variable's series to the counts of their years, by set of types of the entity.
 *
 * @param sets by series
 * @param placeOf by number in `runs`: of the year; -1 where there is none
 * @param skipped series before the first that counts; then every `step`-th does
 */
export function addByYear(
  bySet: readonly (Float64Array | undefined)[],
  facts: Uint32Array,
  sets: Uint32Array,
  seriesCount: number,
  runs: IdColumn,
  placeOf: Int32Array,
  skipped: number,
  step: number,
): void {
  for (let row = skipped; row < seriesCount; row += step) {
    const counts = bySet[sets[row]!]!;
    const date = facts[row * factWords + 4]!;
    const end = date + facts[row * factWords + 1]!;
    for (let at = date; at < end; at++) {
      const place = placeOf[runs[at]!]!;
      if (place >= 0) counts[place]!++;
    }
  }
}
