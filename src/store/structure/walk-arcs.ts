/** Arcs by subject and by object: sorted, in range, and the same rows from either side. */

import {
  checkOffset,
  idTypes,
  type Walk,
  type WalkedRows,
  type WalkedSections,
} from "../columns/index.ts";
import { KeyedSum, newSumKey } from "./keyed-sum.ts";

/** What the ids of arcs are below, and how many arcs there are. */
export interface ArcBounds {
  readonly nodes: number;
  readonly terms: number;
  readonly predicates: number;
  readonly provenances: number;
  readonly triples: number;
}

/** What was counted of the arcs out. */
export interface ArcCounts {
  readonly subjects: number;
  /** Rows of each predicate. */
  readonly ofPredicates: Uint32Array;
  /** 1 for each provenance that a row has. */
  readonly provenances: Uint8Array;
}

export function* walkArcs(sections: WalkedSections, bounds: ArcBounds): Walk<ArcCounts> {
  const key = newSumKey();
  const [sumOut, sumIn] = [new KeyedSum(key), new KeyedSum(key)];
  const ofPredicates = new Uint32Array(bounds.predicates);
  const provenances = new Uint8Array(bounds.provenances);
  const out = new ArcWalk(sections, "graph.out", bounds.nodes, bounds.terms, bounds);
  const subjects = yield* out.walk((subject, predicate, object, provenance) => {
    sumOut.add(subject, predicate, object, provenance);
    ofPredicates[predicate]!++;
    provenances[provenance] = 1;
  });
  const into = new ArcWalk(sections, "graph.in", bounds.terms, bounds.nodes, bounds);
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
  readonly #termEnd: number;
  readonly #bounds: ArcBounds;

  constructor(
    sections: WalkedSections,
    name: string,
    groups: number,
    termEnd: number,
    bounds: ArcBounds,
  ) {
    const { triples } = bounds;
    this.#offsets = sections.rows(`${name}.offsets`, ["u32"], groups + 1);
    this.#predicates = sections.rows(`${name}.predicates`, idTypes, triples);
    this.terms = sections.rows(`${name}.terms`, ["u32"], triples);
    this.#provenances = sections.rows(`${name}.provenances`, idTypes, triples);
    this.#termEnd = termEnd;
    this.#bounds = bounds;
  }

  /** Number of the groups that have rows. */
  *walk(take: TakeArc): Walk<number> {
    const offsets = this.#offsets;
    const columns = [this.#predicates, this.terms, this.#provenances];
    const { triples } = this.#bounds;
    let filled = 0;
    let start = 0;
    for (let group = -1; group < offsets.length - 1; group++) {
      if (!offsets.has(group + 1)) yield offsets.need(group + 1);
      const end = checkOffset(offsets, group + 1, start, triples);
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
    const { predicates, provenances } = this.#bounds;
    if (predicate >= predicates) throw this.#predicates.wrong(row, "there is no such predicate");
    if (term >= this.#termEnd) throw this.terms.wrong(row, "there is no such term here");
    if (provenance >= provenances) {
      throw this.#provenances.wrong(row, "there is no such provenance");
    }
    const order = predicate - beforePredicate || term - beforeTerm || provenance - beforeProvenance;
    if (!isFirst && order <= 0) throw this.terms.wrong(row, "rows are not in order");
    this.#predicate = predicate;
    this.#term = term;
    this.#provenance = provenance;
  }
}
