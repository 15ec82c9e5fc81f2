/** What walks over one graph have in common; made by the first that needs it. */

import { Bitmap } from "../columns/index.ts";
import type { Graph, PredicateId } from "../graph/index.ts";
import { derived } from "../memo.ts";
import type { TermId } from "../texts/index.ts";
import { TypeLeads } from "./type-leads.ts";

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
