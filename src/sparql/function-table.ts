/**
 * Operators, functions and aggregates of the extended dialect. Tokens, compiler, evaluation and the
 * documentation's table come from these rows and from nowhere else.
 */

import {
  type Accumulator,
  Average,
  Count,
  compared,
  conjunction,
  disjunction,
  type Evaluate,
  Extreme,
  equal,
  isIn,
  negated,
  numeric,
  Sum,
  truth,
  type Value,
} from "./expression-values.ts";
import type { Regex } from "./regex.ts";

/** What a row may know, apart from the values of its arguments. */
interface CallContext {
  /** Every argument is a variable or an aggregate: none was written in the query. */
  readonly areStored: boolean;
  /** The compiled pattern of `REGEX`, which is no argument. */
  readonly regex: Regex | undefined;
  /** Takes the number of steps of a piece of work, before it is done. */
  readonly work: (steps: number) => void;
}

export interface FunctionRow {
  /** As queries write it; words in any case. */
  readonly written: string;
  /** A `mark` or a `word` between or before its arguments, or a `call` with parentheses. */
  readonly form: "mark" | "word" | "call";
  /** The arguments' names; `?` after one that may be left out, `…` after a list. */
  readonly args: readonly string[];
  /** What it answers, for the documentation. */
  readonly about: string;
  readonly evaluate: (args: readonly Evaluate[], context: CallContext) => Evaluate;
}

/** Stands in SELECT and HAVING alone. Every aggregate takes `DISTINCT` before its argument. */
export interface AggregateRow extends Omit<FunctionRow, "form" | "evaluate"> {
  readonly form: "aggregate";
  /** Whether `*` may be the argument. */
  readonly takesAll: boolean;
  readonly begin: () => Accumulator;
}

const none: Evaluate = () => undefined;

function unary(apply: (a: Value) => Value): FunctionRow["evaluate"] {
  return ([a = none]) =>
    () =>
      apply(a());
}

function binary(apply: (a: Value, b: Value) => Value): FunctionRow["evaluate"] {
  return ([a = none, b = none]) =>
    () =>
      apply(a(), b());
}

function ordered(holds: (order: number) => boolean): FunctionRow["evaluate"] {
  return ([a = none, b = none], { areStored }) =>
    () => {
      const order = compared(a(), b(), areStored);
      return order === undefined ? undefined : holds(order);
    };
}

function calculated(apply: (a: number, b: number) => Value): FunctionRow["evaluate"] {
  return binary((a, b) => {
    const [x, y] = [numeric(a), numeric(b)];
    return x === undefined || y === undefined ? undefined : apply(x, y);
  });
}

/** Work on texts grows with their length. */
const charactersPerStep = 64;

function onText(apply: (text: string) => Value): FunctionRow["evaluate"] {
  return ([a = none], { work }) =>
    () => {
      const value = a();
      if (value === undefined) return undefined;
      const text = String(value);
      work(text.length / charactersPerStep);
      return apply(text);
    };
}

function onTexts(apply: (text: string, part: string) => boolean): FunctionRow["evaluate"] {
  return ([a = none, b = none], { work }) =>
    () => {
      const [value, part] = [a(), b()];
      if (value === undefined || part === undefined) return undefined;
      const text = String(value);
      work(text.length / charactersPerStep);
      return apply(text, String(part));
    };
}

const mark = (
  written: string,
  about: string,
  evaluate: FunctionRow["evaluate"],
  args: readonly string[] = ["a", "b"],
) => ({ written, form: "mark", args, about, evaluate }) as const;

const word = (written: string, about: string, evaluate: FunctionRow["evaluate"]) =>
  ({ written, form: "word", args: ["a", "list…"], about, evaluate }) as const;

const call = (
  written: string,
  args: readonly string[],
  about: string,
  evaluate: FunctionRow["evaluate"],
) => ({ written, form: "call", args, about, evaluate }) as const;

const aggregate = (
  written: string,
  about: string,
  begin: AggregateRow["begin"],
  takesAll = false,
) => ({ written, form: "aggregate", args: ["a"], about, takesAll, begin }) as const;

