import { EmbeddedActionsParser, Lexer } from "chevrotain";
import { expect, test } from "vitest";
import { vocabulary } from "../../../src/expr-parser/expression-tokens.ts";
import { RelationParser } from "../../../src/expr-parser/grammar.ts";

// Expressions are read without these checks, which take time at every start.
test("the grammar is valid: no rule is ambiguous, left-recursive or without an end", () => {
  expect(() => new RelationParser(false)).not.toThrow();
  expect(new RelationParser(false)).toBeInstanceOf(EmbeddedActionsParser);
});

test("the vocabulary is valid: no token hides another one", () => {
  expect(new Lexer(vocabulary, { positionTracking: "onlyOffset" }).lexerDefinitionErrors).toEqual(
    [],
  );
});
