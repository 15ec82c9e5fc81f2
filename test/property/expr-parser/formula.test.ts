/** Formulas as texts mean the trees that they were printed from. */
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  evaluated,
  type Formula,
  type Operator,
  parseFormula,
} from "../../../src/expr-parser/formula.ts";
import { runs } from "../runs.ts";

const operators: readonly Operator[] = ["+", "-", "*", "/"];
const level = (operator: Operator): number => (operator === "+" || operator === "-" ? 1 : 2);

const { formula } = fc.letrec<{ formula: Formula }>((tie) => ({
  formula: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    fc.constantFrom("A", "Count_Person", "dc/x1", "B[mm=Survey;op=P1Y]").map(
      (text): Formula => ({
        kind: "leaf",
        text,
        variable: text.split("[", 1)[0] as string,
        measured: undefined,
      }),
    ),
    fc
      .double({ min: 0, max: 1e6, noNaN: true })
      .map((value): Formula => ({ kind: "constant", value: Math.abs(value) })),
    fc.record({
      kind: fc.constant("operation" as const),
      operator: fc.constantFrom(...operators),
      left: tie("formula"),
      right: tie("formula"),
    }),
  ),
}));

/** With no more brackets than needed, or with some that are not. */
function printed(formula: Formula, above: number, hasMore: boolean): string {
  if (formula.kind === "leaf") return formula.text;
  if (formula.kind === "constant") return String(formula.value);
  const { operator, left, right } = formula;
  const own = level(operator);
  const text = `${printed(left, own, hasMore)} ${operator}${printed(right, own + 1, hasMore)}`;
  return own < above || hasMore ? `(${text})` : text;
}

/** Written out in prefix form. */
const shapeOf = (formula: Formula): string =>
  evaluated<string>(formula, {
    leaf: ({ text }) => text,
    constant: String,
    combine: (operator, left, right) => `(${operator} ${left} ${right})`,
  });

test("a formula is read as it was meant, whatever brackets it has", () => {
  fc.assert(
    fc.property(formula, fc.boolean(), (meant, hasMore) => {
      fc.pre(meant.kind !== "leaf");
      const read = parseFormula(printed(meant, 0, hasMore), true);
      expect(shapeOf(read)).toBe(shapeOf(meant));
    }),
    runs(1000),
  );
});
