import { expect, test } from "vitest";
import { combined } from "../../../src/expr-parser/formula.ts";

const points = (...pairs: [date: number, value: number][]) => ({
  dates: pairs.map(([date]) => date),
  values: pairs.map(([, value]) => value),
});

test("two series are combined at the dates that both have", () => {
  const left = points([1, 10], [3, 30], [4, 40], [7, 70]);
  const right = points([2, 1], [3, 2], [7, 3], [9, 4]);
  expect(combined("-", left, right, "unknown")).toEqual(points([3, 28], [7, 67]));
  expect(combined("+", left, right, "unknown")).toEqual(points([3, 32], [7, 73]));
  expect(combined("+", left, points(), "unknown")).toEqual(points());
});

test("a number is combined with each value, on its own side", () => {
  expect(combined("-", 10, points([1, 4], [2, 6]), "unknown")).toEqual(points([1, 6], [2, 4]));
  expect(combined("/", points([1, 4], [2, 6]), 2, "unknown")).toEqual(points([1, 2], [2, 3]));
  expect(combined("*", 4, 2.5, "unknown")).toBe(10);
});

test("division by zero is refused, with the code that is asked for", () => {
  const zero = points([1, 0]);
  const message = "denominator cannot be zero";
  expect(() => combined("/", points([1, 1]), zero, "unknown")).toThrow(message);
  expect(() => combined("/", 1, 0, "invalidArgument")).toThrow(message);
  expect(combined("/", zero, points([1, 5]), "unknown")).toEqual(zero);
  expect(combined("*", points([1, 5]), zero, "unknown")).toEqual(zero);
});
