import fc from "fast-check";
import { expect, test } from "vitest";
import { Regex } from "../../../src/sparql/regex.ts";
import { runs } from "../runs.ts";

const { numRuns } = runs(300);

const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
  pattern: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom("a", "b", "B", ".", "[ab]", "[^a]", "[A-c]", "\\w", "\\d", "\\b", "^", "$", ""),
    fc.tuple(tie("pattern"), tie("pattern")).map(([a, b]) => a + b),
    fc.tuple(tie("pattern"), tie("pattern")).map(([a, b]) => `(${a}|${b})`),
    fc
      .tuple(tie("pattern"), fc.constantFrom("*", "+", "?", "{2}", "{1,3}", "{2,}", "*?"))
      .map(([a, quantifier]) => `(?:${a})${quantifier}`),
  ),
}));
const text = fc.string({ unit: fc.constantFrom("a", "b", "A", "B", "1", " ", "\n"), maxLength: 8 });
const flags = fc.constantFrom("", "i", "s", "m", "ism");

test("finds what JavaScript's own regular expressions find", () => {
  fc.assert(
    fc.property(pattern, flags, text, (source, how, given) => {
      expect(new Regex(source, how).test(given)).toBe(new RegExp(source, `${how}u`).test(given));
    }),
    { numRuns },
  );
});
