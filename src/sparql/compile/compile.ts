/**
 * The syntax tree of sparqljs into a plan. Its types do not leave the files of this folder.
 * What the dialects lack was refused before, by name and place. What is refused here can
 * only be seen in the tree.
 */

import type { Pattern as Element, SelectQuery, Term, Wildcard } from "sparqljs";
import { excerpt } from "../../errors/excerpts.ts";
import {
  certainOfPart,
  type Group,
  type Grouping,
  type GroupPart,
  isAnchor,
  type OrderKey,
  onlyText,
  type Pattern,
  type Plan,
  type ResultColumn,
  type VariableId,
  valueProperty,
  variablesOf,
  variablesOfPart,
} from "../plan.ts";
import { ExpressionCompiler } from "./compile-expression.ts";
import { constantOf, type StandardText, VariableTable } from "./standard-text.ts";
import type { Dialect } from "./tokens.ts";

export function compile(
  tree: SelectQuery,
  standard: StandardText,
  query: string,
  dialect: Dialect,
): Plan {
  return new Compiler(tree, new VariableTable(standard, query), dialect).compile();
}

class Compiler {
  readonly #tree: SelectQuery;
  readonly #dialect: Dialect;
  readonly #variables: VariableTable;
  readonly #expressions: ExpressionCompiler;
  /** Lists of constants, by the variable that replaces them. */
  readonly #lists = new Map<string, readonly string[]>();
  readonly #observations = new Set<number>();
  /** Variables that are values, and what has them. */
  readonly #values: { readonly of: VariableId; readonly value: VariableId }[] = [];
  readonly #header: string[] = [];
  readonly #columns: ResultColumn[] = [];
  /** Columns by the name that SELECT gives them. */
  readonly #columnOfName = new Map<string, number>();

  constructor(tree: SelectQuery, variables: VariableTable, dialect: Dialect) {
    this.#tree = tree;
    this.#dialect = dialect;
    this.#variables = variables;
    this.#expressions = new ExpressionCompiler(variables);
  }

