/** What the graph keeps of each node beside its arcs, held against them: its name and its types. */

import type { Range } from "../columns/column-source.ts";
import {
  rowOf,
  type Walk,
  type WalkedColumns,
  type WalkedRows,
} from "../columns/walked-columns.ts";
import { noTerm } from "../texts/dictionary.ts";

/**
 * After the arcs out were walked.
 * @param name number of the predicate, -1 when no triple has it; the same of `typeOf`
 */
export function* walkFacts(columns: WalkedColumns, name: number, typeOf: number): Walk {
  const { nodes } = columns.counts;
  const names = new Names(columns);
  const types = new Types(columns);
  yield* types.walkSets();
  const offsets = columns.rows("graph.out.offsets");
  const predicates = columns.rows("graph.out.predicates");
  const named = new PredicateRange(name);
  const typed = new PredicateRange(typeOf);
  for (let node = 0, row = 0; node < nodes; node++) {
    if (!offsets.has(node + 1)) yield offsets.need(node + 1);
    const end = offsets.at(node + 1);
    named.begin(row);
    typed.begin(row);
    for (; row < end; row++) {
      if (!predicates.has(row)) yield predicates.need(row);
      const predicate = predicates.at(row);
      named.take(row, predicate);
      typed.take(row, predicate);
    }
    yield* names.walk(node, named);
    yield* types.walk(node, typed);
  }
}

/** Rows of one predicate, which lie side by side in each node. */
class PredicateRange implements Range {
  start = 0;
  end = 0;
  readonly #predicate: number;

  constructor(predicate: number) {
    this.#predicate = predicate;
  }

  begin(row: number): void {
    this.start = this.end = row;
  }

  take(row: number, predicate: number): void {
    if (predicate !== this.#predicate) return;
    if (this.end === this.start) this.start = row;
    this.end = row + 1;
  }
}

/** A node is named by one of the literals that are its names. */
class Names {
  readonly #nodes: number;
  readonly #names: WalkedRows;
  readonly #terms: WalkedRows;

  constructor(columns: WalkedColumns) {
    this.#nodes = columns.counts.nodes;
    this.#names = columns.rows("graph.names");
    this.#terms = columns.rows("graph.out.terms");
  }

  *walk(node: number, { start, end }: Range): Walk {
    if (!this.#names.has(node)) yield this.#names.need(node);
    const name = this.#names.at(node);
    let isFound = name === noTerm;
    for (let row = start; row < end; row++) {
      if (!this.#terms.has(row)) yield this.#terms.need(row);
      const term = this.#terms.at(row);
      if (term < this.#nodes) continue;
      if (name === noTerm) throw this.#names.wrong(node, `node ${node} has a name`);
      if (term === name) isFound = true;
    }
    if (!isFound) throw this.#names.wrong(node, `this is no name of node ${node}`);
  }
}

/** The set of a node has its types, and no others. */
class Types {
  readonly #outTerms: WalkedRows;
  readonly #sets: WalkedRows;
  readonly #offsets: WalkedRows;
  readonly #terms: WalkedRows;

  constructor(columns: WalkedColumns) {
    const pagesKept = 64;
    this.#outTerms = columns.rows("graph.out.terms");
    this.#sets = columns.rows("graph.typeSets");
    this.#offsets = columns.rows("graph.typeSets.offsets", pagesKept);
    this.#terms = columns.rows("graph.typeSets.terms", pagesKept);
  }

  /** The first set is empty, all others are not, and their terms ascend. */
  *walkSets(): Walk {
    const [offsets, terms] = [this.#offsets, this.#terms];
    if (offsets.length < 2) throw offsets.wrong(0, "there is no set of no types");
    let start = 0;
    for (let at = 0; at < offsets.length; at++) {
      const end = yield* rowOf(offsets, at);
      if (at < 2 ? end !== 0 : end === start)
        throw offsets.wrong(at, `${end} after ${start} ends no set`);
      for (let row = start, before = -1; row < end; row++) {
        const term = yield* rowOf(terms, row);
        if (term <= before) throw terms.wrong(row, "the types of a set ascend");
        before = term;
      }
      start = end;
    }
  }

  *walk(node: number, { start, end }: Range): Walk {
    if (!this.#sets.has(node)) yield this.#sets.need(node);
    const set = this.#sets.at(node);
    if (start === end && set === 0) return;
    let at = yield* rowOf(this.#offsets, set);
    const last = yield* rowOf(this.#offsets, set + 1);
    for (let row = start, before = -1; row < end; row++) {
      if (!this.#outTerms.has(row)) yield this.#outTerms.need(row);
      const term = this.#outTerms.at(row);
      if (term === before) continue;
      before = term;
      const isThere = at < last && (yield* rowOf(this.#terms, at++)) === term;
      if (!isThere) throw this.#sets.wrong(node, `these are not the types of node ${node}`);
    }
    if (at < last) throw this.#sets.wrong(node, `node ${node} has fewer types`);
  }
}
