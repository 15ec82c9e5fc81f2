/** How variables divide into parts of about the same size. */

/** A part of a plan. */
export interface PlannedPart {
  readonly rows: number;
  /** Dcids. */
  readonly variables: readonly string[];
}

/** Into how many parts, or how long they may be. */
export interface PlanOptions {
  /** Number of parts. Default: as many as `maxRows` needs. */
  readonly parts?: number | undefined;
  /** Observations that a part may have; a variable with more has a part of its own. Default: 500 million. */
  readonly maxRows?: number | undefined;
}

const usualMaxRows = 500_000_000;

/** Each variable goes to the part with the fewest rows, the largest variable first. */
export function planOf(
  counts: Iterable<readonly [variable: string, rows: number]>,
  { parts, maxRows = usualMaxRows }: PlanOptions,
): PlannedPart[] {
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  const total = sorted.reduce((sum, [, rows]) => sum + rows, 0);
  let count = parts ?? Math.max(1, Math.ceil(total / maxRows));
  for (; ; count++) {
    const planned = dividedAmong(sorted, Math.min(count, Math.max(1, sorted.length)));
    const isFit = planned.every(({ rows, variables }) => rows <= maxRows || variables.length === 1);
    if (parts !== undefined || isFit) return planned;
  }
}

function dividedAmong(
  sorted: readonly (readonly [string, number])[],
  count: number,
): PlannedPart[] {
  const parts = Array.from({ length: count }, () => ({ rows: 0, variables: [] as string[] }));
  for (const [variable, rows] of sorted) {
    const least = parts.reduce((one, other) => (other.rows < one.rows ? other : one));
    least.rows += rows;
    least.variables.push(variable);
  }
  return parts;
}
