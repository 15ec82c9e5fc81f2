/** Arcs by subject and by object: sorted, and the same rows from either side. */

import type { Walk, WalkedColumns, WalkedRows } from "../columns/walked-columns.ts";
import { KeyedSum, newSumKey } from "./keyed-sum.ts";

/** What was counted of the arcs out. */
interface ArcCounts {
  readonly subjects: number;
  /** Rows of each predicate. */
  readonly ofPredicates: Uint32Array;
  /** 1 for each provenance that a row has. */
  readonly provenances: Uint8Array;
}

export function* walkArcs(columns: WalkedColumns): Walk<ArcCounts> {
  const key = newSumKey();
  const [sumOut, sumIn] = [new KeyedSum(key), new KeyedSum(key)];
  const ofPredicates = new Uint32Array(columns.rows("graph.predicates").length);
  const provenances = new Uint8Array(columns.rows("graph.provenances").length);
  const out = new ArcWalk(columns, "graph.out");
  const subjects = yield* out.walk((subject, predicate, object, provenance) => {
    sumOut.add(subject, predicate, object, provenance);
    ofPredicates[predicate]!++;
    provenances[provenance] = 1;
  });
  const into = new ArcWalk(columns, "graph.in");
  yield* into.walk((object, predicate, subject, provenance) => {
    sumIn.add(subject, predicate, object, provenance);
  });
  if (!sumOut.isEqual(sumIn)) throw into.terms.wrong(0, "arcs in are not those that lead out");
  return { subjects, ofPredicates, provenances };
}

type TakeArc = (group: number, predicate: number, term: number, provenance: number) => void;

class ArcWalk {
  readonly terms: WalkedRows;
  readonly #offsets: WalkedRows;
  readonly #predicates: WalkedRows;
  readonly #provenances: WalkedRows;

  constructor(columns: WalkedColumns, name: string) {
    this.#offsets = columns.rows(`${name}.offsets`);
    this.#predicates = columns.rows(`${name}.predicates`);
    this.terms = columns.rows(`${name}.terms`);
    this.#provenances = columns.rows(`${name}.provenances`);
  }

  /** Number of the groups that have rows. */
  *walk(take: TakeArc): Walk<number> {
    const offsets = this.#offsets;
    const columns = [this.#predicates, this.terms, this.#provenances];
    let filled = 0;
    let start = 0;
    for (let group = 0; group + 1 < offsets.length; group++) {
      if (!offsets.has(group + 1)) yield offsets.need(group + 1);
      const end = offsets.at(group + 1);
      if (end > start) filled++;
      for (let row = start; row < end; row++) {
        for (const rows of columns) if (!rows.has(row)) yield rows.need(row);
        this.#check(row, row === start);
        take(group, this.#predicate, this.#term, this.#provenance);
      }
      start = end;
    }
    return filled;
  }

  /** The row at hand. */
  #predicate = 0;
  #term = 0;
  #provenance = 0;

  #check(row: number, isFirst: boolean): void {
    const [beforePredicate, beforeTerm] = [this.#predicate, this.#term];
    const beforeProvenance = this.#provenance;
    const predicate = this.#predicates.at(row);
    const term = this.terms.at(row);
    const provenance = this.#provenances.at(row);
    const order = predicate - beforePredicate || term - beforeTerm || provenance - beforeProvenance;
    if (!isFirst && order <= 0) throw this.terms.wrong(row, "rows are not in order");
    this.#predicate = predicate;
    this.#term = term;
    this.#provenance = provenance;
  }
}
