/** What a comparison of two worlds says. */

import type { OptionRows } from "../options/required-options.ts";

/** What differs: a node with statements, an arc, an observed variable, a series, or one of its points. */
export type DiffKind = "node" | "arc" | "variable" | "series" | "point";

/** What happened to it between both worlds. */
export type DiffChange = "added" | "removed" | "changed";

/** One difference. Texts that do not belong to its kind are absent. */
export interface Difference {
  readonly kind: DiffKind;
  readonly change: DiffChange;
  /** Dcid of a node, or of the subject of an arc. */
  readonly node?: string;
  /** Of an arc: dcid of the property. */
  readonly property?: string;
  /** Of an arc: the dcid or the text that it leads to. */
  readonly object?: string;
  readonly variable?: string;
  readonly entity?: string;
  /** Of a series or a point: the fields of its facet that are set, as `unit=USDollar; importName=x`. */
  readonly facet?: string;
  readonly date?: string;
  /** Of a change: the value of a point, or the facet of a series. */
  readonly before?: string;
  readonly after?: string;
}

/** How many of a kind were added, removed and changed. */
export type DiffCounts = Readonly<Record<DiffKind, Readonly<Record<DiffChange, number>>>>;

/** The differences of two worlds. */
export interface WorldDiff {
  /** Whether there is any. */
  readonly differs: boolean;
  /** All of them. A node is changed if its arcs differ, a series if only its facet does. */
  readonly counts: DiffCounts;
  /** The first ones of each kind and change, in the order of dcids and dates. */
  readonly differences: readonly Difference[];
}

/** How worlds are compared. */
export interface DiffOptions {
  /** How many differences are kept of each kind and change; all are counted. Default: 20. */
  readonly maxExamples?: number | undefined;
  /**
   * Values are equal if they differ by at most this share of the larger one: 0.01 is one percent.
   * Default: 0, equal numbers. `5` and `5.0` are equal numbers.
   */
  readonly tolerance?: number | undefined;
  /** Stops the comparison, which then rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** Called now and then, and when all is compared. */
  readonly onProgress?: ((progress: DiffProgress) => void) | undefined;
}

/** How far a comparison has come. */
export interface DiffProgress {
  /** Terms, nodes and points of both worlds that were looked at so far. */
  readonly comparedCount: number;
  /** All of them, the same in each call. */
  readonly totalCount: number;
}

export const diffRows = {
  maxExamples: { is: ["number"] },
  tolerance: {
    is: ["number"],
    max: 1,
  },
  signal: { is: ["signal"] },
  onProgress: { is: ["function"] },
} satisfies OptionRows<DiffOptions>;

export const diffKinds: readonly DiffKind[] = ["node", "arc", "variable", "series", "point"];
export const diffChanges: readonly DiffChange[] = ["added", "removed", "changed"];
