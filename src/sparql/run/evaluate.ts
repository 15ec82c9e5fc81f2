/** A plan over a world: matches into rows, rows into the answer. */

import type { World } from "../../world.ts";
import type { Plan, VariableId } from "../plan.ts";
import { variablesOf } from "../plan-variables.ts";
import {
  type CompareRows,
  OrderedCollector,
  type Page,
  PlainCollector,
  type RowCollector,
} from "./bindings.ts";
import { whereUnit } from "./build-units.ts";
import { conditionOf, evaluatorOf, printed } from "./conditions.ts";
import { compareValues, Groups } from "./grouping.ts";
import { defaultLimits, type QueryLimits, Search } from "./search.ts";
import { type CellId, unbound } from "./terms.ts";

/** Response of the SPARQL endpoints (specification: SPARQL result). */
export interface SparqlResponse {
  /** Selected variables with their `?`. */
  header: string[];
  /** Absent when nothing matches. */
  rows?: SparqlRow[];
}

export interface SparqlRow {
  /** In the order of `header`. */
  cells: SparqlCell[];
}

export interface SparqlCell {
  /** Absent when it is empty or unset. */
  value?: string;
}

/** Throws LimitError when the answer would take too much time or memory. */
export function evaluate(
  world: World,
  plan: Plan,
  limits: QueryLimits = defaultLimits,
): SparqlResponse {
  const search = new Search(world, plan.variables.length, limits);
  const collector = collectorOf(plan, search);
  const where = whereUnit(search, plan, plan.distinct ? neededVariables(plan) : undefined);
  if (plan.grouping === undefined) {
    const write = rowWriter(plan, search, []);
    where.each(() => collector.add(write()));
  } else {
    const groups = new Groups(search, plan.grouping);
    where.each(() => {
      groups.add();
      return true;
    });
    const having = plan.grouping.having.map((one) => conditionOf(one, search, groups.values));
    const write = rowWriter(plan, search, groups.values);
    groups.each(() => having.some((holds) => !holds()) || collector.add(write()));
  }
  return answerOf(plan, search, collector);
}

/** Variables that tell rows apart; undefined when every match counts. */
function neededVariables(plan: Plan): ReadonlySet<VariableId> | undefined {
  if (plan.grouping !== undefined) return undefined;
  return new Set(
    plan.columns.flatMap((column) =>
      column.kind === "variable" ? [column.variable] : variablesOf(column.expression),
    ),
  );
}

/** Fills one reused row from the bindings. */
function rowWriter(plan: Plan, search: Search, aggregates: Groups["values"]): () => Float64Array {
  const { terms } = search;
  const cells = plan.columns.map((column): (() => CellId) => {
    if (column.kind === "variable") return () => search.at(column.variable);
    const value = evaluatorOf(column.expression, search, aggregates);
    return () => {
      const text = printed(value());
      return text === undefined ? unbound : terms.literalOf(text);
    };
  });
  const row = new Float64Array(cells.length);
  return () => {
    for (const [at, cell] of cells.entries()) {
      row[at] = plan.distinct ? terms.printedAs(cell()) : cell();
    }
    return row;
  };
}

function collectorOf(plan: Plan, { terms, limits }: Search): RowCollector {
  const width = plan.columns.length;
  const page: Page = plan;
  if (plan.order.length === 0) {
    return new PlainCollector(width, page, plan.distinct, limits.cells);
  }
  const keys = plan.order.map(({ column, isDescending }) => ({
    column,
    sign: isDescending ? -1 : 1,
    // Computed columns hold numbers as a rule; stored values are ordered as texts (V2 §5.3.10).
    compare:
      plan.columns[column]?.kind === "computed"
        ? (a: CellId, b: CellId) => compareValues(terms.textOf(a), terms.textOf(b))
        : (a: CellId, b: CellId) => terms.compare(a, b),
  }));
  const compare: CompareRows = (cellOfA, cellOfB) => {
    for (const key of keys) {
      const order = key.compare(cellOfA(key.column), cellOfB(key.column));
      if (order !== 0) return order * key.sign;
    }
    return 0;
  };
  return new OrderedCollector(width, page, plan.distinct, limits.cells, compare);
}

function answerOf(plan: Plan, { terms }: Search, collector: RowCollector): SparqlResponse {
  const rows: SparqlRow[] = [];
  const header = [...plan.header];
  collector.each((cellOf) => {
    const cells = header.map((_, column): SparqlCell => {
      const value = terms.textOf(cellOf(column));
      return value === "" ? {} : { value };
    });
    rows.push({ cells });
  });
  return rows.length === 0 ? { header } : { header, rows };
}
