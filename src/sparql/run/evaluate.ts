/** A query over a world: text into a plan, matches into rows, rows into the answer. */

import { Governor } from "../../governor/governor.ts";
import { derived } from "../../store/columns/column-source.ts";
import type { World } from "../../world/world.ts";
import { planOf } from "../compile/query-plan.ts";
import type { Dialect } from "../compile/tokens.ts";
import { compareValues, printed } from "../functions/expression-values.ts";
import { type Plan, type VariableId, variablesOf } from "../plan.ts";
import {
  type CompareRows,
  OrderedCollector,
  PlainCollector,
  type RowCollector,
} from "./bindings.ts";
import { whereUnit } from "./build-units.ts";
import { conditionOf, evaluatorOf, Groups } from "./evaluators.ts";
import { type CellId, type QueryTerms, Search, type Unit, unbound } from "./search.ts";

/** How queries are read. */
export interface QueryOptions {
  /**
   * What SPARQL queries may hold. `documented` (default): the documented dialect (behaviour:
   * sparql). `extended`: also FILTER, OPTIONAL, UNION, aggregates with GROUP BY and HAVING, several
   * keys of ORDER BY, OFFSET, `SELECT *`, variables as predicates, prefixes and comments.
   */
  readonly dialect?: Dialect | undefined;
}

/** Texts of so many characters are read in a millisecond. */
const shortLength = 2000;

/**
 * Answers a query (behaviour: sparql).
 *
 * @throws QueryError for a query that cannot be read or is not supported
 * @throws CommonsError `REQUEST` for a pattern with several types
 * @throws LimitError for an answer that would take too much
 */
export function querySparql(
  world: World,
  text: string,
  { dialect = "documented" }: QueryOptions = {},
  governor: Governor = new Governor(),
): SparqlResponse {
  // The deadline counts the time that it takes to read a long text.
  const isLong = text.length > shortLength;
  if (isLong) governor.look();
  const plan = planOf(text, dialect);
  if (isLong) governor.look();
  return evaluate(world, plan, governor);
}

/** Response of the SPARQL endpoints (behaviour: sparql 4). */
export interface SparqlResponse {
  /** Selected variables with their `?`. */
  header: string[];
  /** Absent when nothing matches. */
  rows?: SparqlRow[];
}

/** One match. */
export interface SparqlRow {
  /** In the order of `header`. */
  cells: SparqlCell[];
}

/** What one variable is in a match. */
export interface SparqlCell {
  /** Absent when it is empty or unset. */
  value?: string;
}

/** What plans have become for a world, as long as both are there. */
const preparedQueries = derived(
  (_: World) => new WeakMap<Plan, PreparedQuery>(),
  ({ graph }) => graph,
);

/**
 * Answers a plan. What was found out about the world for it, such as ids and the order of joins, is
 * kept for the next time. Throws LimitError when the answer would take too much time or memory.
 */
export function evaluate(
  world: World,
  plan: Plan,
  governor: Governor = new Governor(),
): SparqlResponse {
  const ofWorld = preparedQueries(world);
  const known = ofWorld.get(plan);
  // Whoever throws on the way is not used again.
  ofWorld.delete(plan);
  const query = known ?? new PreparedQuery(world, plan, governor);
  const response = query.run(governor);
  if (query.isLight) ofWorld.set(plan, query);
  return response;
}

/** A plan with the units that match it in one world; runs one at a time. */
class PreparedQuery {
  readonly #plan: Plan;
  readonly #search: Search;
  readonly #where: Unit;
  readonly #compare: CompareRows;

  constructor(world: World, plan: Plan, governor: Governor) {
    this.#plan = plan;
    this.#search = new Search(world, plan.variables.length, governor);
    this.#where = whereUnit(this.#search, plan, plan.distinct ? neededVariables(plan) : undefined);
    this.#compare = comparatorOf(plan, this.#search);
  }

  /** What it has met on the way is little enough to be kept. */
  get isLight(): boolean {
    return this.#search.terms.isLight;
  }

