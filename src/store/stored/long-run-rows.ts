/** Makes the columns of a snapshot that tell where rows of long runs lie: see `LongRuns`. */

import { type Column, type IdColumn, lowerBound } from "../columns/index.ts";
import { type LongRun, longRunsMax, longRunsMin } from "../far/index.ts";

/** Those of an arc table, ascending. Where there are too many, those of longer terms alone. */
export function longRunsOf({ offsets, predicates }: ArcColumns): LongRun[] {
  const terms: number[] = [];
  for (let term = 0, start = 0; term + 1 < offsets.length; term++) {
    const end = offsets[term + 1]!;
    if (end - start > longRunsMin) terms.push(term);
    start = end;
  }
  const runs = terms.flatMap((term) => runsOf(term, { offsets, predicates }));
  let least = longRunsMin;
  let kept = runs;
  while (kept.length > longRunsMax) {
    least *= 2;
    kept = kept.filter(({ term }) => offsets[term + 1]! - offsets[term]! > least);
  }
  return kept;
}

interface ArcColumns {
  readonly offsets: Uint32Array;
  readonly predicates: IdColumn;
}

function runsOf(term: number, { offsets, predicates }: ArcColumns): LongRun[] {
  const runs: LongRun[] = [];
  const last = offsets[term + 1]!;
  for (let start = offsets[term]!; start < last; ) {
    const predicate = predicates[start]!;
    const end = lowerBound(predicates, predicate + 1, start, last);
    runs.push({ term, predicate, start, end });
    start = end;
  }
  return runs;
}

/** The columns of a snapshot. */
export function longRunColumnsOf(name: string, runs: readonly LongRun[]): Map<string, Column> {
  return new Map<string, Column>([
    [`${name}.terms`, Uint32Array.from(runs, ({ term }) => term)],
    [`${name}.predicates`, Uint32Array.from(runs, ({ predicate }) => predicate)],
    [`${name}.starts`, Uint32Array.from(runs, ({ start }) => start)],
    [`${name}.ends`, Uint32Array.from(runs, ({ end }) => end)],
  ]);
}
