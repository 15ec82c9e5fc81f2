/**
 * A freeze goes step by step, and the work of a step is in shares that any thread can do: plain
 * data for kernels that only read and write the columns in it. What comes out does not depend on
 * who did which share.
 */

import { type ReverseShare, type RowsShare, reverseShare, rowsShare } from "./arc-columns.ts";
import { type IndexShare, indexShare } from "./hashed-text-table.ts";
import { SortSpace } from "./text-buckets.ts";
import { type SortAnswer, type SortShare, sortShare } from "./text-freeze.ts";
import { type SplitAnswer, type SplitShare, splitShare } from "./text-split.ts";

export type Share = SplitShare | SortShare | IndexShare | RowsShare | ReverseShare;

/** Of a split or a sort, or how many rows are equal to the one before. */
export type ShareAnswer = SplitAnswer | SortAnswer | number | undefined;

/** Shares that may be done at once, and what is to be done here beside them. */
export interface FreezeStep {
  readonly shares: readonly Share[];
  readonly beside?: () => void;
}

/** Yields steps and is told the answers to the shares of each. */
export type Freezing<T> = Generator<FreezeStep, T, readonly ShareAnswer[]>;

/** Does all of a freeze in this thread. */
export function freezeHere<T>(freezing: Freezing<T>): T {
  let step = freezing.next();
  while (step.done !== true) {
    const { shares, beside } = step.value;
    const answers = doShares(shares);
    beside?.();
    step = freezing.next(answers);
  }
  return step.value;
}

/** The answers to some shares. */
export function doShares(shares: readonly Share[]): ShareAnswer[] {
  const space = new SortSpace();
  const answers = shares.map((share) => doShare(share, space));
  space.release();
  return answers;
}

function doShare(share: Share, space: SortSpace): ShareAnswer {
  switch (share.kind) {
    case "split":
      return splitShare(share);
    case "sort":
      return sortShare(share, space);
    case "index":
      indexShare(share);
      return undefined;
    case "rows":
      return rowsShare(share);
    case "reverse":
      return reverseShare(share);
  }
}
