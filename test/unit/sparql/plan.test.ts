import { describe, expect, test } from "vitest";
import {
  certainOfPart,
  type Expression,
  type Group,
  type GroupPart,
  type PatternEnd,
  variablesOf,
  variablesOfPart,
} from "../../../src/sparql/plan.ts";

const end = (name: number | string): PatternEnd =>
  typeof name === "number"
    ? { kind: "variable", variable: name }
    : { kind: "constants", texts: [name] };
type Triple = readonly [number | string, number | string, number | string];
const patterns = (...triples: readonly Triple[]): GroupPart => ({
  kind: "patterns",
  patterns: triples.map(([subject, predicate, object]) => ({
    subject: end(subject),
    predicate: end(predicate),
    object: end(object),
    line: 1,
    column: 1,
  })) as unknown as Extract<GroupPart, { kind: "patterns" }>["patterns"],
});
const group = (...parts: readonly GroupPart[]): Group => ({ parts, conditions: [] });
const sorted = (variables: Iterable<number>) => [...variables].sort((a, b) => a - b);

const two = patterns([1, "typeOf", "City"], [1, "name", 2]);
const other = patterns([1, 3, 2]);

describe("variables of a part", () => {
  test.each<[string, GroupPart, number[], number[]]>([
    ["patterns", two, [1, 2], [1, 2]],
    ["patterns with a variable in each place", patterns([4, 5, 6]), [4, 5, 6], [4, 5, 6]],
    ["patterns of constants", patterns(["a", "b", "c"]), [], []],
    [
      "a group",
      { kind: "group", group: group(two, patterns([7, "p", "x"])) },
      [1, 2, 7],
      [1, 2, 7],
    ],
    ["an optional part", { kind: "optional", group: group(two) }, [1, 2], []],
    [
      "a group with an optional part",
      {
        kind: "group",
        group: group(two, { kind: "optional", group: group(patterns([8, "p", 9])) }),
      },
      [1, 2, 8, 9],
      [1, 2],
    ],
    [
      "a union, of which each branch binds those of all",
      { kind: "union", branches: [group(two), group(other), group(patterns([2, 1, 4]))] },
      [1, 2, 3, 4],
      [1, 2],
    ],
    [
      "a union with a branch that binds one of them",
      { kind: "union", branches: [group(two), group(other), group(patterns([1, "p", "x"]))] },
      [1, 2, 3],
      [1],
    ],
    ["a union of nothing", { kind: "union", branches: [] }, [], []],
  ])("%s: those that it mentions, and those that each match binds", (_, part, all, certain) => {
    expect(sorted(variablesOfPart(part))).toEqual(all);
    expect(sorted(certainOfPart(part))).toEqual(certain);
  });
});

test("variables of an expression, however deep", () => {
  const variable = (id: number): Expression => ({ kind: "variable", variable: id });
  const call = (...args: readonly Expression[]): Expression =>
    ({ kind: "call", operator: {}, args }) as unknown as Expression;
  const text: Expression = { kind: "text", text: "x" };
  expect(variablesOf(variable(3))).toEqual([3]);
  expect(variablesOf(text)).toEqual([]);
  expect(variablesOf(call(variable(1), call(text, variable(2)), variable(1)))).toEqual([1, 2, 1]);
  expect(variablesOf({ kind: "aggregate", aggregate: 0 })).toEqual([]);
});
