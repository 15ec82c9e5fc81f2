/** The shares of the freeze of a world, and who does them. */

import {
  doObservationShare,
  type ObservationAnswer,
  type ObservationShare,
} from "../stats/index.ts";
import { doShares, type Share, type ShareAnswer } from "../store/index.ts";

export type WorldShare = Share | ObservationShare;
export type WorldAnswer = ShareAnswer | ObservationAnswer;

/** The answers to the shares of one step, which are all of the graph or all of the observations. */
export function doWorldShares(shares: readonly WorldShare[]): WorldAnswer[] {
  const [first] = shares;
  if (first === undefined) return [];
  return isOfObservations(first)
    ? shares.map((share) => doObservationShare(share as ObservationShare))
    : doShares(shares as readonly Share[]);
}

function isOfObservations({ kind }: WorldShare): boolean {
  return kind === "series" || kind === "points";
}