  compile(): Plan {
    const tree = this.#tree;
    const variables = this.#variables;
    const elements = tree.where ?? [];
    this.#collectLists(elements);
    const where = this.#group(elements);
    checkScope(where, variables);
    this.#select();
    const grouping = this.#grouping();
    const order = (tree.order ?? []).map((key) => this.#orderKey(key.expression, key.descending));
    return {
      variables: variables.names,
      uses: variables.uses,
      observations: this.#observations,
      where,
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

  #collectLists(elements: readonly Element[]): void {
    for (const element of elements) {
      if ("patterns" in element) this.#collectLists(element.patterns);
      if (element.type !== "values") continue;
      const [name] = Object.keys(element.values[0] ?? {});
      if (name === undefined) continue;
      const texts = element.values.map((row) => constantOf(row[name as `?${string}`]?.value ?? ""));
      this.#lists.set(name.slice(1), [...new Set(texts)]);
    }
  }

  #group(elements: readonly Element[]): Group {
    const parts: GroupPart[] = [];
    const conditions: Element[] = [];
    for (const element of elements) {
      if (element.type === "filter") conditions.push(element);
      else this.#addPart(parts, element);
    }
    return {
      parts,
      conditions: conditions.map((element) =>
        this.#expressions.condition("expression" in element ? element.expression : undefined),
      ),
    };
  }

  #addPart(parts: GroupPart[], element: Element): void {
    switch (element.type) {
      case "values":
        return;
      case "bgp": {
        const patterns = element.triples.map((triple) => this.#pattern(triple));
        const last = parts.at(-1);
        if (last?.kind !== "patterns") parts.push({ kind: "patterns", patterns });
        else parts[parts.length - 1] = { ...last, patterns: [...last.patterns, ...patterns] };
        return;
      }
      case "group":
        parts.push({ kind: "group", group: this.#group(element.patterns) });
        return;
      case "optional":
        parts.push({ kind: "optional", group: this.#group(element.patterns) });
        return;
      case "union":
        parts.push({ kind: "union", branches: element.patterns.map((one) => this.#branch(one)) });
        return;
      default:
        this.#variables.fail(`Unsupported: ${element.type}`);
    }
  }

  #branch(element: Element): Group {
    return this.#group(element.type === "group" ? element.patterns : [element]);
  }

  #pattern({ subject, predicate, object }: TripleOf): Pattern {
    if ("type" in predicate) return this.#variables.fail("Unsupported: property paths");
    const pattern = {
      subject: this.#slot(subject),
      predicate: this.#slot(predicate),
      object: this.#slot(object),
    };
    this.#noteObservation(pattern);
    return pattern;
  }

  #slot(term: Term): Pattern["subject"] {
    switch (term.termType) {
      case "Variable": {
        const texts = this.#lists.get(term.value);
        if (texts !== undefined) return { kind: "constants", texts };
        return { kind: "variable", variable: this.#variables.use(term.value) };
      }
      case "NamedNode":
        return { kind: "constants", texts: [constantOf(term.value)] };
      default:
        return this.#variables.fail(`Unsupported: ${term.termType} in a pattern`);
    }
  }

  #noteObservation(pattern: Pattern): void {
    const { subject, predicate, object } = pattern;
    if (subject.kind !== "variable") return;
    if (isAnchor(pattern)) this.#observations.add(subject.variable);
    if (onlyText(predicate) === valueProperty && object.kind === "variable") {
      this.#values.push({ of: subject.variable, value: object.variable });
    }
  }

  #select(): void {
    for (const item of this.#tree.variables) {
      if (isWildcard(item)) {
        for (const [variable, name] of this.#variables.names.entries()) {
          this.#addColumn(`?${name}`, { kind: "variable", variable });
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

  #grouping(): Grouping | undefined {
    const { group, having } = this.#tree;
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

  #orderKey(expression: unknown, descending: boolean | undefined): OrderKey {
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
    if (this.#tree.distinct === true) {
      this.#variables.fail("Unsupported: DISTINCT with ORDER BY a variable that is not selected");
    }
    const { group } = this.#tree;
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
    if (column?.kind === "computed") return true;
    return (
      this.#dialect === "extended" &&
      this.#values.some(({ of, value }) => value === column?.variable && this.#observations.has(of))
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

type TripleOf = Extract<Element, { type: "bgp" }>["triples"][number];

function isVariable(expression: unknown): expression is { readonly value: string } {
  return (expression as { termType?: string }).termType === "Variable";
}

function isWildcard(item: object): item is Wildcard {
  return "termType" in item && item.termType === "Wildcard";
}

/**
 * Groups are evaluated from left to right with the bindings found so far. That gives the answer of
 * standard SPARQL, unless a group looks at a variable from outside of it that it does not bind
 * itself.
 *
 * @throws QueryError for such a query: the answer would be wrong
 */
function checkScope(where: Group, variables: VariableTable): void {
  checkGroup(where, new Set(), new Set(), variables);
}

/** What the parts of a group that came so far mention, and what they surely bind. */
interface Seen {
  readonly mentioned: Set<VariableId>;
  readonly certain: Set<VariableId>;
}

type Variables = ReadonlySet<VariableId>;

/**
 * `outside`: variables bound before the group is entered. `visible`: the ones of them that its
 * conditions may look at, which are the left side's where the group is an OPTIONAL.
 */
function checkGroup(group: Group, outside: Variables, visible: Variables, table: VariableTable) {
  const seen: Seen = { mentioned: new Set(), certain: new Set() };
  for (const part of group.parts) {
    checkPart(part, seen, outside, table);
    for (const variable of variablesOfPart(part)) seen.mentioned.add(variable);
    for (const variable of certainOfPart(part)) seen.certain.add(variable);
  }
  for (const variable of group.conditions.flatMap(variablesOf)) {
    const isOwn = seen.certain.has(variable) || !outside.has(variable);
    if (visible.has(variable) || (isOwn && seen.mentioned.has(variable))) continue;
    refuse("FILTER", variable, table);
  }
}

function checkPart(part: GroupPart, seen: Seen, outside: Variables, table: VariableTable): void {
  const before = new Set([...outside, ...seen.mentioned]);
  switch (part.kind) {
    case "patterns":
      return;
    case "group":
      checkGroup(part.group, before, new Set(), table);
      return;
    case "union":
      for (const branch of part.branches) checkGroup(branch, before, new Set(), table);
      return;
    case "optional":
      for (const variable of variablesOfPart(part)) {
        const isLoose = outside.has(variable) && !seen.certain.has(variable);
        if (isLoose) refuse("OPTIONAL", variable, table);
      }
      checkGroup(part.group, before, seen.mentioned, table);
  }
}

function refuse(what: string, variable: VariableId, table: VariableTable): never {
  const name = table.names[variable] ?? "";
  return table.fail(
    `Unsupported: ${what} uses ?${excerpt(name)}, which its group does not bind`,
    name,
  );
}
