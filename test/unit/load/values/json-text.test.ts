import { expect, test } from "vitest";
import { LoadError } from "../../../../src/errors/errors.ts";
import { entryOf, type JsonNode, parseJson } from "../../../../src/load/values/json-text.ts";

function plain(node: JsonNode): unknown {
  switch (node.kind) {
    case "object":
      return Object.fromEntries(node.entries.map(({ key, value }) => [key, plain(value)]));
    case "list":
      return node.items.map(plain);
    case "text":
      return node.text;
    case "number":
      return Number(node.text);
    case "boolean":
      return node.value;
    case "null":
      return null;
  }
}

test.each([
  "{}",
  "[]",
  ' \n{"a": [1, -2.5e3, true, false, null, "x"], "b": {"c": []}}\r\n',
  '"\\u00e9\\"\\\\ \\ud83d\\ude00"',
  '["\\\\", "a\\\\\\"b"]',
])("reads %s as JSON.parse does", (text) => {
  expect(plain(parseJson(text, "a.json"))).toEqual(JSON.parse(text));
});

test("tells lines, keeps doubled keys and reads a byte order mark as nothing", () => {
  const node = parseJson('\ufeff{\n"a": 1,\n\n"a": [\n2]\n}', "a.json");
  expect(node).toEqual({
    kind: "object",
    line: 1,
    entries: [
      { key: "a", line: 2, value: { kind: "number", line: 2, text: "1" } },
      { key: "a", line: 4, value: { kind: "list", line: 4, items: [expect.anything()] } },
    ],
  });
  expect(entryOf(node, "a")?.line).toBe(4);
  expect(entryOf(node, "b")).toBeUndefined();
});

test.each([
  ["", 1, "expected a value, found the end"],
  ['{\n"a" 1}', 2, "expected a colon behind a key, found '1'"],
  ['{\n"a": 1,\n}', 3, "expected a key, found '}'; take out the comma before '}'"],
  ["[1, \n\n ]", 3, "expected a value, found ']'; take out the comma before ']'"],
  ["[1\n2]", 2, "expected a comma, or the end of a list or object, found '2'"],
  ['{"a": 1] ', 1, "expected a comma, or the end of a list or object, found ']'"],
  ["\n\nyes", 3, "expected a value, found 'yes'"],
  ['"never', 1, "a quoted text does not end on its line, found '\"never'"],
  ['"a\nb"', 1, "a quoted text does not end on its line, found '\"a'"],
  ["{} {}", 1, "expected nothing more, found '{'"],
  ["// no", 1, "expected a value, found '// no'"],
  ['{\n"a": [1', 2, "expected a ], found the end"],
  ['["\\x"]', 1, "a quoted text holds a bad escape, found '\"\\x\"'"],
  ['["a\tb"]', 1, "a quoted text holds a control character, found '\"a\tb\"'"],
  ["[1 nul]", 1, "expected a value, found 'nul'"],
])("refuses %j and says where", (text, line, problem) => {
  expect(() => parseJson(text, "a.json")).toThrow(
    new LoadError(`is no JSON: ${problem}`, { file: "a.json", line }),
  );
});

test("refuses what is nested too deep, and reads what is long", () => {
  expect(() => parseJson("[".repeat(100_000), "a.json")).toThrow("nested more than 100 deep");
  const long = JSON.stringify(["x".repeat(1_000_000), "\\".repeat(10_000), " ".repeat(1_000)]);
  expect(plain(parseJson(`${" ".repeat(1_000_000)}${long}`, "a.json"))).toEqual(JSON.parse(long));
});

test("a bracket after anything else is told without that cure", () => {
  expect(() => parseJson('{"a": }', "a.json")).not.toThrow("comma");
  expect(() => parseJson('{"a": }', "a.json")).toThrow("found '}'");
});
