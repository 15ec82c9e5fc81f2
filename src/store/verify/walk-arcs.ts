/** Arcs by subject and by object: sorted, and the same rows from either side. */

import type { WalkedColumns } from "../columns/walked-columns.ts";
import { KeyedSum, newSumKey } from "./keyed-sum.ts";

/** What was counted of the arcs out. */
interface ArcCounts {
  readonly subjects: number;
  /** Rows of each predicate. */
  readonly ofPredicates: Uint32Array;
  /** 1 for each provenance that a row has. */
  readonly provenances: Uint8Array;
}

export function walkArcs(columns: WalkedColumns): ArcCounts {
  const key = newSumKey();
  const [sumOut, sumIn] = [new KeyedSum(key), new KeyedSum(key)];
  const ofPredicates = new Uint32Array(columns.rows("graph.predicates").length);
  const provenances = new Uint8Array(columns.rows("graph.provenances").length);
  const subjects = walkSide(columns, "graph.out", (subject, predicate, object, provenance) => {
    sumOut.add(subject, predicate, object, provenance);
    ofPredicates[predicate]!++;
    provenances[provenance] = 1;
  });
  walkSide(columns, "graph.in", (object, predicate, subject, provenance) => {
    sumIn.add(subject, predicate, object, provenance);
  });
  if (!sumOut.isEqual(sumIn)) {
    throw columns.rows("graph.in.terms").wrong(0, "arcs in are not those that lead out");
  }
  return { subjects, ofPredicates, provenances };
}

type TakeArc = (group: number, predicate: number, term: number, provenance: number) => void;

/** @returns the number of the groups that have rows */
function walkSide(columns: WalkedColumns, name: string, take: TakeArc): number {
  const offsets = columns.rows(`${name}.offsets`);
  const predicates = columns.rows(`${name}.predicates`);
  const terms = columns.rows(`${name}.terms`);
  const provenances = columns.rows(`${name}.provenances`);
  let filled = 0;
  for (let group = 0, row = 0; group + 1 < offsets.length; group++) {
    const end = offsets.at(group + 1);
    if (end > row) filled++;
    let [lastPredicate, lastTerm, lastProvenance] = [-1, 0, 0];
    for (; row < end; row++) {
      const predicate = predicates.at(row);
      const term = terms.at(row);
      const provenance = provenances.at(row);
      const order = predicate - lastPredicate || term - lastTerm || provenance - lastProvenance;
      if (order <= 0) throw terms.wrong(row, "rows are not in order");
      take(group, predicate, term, provenance);
      lastPredicate = predicate;
      lastTerm = term;
      lastProvenance = provenance;
    }
  }
  return filled;
}
