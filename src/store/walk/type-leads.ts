/**
 * Which sets of types lead to which over one predicate. A walk that looks for counties need not
 * enter cities where no city leads to a county.
 */

import { type Direction, type Graph, leadPairsMax, type PredicateId } from "../graph/index.ts";
import { foundPairs } from "./found-leads.ts";

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

  /** From a snapshot, or else from all arcs; undefined where their ends are of too many kinds. */
  static of(graph: Graph, predicate: PredicateId): TypeLeads | undefined {
    const pairs = graph.leads?.pairsOf(predicate) ?? foundPairs(graph, predicate);
    const isKnown = pairs.length > 0 && pairs.length <= leadPairsMax;
    return isKnown ? new TypeLeads(pairs, graph.typeSetCount) : undefined;
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
