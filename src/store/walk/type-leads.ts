/**
 * Which sets of types lead to which over one predicate. A walk that looks for counties need not
 * enter cities where no city leads to a county.
 */

import type { Direction, Graph, PredicateId } from "../graph/index.ts";

/** More pairs than these say too little for what they cost. */
const pairsMax = 4096;

export class TypeLeads {
  /** By set: the sets from which one step of a direction leads to it. */
  readonly #before: Readonly<Record<Direction, ReadonlyMap<number, readonly number[]>>>;

  private constructor(pairs: Iterable<number>, setCount: number) {
    const before = { out: new Map<number, number[]>(), in: new Map<number, number[]>() };
    for (const pair of pairs) {
      const subject = Math.floor(pair / setCount);
      const object = pair % setCount;
      note(before.out, object, subject);
      note(before.in, subject, object);
    }
    this.#before = before;
  }

  /** Goes over all arcs once; undefined where their ends are of too many kinds. */
  static of(graph: Graph, predicate: PredicateId): TypeLeads | undefined {
    const { nodeCount } = graph.dictionary;
    const { offsets, predicates, terms } = graph.out;
    const setCount = graph.typeSetCount;
    const pairs = new Set<number>();
    let latest = -1;
    for (let subject = 0; subject < nodeCount; subject++) {
      for (let row = offsets[subject]!; row < offsets[subject + 1]!; row++) {
        if (predicates[row] !== predicate || terms[row]! >= nodeCount) continue;
        const pair = graph.typeSetOf(subject) * setCount + graph.typeSetOf(terms[row]!);
        if (pair === latest) continue;
        latest = pair;
        if (pairs.add(pair).size > pairsMax) return undefined;
      }
    }
    return new TypeLeads(pairs, setCount);
  }

  /** By set: 1 where some node of it may lead, in one step or more, to one of a wanted set. */
  leadingTo(wanted: Uint8Array, direction: Direction): Uint8Array {
    const before = this.#before[direction];
    const leading = new Uint8Array(wanted.length);
    const queue: number[] = [];
    for (const set of before.keys()) if (wanted[set] === 1) queue.push(set);
    for (const set of queue) {
      for (const one of before.get(set) ?? []) {
        if (leading[one] === 1) continue;
        leading[one] = 1;
        queue.push(one);
      }
    }
    return leading;
  }
}

function note(lists: Map<number, number[]>, key: number, value: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
