/**
 * What follows from the header for columns that are not read yet: their lengths, and limits of the
 * numbers in some of them. A forged snapshot may have right checksums: these checks keep a reader
 * from loops and arrays that are longer than its sections.
 */

import type { OffsetBounds, SectionTable } from "../snapshot/index.ts";
import type { Column } from "../store/index.ts";

const widest = "observations.values64";
const valueNames = [...[8, 16, 32].map((bits) => `observations.values${bits}`), widest];

/**
 * Compares the lengths of sections with the numbers of the header. Reads nothing.
 * @throws SnapshotError `damaged`
 */
export function checkLengths(sections: SectionTable): void {
  sections.checkLengths();
  const { points, rowsOf } = sections.counts;
  const values = valueNames.reduce((sum, name) => sum + rowsOf(name), 0);
  if (values === points) return;
  throw sections.rows(widest).wrong(0, `there are ${values} values of ${points} points`);
}

/**
 * The first row of [start, end) with an impossible offset; -1 when there is none.
 * @param isHere whether all rows were read: rows that were not may be zeros, which descend
 */
export function wrongOffset(
  rows: Column,
  start: number,
  end: number,
  { stride, most }: OffsetBounds,
  isHere: boolean,
): number {
  let before = 0;
  for (let row = Math.ceil(start / stride) * stride; row < end; row += stride) {
    const offset = rows[row] as number;
    if (offset > most || (isHere && offset < before)) return row;
    before = offset;
  }
  return -1;
}
