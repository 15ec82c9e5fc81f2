/**
 * The syntax tree of sparqljs into a plan. Its types do not leave the files of this folder.
 * What the dialects lack was refused before, by name and place. What is refused here can
 * only be seen in the tree.
 */

import type { AskQuery, Pattern as Element, SelectQuery, Wildcard } from "sparqljs";
import { excerpt } from "../../errors/excerpts.ts";
import {
  type Expression,
  type Group,
  type Grouping,
  type OrderKey,
  type Plan,
  type ResultColumn,
  type VariableId,
  visibleOfGroup,
} from "../plan.ts";
import type { ExpressionCompiler } from "./compile-expression.ts";
import { GroupCompiler, type Meanings } from "./compile-group.ts";
import { checkScope } from "./scope-check.ts";
import { type StandardText, VariableTable } from "./standard-text.ts";
import type { Dialect } from "./tokens.ts";

export function compile(
  tree: SelectQuery | AskQuery,
  standard: StandardText,
  query: string,
  dialect: Dialect,
): Plan {
  const variables = new VariableTable(standard, query);
  const meanings: Meanings = { observations: new Set(), values: [], numbers: new Set() };
  return new Compiler(tree, variables, dialect, meanings, false).compile();
}

class Compiler {
  readonly #tree: SelectQuery | AskQuery;
  readonly #dialect: Dialect;
  readonly #variables: VariableTable;
  readonly #meanings: Meanings;
  readonly #isInner: boolean;
  readonly #groups: GroupCompiler;
  readonly #expressions: ExpressionCompiler;
  readonly #header: string[] = [];
  readonly #columns: ResultColumn[] = [];
  /** Columns by the name that SELECT gives them. */
  readonly #columnOfName = new Map<string, number>();

  constructor(
    tree: SelectQuery | AskQuery,
    variables: VariableTable,
    dialect: Dialect,
    meanings: Meanings,
    isInner: boolean,
  ) {
    this.#tree = tree;
    this.#dialect = dialect;
    this.#variables = variables;
    this.#meanings = meanings;
    this.#isInner = isInner;
    this.#groups = new GroupCompiler(variables, meanings, (inner) => this.#query(inner));
    this.#expressions = this.#groups.expressions;
  }

  compile(): Plan {
    const tree = this.#tree;
    const variables = this.#variables;
    const elements: Element[] = [...(tree.where ?? [])];
    if (tree.values !== undefined) elements.push({ type: "values", values: tree.values });
    const where = this.#groups.group(elements);
    checkScope(where, variables);
    const visible = [...new Set(visibleOfGroup(where))]
      .filter((variable) => variables.names[variable] !== "")
      .sort((a, b) => a - b);
    const known = { variables: variables.names, uses: variables.uses, where, visible };
    const { observations } = this.#meanings;
    const common = { ...known, isInner: this.#isInner, observations };
    if (tree.queryType === "ASK") return { ...common, ...askPlan };
    this.#select(tree, visible);
    const grouping = this.#grouping(tree);
    if (grouping !== undefined && tree.values !== undefined) {
      variables.fail("Unsupported: VALUES after groups; write it within WHERE");
    }
    const order = (tree.order ?? []).map((key) =>
      this.#orderKey(tree, key.expression, key.descending),
    );
    return {
      ...common,
      isAsk: false,
      header: this.#header,
      columns: this.#columns,
      distinct: tree.distinct === true,
      order,
      // LIMIT 0 is no limit (behaviour: sparql 2.4).
      limit: tree.limit || Number.POSITIVE_INFINITY,
      offset: tree.offset ?? 0,
      grouping,
    };
  }

  /** A query within a group. Its variables are its own, but for those that it selects. */
  #query(tree: SelectQuery): Extract<Group["parts"][number], { kind: "query" }> {
    const inner = new Compiler(tree, this.#variables.inner(), this.#dialect, this.#meanings, true);
    const plan = inner.compile();
    const columns = plan.header.map((_, at) => {
      const variable = this.#variables.use(inner.#nameOfColumn(at));
      if (inner.#isNumeric(at)) this.#meanings.numbers.add(variable);
      return variable;
    });
    return { kind: "query", plan, columns };
  }

  /** The name of a column in the standard text. */
  #nameOfColumn(at: number): string {
    for (const [name, column] of this.#columnOfName) if (column === at) return name;
    return this.#variables.fail("Unsupported: this subquery");
  }

  #select(tree: SelectQuery, visible: readonly VariableId[]): void {
    for (const item of tree.variables) {
      if (isWildcard(item)) {
        for (const variable of visible) {
          this.#columnOfName.set(this.#variables.standardNameOf(variable), this.#columns.length);
          this.#addColumn(`?${this.#variables.names[variable]}`, { kind: "variable", variable });
        }
      } else if ("expression" in item) {
        const name = item.variable.value;
        if (this.#variables.has(name) || this.#columnOfName.has(name)) {
          this.#variables.fail(`?${excerpt(this.#variables.written(name))} is bound already`, name);
        }
        const expression = this.#expressions.computed(item.expression);
        this.#columnOfName.set(name, this.#columns.length);
        this.#addColumn(`?${this.#variables.written(name)}`, { kind: "computed", expression });
      } else {
        const variable = this.#variables.bound(item.value, "select");
        this.#columnOfName.set(item.value, this.#columns.length);
        this.#addColumn(`?${this.#variables.written(item.value)}`, { kind: "variable", variable });
      }
    }
  }

  #addColumn(name: string, column: ResultColumn): void {
    this.#header.push(name);
    this.#columns.push(column);
  }

