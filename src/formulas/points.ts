/** Arithmetic over the points of series, date by date. */
import { type RpcCode, refused } from "../errors/rpc.ts";
import type { Operator } from "./formula.ts";

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
