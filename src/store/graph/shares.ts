/** The shares of a freeze, and who does them. */

import { type Freezing, freezeWith } from "../columns/index.ts";
import {
  indexShare,
  type SortAnswer,
  SortSpace,
  type SplitAnswer,
  sortShare,
  splitShare,
  type TextShare,
} from "../texts/index.ts";
import { type ReverseShare, type RowsShare, reverseShare, rowsShare } from "./arc-columns.ts";

export type Share = TextShare | RowsShare | ReverseShare;

/** Of a split or a sort, or how many rows are equal to the one before. */
export type ShareAnswer = SplitAnswer | SortAnswer | number | undefined;

/** Does all of a freeze in this thread. */
export function freezeHere<T>(freezing: Freezing<T, Share>): T {
  return freezeWith(freezing, doShares);
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
