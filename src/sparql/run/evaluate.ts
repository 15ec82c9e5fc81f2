/** A query over a world: text into a plan, matches into rows, rows into the answer. */

import { Governor } from "../../options/governor.ts";
import { derived } from "../../store/columns/column-source.ts";
import type { World } from "../../world/world.ts";
import { planOf } from "../compile/query-plan.ts";
import type { Dialect } from "../compile/tokens.ts";
import { compareValues } from "../expression-values.ts";
import { type Plan, type VariableId, variablesOf } from "../plan.ts";
import { cellOf, hasMatch } from "./binding-units.ts";
import {
  type CompareRows,
  OrderedCollector,
  PlainCollector,
  type RowCollector,
  RowTable,
} from "./bindings.ts";
import { whereUnit } from "./build-units.ts";
import { conditionOf, evaluatorOf, Groups } from "./evaluators.ts";
import { type CellId, type QueryTerms, Search, type Unit, unbound } from "./search.ts";

/** How queries are read. */
export interface QueryOptions {
  /**
   * What SPARQL queries may hold. `documented` (default of endpoints and of `explain`; that of
   * `commons.sparql` is `extended`): the documented dialect (behaviour: sparql). `extended`: also ASK, FILTER, OPTIONAL, UNION, MINUS, EXISTS, BIND, VALUES, property
   * paths, subqueries, aggregates with GROUP BY and HAVING, several keys of ORDER BY, OFFSET,
   * `SELECT *`, variables as predicates, prefixes and comments.
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
  readonly #search: Search;
  readonly #rows: PlanRows;

  constructor(world: World, plan: Plan, governor: Governor) {
    this.#search = new Search(world, plan.variables.length, governor);
    this.#rows = new PlanRows(this.#search, plan);
  }

  /** What it has met on the way is little enough to be kept. */
  get isLight(): boolean {
    return this.#search.terms.isLight;
  }

  run(governor: Governor): SparqlResponse {
    const search = this.#search;
    search.begin(governor);
    const answer = this.#rows.answer();
    search.report();
    return answer;
  }
}

/** The rows of a plan: those of a query, or those of a query within it, on the same search. */
class PlanRows {
  readonly #plan: Plan;
  readonly #search: Search;
  readonly #where: Unit;
  readonly #compare: CompareRows;
  readonly #same: (id: CellId) => CellId;

  constructor(search: Search, plan: Plan) {
    const { terms } = search;
    this.#plan = plan;
    this.#search = search;
    // Rows of an answer are texts; rows that are joined are nodes and literals.
    this.#same = plan.isInner ? (id) => terms.storedAs(id) : (id) => terms.printedAs(id);
    const needed = plan.distinct ? neededVariables(plan) : undefined;
    this.#where = whereUnit(search, plan, needed, (inner) => new PlanRows(search, inner).table());
    this.#compare = comparatorOf(plan, search);
  }

  answer(): SparqlResponse {
    if (this.#plan.isAsk) {
      const value = String(hasMatch(this.#where));
      return { header: [...this.#plan.header], rows: [{ cells: [{ value }] }] };
    }
    return answerOf(this.#plan, this.#search, this.#collected());
  }

  /** The rows of an inner query, to be joined. */
  table(): RowTable {
    const collector = this.#collected();
    const { rows } = collector;
    const width = this.#plan.header.length;
    const table = new RowTable(width, this.#search);
    const row = new Float64Array(width);
    collector.each((number) => {
      this.#search.work(1 + width);
      for (let at = 0; at < width; at++) row[at] = rows.at(number, at);
      table.push(row);
    });
    return table;
  }

  #collected(): RowCollector {
    const plan = this.#plan;
    const search = this.#search;
    const collector = this.#collector();
    if (plan.grouping === undefined) {
      const write = rowWriter(plan, search, [], this.#same);
      this.#where.each(() => collector.add(write()));
      return collector;
    }
    const groups = new Groups(search, plan, plan.grouping, this.#same);
    this.#where.each(() => {
      groups.add();
      return true;
    });
    const having = plan.grouping.having.map((one) => conditionOf(one, search, groups.values));
    const write = rowWriter(plan, search, groups.values, this.#same);
    groups.each(() => having.some((holds) => !holds()) || collector.add(write()));
    return collector;
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
function rowWriter(
  plan: Plan,
  search: Search,
  aggregates: Groups["values"],
  same: (id: CellId) => CellId,
): () => CellId[] {
  const cells = plan.columns.map((column): (() => CellId) => {
    if (column.kind === "variable") return () => search.at(column.variable);
    return cellOf(search, evaluatorOf(column.expression, search, aggregates));
  });
  const row = cells.map(() => unbound);
  const isSame = plan.distinct || plan.isInner;
  return () => {
    search.work(row.length);
    for (let at = 0; at < row.length; at++) {
      const cell = (cells[at] as () => CellId)();
      row[at] = isSame ? same(cell) : cell;
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
