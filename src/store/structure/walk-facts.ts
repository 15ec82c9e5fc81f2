/** What the graph keeps of each node beside its arcs, held against them: its name and its types. */

import {
  idTypes,
  type Range,
  rowOf,
  type Walk,
  type WalkedRows,
  type WalkedSections,
} from "../columns/index.ts";
import { noTerm } from "../texts/index.ts";

/** Numbers of predicates, -1 for one that no triple has; and counts. */
export interface FactBounds {
  readonly name: number;
  readonly typeOf: number;
  readonly nodes: number;
  readonly terms: number;
  readonly triples: number;
}

/** After the arcs out were walked. */
export function* walkFacts(sections: WalkedSections, bounds: FactBounds): Walk {
  const names = new Names(sections, bounds);
  const types = new Types(sections, bounds);
  yield* types.walkSets();
  const offsets = sections.rows("graph.out.offsets", ["u32"], bounds.nodes + 1);
  const predicates = sections.rows("graph.out.predicates", idTypes, bounds.triples);
  const named = new PredicateRange(bounds.name);
  const typed = new PredicateRange(bounds.typeOf);
  for (let node = 0, row = 0; node < bounds.nodes; node++) {
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

  constructor(sections: WalkedSections, { nodes, triples }: FactBounds) {
    this.#nodes = nodes;
    this.#names = sections.rows("graph.names", ["u32"], nodes);
    this.#terms = sections.rows("graph.out.terms", ["u32"], triples);
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
  readonly #termEnd: number;
  readonly #outTerms: WalkedRows;
  readonly #sets: WalkedRows;
  readonly #offsets: WalkedRows;
  readonly #terms: WalkedRows;

  constructor(sections: WalkedSections, { nodes, terms, triples }: FactBounds) {
    const pagesKept = 64;
    this.#termEnd = terms;
    this.#outTerms = sections.rows("graph.out.terms", ["u32"], triples);
    this.#sets = sections.rows("graph.typeSets", idTypes, nodes);
    this.#offsets = sections.rows("graph.typeSets.offsets", ["u32"], undefined, pagesKept);
    this.#terms = sections.rows("graph.typeSets.terms", ["u32"], undefined, pagesKept);
  }

  /** The first set is empty, all others are not, and their terms ascend. */
  *walkSets(): Walk {
    const [offsets, terms] = [this.#offsets, this.#terms];
    if (offsets.length < 2) throw offsets.wrong(0, "there is no set of no types");
    let start = 0;
    for (let at = 0; at < offsets.length; at++) {
      const end = yield* rowOf(offsets, at);
      const isRight = at < 2 ? end === 0 : end > start && end <= terms.length;
      if (!isRight) throw offsets.wrong(at, `${end} after ${start} ends no set`);
      for (let row = start, before = -1; row < end; row++) {
        const term = yield* rowOf(terms, row);
        if (term <= before || term >= this.#termEnd) throw terms.wrong(row, "no such type here");
        before = term;
      }
      start = end;
    }
    if (start < terms.length) throw terms.wrong(start, "no set has this type");
  }

  *walk(node: number, { start, end }: Range): Walk {
    if (!this.#sets.has(node)) yield this.#sets.need(node);
    const set = this.#sets.at(node);
    if (start === end && set === 0) return;
    if (set + 1 >= this.#offsets.length) throw this.#sets.wrong(node, "there is no such set");
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
