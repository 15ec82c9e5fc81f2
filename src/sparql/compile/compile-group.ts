/** The groups of a query: patterns, and what may stand between them. */

import type {
  Pattern as Element,
  Expression as ExpressionTree,
  IriTerm,
  PropertyPath,
  SelectQuery,
  Term,
} from "sparqljs";
import { excerpt } from "../../errors/excerpts.ts";
import {
  type Expression,
  type Group,
  type GroupPart,
  isAnchor,
  onlyText,
  type Path,
  type Pattern,
  type PatternEnd,
  type VariableId,
  valueProperty,
  visibleOfPart,
} from "../plan.ts";
import { ExpressionCompiler } from "./compile-expression.ts";
import { constantOf, type VariableTable } from "./standard-text.ts";

/** What variables of a query, and of those within it, stand for. */
export interface Meanings {
  readonly observations: Set<VariableId>;
  /** Variables that are values, and what has them. */
  readonly values: { readonly of: VariableId; readonly value: VariableId }[];
  /** Variables that are ordered as numbers because they are calculated. */
  readonly numbers: Set<VariableId>;
}

type QueryPart = Extract<GroupPart, { kind: "query" }>;
type ValuesElement = Extract<Element, { type: "values" }>;
type TripleOf = Extract<Element, { type: "bgp" }>["triples"][number];

export class GroupCompiler {
  readonly expressions: ExpressionCompiler;
  readonly #variables: VariableTable;
  readonly #meanings: Meanings;
  readonly #query: (tree: SelectQuery) => QueryPart;
  /** Lists of constants, by the variable that replaces them. */
  readonly #lists = new Map<string, readonly string[]>();

  constructor(
    variables: VariableTable,
    meanings: Meanings,
    query: (tree: SelectQuery) => QueryPart,
  ) {
    this.#variables = variables;
    this.#meanings = meanings;
    this.#query = query;
    this.expressions = new ExpressionCompiler(variables, (elements) => this.group(elements));
  }

