/** Kernels written plainly: filters, stable sorts and scans over arrays. */

export function naiveLowerBound(
  column: ArrayLike<number>,
  key: number,
  start: number,
  end: number,
) {
  for (let row = start; row < end; row++) if (column[row]! >= key) return row;
  return end;
}

/** Group of every row, for CSR offsets. */
export function naiveGroups(offsets: ArrayLike<number>): number[] {
  const groups = Array.from(offsets).slice(0, -1);
  return groups.flatMap((start, group) => Array(offsets[group + 1]! - start).fill(group));
}

export function naiveOffsets(keys: readonly number[], groups: number): number[] {
  return Array.from({ length: groups + 1 }, (_, group) => keys.filter((key) => key < group).length);
}

/** Rows by key; rows of one key keep their order. */
export function naiveSort(rows: readonly number[], keys: ArrayLike<number>): number[] {
  return [...rows].sort((a, b) => keys[a]! - keys[b]!);
}