  #grouping({ group, having }: SelectQuery): Grouping | undefined {
    const keys = (group ?? []).map(({ expression, variable }) => {
      if (variable !== undefined || !isVariable(expression)) {
        return this.#variables.fail("Unsupported: GROUP BY an expression");
      }
      return this.#variables.bound(expression.value, "modifiers");
    });
    const conditions = (having ?? []).map((condition) => this.#expressions.computed(condition));
    const { aggregates } = this.#expressions;
    if (group === undefined && having === undefined && aggregates.length === 0) return undefined;
    this.#checkGrouped(keys);
    return { keys, aggregates, having: conditions };
  }

  /** Outside of aggregates only keys have one value per group. */
  #checkGrouped(keys: readonly number[]): void {
    for (const variable of this.#expressions.plainVariables) this.#refuseUngrouped(variable, keys);
    for (const column of this.#columns) {
      if (column.kind === "variable") this.#refuseUngrouped(column.variable, keys);
    }
  }

  #refuseUngrouped(variable: number, keys: readonly number[]): void {
    if (keys.includes(variable)) return;
    const name = this.#variables.names[variable] ?? "";
    this.#variables.fail(`?${excerpt(name)} is neither grouped nor aggregated`);
  }

  #orderKey(tree: SelectQuery, expression: unknown, descending: boolean | undefined): OrderKey {
    const isDescending = descending === true;
    if (!isVariable(expression)) {
      return this.#variables.fail("Unsupported: ORDER BY an expression; name it with AS");
    }
    const name = expression.value;
    const selected = this.#columnOfName.get(name) ?? this.#columnOfVariable(name);
    if (selected !== undefined) {
      return { column: selected, isDescending, isNumeric: this.#isNumeric(selected) };
    }
    // The real service orders by what it selects only (behaviour: sparql 5).
    if (this.#dialect === "documented") this.#variables.unrecognized(name, "modifiers");
    const variable = this.#variables.bound(name, "modifiers");
    if (tree.distinct === true) {
      this.#variables.fail("Unsupported: DISTINCT with ORDER BY a variable that is not selected");
    }
    const { group } = tree;
    if (group !== undefined || this.#expressions.aggregates.length > 0) {
      const keys = (group ?? []).map(({ expression: key }) => (isVariable(key) ? key.value : ""));
      if (!keys.includes(name)) this.#refuseUngrouped(variable, []);
    }
    const column = this.#columns.push({ kind: "variable", variable }) - 1;
    return { column, isDescending, isNumeric: this.#isNumeric(column) };
  }

  /**
   * Computed columns hold numbers as a rule, and so do values of observations. What is stored is
   * ordered as texts, in the documented dialect values too (behaviour: sparql 3.7).
   */
  #isNumeric(at: number): boolean {
    const column = this.#columns[at];
    const { numbers, values, observations } = this.#meanings;
    if (column?.kind === "computed") return true;
    if (column === undefined || this.#dialect === "documented") return false;
    return (
      numbers.has(column.variable) ||
      values.some(({ of, value }) => value === column.variable && observations.has(of))
    );
  }

  /** The column of a variable that `*` selected. */
  #columnOfVariable(name: string): number | undefined {
    if (!this.#variables.has(name)) return undefined;
    const variable = this.#variables.bound(name, "modifiers");
    const at = this.#columns.findIndex(
      (column) => column.kind === "variable" && column.variable === variable,
    );
    return at < 0 ? undefined : at;
  }
}

const isTrue: Expression = { kind: "boolean", value: true };
const askPlan = {
  isAsk: true,
  header: ["?ask"],
  columns: [{ kind: "computed", expression: isTrue }],
  distinct: false,
  order: [],
  limit: 1,
  offset: 0,
  grouping: undefined,
} as const;

function isVariable(expression: unknown): expression is { readonly value: string } {
  return (expression as { termType?: string }).termType === "Variable";
}

function isWildcard(item: object): item is Wildcard {
  return "termType" in item && item.termType === "Wildcard";
}
