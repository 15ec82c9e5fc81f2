/** A pattern whose predicate is a variable: one pattern after the other for each predicate. */

import { lowerBound } from "../../store/columns/kernels.ts";
import type { PredicateId } from "../../store/graph/arc-table.ts";
import type { TermId } from "../../store/texts/dictionary.ts";
import type { VariableId } from "../plan.ts";
import { type CellId, type Ends, type Next, type Search, type Unit, unbound } from "./search.ts";
import { size, TripleUnit } from "./triple-unit.ts";

export class WildcardUnit implements Unit {
  readonly variables: readonly VariableId[];
  readonly #search: Search;
  readonly #subject: Ends;
  readonly #predicate: VariableId;
  readonly #object: Ends;
  readonly #units = new Map<PredicateId, TripleUnit>();

  constructor(search: Search, subject: Ends, predicate: VariableId, object: Ends) {
    this.#search = search;
    this.#subject = subject;
    this.#predicate = predicate;
    this.#object = object;
    this.variables = [subject.variable, predicate, object.variable].filter((one) => one >= 0);
  }

  count(): number {
    const { graph, terms } = this.#search;
    const bound = this.#search.at(this.#predicate);
    if (bound !== unbound) return this.#unitOfNode(bound)?.count() ?? 0;
    const subject = this.#one(this.#subject);
    const object = this.#one(this.#object);
    if (subject !== undefined) {
      return subject < terms.nodeCount ? size(graph.out.rows(subject)) : 0;
    }
    if (object !== undefined) {
      return object < terms.termCount ? size(graph.in.rows(object)) : 0;
    }
    return graph.tripleCount;
  }

  each(next: Next): boolean {
    const { row, graph } = this.#search;
    const bound = this.#search.at(this.#predicate);
    if (bound !== unbound) return this.#unitOfNode(bound)?.each(next) ?? true;
    for (const predicate of this.#predicatesNow()) {
      row[this.#predicate] = graph.predicates[predicate] as TermId;
      const goOn = this.#unitOf(predicate).each(next);
      row[this.#predicate] = unbound;
      if (!goOn) return false;
    }
    return true;
  }

  /** Predicates that can match: only predicates of the subject or object, if one is known. */
  #predicatesNow(): Iterable<PredicateId> {
    const { graph, terms } = this.#search;
    const subject = this.#one(this.#subject);
    if (subject !== undefined) {
      if (subject >= terms.nodeCount) return [];
      return graph.predicatesOf(subject, "out");
    }
    const object = this.#one(this.#object);
    if (object === undefined) return graph.predicates.keys();
    if (object >= terms.termCount) return [];
    return graph.predicatesOf(object, "in");
  }

  /** The one term that an end is now, or undefined. */
  #one({ variable, ids }: Ends): CellId | undefined {
    if (variable < 0) return ids.length === 1 ? ids[0] : undefined;
    const id = this.#search.at(variable);
    return id === unbound ? undefined : id;
  }

  #unitOfNode(node: CellId): TripleUnit | undefined {
    const { predicates } = this.#search.graph;
    if (node >= this.#search.terms.nodeCount) return undefined;
    const predicate = lowerBound(predicates, node, 0, predicates.length);
    return predicates[predicate] === node ? this.#unitOf(predicate) : undefined;
  }

  #unitOf(predicate: PredicateId): TripleUnit {
    let unit = this.#units.get(predicate);
    if (unit === undefined) {
      const [subject, object] = [this.#subject, this.#object];
      unit = new TripleUnit(this.#search, { subject, predicate, object, isOncePerSubject: false });
      this.#units.set(predicate, unit);
    }
    return unit;
  }
}
