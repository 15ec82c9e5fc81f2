/** Arcs in, made share by share, held against sorting the arcs out by their other end. */

import { expect, test } from "vitest";
import { FrozenColumns } from "../../../../src/store/columns/column-source.ts";
import {
  type ArcColumns,
  blockCounts,
  makeArcs,
  type ReverseShare,
  reverseShare,
} from "../../../../src/store/graph/arc-columns.ts";

/** Subject, predicate, term and provenance. */
type Arc = readonly [number, number, number, number];

/** Terms on both sides of where the first of two blocks ends. */
const terms = [0, 5, 0xfffe, 0xffff, 0x1_0000, 0x1_0001, 0x1_0004];
const termCount = 0x1_0006;
const subjects = 70;
/** Numbers that need all bytes of their columns. */
const [predicateMax, provenanceMax] = [0x0102, 0x1_0003];

const inOrder = (arcs: readonly Arc[], keys: readonly (0 | 1 | 2 | 3)[]) =>
  arcs.toSorted((a, b) => {
    const key = keys.find((one) => a[one] !== b[one]) ?? 0;
    return a[key] - b[key];
  });

/** Many lead to each of the first terms, few to the last; predicates come in no order. */
const arcs: Arc[] = Array.from({ length: subjects * 3 }, (_, at): Arc => {
  const mixed = Math.imul(at + 1, 0x9e37_79b1) >>> 8;
  const last = at % 7 === 0 ? terms.length : 4;
  return [
    Math.floor(at / 3),
    predicateMax - (mixed % 3),
    terms[(mixed >>> 3) % last]!,
    provenanceMax * ((mixed >>> 9) % 2),
  ];
});

function arcsOut(): ArcColumns {
  const sorted = inOrder(arcs, [0, 1, 2, 3]);
  const frozen = new FrozenColumns();
  const out = makeArcs(frozen, "out", subjects, sorted.length, predicateMax, provenanceMax);
  for (const [row, [subject, predicate, term, provenance]] of sorted.entries()) {
    out.offsets[subject + 1] = row + 1;
    out.predicates[row] = predicate;
    out.terms[row] = term;
    out.provenances[row] = provenance;
  }
  return out;
}

/** The arcs in, made in shares of so many blocks each. */
function arcsIn(
  sizes: readonly number[],
  order: (shares: ReverseShare[]) => ReverseShare[],
): ArcColumns {
  const out = arcsOut();
  const into = makeArcs(new FrozenColumns(), "in", termCount, arcs.length, predicateMax, 0x1_0003);
  // Stands for what another thread is writing: nobody is to look at it.
  into.predicates.fill(0xffff);
  const counts = blockCounts(out, termCount);
  expect(counts).toHaveLength(2);
  let [first, start] = [0, 0];
  const shares = sizes.map((size): ReverseShare => {
    const own = counts.slice(first, first + size);
    const share = { kind: "reverse", out, into, first, start, counts: own } as const;
    first += size;
    start += own.reduce((sum, count) => sum + count, 0);
    return share;
  });
  for (const share of order(shares)) reverseShare(share);
  return into;
}

const wanted = inOrder(arcs, [2, 1, 0, 3]);

test.each([
  ["at once", [2], false],
  ["block by block", [1, 1], false],
  ["block by block, the last one first", [1, 1], true],
])("arcs in are made %s", (_, sizes, isReversed) => {
  const into = arcsIn(sizes, (shares) => (isReversed ? shares.toReversed() : shares));
  const rows = wanted.map((_row, row) =>
    [into.terms[row], into.predicates[row], into.provenances[row]].join(),
  );
  expect(rows).toEqual(
    wanted.map(([subject, predicate, , provenance]) => [subject, predicate, provenance].join()),
  );
  for (const term of terms) {
    const before = wanted.filter((arc) => arc[2] < term).length;
    const own = wanted.filter((arc) => arc[2] === term).length;
    expect([into.offsets[term], into.offsets[term + 1]]).toEqual([before, before + own]);
  }
  expect(into.offsets[termCount]).toBe(arcs.length);
});
