/** GROUP BY and aggregates of the extended dialect. */

import { compareUtf8 } from "../../store/index.ts";
import type { Aggregate, Grouping } from "../plan/index.ts";
import { RowSet } from "./bindings.ts";
import { type Evaluate, evaluatorOf, numeric, printed, type Value } from "./conditions.ts";
import type { Search } from "./search.ts";
import { type CellId, unbound } from "./terms.ts";

export class Groups {
  /** Values of the aggregates of the group that `each` visits. */
  readonly values: Value[] = [];
  readonly #search: Search;
  readonly #grouping: Grouping;
  readonly #keys: RowSet;
  readonly #key: Float64Array;
  readonly #evaluators: (Evaluate | undefined)[];
  /** By group and then by aggregate. */
  readonly #states: AggregateState[][] = [];

  constructor(search: Search, grouping: Grouping) {
    this.#search = search;
    this.#grouping = grouping;
    this.#keys = new RowSet(grouping.keys.length, search.limits.cells);
    this.#key = new Float64Array(grouping.keys.length);
    this.#evaluators = grouping.aggregates.map(({ of }) =>
      of === undefined ? undefined : evaluatorOf(of, search, []),
    );
    // Without keys everything is one group, even when there is nothing.
    if (grouping.keys.length === 0) this.#states.push(this.#newStates());
  }

  /** Adds the match that the row holds. */
  add(): void {
    const { keys } = this.#grouping;
    const { terms } = this.#search;
    for (const [at, variable] of keys.entries()) {
      this.#key[at] = terms.printedAs(this.#search.at(variable));
    }
    const group = keys.length === 0 ? 0 : this.#keys.add(this.#key);
    this.#states[group] ??= this.#newStates();
    const states = this.#states[group] as AggregateState[];
    for (const [at, evaluate] of this.#evaluators.entries()) {
      (states[at] as AggregateState).add(evaluate === undefined ? this.#wholeRow() : evaluate());
    }
  }

  /** Visits each group with its keys in the row and its aggregates in `values`. */
  each(visit: () => boolean): void {
    const { keys } = this.#grouping;
    for (const [group, states] of this.#states.entries()) {
      for (const [at, variable] of keys.entries()) {
        this.#search.row[variable] = this.#keys.rows.at(group, at);
      }
      for (const [at, state] of states.entries()) this.values[at] = state.value();
      const goOn = visit();
      for (const variable of keys) this.#search.row[variable] = unbound;
      if (!goOn) return;
    }
  }

  #newStates(): AggregateState[] {
    return this.#grouping.aggregates.map((aggregate) => new AggregateState(aggregate));
  }

  /** What `COUNT(*)` counts: never unbound, and for DISTINCT all that the row holds. */
  #wholeRow(): Value {
    const isAsked = this.#grouping.aggregates.some(
      ({ of, distinct }) => of === undefined && distinct,
    );
    if (!isAsked) return true;
    const { terms, row } = this.#search;
    return JSON.stringify(Array.from(row, (id: CellId) => terms.printedAs(id)));
  }
}

class AggregateState {
  readonly #aggregate: Aggregate;
  readonly #seen: Set<string> | undefined;
  #count = 0;
  #sum = 0;
  #hasError = false;
  #least: Value;
  #greatest: Value;

  constructor(aggregate: Aggregate) {
    this.#aggregate = aggregate;
    this.#seen = aggregate.distinct ? new Set() : undefined;
  }

  add(value: Value): void {
    const text = printed(value);
    if (text === undefined) return;
    if (this.#seen !== undefined) {
      if (this.#seen.has(text)) return;
      this.#seen.add(text);
    }
    this.#count++;
    const { operator } = this.#aggregate;
    if (operator === "sum" || operator === "avg") this.#addNumber(numeric(value));
    if (operator === "min" && (this.#least === undefined || isBefore(value, this.#least))) {
      this.#least = value;
    }
    if (operator === "max" && (this.#greatest === undefined || isBefore(this.#greatest, value))) {
      this.#greatest = value;
    }
  }

  /** Undefined where standard SPARQL has an error: a sum of what is no number, a least of nothing. */
  value(): Value {
    switch (this.#aggregate.operator) {
      case "count":
        return this.#count;
      case "sum":
        return this.#hasError ? undefined : this.#sum;
      case "avg":
        return this.#hasError ? undefined : this.#sum / Math.max(1, this.#count);
      case "min":
        return this.#least;
      case "max":
        return this.#greatest;
    }
  }

  #addNumber(value: number | undefined): void {
    if (value === undefined) this.#hasError = true;
    else this.#sum += value;
  }
}

/** Numbers in their order, then texts in theirs. */
export function isBefore(a: Value, b: Value): boolean {
  return compareValues(a, b) < 0;
}

export function compareValues(a: Value, b: Value): number {
  const [x, y] = [numeric(a), numeric(b)];
  if (x !== undefined && y !== undefined) return x - y;
  if (x !== undefined || y !== undefined) return x === undefined ? 1 : -1;
  return compareUtf8(printed(a) ?? "", printed(b) ?? "");
}
