import { describe, expect, test } from "vitest";
import type { CommonsError } from "../../../src/errors/errors.ts";
import { evaluated, leavesOf, parseFormula } from "../../../src/expr-parser/formula.ts";

const values: Readonly<Record<string, number>> = { A: 8, B: 2, C: 3, "dc/abc_1": 5 };

const calculated = (text: string): number =>
  evaluated<number>(parseFormula(text, true), {
    leaf: ({ variable }) => values[variable] ?? Number.NaN,
    constant: (value) => value,
    combine: (operator, a, b) => ({ "+": a + b, "-": a - b, "*": a * b, "/": a / b })[operator],
  });

function errorOf(text: string, hasConstants = false): CommonsError {
  try {
    parseFormula(text, hasConstants);
  } catch (error) {
    return error as CommonsError;
  }
  throw new Error(`${text} is a formula`);
}

describe("a formula", () => {
  test.each([
    ["A + B * C", 14],
    ["(A+B)/C", 10 / 3],
    ["A / B / B", 2],
    ["A - (B - C)", 9],
    ["A-B-C", 3],
    ["((A))*B", 16],
    ["(100 - A) / (2.5 * 2)", 18.4],
    ["A * .5e1\n+ dc/abc_1", 45],
    ["A * .25", 2],
  ])("%j is calculated as in arithmetic", (text, value) => {
    expect(calculated(text)).toBe(value);
  });

  test("a part can say how its series are measured", () => {
    const formula = parseFormula("A[mm=dcAggregate/X;op=P1Y;ut=USD;sf=100] / B + A[mm=]/B", false);
    expect(leavesOf(formula).map(({ variable, measured }) => [variable, measured])).toEqual([
      [
        "A",
        {
          measurementMethod: "dcAggregate/X",
          observationPeriod: "P1Y",
          unit: "USD",
          scalingFactor: "100",
        },
      ],
      ["B", undefined],
      ["A", { measurementMethod: "" }],
    ]);
  });

  test.each([
    ["A", "unsupported AST type *ast.Ident"],
    ["(A)", "unsupported AST type *ast.Ident"],
    ["A * 2", "unsupported AST type *ast.BasicLit"],
    ["A * -B", "unsupported AST type *ast.UnaryExpr"],
    ["+A / B", "unsupported AST type *ast.UnaryExpr"],
    ["A[zz=X] + B", "unsupported filter type: zz"],
    ["A[__proto__=X] + B", "unsupported filter type: __"],
    ["A[mm=X-Y] + B", "missing ]"],
    ["A +", "1:4: expected operand, found 'EOF'"],
    ["", "1:1: expected operand, found 'EOF'"],
    ["A + (B * C", "1:11: expected ')', found 'EOF'"],
    ["A B", "1:3: expected 'EOF', found 'B'"],
    ["A.b + C", "1:2: expected 'EOF', found '.'"],
  ])("%j is refused: %s", (text, message) => {
    expect(errorOf(text)).toMatchObject({
      code: "EXPRESSION",
      message,
      rpc: { code: 2, status: 500 },
    });
  });

  test("a formula that is too long is refused", () => {
    const message = "a formula has at most 500 names, numbers and marks";
    expect(errorOf("(".repeat(501))).toMatchObject({ code: "LIMIT", message });
    expect(errorOf("(".repeat(500))).toMatchObject({ code: "EXPRESSION" });
    expect(calculated(`A${"+B".repeat(249)}`)).toBe(8 + 2 * 249);
  });
});
