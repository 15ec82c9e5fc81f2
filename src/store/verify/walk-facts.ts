/** What the graph keeps of each node beside its arcs, held against them: its name and its types. */

import type { WalkedColumns } from "../columns/walked-columns.ts";
import { noTerm } from "../texts/dictionary.ts";

const setPagesKept = 64;

/**
 * After the arcs out were walked. A node is named by one of the literals that are its names; its set
 * has its types, and no others.
 * @param name number of the predicate, -1 when no triple has it; the same of `typeOf`
 */
export function walkFacts(columns: WalkedColumns, name: number, typeOf: number): void {
  walkSets(columns);
  const { nodes } = columns.counts;
  const offsets = columns.rows("graph.out.offsets");
  const predicates = columns.rows("graph.out.predicates");
  const terms = columns.rows("graph.out.terms");
  const checkName = nameCheck(columns);
  const checkTypes = typeCheck(columns);
  const named: number[] = [];
  const types = new Set<number>();
  for (let node = 0, row = 0; node < nodes; node++) {
    named.length = 0;
    types.clear();
    for (const end = offsets.at(node + 1); row < end; row++) {
      const predicate = predicates.at(row);
      if (predicate === name && terms.at(row) >= nodes) named.push(terms.at(row));
      if (predicate === typeOf) types.add(terms.at(row));
    }
    checkName(node, named);
    checkTypes(node, types);
  }
}

function nameCheck(columns: WalkedColumns) {
  const names = columns.rows("graph.names");
  return (node: number, named: readonly number[]): void => {
    const name = names.at(node);
    if (name !== noTerm && named.includes(name)) return;
    if (named.length > 0 && name === noTerm) throw names.wrong(node, `node ${node} has a name`);
    if (name !== noTerm) throw names.wrong(node, `this is no name of node ${node}`);
  };
}

/** @returns a check whose types ascend */
function typeCheck(columns: WalkedColumns) {
  const sets = columns.rows("graph.typeSets");
  const offsets = columns.rows("graph.typeSets.offsets", setPagesKept);
  const terms = columns.rows("graph.typeSets.terms", setPagesKept);
  return (node: number, types: ReadonlySet<number>): void => {
    const set = sets.at(node);
    let at = offsets.at(set);
    const end = offsets.at(set + 1);
    for (const type of types) {
      if (at === end || terms.at(at++) !== type) {
        throw sets.wrong(node, `these are not the types of node ${node}`);
      }
    }
    if (at < end) throw sets.wrong(node, `node ${node} has fewer types`);
  };
}

/** The first set is empty, all others are not, and their terms ascend. */
function walkSets(columns: WalkedColumns): void {
  const offsets = columns.rows("graph.typeSets.offsets");
  const terms = columns.rows("graph.typeSets.terms");
  if (offsets.length < 2) throw offsets.wrong(0, "there is no set of no types");
  let start = 0;
  for (let at = 0; at < offsets.length; at++) {
    const end = offsets.at(at);
    if (at < 2 ? end !== 0 : end === start)
      throw offsets.wrong(at, `${end} after ${start} ends no set`);
    for (let row = start, before = -1; row < end; row++) {
      const term = terms.at(row);
      if (term <= before) throw terms.wrong(row, "the types of a set ascend");
      before = term;
    }
    start = end;
  }
}
