import { describe, expect, test } from "vitest";
import {
  compared,
  compareValues,
  conjunction,
  disjunction,
  equal,
  isIn,
  numeric,
  truth,
  type Value,
} from "../../../src/sparql/expression-values.ts";

const error = undefined;
const unasked = () => expect.unreachable();

test("the truth of texts and numbers is whether they are something", () => {
  const values: Value[] = [true, false, "x", "0", "false", "", 1, -0.5, 0, Number.NaN, error];
  expect(values.map(truth)).toEqual([
    ...[true, false, true, true, true, false],
    ...[true, true, false, false, error],
  ]);
});

describe("an error in a condition", () => {
  test("decides a conjunction unless the other side is false", () => {
    const values: Value[] = [true, false, error];
    expect(values.flatMap((a) => values.map((b) => conjunction(a, () => b)))).toEqual([
      ...[true, false, error],
      ...[false, false, false],
      ...[error, false, error],
    ]);
    expect(conjunction(0, unasked)).toBe(false);
  });

  test("decides a disjunction unless the other side is true", () => {
    const values: Value[] = [true, false, error];
    expect(values.flatMap((a) => values.map((b) => disjunction(a, () => b)))).toEqual([
      ...[true, true, true],
      ...[true, false, error],
      ...[true, error, error],
    ]);
    expect(disjunction("x", unasked)).toBe(true);
  });

  test("decides a list unless another item is equal", () => {
    const of = (...items: Value[]) => items.map((item) => () => item);
    expect(isIn(1, of(error, 1))).toBe(true);
    expect(isIn(1, of(2, error, 3))).toBe(error);
    expect(isIn(error, of(1))).toBe(error);
    expect(isIn(1, of(2, 3))).toBe(false);
    expect(isIn(1, [])).toBe(false);
    expect(isIn(1, [() => 1, unasked])).toBe(true);
  });
});

describe("equal", () => {
  test.each<[Value, Value, boolean | undefined]>([
    ["1", 1, true],
    [1, "1.0", true],
    ["1", "1.0", false],
    ["x", "x", true],
    [true, "true", true],
    [false, "true", false],
    ["x", 1, error],
    [1, "x", error],
    [true, 1, error],
    [error, 1, error],
    ["x", error, error],
    ["undefined", error, error],
    [error, error, error],
  ])("%j and %j: %s", (a, b, expected) => {
    expect(equal(a, b)).toBe(expected);
  });
});

describe("compared", () => {
  test("are numbers where one is a number, and an error where only one is", () => {
    for (const areStored of [true, false]) {
      expect(compared("10", 9, areStored)).toBe(1);
      expect(compared(9, "10", areStored)).toBe(-1);
      expect(compared("1.0", 1, areStored)).toBe(0);
      expect(compared("x", 1, areStored)).toBe(error);
      expect(compared(1, "x", areStored)).toBe(error);
      expect(compared(1, true, areStored)).toBe(error);
    }
  });

  test("are numbers where two stored texts spell them, else texts", () => {
    expect(compared("10", "9", true)).toBe(1);
    expect(compared("10", "9", false)).toBeLessThan(0);
    expect(compared("10", "x", true)).toBeLessThan(0);
    expect(compared("x", "10", true)).toBeGreaterThan(0);
    expect(compared("\u{10000}", "\uffff", true)).toBeGreaterThan(0);
    expect(compared(true, "true", false)).toBe(0);
  });

  test("are nothing where one is an error", () => {
    for (const other of [error, 1, "x", "undefined"]) {
      expect(compared(error, other, true)).toBe(error);
      expect(compared(other, error, true)).toBe(error);
    }
  });
});

test("a text is the number that it spells, and a truth is none", () => {
  const values: Value[] = [5, "5", "-2.5", "x", "", true, false, error];
  expect(values.map(numeric)).toEqual([5, 5, -2.5, error, error, error, error, error]);
});

test("values are ordered numbers first, as numbers, then texts by their bytes", () => {
  const sorted = [-1, "0", "9", 10, "10.5", "\uffff", "\u{10000}"];
  expect([...sorted].reverse().sort(compareValues)).toEqual(sorted);
  expect([...sorted, "a", "true"].sort(compareValues).slice(0, 7)).toEqual([
    ...sorted.slice(0, 5),
    ...["a", "true"],
  ]);
  expect(compareValues("1.0", 1)).toBe(0);
  expect(compareValues(true, "true")).toBe(0);
  expect(compareValues(1, "x")).toBe(-compareValues("x", 1));
});
