/** One walk over two ascending runs. */
import type { Range } from "../store/columns/column-source.ts";

/**
 * Visits the members of both runs in their common order; equal ones together.
 * @param order negative if the member at the first place comes before the one at the second.
 */
export function walkBoth(
  left: Range,
  right: Range,
  order: (at: number, to: number) => number,
  visit: (at: number | undefined, to: number | undefined) => void,
): void {
  let [at, to] = [left.start, right.start];
  while (at < left.end && to < right.end) {
    const found = order(at, to);
    visit(found <= 0 ? at : undefined, found >= 0 ? to : undefined);
    if (found <= 0) at += 1;
    if (found >= 0) to += 1;
  }
  for (; at < left.end; at++) visit(at, undefined);
  for (; to < right.end; to++) visit(undefined, to);
}
