/**
 * Expressions of a plan, ready to evaluate on the row that a search holds; groups and their
 * aggregates.
 */

import {
  type Accumulator,
  type Evaluate,
  printed,
  truth,
  type Value,
} from "../expression-values.ts";
import { type FunctionRow, functions } from "../function-table.ts";
import type { Aggregate, Expression, Group, Grouping, Plan, VariableId } from "../plan.ts";
import { hasMatch } from "./binding-units.ts";
import { RowSet } from "./bindings.ts";
import { type CellId, type Search, type Unit, unbound } from "./search.ts";

/** Where the values of aggregates are found once a group is complete. */
type AggregateValues = readonly Value[];

/** The unit of a group that EXISTS asks for. */
type UnitOf = (group: Group) => Unit;

export function conditionOf(
  expression: Expression,
  search: Search,
  aggregates: AggregateValues = [],
  unitOf?: UnitOf,
): () => boolean {
  const evaluate = evaluatorOf(expression, search, aggregates, unitOf);
  return () => truth(evaluate()) === true;
}

export function evaluatorOf(
  expression: Expression,
  search: Search,
  aggregates: AggregateValues,
  unitOf?: UnitOf,
): Evaluate {
  switch (expression.kind) {
    case "variable": {
      const { variable } = expression;
      return () => {
        const id = search.at(variable);
        return id === unbound ? undefined : search.terms.textOf(id);
      };
    }
    case "text":
      return () => expression.text;
    case "number":
    case "boolean":
      return () => expression.value;
    case "aggregate":
      return () => aggregates[expression.aggregate];
    case "exists": {
      const unit = unitOf?.(expression.group);
      return () => unit && hasMatch(unit);
    }
    case "call": {
      const { operator, args, regex } = expression;
      const row: FunctionRow = functions[operator];
      const areStored = args.every(({ kind }) => kind === "variable" || kind === "aggregate");
      const evaluators = args.map((arg) => evaluatorOf(arg, search, aggregates, unitOf));
      const evaluate = row.evaluate(evaluators, { areStored, regex, work: search.work });
      return () => {
        search.work(1);
        return evaluate();
      };
    }
  }
}

/** GROUP BY and aggregates of the extended dialect. */
/** Bytes that an aggregate keeps of a group, about. */
const bytesPerState = 24;

export class Groups {
  /** Values of the aggregates of the group that `each` visits. */
  readonly values: Value[] = [];
  readonly #search: Search;
  readonly #grouping: Grouping;
  readonly #keys: RowSet;
  readonly #key: Float64Array;
  readonly #columns: readonly AggregateColumn[];
  readonly #same: (id: CellId) => CellId;
  #count = 0;

  /** `same`: what ids of one key have in common. */
  constructor(search: Search, plan: Plan, grouping: Grouping, same: (id: CellId) => CellId) {
    this.#same = same;
    this.#search = search;
    this.#grouping = grouping;
    this.#keys = new RowSet(grouping.keys.length, search);
    this.#key = new Float64Array(grouping.keys.length);
    this.#columns = grouping.aggregates.map(
      (aggregate) => new AggregateColumn(search, aggregate, plan.visible),
    );
    // Without keys everything is one group, even when there is nothing.
    if (grouping.keys.length === 0) this.#begin();
  }

  /** Adds the match that the row holds. */
  add(): void {
    const { keys } = this.#grouping;
    this.#search.work(1 + keys.length + this.#columns.length);
    for (let at = 0; at < keys.length; at++) {
      this.#key[at] = this.#same(this.#search.at(keys[at] as number));
    }
    const group = keys.length === 0 ? 0 : this.#keys.add(this.#key);
    if (group === this.#count) this.#begin();
    for (const column of this.#columns) column.add(group);
  }

  /** Visits each group with its keys in the row and its aggregates in `values`. */
  each(visit: () => boolean): void {
    const { keys } = this.#grouping;
    for (let group = 0; group < this.#count; group++) {
      this.#search.work(1 + keys.length + this.#columns.length);
      for (const [at, variable] of keys.entries()) {
        this.#search.row[variable] = this.#keys.rows.at(group, at);
      }
      for (const [at, column] of this.#columns.entries()) this.values[at] = column.value(group);
      const goOn = visit();
      for (const variable of keys) this.#search.row[variable] = unbound;
      if (!goOn) return;
    }
  }

  #begin(): void {
    this.#count++;
    this.#search.bytes(this.#columns.length * bytesPerState);
    for (const column of this.#columns) column.begin();
  }
}

/** One aggregate of all groups. */
class AggregateColumn {
  readonly #search: Search;
  readonly #kept: Accumulator;
  readonly #evaluate: Evaluate;
  readonly #distinct: DistinctValues | undefined;

  constructor(
    search: Search,
    { operator, distinct, of }: Aggregate,
    visible: readonly VariableId[],
  ) {
    this.#search = search;
    this.#kept = functions[operator].begin();
    if (of === undefined) this.#evaluate = () => true;
    else if (of.kind === "variable" && operator === "count") {
      // What is counted need not be read.
      this.#evaluate = () => (search.at(of.variable) === unbound ? undefined : true);
    } else this.#evaluate = evaluatorOf(of, search, []);
    this.#distinct = distinct ? new DistinctValues(search, of, visible) : undefined;
  }

  begin(): void {
    this.#kept.begin();
  }

  add(group: number): void {
    const value = this.#evaluate();
    if (value === undefined || this.#distinct?.isNew(group, value) === false) return;
    if (typeof value === "string") this.#search.work(1);
    this.#kept.add(group, value);
  }

  value(group: number): Value {
    return this.#kept.value(group);
  }
}

/** What DISTINCT has met in each group: values by the text that they print, or whole rows. */
class DistinctValues {
  readonly #search: Search;
  readonly #of: Aggregate["of"];
  readonly #seen: RowSet;
  readonly #row: Float64Array;
  readonly #visible: readonly VariableId[];

  constructor(search: Search, of: Aggregate["of"], visible: readonly VariableId[]) {
    this.#search = search;
    this.#of = of;
    this.#visible = visible;
    const width = of === undefined ? visible.length : 1;
    this.#seen = new RowSet(width + 1, search);
    this.#row = new Float64Array(width + 1);
  }

  isNew(group: number, value: Value): boolean {
    const row = this.#row;
    row[0] = group;
    if (this.#of === undefined) this.#fillWithRow();
    else row[1] = this.#idOf(this.#of, value);
    const before = this.#seen.rows.count;
    return this.#seen.add(row) === before;
  }

  #fillWithRow(): void {
    const { terms } = this.#search;
    this.#search.work(this.#visible.length);
    for (const [at, variable] of this.#visible.entries()) {
      this.#row[at + 1] = terms.printedAs(this.#search.at(variable));
    }
  }

  #idOf(of: NonNullable<Aggregate["of"]>, value: Value): CellId {
    const { terms } = this.#search;
    if (of.kind === "variable") return terms.printedAs(this.#search.at(of.variable));
    return terms.printedAs(terms.literalOf(printed(value) ?? ""));
  }
}
