/** What walks over one graph have in common; made by the first that needs it. */

import { derived } from "../columns/column-source.ts";
import { Bitmap } from "../columns/id-sets.ts";
import type { TermId } from "../texts/dictionary.ts";
import type { PredicateId } from "./arc-table.ts";
import type { Direction, Graph } from "./graph.ts";
import { type LeadPair, leadPairsMax } from "./type-sets.ts";

export class WalkMemory {
  readonly #graph: Graph;
  #typeOf: PredicateId | undefined | "unknown" = "unknown";
  #setsByType: ReadonlyMap<TermId, readonly number[]> | undefined;
  readonly #leads = new Map<PredicateId, TypeLeads | undefined>();
  readonly #spare: Bitmap[] = [];

  constructor(graph: Graph) {
    this.#graph = graph;
  }

  get typeOf(): PredicateId | undefined {
    if (this.#typeOf === "unknown") this.#typeOf = this.#graph.predicateOf("typeOf");
    return this.#typeOf;
  }

  /** By set of types: 1 where it holds one of these. */
  setsWith(types: ReadonlySet<TermId>): Uint8Array {
    const { typeSetCount } = this.#graph;
    const found = new Uint8Array(typeSetCount);
    if (types.size > typeSetCount) {
      for (let set = 0; set < typeSetCount; set++) {
        if (this.#graph.typesOfSet(set).some((type) => types.has(type))) found[set] = 1;
      }
      return found;
    }
    this.#setsByType ??= setsByType(this.#graph);
    for (const type of types) for (const set of this.#setsByType.get(type) ?? []) found[set] = 1;
    return found;
  }

  /** Is it known which types lead to which, or in a snapshot? */
  hasLeads(predicate: PredicateId): boolean {
    return this.#graph.leads !== undefined || this.#leads.has(predicate);
  }

  /** Which types lead to which over a predicate, where that is worth knowing. */
  leadsOf(predicate: PredicateId): TypeLeads | undefined {
    if (!this.#leads.has(predicate)) {
      this.#leads.set(predicate, TypeLeads.of(this.#graph, predicate));
    }
    return this.#leads.get(predicate);
  }

  /** An empty bitmap over all terms, to be given back as empty as it was. */
  borrow(): Bitmap {
    return this.#spare.pop() ?? new Bitmap(this.#graph.dictionary.termCount);
  }

  giveBack(bitmap: Bitmap): void {
    this.#spare.push(bitmap);
  }
}

export const walkMemory = derived((graph: Graph) => new WalkMemory(graph));

function setsByType(graph: Graph): ReadonlyMap<TermId, readonly number[]> {
  const sets = new Map<TermId, number[]>();
  for (let set = 0; set < graph.typeSetCount; set++) {
    for (const type of graph.typesOfSet(set)) {
      const known = sets.get(type);
      if (known === undefined) sets.set(type, [set]);
      else known.push(set);
    }
  }
  return sets;
}

// Which sets of types lead to which over one predicate. A walk that looks for counties need not
// enter cities where no city leads to a county.

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

// Which sets of types lead to which, found by going over all arcs.

/** The pairs of one predicate; of more than `leadPairsMax`, one more than that. */
export function foundPairs(graph: Graph, predicate: PredicateId): LeadPair[] {
  const pairs = new Set<LeadPair>();
  eachLead(graph, (of, pair) => of !== predicate || pairs.add(pair).size <= leadPairsMax);
  return [...pairs];
}

/** Shows the pairs of arcs to nodes, those of a predicate side by side once, until `take` is false. */
export function eachLead(
  graph: Graph,
  take: (predicate: PredicateId, pair: LeadPair) => boolean,
): void {
  const { nodeCount } = graph.dictionary;
  const { offsets, predicates, terms } = graph.out;
  const { typeSets, typeSetCount } = graph;
  const latest = new Float64Array(graph.predicates.length).fill(-1);
  let row = 0;
  for (let subject = 0; subject < nodeCount; subject++) {
    const first = typeSets[subject]! * typeSetCount;
    for (const end = offsets[subject + 1]!; row < end; row++) {
      const term = terms[row]!;
      if (term >= nodeCount) continue;
      const predicate = predicates[row]!;
      const pair = first + typeSets[term]!;
      if (pair === latest[predicate]) continue;
      latest[predicate] = pair;
      if (!take(predicate, pair)) return;
    }
  }
}
