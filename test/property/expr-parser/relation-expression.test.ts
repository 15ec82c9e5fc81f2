import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ExpressionError } from "../../../src/errors/errors.ts";
import type { Arc, Filter, Label, Labels, Relation } from "../../../src/expr-parser/ast.ts";
import { parseLinkedRelation, parseRelation } from "../../../src/expr-parser/parse-relation.ts";
import { printRelation } from "../../../src/expr-parser/print.ts";
import {
  NaiveError,
  naiveLinkedRelation,
  naiveRelation,
} from "../../oracle/expr-parser/naive-relation.ts";
import { runs } from "../runs.ts";
import { anyExpression } from "./expression-texts.ts";

const { numRuns } = runs(1000);

/** What a reader makes of a text: its value, or the message of its refusal. */
function outcome(read: (text: string) => unknown, text: string): unknown {
  try {
    return { value: read(text) };
  } catch (error) {
    if (error instanceof ExpressionError || error instanceof NaiveError) {
      return { refused: error.message };
    }
    throw error;
  }
}

describe("the parser against string cutting", () => {
  test("reads a relation, or refuses it in the same words", () => {
    fc.assert(
      fc.property(anyExpression, (text) => {
        expect(outcome(parseRelation, text)).toEqual(outcome(naiveRelation, text));
      }),
      { numRuns },
    );
  });

  test("reads a linked relation, or refuses it in the same words", () => {
    const linkedText = fc.oneof(
      anyExpression,
      anyExpression.map((text) => `geoId/06${text}`),
    );
    fc.assert(
      fc.property(linkedText, (text) => {
        expect(outcome(parseLinkedRelation, text)).toEqual(outcome(naiveLinkedRelation, text));
      }),
      { numRuns },
    );
  });

  test("points at the same character however the text is spaced", () => {
    const gaps = fc.array(fc.constantFrom("", "", " ", "\n\t"), { minLength: 1, maxLength: 7 });
    const dropWhitespace = (text: string) => text.replace(/[ \t\n\r]/g, "");
    const offsetOf = (text: string): number | undefined => {
      try {
        parseRelation(text);
        return undefined;
      } catch (error) {
        return (error as ExpressionError).offset;
      }
    };
    fc.assert(
      fc.property(anyExpression, gaps, (text, spaces) => {
        const dense = dropWhitespace(text);
        const spaced = Array.from(
          { length: dense.length },
          (_, index) => spaces[index % spaces.length]! + dense.charAt(index),
        ).join("");
        const at = offsetOf(dense);
        const atSpaced = offsetOf(spaced);
        expect(dropWhitespace(spaced.slice(0, atSpaced))).toBe(dense.slice(0, at));
        if (at !== undefined) expect(spaced.charAt(atSpaced!)).toBe(dense.charAt(at));
      }),
      { numRuns },
    );
  });
});

describe("printing", () => {
  // Names as real data has them; the odd ones hold every mark that may stand in a name.
  const word = fc.oneof(
    fc.constantFrom(
      "name",
      "typeOf",
      "dc/base/x.y",
      "a-b",
      "it's",
      "50%",
      "?",
      "#",
      "_@(&)",
      "été",
    ),
    fc.string({ unit: fc.constantFrom("a", "Z", "/", "-", "$", "東", "😀"), minLength: 1 }),
  );
  const bareName = fc.oneof(word, fc.constantFrom("a,b", "a]", "k:v", "}", "a[b]", "->", "*,"));
  const itemName = fc.oneof(word, fc.constantFrom("*", "a+", "+", "[a", "[a]", "k:v", "a}", "]"));
  const restName = fc.oneof(bareName, fc.constantFrom("+", "a+b", "[a", "[a,b]", "a{k:v}", "+{"));
  const filter = (value: fc.Arbitrary<string>): fc.Arbitrary<Filter> =>
    fc.uniqueArray(
      fc.record({ key: word, values: fc.array(value, { minLength: 1, maxLength: 3 }) }),
      { selector: ({ key }) => key, minLength: 1, maxLength: 3 },
    );
  const anyFilter = fc.oneof(
    fc.constant<Filter>([]),
    filter(fc.oneof(word, fc.constantFrom("a+{b}", "a->b", "<-<-", "<->"))),
  );

  const direction = fc.constantFrom("out" as const, "in" as const);
  const none = fc.constant<Labels>({ kind: "none" });
  const any = fc.constant<Labels>({ kind: "any" });
  const one = (name: fc.Arbitrary<string>): fc.Arbitrary<Labels> =>
    name.map((text) => ({ kind: "some", items: [{ name: text, filter: [] }] }));
  const label: fc.Arbitrary<Label> = fc.record({ name: itemName, filter: anyFilter });
  const list = fc
    .array(label, { minLength: 1, maxLength: 3 })
    .map((items): Labels => ({ kind: "some", items }));
  const noFilter = fc.constant<Filter>([]);
  const no = fc.constant(false);
  const yes = fc.constant(true);

  const arc: fc.Arbitrary<Arc> = fc.oneof(
    fc.record({ direction, labels: none, transitive: fc.boolean(), filter: noFilter }),
    fc.record({ direction, labels: any, transitive: fc.boolean(), filter: anyFilter }),
    fc.record({ direction, labels: one(word), transitive: fc.boolean(), filter: anyFilter }),
    fc.record({ direction, labels: list, transitive: no, filter: noFilter }),
    fc.record({ direction, labels: one(bareName), transitive: no, filter: noFilter }),
    fc.record({
      direction,
      labels: one(restName.filter((name) => name !== "->")),
      transitive: yes,
      filter: noFilter,
    }),
  );
  const relation: fc.Arbitrary<Relation> = fc.record({ arcs: fc.array(arc, { maxLength: 4 }) });

  test("gives a text that reads as the same relation", () => {
    fc.assert(
      fc.property(relation, (value) => {
        expect(parseRelation(printRelation(value))).toEqual(value);
      }),
      { numRuns },
    );
  });

  test("has a text for all that was ever read, but for stray braces in a list", () => {
    fc.assert(
      fc.property(anyExpression, (text) => {
        const read = outcome(parseRelation, text) as { value?: Relation };
        fc.pre(read.value !== undefined);
        const strayBrace = filtersInLists(read.value!).some((word) => /[{}]/.test(word));
        const printed = outcome(() => printRelation(read.value!), text) as { value?: string };
        expect(printed.value !== undefined || strayBrace).toBe(true);
        if (printed.value !== undefined) {
          expect(parseRelation(printed.value)).toEqual(read.value);
          expect(printRelation(parseRelation(printed.value))).toBe(printed.value);
        }
      }),
      { numRuns },
    );
  });
});

function filtersInLists(relation: Relation): string[] {
  return relation.arcs.flatMap(({ labels }) =>
    labels.kind === "some"
      ? labels.items.flatMap(({ filter }) => filter.flatMap(({ key, values }) => [key, ...values]))
      : [],
  );
}
