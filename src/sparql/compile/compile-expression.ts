/** Conditions and computed columns of the extended dialect. */

import type { Pattern as Element, Expression as Tree } from "sparqljs";
import { excerpt } from "../../errors/excerpts.ts";
import { isAggregator, isOperator, takes } from "../function-table.ts";
import type { Aggregate, Expression, Group } from "../plan.ts";
import { Regex, RegexError } from "../regex.ts";
import { constantOf, type VariableTable } from "./standard-text.ts";

const depthMax = 1000;
/** Characters of all regular expressions of a query, which bounds the time to compile them. */
const patternCharactersMax = 1000;

export class ExpressionCompiler {
  readonly aggregates: Aggregate[] = [];
  /** Variables that computed columns and HAVING name outside of aggregates. */
  readonly plainVariables: Set<number> = new Set();
  readonly #variables: VariableTable;
  readonly #group: (elements: readonly Element[]) => Group;
  #mayAggregate = false;
  #depth = 0;
  #patternCharacters = 0;

  /** `group` compiles the groups of EXISTS. */
  constructor(variables: VariableTable, group: (elements: readonly Element[]) => Group) {
    this.#variables = variables;
    this.#group = group;
  }

  /** A condition of FILTER. */
  condition(tree: Tree | undefined): Expression {
    this.#mayAggregate = false;
    return this.#expression(tree);
  }

  /** A column of SELECT or a condition of HAVING: aggregates allowed. */
  computed(tree: Tree): Expression {
    this.#mayAggregate = true;
    return this.#expression(tree);
  }

  #expression(tree: Tree | undefined): Expression {
    if (++this.#depth > depthMax) {
      this.#variables.fail(`Unsupported: expressions deeper than ${depthMax}`);
    }
    const expression = this.#ofAnyKind(tree);
    this.#depth--;
    return expression;
  }

  #ofAnyKind(tree: Tree | undefined): Expression {
    if (tree === undefined || Array.isArray(tree)) {
      return this.#variables.fail("Unsupported: this expression");
    }
    if ("termType" in tree) return this.#term(tree);
    if (!("type" in tree)) return this.#variables.fail("Unsupported: this expression");
    if (tree.type === "aggregate") return this.#aggregate(tree as AggregateTree);
    if (tree.type !== "operation") {
      return this.#variables.fail(`Unsupported: ${tree.type} in an expression`);
    }
    return this.#operation(tree as OperationTree);
  }

  #term(term: Extract<Tree, { termType: string }>): Expression {
    switch (term.termType) {
      case "Variable": {
        const variable = this.#variables.bound(term.value, "where");
        if (this.#mayAggregate) this.plainVariables.add(variable);
        return { kind: "variable", variable };
      }
      case "NamedNode":
        return { kind: "text", text: constantOf(term.value) };
      case "Literal":
        return literal(term.value, term.datatype.value);
      default:
        return this.#variables.fail(`Unsupported: ${term.termType} in an expression`);
    }
  }

  #operation({ operator, args }: OperationTree): Expression {
    const [first, second] = args;
    if (operator === "UPLUS") return this.#expression(first);
    if (operator === "UMINUS") {
      const zero: Expression = { kind: "number", value: 0 };
      return { kind: "call", operator: "-", args: [zero, this.#expression(first)] };
    }
    if (operator === "exists" || operator === "notexists") {
      return this.#exists(operator === "exists", first);
    }
    if (!isOperator(operator)) {
      return this.#variables.fail(`Unsupported: ${operator} in an expression`);
    }
    if (!takes(operator, args.length)) {
      return this.#variables.fail(`Unsupported: ${operator} of ${args.length} arguments`);
    }
    if (operator === "regex") return this.#regex(args);
    if (operator === "in" || operator === "notin") {
      const list = Array.isArray(second) ? second : [];
      const all = [first, ...list].map((arg) => this.#expression(arg));
      return { kind: "call", operator, args: all };
    }
    const compiled = args.map((arg) => this.#expression(arg));
    return { kind: "call", operator, args: compiled };
  }

  #exists(isWanted: boolean, tree: Tree | undefined): Expression {
    const element = tree as unknown as Element;
    const group = this.#group(element.type === "group" ? element.patterns : [element]);
    const exists: Expression = { kind: "exists", group };
    return isWanted ? exists : { kind: "call", operator: "!", args: [exists] };
  }

  #regex([text, pattern, flags]: readonly Tree[]): Expression {
    const compiled = this.#expression(text);
    const [source, how] = [pattern, flags].map((arg) =>
      arg === undefined ? { kind: "text" as const, text: "" } : this.#expression(arg),
    );
    if (source?.kind !== "text" || how?.kind !== "text") {
      return this.#variables.fail("Unsupported: regex with a pattern that is not a constant");
    }
    this.#patternCharacters += source.text.length;
    if (this.#patternCharacters > patternCharactersMax) {
      const most = `patterns of more than ${patternCharactersMax} characters together`;
      return this.#variables.fail(`Unsupported: regex: ${most}`);
    }
    try {
      const regex = new Regex(source.text, how.text);
      return { kind: "call", operator: "regex", args: [compiled], regex };
    } catch (error) {
      if (!(error instanceof RegexError)) throw error;
      return this.#variables.fail(`Unsupported: regex: ${excerpt(error.message)}`);
    }
  }

  #aggregate({ aggregation, distinct, expression }: AggregateTree): Expression {
    if (!this.#mayAggregate || !isAggregator(aggregation)) {
      return this.#variables.fail(`Unsupported: ${aggregation.toUpperCase()} here`);
    }
    // Within an aggregate every variable is fine, and no further aggregate is.
    this.#mayAggregate = false;
    const isEverything = (expression as { termType?: string }).termType === "Wildcard";
    const of = isEverything ? undefined : this.#expression(expression);
    this.#mayAggregate = true;
    const known = { operator: aggregation, distinct: distinct === true, of };
    const aggregate = this.aggregates.push(known) - 1;
    return { kind: "aggregate", aggregate };
  }
}

interface OperationTree {
  readonly operator: string;
  readonly args: readonly Tree[];
}

interface AggregateTree {
  readonly aggregation: string;
  readonly distinct?: boolean;
  readonly expression: Tree;
}

const schema = "http://www.w3.org/2001/XMLSchema#";

function literal(text: string, datatype: string): Expression {
  switch (datatype) {
    case `${schema}integer`:
    case `${schema}decimal`:
    case `${schema}double`:
      return { kind: "number", value: Number(text) };
    case `${schema}boolean`:
      return { kind: "boolean", value: text === "true" };
    default:
      return { kind: "text", text };
  }
}
