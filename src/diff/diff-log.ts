/** Counts differences, and keeps the first ones of each kind. */

import type { Range } from "../store/columns/column-source.ts";
import type { Dictionary } from "../store/texts/dictionary.ts";
import { compareUtf8 } from "../store/texts/utf8.ts";
import {
  type DiffChange,
  type DiffCounts,
  type Difference,
  type DiffKind,
  diffChanges,
  diffKinds,
  type WorldDiff,
} from "./world-diff.ts";

export class DiffLog {
  readonly #maxExamples: number;
  readonly #counts: Record<DiffKind, Record<DiffChange, number>>;
  readonly #kept: Difference[] = [];

  constructor(maxExamples: number) {
    this.#maxExamples = maxExamples;
    const none = () => ({ added: 0, removed: 0, changed: 0 });
    this.#counts = { node: none(), arc: none(), variable: none(), series: none(), point: none() };
  }

  /** @param about only called for what is kept. */
  add(kind: DiffKind, change: DiffChange, about: () => Omit<Difference, "kind" | "change">): void {
    const counts = this.#counts[kind];
    if (counts[change] < this.#maxExamples) this.#kept.push({ kind, change, ...about() });
    counts[change] += 1;
  }

  /** Points of a series that one world has alone: the series is shown, its points are counted. */
  count(kind: DiffKind, change: DiffChange, times: number): void {
    this.#counts[kind][change] += times;
  }

  result(): WorldDiff {
    const counts: DiffCounts = this.#counts;
    const differs = diffKinds.some((kind) =>
      diffChanges.some((change) => counts[kind][change] > 0),
    );
    const order = (one: Difference) => diffKinds.indexOf(one.kind);
    // The sort is stable: within a kind they stay in the order in which they were found.
    return { differs, counts, differences: this.#kept.sort((a, b) => order(a) - order(b)) };
  }
}

// One walk over two ascending runs.

/**
 * Visits the members of both runs in their common order; equal ones together.
 * @param order negative if the member at the first place comes before the one at the second.
 * @returns what is left of both after so many visits
 */
export function walkBoth(
  left: Range,
  right: Range,
  order: (at: number, to: number) => number,
  visit: (at: number | undefined, to: number | undefined) => void,
  visitsMax: number = Number.POSITIVE_INFINITY,
): readonly [left: Range, right: Range] {
  let [at, to] = [left.start, right.start];
  const foundNow = () => (at >= left.end ? 1 : to >= right.end ? -1 : order(at, to));
  for (let visits = 0; visits < visitsMax && (at < left.end || to < right.end); visits++) {
    const found = foundNow();
    visit(found <= 0 ? at : undefined, found >= 0 ? to : undefined);
    if (found <= 0) at += 1;
    if (found >= 0) to += 1;
  }
  return [
    { start: at, end: left.end },
    { start: to, end: right.end },
  ];
}

/** What one step of a comparison visits, about. */
export const stepSize = 4096;

/** The comparison, step by step: how many members of both worlds each step visited. */
export type DiffSteps<Result = void> = Generator<number, Result>;

/** As `walkBoth`. */
export function* walkInSteps(
  ...[left, right, order, visit]: Parameters<typeof walkBoth>
): DiffSteps {
  while (left.start < left.end || right.start < right.end) {
    const [leftNow, rightNow] = walkBoth(left, right, order, visit, stepSize);
    yield leftNow.start - left.start + rightNow.start - right.start;
    [left, right] = [leftNow, rightNow];
  }
}

// Numbers that the terms of two worlds have in common. The ids of each world ascend in the byte order of
// UTF-8, so one walk over both gives equal texts equal ranks, and ranks ascend as ids do.

export interface TermRanks {
  /** By term of each world. */
  readonly before: Uint32Array;
  readonly after: Uint32Array;
}

/** Nodes first, then literals, as ids are. */
export function* termRanks(before: Dictionary, after: Dictionary): DiffSteps<TermRanks> {
  const ranks = {
    before: new Uint32Array(before.termCount),
    after: new Uint32Array(after.termCount),
  };
  let next = 0;
  const order = (at: number, to: number) => compareUtf8(before.textOf(at), after.textOf(to));
  const rank = (at: number | undefined, to: number | undefined): void => {
    if (at !== undefined) ranks.before[at] = next;
    if (to !== undefined) ranks.after[to] = next;
    next += 1;
  };
  const nodes = (of: Dictionary): Range => ({ start: 0, end: of.nodeCount });
  const literals = (of: Dictionary): Range => ({ start: of.nodeCount, end: of.termCount });
  yield* walkInSteps(nodes(before), nodes(after), order, rank);
  yield* walkInSteps(literals(before), literals(after), order, rank);
  return ranks;
}
