/**
 * Formulas: arithmetic over variables, such as `(Female - Male) / Count_Person[mm=CensusPEPSurvey]`
 * (behaviour: observation 11). The grammar has two levels of operators, so it is read by hand.
 */

import { CommonsError, LimitError } from "../errors/errors.ts";
import { type RpcCode, refused, rpcStatuses } from "../errors/rpc.ts";
import type { MeasuredField } from "../stats/facet-fields.ts";

export type Operator = "+" | "-" | "*" | "/";

/** A variable, and what its series must have. */
export interface Leaf {
  readonly kind: "leaf";
  /** As it was written: equal for equal leaves. */
  readonly text: string;
  readonly variable: string;
  /** Undefined where there are no brackets. */
  readonly measured: Readonly<Partial<Record<MeasuredField, string>>> | undefined;
}

interface Constant {
  readonly kind: "constant";
  readonly value: number;
}

interface Operation {
  readonly kind: "operation";
  readonly operator: Operator;
  readonly left: Formula;
  readonly right: Formula;
}

export type Formula = Leaf | Constant | Operation;

/** How a filter in brackets writes the fields. */
const filterFields: Readonly<Record<string, MeasuredField>> = {
  mm: "measurementMethod",
  op: "observationPeriod",
  ut: "unit",
  sf: "scalingFactor",
};

/**
 * A name may hold the marks of a filter, and a slash only in these two prefixes. All else that stands
 * in a dcid is read as an operator, as the real service reads it.
 */
const token =
  /\s*(?:((?:dc\/|dcAggregate\/|[\p{L}_[\]=;])(?:dc\/|dcAggregate\/|[\p{L}\p{Nd}_[\]=;])*)|((?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|(\S))/uy;

interface Token {
  readonly kind: "name" | "number" | "mark";
  readonly text: string;
  readonly start: number;
}

/** Names, numbers and brackets of a formula: what is longer would need a deep stack. */
const tokensMax = 500;

/**
 * Reads a formula.
 *
 * @param hasConstants whether it may hold numbers
 * @throws CommonsError in the words of the real service, which answers 500 to it
 */
export function parseFormula(text: string, hasConstants: boolean): Formula {
  const formula = new FormulaReader(text, hasConstants).formula();
  if (formula.kind === "leaf") throw unsupported("Ident", 0);
  return formula;
}

/** The leaves of a formula, each once, from the left. */
export function leavesOf(formula: Formula): readonly Leaf[] {
  const leaves = new Map<string, Leaf>();
  const visit = (part: Formula): void => {
    if (part.kind === "leaf") leaves.set(part.text, part);
    if (part.kind !== "operation") return;
    visit(part.left);
    visit(part.right);
  };
  visit(formula);
  return [...leaves.values()];
}

/** What a formula is calculated with. */
interface Arithmetic<Value> {
  leaf(leaf: Leaf): Value;
  constant(value: number): Value;
  combine(operator: Operator, left: Value, right: Value): Value;
}

/** The value of a formula: the one evaluator, whatever its values are. */
export function evaluated<Value>(formula: Formula, arithmetic: Arithmetic<Value>): Value {
  switch (formula.kind) {
    case "leaf":
      return arithmetic.leaf(formula);
    case "constant":
      return arithmetic.constant(formula.value);
    default: {
      const left = evaluated(formula.left, arithmetic);
      return arithmetic.combine(formula.operator, left, evaluated(formula.right, arithmetic));
    }
  }
}

class FormulaReader {
  readonly #tokens: readonly Token[];
  readonly #length: number;
  readonly #hasConstants: boolean;
  #at = 0;

  constructor(text: string, hasConstants: boolean) {
    this.#tokens = tokensOf(text);
    this.#length = text.length;
    this.#hasConstants = hasConstants;
  }

  formula(): Formula {
    const formula = this.#sum();
    if (this.#at < this.#tokens.length) throw this.#expected("'EOF'");
    return formula;
  }

  #sum(): Formula {
    return this.#chain(["+", "-"], () => this.#chain(["*", "/"], () => this.#operand()));
  }

  /** Operands and operators of one level, from the left. */
  #chain(operators: readonly Operator[], operand: () => Formula): Formula {
    let left = operand();
    for (;;) {
      const operator = operators.find((one) => this.#isMark(one));
      if (operator === undefined) return left;
      this.#at++;
      left = { kind: "operation", operator, left, right: operand() };
    }
  }

  #operand(): Formula {
    const { kind, text, start } = this.#tokens[this.#at] ?? { kind: "end", text: "", start: 0 };
    if (kind === "name") {
      this.#at++;
      return leafOf(text, start);
    }
    if (kind === "number") {
      if (!this.#hasConstants) throw unsupported("BasicLit", start);
      this.#at++;
      return { kind: "constant", value: Number(text) };
    }
    if (text === "+" || text === "-") throw unsupported("UnaryExpr", start);
    if (text !== "(") throw this.#expected("operand");
    this.#at++;
    const inner = this.#sum();
    if (!this.#isMark(")")) throw this.#expected("')'");
    this.#at++;
    return inner;
  }

  #isMark(text: string): boolean {
    const next = this.#tokens[this.#at];
    return next?.kind === "mark" && next.text === text;
  }

  #expected(what: string): CommonsError {
    const next = this.#tokens[this.#at];
    const start = next?.start ?? this.#length;
    return wrong(`1:${start + 1}: expected ${what}, found '${next?.text ?? "EOF"}'`, start);
  }
}

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  token.lastIndex = 0;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const [, name, number, mark] = match;
    const kind = name !== undefined ? "name" : number !== undefined ? "number" : "mark";
    const written = name ?? number ?? (mark as string);
    tokens.push({ kind, text: written, start: token.lastIndex - written.length });
    if (tokens.length > tokensMax) {
      throw new LimitError(`a formula has at most ${tokensMax} names, numbers and marks`);
    }
  }
  return tokens;
}

