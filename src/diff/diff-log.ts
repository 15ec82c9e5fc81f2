/** Counts differences, and keeps the first ones of each kind. */
import {
  type DiffChange,
  type DiffCounts,
  type Difference,
  type DiffKind,
  diffChanges,
  diffKinds,
  type WorldDiff,
} from "./world-diff.ts";

export class DiffLog {
  readonly #maxExamples: number;
  readonly #signal: AbortSignal | undefined;
  readonly #counts: Record<DiffKind, Record<DiffChange, number>>;
  readonly #kept: Difference[] = [];

  constructor(maxExamples: number, signal: AbortSignal | undefined) {
    this.#maxExamples = maxExamples;
    this.#signal = signal;
    const none = () => ({ added: 0, removed: 0, changed: 0 });
    this.#counts = { node: none(), arc: none(), variable: none(), series: none(), point: none() };
  }

  /** @param about only called for what is kept. */
  add(kind: DiffKind, change: DiffChange, about: () => Omit<Difference, "kind" | "change">): void {
    const counts = this.#counts[kind];
    if (counts[change] < this.#maxExamples) this.#kept.push({ kind, change, ...about() });
    counts[change] += 1;
  }

  /** Points of a series that one world has alone: the series is shown, its points are counted. */
  count(kind: DiffKind, change: DiffChange, times: number): void {
    this.#counts[kind][change] += times;
  }

  /** @throws the reason of a signal that stops the comparison. */
  checkCancelled(): void {
    this.#signal?.throwIfAborted();
  }

  result(): WorldDiff {
    const counts: DiffCounts = this.#counts;
    const differs = diffKinds.some((kind) =>
      diffChanges.some((change) => counts[kind][change] > 0),
    );
    const order = (one: Difference) => diffKinds.indexOf(one.kind);
    // The sort is stable: within a kind they stay in the order in which they were found.
    return { differs, counts, differences: this.#kept.sort((a, b) => order(a) - order(b)) };
  }
}