  run(governor: Governor): SparqlResponse {
    const plan = this.#plan;
    const search = this.#search;
    search.begin(governor);
    const collector = this.#collector();
    if (plan.grouping === undefined) {
      const write = rowWriter(plan, search, []);
      this.#where.each(() => collector.add(write()));
    } else {
      const groups = new Groups(search, plan.grouping);
      this.#where.each(() => {
        groups.add();
        return true;
      });
      const having = plan.grouping.having.map((one) => conditionOf(one, search, groups.values));
      const write = rowWriter(plan, search, groups.values);
      groups.each(() => having.some((holds) => !holds()) || collector.add(write()));
    }
    const answer = answerOf(plan, search, collector);
    search.report();
    return answer;
  }

  #collector(): RowCollector {
    const plan = this.#plan;
    const search = this.#search;
    const width = plan.columns.length;
    return plan.order.length === 0
      ? new PlainCollector(width, plan, plan.distinct, search)
      : new OrderedCollector(width, plan, plan.distinct, search, this.#compare);
  }
}

/** Variables by which rows differ; undefined when every match counts. */
function neededVariables(plan: Plan): ReadonlySet<VariableId> | undefined {
  if (plan.grouping !== undefined) return undefined;
  return new Set(
    plan.columns.flatMap((column) =>
      column.kind === "variable" ? [column.variable] : variablesOf(column.expression),
    ),
  );
}

/** Fills one reused row from the bindings. */
function rowWriter(plan: Plan, search: Search, aggregates: Groups["values"]): () => CellId[] {
  const { terms } = search;
  const cells = plan.columns.map((column): (() => CellId) => {
    if (column.kind === "variable") return () => search.at(column.variable);
    const value = evaluatorOf(column.expression, search, aggregates);
    return () => {
      const text = printed(value());
      return text === undefined ? unbound : terms.literalOf(text);
    };
  });
  const row = cells.map(() => unbound);
  return () => {
    search.work(row.length);
    for (let at = 0; at < row.length; at++) {
      const cell = (cells[at] as () => CellId)();
      row[at] = plan.distinct ? terms.printedAs(cell) : cell;
    }
    return row;
  };
}

function comparatorOf(plan: Plan, search: Search): CompareRows {
  const { terms } = search;
  const keys = plan.order.map(({ column, isDescending, isNumeric }) => ({
    column,
    sign: isDescending ? -1 : 1,
    compare: isNumeric
      ? (a: CellId, b: CellId) => compareNumeric(a, b, terms)
      : (a: CellId, b: CellId) => terms.compare(a, b),
  }));
  return (rows, a, b) => {
    for (const { column, sign, compare } of keys) {
      const order = compare(rows.at(a, column), rows.at(b, column));
      if (order !== 0) return order * sign;
    }
    return 0;
  };
}

/** What has no value comes first, as in standard SPARQL and among stored values. */
function compareNumeric(a: CellId, b: CellId, terms: QueryTerms): number {
  if (a === unbound || b === unbound) return Number(a !== unbound) - Number(b !== unbound);
  return compareValues(terms.textOf(a), terms.textOf(b));
}

/** Bytes of a row and of a cell as objects, about. */
const bytesPerRow = 64;
const bytesPerCell = 56;

function answerOf(plan: Plan, search: Search, collector: RowCollector): SparqlResponse {
  const { terms } = search;
  const found: SparqlRow[] = [];
  const header = [...plan.header];
  const { rows } = collector;
  collector.each((number) => {
    // A list that grows by one cell would take places for 17.
    const cells = new Array<SparqlCell>(header.length);
    let bytes = bytesPerRow;
    for (let column = 0; column < header.length; column++) {
      const value = terms.textOf(rows.at(number, column));
      bytes += bytesPerCell + value.length;
      cells[column] = value === "" ? {} : { value };
    }
    search.work(1 + header.length);
    search.bytes(bytes);
    found.push({ cells });
  });
  return found.length === 0 ? { header } : { header, rows: found };
}