/** By the name that the parser of standard SPARQL gives each. */
export const functions = {
  "=": mark("=", "equal; compared as numbers if one is a number", binary(equal)),
  "!=": mark(
    "!=",
    "not equal",
    binary((a, b) => negated(equal(a, b))),
  ),
  "<": mark(
    "<",
    "less",
    ordered((order) => order < 0),
  ),
  ">": mark(
    ">",
    "greater",
    ordered((order) => order > 0),
  ),
  "<=": mark(
    "<=",
    "less or equal",
    ordered((order) => order <= 0),
  ),
  ">=": mark(
    ">=",
    "greater or equal",
    ordered((order) => order >= 0),
  ),
  "&&": mark(
    "&&",
    "both are true",
    ([a = none, b = none]) =>
      () =>
        conjunction(a(), b),
  ),
  "||": mark(
    "||",
    "at least one is true",
    ([a = none, b = none]) =>
      () =>
        disjunction(a(), b),
  ),
  "!": mark(
    "!",
    "not",
    unary((a) => negated(truth(a))),
    ["a"],
  ),
  "+": mark(
    "+",
    "sum",
    calculated((a, b) => a + b),
  ),
  "-": mark(
    "-",
    "difference",
    calculated((a, b) => a - b),
  ),
  "*": mark(
    "*",
    "product",
    calculated((a, b) => a * b),
  ),
  "/": mark(
    "/",
    "quotient; by zero an error",
    calculated((a, b) => (b === 0 ? undefined : a / b)),
  ),
  in: word("IN", "equal to a member of the list", ([a = none, ...list], { work }) => () => {
    work(list.length);
    return isIn(a(), list);
  }),
  notin: word("NOT IN", "equal to no member of the list", ([a = none, ...list], { work }) => () => {
    work(list.length);
    return negated(isIn(a(), list));
  }),
  bound: call(
    "BOUND",
    ["variable"],
    "whether the variable has a value",
    unary((a) => a !== undefined),
  ),
  str: call(
    "STR",
    ["a"],
    "the text",
    onText((text) => text),
  ),
  lcase: call(
    "LCASE",
    ["text"],
    "in lower case",
    onText((text) => text.toLowerCase()),
  ),
  ucase: call(
    "UCASE",
    ["text"],
    "in upper case",
    onText((text) => text.toUpperCase()),
  ),
  strlen: call(
    "STRLEN",
    ["text"],
    "number of characters",
    onText((text) => [...text].length),
  ),
  contains: call(
    "CONTAINS",
    ["text", "part"],
    "whether the text contains the part",
    onTexts((text, part) => text.includes(part)),
  ),
  strstarts: call(
    "STRSTARTS",
    ["text", "part"],
    "whether the text begins with the part",
    onTexts((text, part) => text.startsWith(part)),
  ),
  strends: call(
    "STRENDS",
    ["text", "part"],
    "whether the text ends with the part",
    onTexts((text, part) => text.endsWith(part)),
  ),
  regex: call(
    "REGEX",
    ["text", "pattern", "flags?"],
    "whether the text has a match; the pattern is a constant in the syntax of RE2; flags `i`, `s`, `m`",
    ([a = none], { regex, work }) =>
      () => {
        const value = a();
        if (value === undefined || regex === undefined) return undefined;
        const text = String(value);
        // Before the test: a single one on a long text could be too much.
        work(regex.workOn(text));
        return regex.test(text);
      },
  ),
  count: aggregate("COUNT", "number of values; `*` counts rows", () => new Count(), true),
  sum: aggregate("SUM", "sum of numbers", () => new Sum()),
  min: aggregate("MIN", "the least; numbers are less than texts", () => new Extreme(1)),
  max: aggregate("MAX", "the greatest", () => new Extreme(-1)),
  avg: aggregate("AVG", "mean of numbers; 0 without numbers", () => new Average()),
} as const satisfies Readonly<Record<string, FunctionRow | AggregateRow>>;

type Rows = typeof functions;

/** Names of aggregates. */
export type Aggregator = {
  [Name in keyof Rows]: Rows[Name] extends AggregateRow ? Name : never;
}[keyof Rows];

/** Names of all others. */
export type Operator = Exclude<keyof Rows, Aggregator>;

export function isAggregator(name: string): name is Aggregator {
  return rowOf(name)?.form === "aggregate";
}

export function isOperator(name: string): name is Operator {
  return Object.hasOwn(functions, name) && !isAggregator(name);
}

/** May it have so many arguments? */
export function takes(operator: Operator, count: number): boolean {
  const args: readonly string[] = functions[operator].args;
  const least = args.filter((name) => !name.endsWith("?")).length;
  return count >= least && count <= args.length;
}

/** The row of a name that the parser gave; undefined for what the dialect has not. */
function rowOf(name: string): FunctionRow | AggregateRow | undefined {
  return Object.hasOwn(functions, name) ? functions[name as keyof Rows] : undefined;
}

/** Everything that queries may write in these forms, in capital letters, word by word. */
export function wordsOf(...forms: readonly (FunctionRow | AggregateRow)["form"][]): Set<string> {
  const rows: readonly (FunctionRow | AggregateRow)[] = Object.values(functions);
  const written = rows.filter(({ form }) => forms.includes(form)).map((row) => row.written);
  return new Set(written.flatMap((text) => text.split(" ")));
}
