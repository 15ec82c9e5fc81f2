import { expect, test } from "vitest";
import {
  type ArcColumns,
  blockCounts,
  makeArcs,
  type ReverseShare,
  reverseShare,
} from "../../../../src/store/graph/arc-columns.ts";
import { FrozenColumns } from "../../../../src/store/index.ts";

/** Terms on both sides of where a block ends; a subject has an arc to each, its predicates in turn. */
const [firstTerm, termCount] = [0xfff8, 16];
const subjects = 40;

function arcsOut(): ArcColumns {
  const rows = subjects * termCount;
  const out = makeArcs(new FrozenColumns(), "out", subjects, rows, 3, 1);
  for (let row = 0; row < rows; row++) {
    const subject = Math.floor(row / termCount);
    out.offsets[subject + 1] = row + 1;
    out.terms[row] = firstTerm + (row % termCount);
    out.predicates[row] = (subject * 7) % 3;
  }
  return out;
}

/** The arcs in, made block by block in some order, as threads may happen to make them. */
function arcsIn(order: (shares: ReverseShare[]) => ReverseShare[]): ArcColumns {
  const out = arcsOut();
  const terms = firstTerm + termCount;
  const into = makeArcs(new FrozenColumns(), "in", terms, out.terms.length, 3, 1);
  // Stands for what another thread is writing: nobody is to look at it.
  into.predicates.fill(3);
  let start = 0;
  const shares = Array.from(blockCounts(out, terms), (count, first): ReverseShare => {
    start += count;
    const counts = Uint32Array.of(count);
    return { kind: "reverse", out, into, first, start: start - count, counts };
  });
  expect(shares.length).toBe(2);
  for (const share of order(shares)) reverseShare(share);
  return into;
}

test("blocks of arcs in can be made in any order", () => {
  const into = arcsIn((shares) => shares);
  expect(arcsIn((shares) => shares.toReversed())).toEqual(into);
  const [first, end] = [into.offsets[firstTerm]!, into.offsets[firstTerm + 1]!];
  expect([first, end]).toEqual([0, subjects]);
  const rows = Array.from(
    { length: end },
    (_, row) => into.predicates[row]! * 100 + into.terms[row]!,
  );
  expect(rows).toEqual(rows.toSorted((a, b) => a - b));
});
