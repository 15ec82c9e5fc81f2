/** Rows of arcs that are sorted, deduped and counted, held against sorting tuples. */

import { describe, expect, test } from "vitest";
import { FrozenColumns } from "../../../../src/store/columns/column-source.ts";
import {
  type ArcColumns,
  blockCounts,
  cursorsOf,
  dropRepeated,
  makeArcs,
  rowsShare,
} from "../../../../src/store/graph/arc-columns.ts";

/** Predicate, term and provenance. */
type Row = readonly [number, number, number];

function arcsOf(groups: readonly (readonly Row[])[]): ArcColumns {
  const rows = groups.flat();
  const arcs = makeArcs(new FrozenColumns(), "out", groups.length, rows.length, 0xff, 0xffff);
  let end = 0;
  for (const [group, { length }] of groups.entries()) {
    end += length;
    arcs.offsets[group + 1] = end;
  }
  for (const [at, [predicate, term, provenance]] of rows.entries()) {
    arcs.predicates[at] = predicate;
    arcs.terms[at] = term;
    arcs.provenances[at] = provenance;
  }
  return arcs;
}

const groupsOf = ({ offsets, predicates, terms, provenances }: ArcColumns): Row[][] =>
  Array.from(offsets.subarray(1), (end, group) =>
    Array.from({ length: end - offsets[group]! }, (_, at): Row => {
      const row = offsets[group]! + at;
      return [predicates[row]!, terms[row]!, provenances[row]!];
    }),
  );

const inOrder = (rows: readonly Row[]) =>
  rows.toSorted((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);

/** Rows in no order, some of them twice; terms and provenances that need all of their digits. */
const someRows = (count: number, seed: number): Row[] =>
  Array.from({ length: count }, (_, at) => {
    const mixed = Math.imul(at + seed, 0x9e37_79b1) >>> 8;
    return [mixed % 3, ((mixed >>> 2) % 5) * 0x0101_0101, ((mixed >>> 4) % 3) * 0x0101];
  });

const sizes = [0, 1, 2, 23, 24, 25, 26, 0, 200];

describe("rows of each group", () => {
  test("are sorted by predicate, term and provenance, few or many", () => {
    const groups = sizes.map(someRows);
    const arcs = arcsOf(groups);
    const repeated = rowsShare({ kind: "rows", arcs, first: 0, last: groups.length });
    const sorted = groups.map(inOrder);
    expect(groupsOf(arcs)).toEqual(sorted);
    const distinct = sorted.map((rows) => new Set(rows.map(String)).size);
    expect(repeated).toBe(sizes.reduce((sum, size, group) => sum + size - distinct[group]!, 0));
    expect(repeated).toBeGreaterThan(100);
  });

  test("are sorted in the groups of a share alone", () => {
    const groups = [someRows(30, 1), someRows(5, 2), someRows(30, 3), someRows(5, 4)];
    const arcs = arcsOf(groups);
    rowsShare({ kind: "rows", arcs, first: 1, last: 3 });
    expect(groupsOf(arcs)).toEqual([
      groups[0],
      inOrder(groups[1]!),
      inOrder(groups[2]!),
      groups[3],
    ]);
  });

  test.each([
    ["predicate", [1, 2, 3], [2, 2, 3]],
    ["term", [1, 2, 3], [1, 3, 3]],
    ["provenance", [1, 2, 3], [1, 2, 4]],
  ] as const)("differ in their %s alone", (_, one, other) => {
    const before: Row = [0, 2, 3];
    const arcs = arcsOf([[before], [other, one]]);
    expect(rowsShare({ kind: "rows", arcs, first: 0, last: 2 })).toBe(0);
    expect(groupsOf(arcs)).toEqual([[before], [one, other]]);
    expect(dropRepeated(arcs)).toBe(3);
    expect(groupsOf(arcs)).toEqual([[before], [one, other]]);
  });

  test("are kept once, and the same row in the next group stays", () => {
    const row: Row = [1, 2, 3];
    const arcs = arcsOf([[row, row], [], [row, row, row, [1, 2, 4]], [[0, 9, 9]]]);
    expect(dropRepeated(arcs)).toBe(4);
    expect(groupsOf(arcs)).toEqual([[row], [], [row, [1, 2, 4]], [[0, 9, 9]]]);
  });
});

test("counts become cursors", () => {
  const offsets = Uint32Array.of(0, 3, 0, 2, 1);
  cursorsOf(offsets);
  expect([...offsets]).toEqual([0, 0, 3, 3, 5]);
});

test("arcs are counted by blocks of 65,536 terms", () => {
  const terms = [0, 0xffff, 0x1_0000, 0x2_0000, 0x1_ffff, 5];
  const arcs = arcsOf([terms.map((term): Row => [0, term, 0])]);
  expect([...blockCounts(arcs, 0x2_0001)]).toEqual([3, 2, 1]);
  expect(blockCounts(arcsOf([]), 0)).toHaveLength(0);
  expect(blockCounts(arcsOf([]), 0x1_0000)).toHaveLength(1);
});
