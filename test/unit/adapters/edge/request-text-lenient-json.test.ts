import { describe, expect, test } from "vitest";
import { readLenientJson } from "../../../../src/adapters/edge/request-text.ts";
import { CommonsError } from "../../../../src/errors/errors.ts";

const read = (text: string) => JSON.parse(JSON.stringify(readLenientJson(text)));

describe("what strict JSON refuses and the gateway takes", () => {
  test.each([
    ["single quotes", "{'a': 'it\"s'}", { a: 'it"s' }],
    ["unquoted keys", "{a: 1, $b_2: 2, true: 3}", { a: 1, $b_2: 2, true: 3 }],
    ["trailing commas", '{"a": [1, 2,],}', { a: [1, 2] }],
    ["raw control characters", '{"a": "x\n\ty\r\u0000"}', { a: "x\n\ty\r\u0000" }],
    ["escapes of anything", String.raw`["\q\'\"\v\$"]`, ["q'\"\v$"]],
    ["backslash-newline in a string", '["a \\\nb"]', ["a \nb"]],
    ["backslash-newline between tokens", '{ \\\n "a": \\\r\n 1}', { a: 1 }],
    ["vertical tab and form feed", "[\v1,\f2]", [1, 2]],
    ["escapes of control characters", String.raw`['\b\f\n\r\t\v']`, ["\b\f\n\r\t\v"]],
    ["escapes by number", String.raw`['\u0041\u00e9\u00E9\u12345']`, ["Aéé\u12345"]],
    [
      "numbers of all forms",
      "[0, 9, -10, 1.25, 1e3, -2.5E-1, 3e+2,]",
      [0, 9, -10, 1.25, 1000, -0.25, 300],
    ],
    ["words", "{a: true, b: false, c: null,}", { a: true, b: false, c: null }],
  ])("%s", (_what, text, value) => {
    expect(read(text)).toEqual(value);
  });
});

test.each([
  '{"query": "SELECT ?name\nWHERE { ?a typeOf City . \\\n ?a name ?name }"}',
  "{'query': 'SELECT ?name\nWHERE { ?a typeOf City . \\\n ?a name ?name }',}",
])("reads a query over several lines: %s", (text) => {
  const query = "SELECT ?name\nWHERE { ?a typeOf City . \n ?a name ?name }";
  expect(read(text)).toEqual({ query });
});

describe("what nobody takes", () => {
  test.each([
    ["", "Unexpected end of string. Expected a value.\n\n^"],
    [" \n", "Unexpected end of string. Expected a value.\n \n\n  ^"],
    ["@", "Expected a value.\n@\n^"],
    ["}", "Unexpected token.\n}\n^"],
    ["nil", "Unexpected token.\nnil\n^"],
    ["{a: foo}", "Unexpected token.\n{a: foo}\n    ^"],
    ["{a: // x", "Expected a value.\n{a: // x\n    ^"],
    ["{", "Unexpected end of string. Expected an object key or }.\n{\n ^"],
    ["{1: 2}", "Expected an object key or }.\n{1: 2}\n ^"],
    ["{,}", "Expected an object key or }.\n{,}\n ^"],
    ['{"a" 1}', 'Expected : between key:value pair.\n{"a" 1}\n     ^'],
    ['{"a"', 'Unexpected end of string. Expected : between key:value pair.\n{"a"\n    ^'],
    ["{a:1 b:2}", "Expected , or } after key:value pair.\n{a:1 b:2}\n     ^"],
    ["{a:1", "Unexpected end of string. Expected , or } after key:value pair.\n{a:1\n    ^"],
    ["[1,", "Unexpected end of string. Expected a value or ] within an array.\n[1,\n   ^"],
    ["[,]", "Unexpected token.\n[,]\n ^"],
    ["[@", "Expected a value or ] within an array.\n[@\n ^"],
    ["[1 2]", "Expected , or ] after array value.\n[1 2]\n   ^"],
    ["'abc", "Closing quote expected in string.\n'abc\n    ^"],
    ["'abc\\", "Closing quote expected in string.\n'abc\\\n     ^"],
    ['"\\u12x4"', 'Illegal hex string.\n"\\u12x4"\n  ^'],
    ["017", "Octal/hex numbers are not valid JSON values.\n017\n^"],
    ["[-0x1]", "Octal/hex numbers are not valid JSON values.\n[-0x1]\n ^"],
    ["[1.]", "Unable to parse number.\n[1.]\n ^"],
    ["-", "Unable to parse number.\n-\n^"],
    ["1-2", "Unable to parse number.\n1-2\n^"],
    ["{} x", "Parsing terminated before end of input.\n{} x\n   ^"],
  ])("%j", (text, message) => {
    expect(() => readLenientJson(text)).toThrow(new CommonsError("REQUEST", message));
  });

  test("shows twenty characters on either side", () => {
    const text = `["${"a".repeat(30)}" "${"b".repeat(30)}"]`;
    expect(() => readLenientJson(text)).toThrow(
      `\n${"a".repeat(18)}" "${"b".repeat(19)}\n${" ".repeat(20)}^`,
    );
  });
});

test("nests to a hundred levels and says no beyond", () => {
  const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
  expect(JSON.stringify(readLenientJson(nested(100)))).toBe(nested(100));
  for (const text of [nested(101), "[".repeat(1e6), "{a:".repeat(1e6)]) {
    expect(() => readLenientJson(text)).toThrow("Message too deep. Max recursion depth reached.");
  }
});

test("counts levels, not values", () => {
  expect(readLenientJson(`[[${"[],".repeat(200)}],]`)).toHaveLength(1);
  const siblings = `[${"[{}],".repeat(200)}]`;
  expect(readLenientJson(siblings)).toHaveLength(200);
});

test("names of the language's own are ordinary keys", () => {
  const text = '{"__proto__": {"polluted": 1}, constructor: 2}';
  const value = readLenientJson(text) as Record<string, unknown>;
  expect(Object.keys(value)).toEqual(["__proto__", "constructor"]);
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
});
