/**
 * Numbers that the terms of two worlds have in common. The ids of each world ascend in the byte order of
 * UTF-8, so one walk over both gives equal texts equal ranks, and ranks ascend as ids do.
 */
import type { Range } from "../store/columns/column-source.ts";
import type { Dictionary } from "../store/texts/dictionary.ts";
import { compareUtf8 } from "../store/texts/utf8.ts";
import { walkBoth } from "./walk-both.ts";

export interface TermRanks {
  /** By term of each world. */
  readonly before: Uint32Array;
  readonly after: Uint32Array;
}

/** Nodes first, then literals, as ids are. */
export function termRanks(
  before: Dictionary,
  after: Dictionary,
  checkCancelled: () => void,
): TermRanks {
  const ranks = {
    before: new Uint32Array(before.termCount),
    after: new Uint32Array(after.termCount),
  };
  let next = 0;
  const order = (at: number, to: number) => compareUtf8(before.textOf(at), after.textOf(to));
  const rank = (at: number | undefined, to: number | undefined): void => {
    if (next % 65_536 === 0) checkCancelled();
    if (at !== undefined) ranks.before[at] = next;
    if (to !== undefined) ranks.after[to] = next;
    next += 1;
  };
  const nodes = (of: Dictionary): Range => ({ start: 0, end: of.nodeCount });
  const literals = (of: Dictionary): Range => ({ start: of.nodeCount, end: of.termCount });
  walkBoth(nodes(before), nodes(after), order, rank);
  walkBoth(literals(before), literals(after), order, rank);
  return ranks;
}