  group(elements: readonly Element[]): Group {
    for (const element of elements) if (element.type === "values") this.#collectList(element);
    const parts: GroupPart[] = [];
    const conditions: ExpressionTree[] = [];
    for (const element of elements) {
      if (element.type === "bind") this.#refuseBound(element.variable.value, parts);
      if (element.type === "filter") conditions.push(element.expression);
      else for (const part of this.#parts(element)) addPart(parts, part);
    }
    return { parts, conditions: conditions.map((tree) => this.expressions.condition(tree)) };
  }

  #collectList({ values }: ValuesElement): void {
    const [name] = Object.keys(values[0] ?? {});
    if (name === undefined || this.#variables.isWritten(name.slice(1))) return;
    const texts = values.map((row) => constantOf(row[name as `?${string}`]?.value ?? ""));
    this.#lists.set(name.slice(1), [...new Set(texts)]);
  }

  #parts(element: Element): GroupPart[] {
    switch (element.type) {
      case "values":
        return this.#values(element);
      case "bgp":
        return element.triples.flatMap((triple) => this.#triple(triple));
      case "group":
        return [{ kind: "group", group: this.group(element.patterns) }];
      case "optional":
        return [{ kind: "optional", group: this.group(element.patterns) }];
      case "minus":
        return [{ kind: "minus", group: this.group(element.patterns) }];
      case "union":
        return [{ kind: "union", branches: element.patterns.map((one) => this.#branch(one)) }];
      case "bind":
        return [this.#bind(element.variable.value, element.expression)];
      case "query":
        return [this.#query(element)];
      default:
        return this.#variables.fail(`Unsupported: ${element.type}`);
    }
  }

  #branch(element: Element): Group {
    return this.group(element.type === "group" ? element.patterns : [element]);
  }

  #values({ values }: ValuesElement): GroupPart[] {
    const names = [...new Set(values.flatMap((row) => Object.keys(row)))] as `?${string}`[];
    const [first] = names;
    if (first !== undefined && !this.#variables.isWritten(first.slice(1))) return [];
    const rows = values.map((row) =>
      names.map((name) => {
        const value = row[name]?.value;
        return value === undefined ? undefined : constantOf(value);
      }),
    );
    const variables = names.map((name) => this.#variables.use(name.slice(1)));
    return [{ kind: "values", variables, rows }];
  }

  #refuseBound(name: string, before: readonly GroupPart[]): void {
    if (!this.#variables.has(name)) return;
    const variable = this.#variables.bound(name, "where");
    if (!before.some((part) => visibleOfPart(part).has(variable))) return;
    this.#variables.fail(`?${excerpt(this.#variables.written(name))} is bound already`, name);
  }

  /** A constant that gets a name is like a row of VALUES: a node or a text. */
  #bind(name: string, tree: ExpressionTree): GroupPart {
    const expression = this.expressions.condition(tree);
    const variable = this.#variables.use(name);
    if (expression.kind === "text") {
      return { kind: "values", variables: [variable], rows: [[expression.text]], isBind: true };
    }
    const isNumber =
      expression.kind !== "variable" || this.#meanings.numbers.has(expression.variable);
    if (isNumber) this.#meanings.numbers.add(variable);
    return { kind: "bind", variable, expression };
  }

  #triple({ subject, predicate, object }: TripleOf): GroupPart[] {
    const from = this.#end(subject);
    if ("type" in predicate) {
      return this.#way(from, pathOf(predicate, this.#variables), this.#end(object));
    }
    return [this.#pattern(from, this.#end(predicate), this.#end(object))];
  }

  #end(term: Term): PatternEnd {
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

  #pattern(subject: PatternEnd, predicate: PatternEnd, object: PatternEnd): GroupPart {
    const pattern = { subject, predicate, object };
    this.#noteObservation(pattern);
    return { kind: "patterns", patterns: [pattern] };
  }

  #noteObservation(pattern: Pattern): void {
    const { subject, predicate, object } = pattern;
    if (subject.kind !== "variable") return;
    if (isAnchor(pattern)) this.#meanings.observations.add(subject.variable);
    if (onlyText(predicate) === valueProperty && object.kind === "variable") {
      this.#meanings.values.push({ of: subject.variable, value: object.variable });
    }
  }

  /** A path as patterns and unions, as far as it can be. */
  #way(from: PatternEnd, path: Path, to: PatternEnd): GroupPart[] {
    switch (path.kind) {
      case "property":
        return [this.#pattern(from, { kind: "constants", texts: [path.name] }, to)];
      case "inverse":
        return this.#inverse(from, path.of, to);
      case "sequence": {
        let start = from;
        return path.steps.flatMap((step, at) => {
          const isLast = at === path.steps.length - 1;
          const end = isLast ? to : this.#between();
          const parts = this.#way(start, step, end);
          // The next step begins at the same variable.
          if (end.kind === "variable" && !isLast) this.#variables.count(end.variable);
          start = end;
          return parts;
        });
      }
      case "alternative": {
        const branches = path.steps.map((one) => ({
          parts: this.#way(from, one, to),
          conditions: [],
        }));
        return [{ kind: "union", branches }];
      }
      case "other":
        return [{ kind: "group", group: this.#otherThan(from, path.names, to) }];
      case "repeated":
        return [{ kind: "path", subject: from, path, object: to }];
    }
  }

  /** Only objects may be lists of constants. */
  #inverse(from: PatternEnd, path: Path, to: PatternEnd): GroupPart[] {
    if (to.kind === "variable" || to.texts.length === 1) return this.#way(to, path, from);
    const end = this.#between();
    this.#variables.count(end.variable);
    const rows = to.texts.map((text) => [text]);
    return [{ kind: "values", variables: [end.variable], rows }, ...this.#way(end, path, from)];
  }

  #otherThan(subject: PatternEnd, names: readonly string[], object: PatternEnd): Group {
    const predicate = this.#between();
    const list = names.map((text): Expression => ({ kind: "text", text }));
    const variable: Expression = { kind: "variable", variable: predicate.variable };
    return {
      parts: [this.#pattern(subject, predicate, object)],
      conditions: [{ kind: "call", operator: "notin", args: [variable, ...list] }],
    };
  }

  #between(): Extract<PatternEnd, { kind: "variable" }> {
    const variable = this.#variables.fresh();
    this.#variables.count(variable);
    return { kind: "variable", variable };
  }
}

/** Patterns that follow each other are one part. */
function addPart(parts: GroupPart[], part: GroupPart): void {
  const last = parts.at(-1);
  if (last?.kind === "patterns" && part.kind === "patterns") {
    parts[parts.length - 1] = { ...last, patterns: [...last.patterns, ...part.patterns] };
  } else parts.push(part);
}

function pathOf(tree: IriTerm | PropertyPath, variables: VariableTable): Path {
  if ("termType" in tree) return { kind: "property", name: constantOf(tree.value) };
  const [first] = tree.items as [IriTerm | PropertyPath];
  const inner = (): Path => pathOf(first, variables);
  switch (tree.pathType) {
    case "/":
    case "|": {
      const kind = tree.pathType === "/" ? "sequence" : "alternative";
      return { kind, steps: tree.items.map((item) => pathOf(item, variables)) };
    }
    case "^":
      return { kind: "inverse", of: inner() };
    case "!":
      return otherPath(first);
    case "?":
      return { kind: "repeated", of: inner(), isOptional: true, isEndless: false };
    case "*":
      return { kind: "repeated", of: inner(), isOptional: true, isEndless: true };
    case "+":
      return { kind: "repeated", of: inner(), isOptional: false, isEndless: true };
    default:
      return variables.fail("Unsupported: this property path");
  }
}

/** `!a`, `!^a`, `!(a|^b)`: any property there, and any way back, but for those named. */
function otherPath(tree: IriTerm | PropertyPath): Path {
  const items = "type" in tree && tree.pathType === "|" ? tree.items : [tree];
  const [ahead, back]: [string[], string[]] = [[], []];
  for (const item of items) {
    if ("termType" in item) ahead.push(constantOf(item.value));
    else back.push(constantOf((item.items[0] as IriTerm).value));
  }
  const ways: Path[] = [];
  if (ahead.length > 0 || back.length === 0) ways.push({ kind: "other", names: ahead });
  if (back.length > 0) ways.push({ kind: "inverse", of: { kind: "other", names: back } });
  const [only] = ways;
  return ways.length === 1 && only !== undefined ? only : { kind: "alternative", steps: ways };
}