/** A name, and what stands in brackets after it. */
function leafOf(text: string, start: number): Leaf {
  const bracket = text.indexOf("[");
  if (bracket === -1) return { kind: "leaf", text, variable: text, measured: undefined };
  if (!text.endsWith("]")) throw wrong("missing ]", start);
  const measured: Partial<Record<MeasuredField, string>> = {};
  for (const filter of text.slice(bracket + 1, -1).split(";")) {
    const type = filter.slice(0, 2);
    const field = Object.hasOwn(filterFields, type) ? filterFields[type] : undefined;
    if (field === undefined) throw wrong(`unsupported filter type: ${type}`, start);
    measured[field] = filter.slice(3);
  }
  return { kind: "leaf", text, variable: text.slice(0, bracket), measured };
}

const unsupported = (type: string, start: number): CommonsError =>
  wrong(`unsupported AST type *ast.${type}`, start);

function wrong(message: string, offset: number): CommonsError {
  const rpc = { ...rpcStatuses.unknown, detail: "internal" } as const;
  return new CommonsError("EXPRESSION", message, { offset, rpc });
}

// Arithmetic over the points of series, date by date.

/** Numbers at codes of dates, which ascend. */
export interface Points {
  readonly dates: ArrayLike<number>;
  readonly values: ArrayLike<number>;
}

/**
 * Two series at the dates that both have, a series and a number at all dates of the series, or two
 * numbers.
 *
 * @param zero what a request is refused with that divides by zero
 * @throws CommonsError for such a request
 */
export function combined(
  operator: Operator,
  left: Points | number,
  right: Points | number,
  zero: RpcCode,
): Points | number {
  const calculate = (a: number, b: number): number => {
    if (operator === "/" && b === 0) throw refused(zero, "denominator cannot be zero");
    return calculations[operator](a, b);
  };
  if (typeof left === "number") {
    if (typeof right === "number") return calculate(left, right);
    return { ...right, values: Array.from(right.values, (value) => calculate(left, value)) };
  }
  if (typeof right === "number") {
    return { ...left, values: Array.from(left.values, (value) => calculate(value, right)) };
  }
  const dates: number[] = [];
  const values: number[] = [];
  for (let a = 0, b = 0; a < left.dates.length && b < right.dates.length; ) {
    const [leftDate, rightDate] = [left.dates[a] as number, right.dates[b] as number];
    if (leftDate === rightDate) {
      dates.push(leftDate);
      values.push(calculate(left.values[a] as number, right.values[b] as number));
    }
    if (leftDate <= rightDate) a++;
    if (rightDate <= leftDate) b++;
  }
  return { dates, values };
}

const calculations: Readonly<Record<Operator, (a: number, b: number) => number>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
};
