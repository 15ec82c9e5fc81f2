/**
 * `dcid` is not an edge: it says which node a variable is, or gives a node a second name
 * (behaviour: sparql 3.2). Observations have dcids too, though nothing stores them.
 */

import { observationIdPrefix } from "../../ids/observation-id.ts";
import type { VariableId } from "../plan.ts";
import { bindOne } from "./binding-units.ts";
import { type CellId, type Next, type Search, type Unit, unbound } from "./search.ts";

/** Making the dcid of an observation costs as much as looking at this many triples. */
const candidatesPerId = 200;

/** `?v dcid (a b c)` */
export class PinUnit implements Unit {
  readonly variables: readonly VariableId[];
  readonly #search: Search;
  readonly #variable: VariableId;
  readonly #nodes: ReadonlySet<CellId>;
  readonly #observationIds: ReadonlySet<string>;

  constructor(search: Search, variable: VariableId, texts: readonly string[]) {
    this.#search = search;
    this.#variable = variable;
    this.variables = [variable];
    const { dictionary } = search.graph;
    this.#nodes = new Set(texts.flatMap((text) => dictionary.nodeOf(text) ?? []));
    this.#observationIds = new Set(texts.filter((text) => text.startsWith(observationIdPrefix)));
  }

  count(): number {
    if (this.#search.at(this.#variable) !== unbound) return 1;
    const points = this.#observationIds.size === 0 ? 0 : this.#search.observations.pointCount;
    return this.#nodes.size + points;
  }

  each(next: Next): boolean {
    const { terms, observations } = this.#search;
    const bound = this.#search.at(this.#variable);
    if (bound !== unbound) return this.#accepts(bound) ? next() : true;
    const visit = (id: CellId) => bindOne(this.#search, this.#variable, id, next);
    for (const node of this.#nodes) if (!visit(node)) return false;
    if (this.#observationIds.size === 0) return true;
    for (let point = 0; point < observations.pointCount; point++) {
      if (this.#isPinned(point) && !visit(terms.pointBase + point)) return false;
    }
    return true;
  }

  #accepts(id: CellId): boolean {
    const { terms } = this.#search;
    return terms.isPoint(id) ? this.#isPinned(id - terms.pointBase) : this.#nodes.has(id);
  }

  #isPinned(point: number): boolean {
    if (this.#observationIds.size === 0) return false;
    this.#search.work(candidatesPerId);
    return this.#observationIds.has(this.#search.terms.observationIdOf(point));
  }
}

/** `?v dcid ?d`: both are the same node. */
export class SameUnit implements Unit {
  readonly variables: readonly VariableId[];
  readonly #search: Search;
  readonly #one: VariableId;
  readonly #other: VariableId;

  constructor(search: Search, one: VariableId, other: VariableId) {
    this.#search = search;
    this.#one = one;
    this.#other = other;
    this.variables = [one, other];
  }

  count(): number {
    const { terms, observations } = this.#search;
    const isFree =
      this.#search.at(this.#one) === unbound && this.#search.at(this.#other) === unbound;
    return isFree ? terms.nodeCount + observations.pointCount : 1;
  }

  each(next: Next): boolean {
    const one = this.#search.at(this.#one);
    const other = this.#search.at(this.#other);
    const known = one === unbound ? other : one;
    if (known === unbound) return this.#eachNode(next);
    return this.#hasDcid(known) ? this.#bind(known, next) : true;
  }

  #eachNode(next: Next): boolean {
    const { terms, observations } = this.#search;
    for (let node = 0; node < terms.nodeCount; node++) {
      if (!this.#bind(node, next)) return false;
    }
    for (let point = 0; point < observations.pointCount; point++) {
      if (!this.#bind(terms.pointBase + point, next)) return false;
    }
    return true;
  }

  #hasDcid(id: CellId): boolean {
    const { terms } = this.#search;
    return id < terms.nodeCount || terms.isPoint(id);
  }

  /** Both are this, each if it is free or the same already. */
  #bind(id: CellId, next: Next): boolean {
    const search = this.#search;
    return bindOne(search, this.#one, id, () => bindOne(search, this.#other, id, next));
  }
}
