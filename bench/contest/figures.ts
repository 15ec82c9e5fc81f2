/** What was measured, as names and numbers: processes print them, rounds make medians of them. */

/** Times are in milliseconds, sizes in bytes, unless the name says otherwise. */
export type Figures = Readonly<Record<string, number>>;

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  if (sorted.length % 2 === 1) return sorted[middle]!;
  return (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The median of every figure over those that have it. */
export function medians(rounds: readonly Figures[]): Figures {
  const names = new Set(rounds.flatMap((figures) => Object.keys(figures)));
  return Object.fromEntries(
    Array.from(names, (name) => [name, median(rounds.flatMap((figures) => figures[name] ?? []))]),
  );
}

/** Figures under names that begin with `prefix.` */
export function prefixed(prefix: string, figures: Figures): Figures {
  return Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [`${prefix}.${name}`, value]),
  );
}
