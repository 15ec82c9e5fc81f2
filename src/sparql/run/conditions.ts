/**
 * Expressions of the extended dialect. Every stored value is a text, so that a comparison asks what
 * it is compared with: beside a number a text counts as the number it spells, beside a quoted text
 * as a text, and two stored texts are compared as numbers if both spell one. An error, such as an
 * unbound variable or a text that is no number, makes a condition fail, as in standard SPARQL.
 */

import { numberOf } from "../../stats/index.ts";
import { compareUtf8 } from "../../store/index.ts";
import type { Expression, Operator, Regex } from "../plan/index.ts";
import type { Search } from "./search.ts";
import { unbound } from "./terms.ts";

/** Undefined is an error. */
export type Value = string | number | boolean | undefined;

export type Evaluate = () => Value;

/** Where the values of aggregates are found once a group is complete. */
export type AggregateValues = readonly Value[];

export function conditionOf(
  expression: Expression,
  search: Search,
  aggregates: AggregateValues = [],
): () => boolean {
  const evaluate = evaluatorOf(expression, search, aggregates);
  return () => truth(evaluate()) === true;
}

export function evaluatorOf(
  expression: Expression,
  search: Search,
  aggregates: AggregateValues,
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
    case "regex":
      return regexEvaluator(
        expression.regex,
        evaluatorOf(expression.text, search, aggregates),
        search,
      );
    case "call":
      return callEvaluator(expression.operator, expression.args, search, aggregates);
  }
}

type Call = Extract<Expression, { kind: "call" }>;

function callEvaluator(
  operator: Operator,
  args: Call["args"],
  search: Search,
  aggregates: AggregateValues,
): Evaluate {
  const evaluators = args.map((arg) => evaluatorOf(arg, search, aggregates));
  const [a = () => undefined, b = () => undefined] = evaluators;
  const areStored = args.every(({ kind }) => kind === "variable" || kind === "aggregate");
  switch (operator) {
    case "bound":
      return () => a() !== undefined;
    case "!":
      return () => negated(truth(a()));
    case "&&":
      return () => conjunction(truth(a()), () => truth(b()));
    case "||":
      return () => negated(conjunction(negated(truth(a())), () => negated(truth(b()))));
    case "in":
      return () => isIn(a(), evaluators.slice(1));
    case "notin":
      return () => negated(isIn(a(), evaluators.slice(1)));
    case "=":
    case "!=":
      return () => {
        const areEqual = equal(a(), b());
        return operator === "=" ? areEqual : negated(areEqual);
      };
    case "<":
    case ">":
    case "<=":
    case ">=":
      return () => ordered(operator, compared(a(), b(), areStored));
    case "+":
    case "-":
    case "*":
    case "/":
      return () => calculated(operator, numeric(a()), numeric(b()));
    default:
      return textFunction(operator, a, b);
  }
}

type TextFunction = "str" | "lcase" | "ucase" | "strlen" | "contains" | "strstarts" | "strends";

function textFunction(operator: TextFunction, a: Evaluate, b: Evaluate): Evaluate {
  const onText = (apply: (text: string) => Value) => () => {
    const value = a();
    return value === undefined ? undefined : apply(String(value));
  };
  const onTexts = (apply: (text: string, part: string) => boolean) =>
    onText((text) => {
      const part = b();
      return part === undefined ? undefined : apply(text, String(part));
    });
  switch (operator) {
    case "str":
      return onText((text) => text);
    case "lcase":
      return onText((text) => text.toLowerCase());
    case "ucase":
      return onText((text) => text.toUpperCase());
    case "strlen":
      return onText((text) => [...text].length);
    case "contains":
      return onTexts((text, part) => text.includes(part));
    case "strstarts":
      return onTexts((text, part) => text.startsWith(part));
    case "strends":
      return onTexts((text, part) => text.endsWith(part));
  }
}

function regexEvaluator(regex: Regex, evaluate: Evaluate, search: Search): Evaluate {
  return () => {
    const value = evaluate();
    if (value === undefined) return undefined;
    const text = String(value);
    // Before the test: a single one on a long text could be too much.
    search.countCandidates(regex.workOn(text));
    return regex.test(text);
  };
}

/** The truth of a value: a text that is not empty, a number that is not zero. */
function truth(value: Value): boolean | undefined {
  if (value === undefined || typeof value === "boolean") return value;
  return typeof value === "string" ? value !== "" : value !== 0 && !Number.isNaN(value);
}

function negated(value: boolean | undefined): boolean | undefined {
  return value === undefined ? undefined : !value;
}

/** False if one side is, whatever the other; else an error if one side is. */
function conjunction(
  a: boolean | undefined,
  other: () => boolean | undefined,
): boolean | undefined {
  if (a === false) return false;
  const b = other();
  return b === false ? false : a === undefined || b === undefined ? undefined : true;
}

function isIn(value: Value, list: readonly Evaluate[]): boolean | undefined {
  let hasError = false;
  for (const item of list) {
    const areEqual = equal(value, item());
    if (areEqual === true) return true;
    if (areEqual === undefined) hasError = true;
  }
  return hasError ? undefined : false;
}

function equal(a: Value, b: Value): boolean | undefined {
  if (a === undefined || b === undefined) return undefined;
  if (typeof a !== "number" && typeof b !== "number") return String(a) === String(b);
  const [x, y] = [numeric(a), numeric(b)];
  return x === undefined || y === undefined ? undefined : x === y;
}

/** Negative, zero or positive. */
function compared(a: Value, b: Value, areStored: boolean): number | undefined {
  if (a === undefined || b === undefined) return undefined;
  const [x, y] = [numeric(a), numeric(b)];
  const hasNumber = typeof a === "number" || typeof b === "number";
  if (x !== undefined && y !== undefined && (hasNumber || areStored)) return x - y;
  return hasNumber ? undefined : compareUtf8(String(a), String(b));
}

function ordered(operator: "<" | ">" | "<=" | ">=", order: number | undefined): Value {
  if (order === undefined) return undefined;
  switch (operator) {
    case "<":
      return order < 0;
    case ">":
      return order > 0;
    case "<=":
      return order <= 0;
    case ">=":
      return order >= 0;
  }
}

function calculated(
  operator: "+" | "-" | "*" | "/",
  a: number | undefined,
  b: number | undefined,
): Value {
  if (a === undefined || b === undefined) return undefined;
  switch (operator) {
    case "+":
      return a + b;
    case "-":
      return a - b;
    case "*":
      return a * b;
    case "/":
      return b === 0 ? undefined : a / b;
  }
}

/** The number that a value is or spells. */
export function numeric(value: Value): number | undefined {
  if (typeof value !== "string") return typeof value === "number" ? value : undefined;
  const number = numberOf(value);
  return Number.isNaN(number) ? undefined : number;
}

/** The text that a value prints; undefined for an error. */
export function printed(value: Value): string | undefined {
  return value === undefined ? undefined : String(value);
}
