/**
 * Which sets of types lead to which, by predicate: what goes over all arcs to find out. A freeze does
 * not make these columns, since few questions need them. A snapshot has them, so that no reader goes over all arcs.
 *
 *   offsets    0   0   2 …     pairs of predicate p are offsets[p] … offsets[p + 1]
 *   subjects   s1  s4 …        sets of types, ascending by subject and object
 *   objects    s2  s2 …
 *
 * A predicate without pairs has arcs to literals alone, or its arcs have ends of too many kinds.
 */

import { type ColumnSource, type IdColumn, LateColumn } from "../columns/index.ts";
import type { PredicateId } from "./arc-table.ts";

/** More pairs than these say too little for what they cost. */
export const leadPairsMax = 4096;

export const leadNames = {
  offsets: "far.leads.offsets",
  subjects: "far.leads.subjects",
  objects: "far.leads.objects",
} as const;

/** A pair of sets of types as one number: that of the subject times their number, plus the other. */
export type LeadPair = number;

/** The columns of a snapshot. */
export class LeadColumns {
  readonly #offsets: LateColumn<Uint32Array>;
  readonly #subjects: LateColumn<IdColumn>;
  readonly #objects: LateColumn<IdColumn>;
  readonly #setCount: () => number;

  private constructor(source: ColumnSource, setCount: () => number) {
    this.#offsets = new LateColumn(source, leadNames.offsets);
    this.#subjects = new LateColumn(source, leadNames.subjects);
    this.#objects = new LateColumn(source, leadNames.objects);
    this.#setCount = setCount;
  }

  /** Undefined where the source has no such columns. */
  static readFrom(source: ColumnSource, setCount: () => number): LeadColumns | undefined {
    const isThere = source.has?.(leadNames.offsets) === true;
    return isThere ? new LeadColumns(source, setCount) : undefined;
  }

  /** Pairs of a predicate; empty where nothing is known. */
  pairsOf(predicate: PredicateId): LeadPair[] {
    const offsets = this.#offsets.rowsIn(predicate, predicate + 2);
    const [start, end] = [offsets[predicate]!, offsets[predicate + 1]!];
    const subjects = this.#subjects.rowsIn(start, end);
    const objects = this.#objects.rowsIn(start, end);
    const setCount = this.#setCount();
    const pairs: LeadPair[] = [];
    for (let at = start; at < end; at++) pairs.push(subjects[at]! * setCount + objects[at]!);
    return pairs;
  }
}
