/**
 * What expressions of the extended dialect calculate with. Every stored value is a text. Compared
 * with a number, a text counts as the number that it spells. Compared with a quoted text it is a
 * text. Two stored texts are compared as numbers if both spell one. An error, such as an unbound
 * variable or a text that is not a number, makes a condition fail, as in standard SPARQL.
 */

import { numberOf } from "../stats/decimals.ts";
import { compareUtf8 } from "../store/texts/utf8.ts";

type KnownValue = string | number | boolean;

/** Undefined is an error. */
export type Value = KnownValue | undefined;

export type Evaluate = () => Value;

/** The truth of a value: a text that is not empty, a number that is not zero. */
export function truth(value: Value): boolean | undefined {
  if (value === undefined || typeof value === "boolean") return value;
  return typeof value === "string" ? value !== "" : value !== 0 && !Number.isNaN(value);
}

export function negated(value: boolean | undefined): boolean | undefined {
  return value === undefined ? undefined : !value;
}

/** False if one side is, whatever the other; else an error if one side is. */
export function conjunction(a: Value, other: Evaluate): boolean | undefined {
  const first = truth(a);
  if (first === false) return false;
  const second = truth(other());
  if (second === false) return false;
  return first === undefined || second === undefined ? undefined : true;
}

/** True if one side is, whatever the other; else an error if one side is. */
export function disjunction(a: Value, other: Evaluate): boolean | undefined {
  return negated(conjunction(negated(truth(a)), () => negated(truth(other()))));
}

export function isIn(value: Value, list: readonly Evaluate[]): boolean | undefined {
  let hasError = false;
  for (const item of list) {
    const areEqual = equal(value, item());
    if (areEqual === true) return true;
    if (areEqual === undefined) hasError = true;
  }
  return hasError ? undefined : false;
}

export function equal(a: Value, b: Value): boolean | undefined {
  if (a === undefined || b === undefined) return undefined;
  if (typeof a !== "number" && typeof b !== "number") return String(a) === String(b);
  const [x, y] = [numeric(a), numeric(b)];
  return x === undefined || y === undefined ? undefined : x === y;
}

/** Negative, zero or positive. */
export function compared(a: Value, b: Value, areStored: boolean): number | undefined {
  if (a === undefined || b === undefined) return undefined;
  const [x, y] = [numeric(a), numeric(b)];
  const hasNumber = typeof a === "number" || typeof b === "number";
  if (x !== undefined && y !== undefined && (hasNumber || areStored)) return x - y;
  return hasNumber ? undefined : compareUtf8(String(a), String(b));
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

/** Numbers in their order, then texts in theirs. */
export function compareValues(a: KnownValue, b: KnownValue): number {
  const [x, y] = [numeric(a), numeric(b)];
  if (x !== undefined && y !== undefined) return x - y;
  if (x !== undefined || y !== undefined) return x === undefined ? 1 : -1;
  return compareUtf8(String(a), String(b));
}

/** Keeps what an aggregate needs of the values of each group. */
export interface Accumulator {
  /** Begins the next group. */
  begin(): void;
  /** Adds a value to a group. It is no error. */
  add(group: number, value: KnownValue): void;
  /**
   * Undefined where standard SPARQL has an error: a sum of what is not a number, a least of
   * nothing.
   */
  value(group: number): Value;
}

export class Count implements Accumulator {
  readonly #counts: number[] = [];

  begin(): void {
    this.#counts.push(0);
  }

  add(group: number): void {
    this.#counts[group] = (this.#counts[group] as number) + 1;
  }

  value(group: number): number {
    return this.#counts[group] as number;
  }
}

/** An error makes the sum an error: it is kept as no number. */
export class Sum implements Accumulator {
  readonly #sums: number[] = [];

  begin(): void {
    this.#sums.push(0);
  }

  add(group: number, value: KnownValue): void {
    this.#sums[group] = (this.#sums[group] as number) + (numeric(value) ?? Number.NaN);
  }

  value(group: number): number | undefined {
    const sum = this.#sums[group] as number;
    return Number.isNaN(sum) ? undefined : sum;
  }
}

/** Zero of nothing. */
export class Average implements Accumulator {
  readonly #sum = new Sum();
  readonly #count = new Count();

  begin(): void {
    this.#sum.begin();
    this.#count.begin();
  }

  add(group: number, value: KnownValue): void {
    this.#sum.add(group, value);
    this.#count.add(group);
  }

  value(group: number): number | undefined {
    const sum = this.#sum.value(group);
    return sum === undefined ? undefined : sum / Math.max(1, this.#count.value(group));
  }
}

/** The least value, or with the sign -1 the greatest. */
export class Extreme implements Accumulator {
  readonly #found: (KnownValue | undefined)[] = [];
  readonly #sign: 1 | -1;

  constructor(sign: 1 | -1) {
    this.#sign = sign;
  }

  begin(): void {
    this.#found.push(undefined);
  }

  add(group: number, value: KnownValue): void {
    const found = this.#found[group];
    if (found === undefined || compareValues(value, found) * this.#sign < 0) {
      this.#found[group] = value;
    }
  }

  value(group: number): Value {
    return this.#found[group];
  }
}
