/**
 * The syntax tree of sparqljs into a plan. Its types do not leave the files of this folder.
 * What the dialects lack was refused before, by name and place. What is refused here can
 * only be seen in the tree.
 */

import type { AskQuery, Pattern as Element, SelectQuery, Wildcard } from "sparqljs";
import { excerpt } from "../../errors/excerpts.ts";
import {
  certainOfGroup,
  certainOfPart,
  type Expression,
  existsIn,
  type Group,
  type Grouping,
  type GroupPart,
  type OrderKey,
  type Plan,
  type ResultColumn,
  type VariableId,
  variablesOf,
  variablesOfGroup,
  variablesOfPart,
  visibleOfGroup,
  visibleOfPart,
} from "../plan.ts";
import type { ExpressionCompiler } from "./compile-expression.ts";
import { GroupCompiler, type Meanings } from "./compile-group.ts";
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

// Whether evaluation from left to right gives the answer of standard SPARQL.

/**
 * Groups are evaluated from left to right with the bindings found so far. That gives the answer of
 * standard SPARQL, unless a group looks at a variable from outside of it that it does not bind
 * itself.
 *
 * @throws QueryError for such a query: the answer would be wrong
 */
function checkScope(where: Group, variables: VariableTable): void {
  const all: Scope = { outside: none, visible: none, given: none };
  new ScopeCheck(variables).group(where, all);
}

type Variables = ReadonlySet<VariableId>;

const none: Variables = new Set();

interface Scope {
  /** Variables bound before the group is entered. */
  readonly outside: Variables;
  /** Those of them that its conditions may look at: the left side's where it is an OPTIONAL. */
  readonly visible: Variables;
  /** Variables of rows for which an EXISTS is asked. They are constants within it. */
  readonly given: Variables;
}

/** What the parts of a group that came so far mention, and what they surely bind. */
interface Seen {
  readonly mentioned: Set<VariableId>;
  readonly certain: Set<VariableId>;
}

class ScopeCheck {
  readonly #table: VariableTable;

  constructor(table: VariableTable) {
    this.#table = table;
  }

  group(group: Group, scope: Scope): void {
    const seen: Seen = { mentioned: new Set(), certain: new Set() };
    for (const part of group.parts) {
      this.#part(part, seen, scope);
      for (const variable of visibleOfPart(part)) seen.mentioned.add(variable);
      for (const variable of certainOfPart(part)) seen.certain.add(variable);
    }
    for (const condition of group.conditions) this.#condition("FILTER", condition, seen, scope);
  }

  #part(part: GroupPart, seen: Seen, scope: Scope): void {
    const before = new Set([...scope.outside, ...seen.mentioned]);
    const { given } = scope;
    switch (part.kind) {
      case "group":
        this.group(part.group, { outside: before, visible: none, given });
        return;
      case "union":
        for (const branch of part.branches) {
          this.group(branch, { outside: before, visible: none, given });
        }
        return;
      case "optional":
        this.#refuseLoose("OPTIONAL", variablesOfPart(part), seen, scope);
        this.group(part.group, { outside: before, visible: seen.mentioned, given });
        return;
      case "minus":
        this.#refuseLoose("MINUS", variablesOfPart(part), seen, scope);
        this.#minus(part.group, seen, scope.given);
        this.group(part.group, { outside: before, visible: none, given });
        return;
      case "bind":
        this.#condition("BIND", part.expression, seen, { ...scope, visible: none });
        return;
      default:
        return;
    }
  }

  /**
   * Sides without a common variable leave each other alone, so there must be one or none. A variable of the row
   * that an EXISTS is asked for is one to some engines, and a constant to others.
   */
  #minus(group: Group, seen: Seen, given: Variables): void {
    const variables = [...variablesOfGroup(group)];
    const shared = variables.filter((one) => seen.mentioned.has(one));
    const certain = certainOfGroup(group);
    const [first] = [...shared, ...variables.filter((one) => given.has(one))];
    if (first === undefined) return;
    if (shared.some((one) => certain.has(one) && seen.certain.has(one))) return;
    const name = excerpt(this.#table.names[first] ?? "");
    this.#table.fail(
      `Unsupported: MINUS by ?${name}, which may be unbound; write FILTER NOT EXISTS`,
      this.#table.standardNameOf(first),
    );
  }

  #condition(what: string, condition: Expression, seen: Seen, scope: Scope): void {
    for (const variable of plainVariables(condition)) {
      if (scope.visible.has(variable) || scope.given.has(variable)) continue;
      if (this.#isOwn(variable, seen, scope) && seen.mentioned.has(variable)) continue;
      this.#refuse(what, variable);
    }
    for (const group of existsIn(condition)) this.#exists(group, seen, scope);
  }

  #exists(group: Group, seen: Seen, scope: Scope): void {
    const given = new Set([...scope.given, ...scope.visible, ...seen.mentioned]);
    for (const variable of variablesOfGroup(group)) {
      if (scope.visible.has(variable) || scope.given.has(variable)) continue;
      if (!this.#isOwn(variable, seen, scope)) this.#refuse("EXISTS", variable);
    }
    this.group(group, { outside: none, visible: none, given });
  }

  /** What is bound outside cannot reach a group that surely binds it, or does not look at it. */
  #isOwn(variable: VariableId, seen: Seen, { outside }: Scope): boolean {
    return seen.certain.has(variable) || !outside.has(variable);
  }

  #refuseLoose(what: string, variables: Variables, seen: Seen, scope: Scope): void {
    for (const variable of variables) {
      if (!this.#isOwn(variable, seen, scope)) this.#refuse(what, variable);
    }
  }

  #refuse(what: string, variable: VariableId): never {
    return this.#table.fail(
      `Unsupported: ${what} uses ?${excerpt(this.#table.names[variable] ?? "")}, which its group does not bind`,
      this.#table.standardNameOf(variable),
    );
  }
}

/** Variables that an expression looks at itself, not within an EXISTS. */
function plainVariables(expression: Expression): VariableId[] {
  if (expression.kind === "exists") return [];
  return expression.kind === "call"
    ? expression.args.flatMap(plainVariables)
    : variablesOf(expression);
}
