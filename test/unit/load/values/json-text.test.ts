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

test("each value has its kind and its line, counted from the first line of the text", () => {
  const text = '{"a":\n[true,\nnull,\n-1.50e+3],\n"b": "x",\n"c": {"a": false}}';
  const first = 10;
  expect(parseJson(text, "a.json", first)).toEqual({
    kind: "object",
    line: first,
    entries: [
      {
        key: "a",
        line: first,
        value: {
          kind: "list",
          line: first + 1,
          items: [
            { kind: "boolean", line: first + 1, value: true },
            { kind: "null", line: first + 2 },
            { kind: "number", line: first + 3, text: "-1.50e+3" },
          ],
        },
      },
      { key: "b", line: first + 4, value: { kind: "text", line: first + 4, text: "x" } },
      {
        key: "c",
        line: first + 5,
        value: {
          kind: "object",
          line: first + 5,
          entries: [
            {
              key: "a",
              line: first + 5,
              value: { kind: "boolean", line: first + 5, value: false },
            },
          ],
        },
      },
    ],
  });
  expect(parseJson("\n\n7", "a.json", (line) => 100 * line)).toEqual({
    kind: "number",
    line: 200,
    text: "7",
  });
});

test("a hundred lists within a list are read, and one more is not", () => {
  expect(parseJson("[".repeat(101) + "]".repeat(101), "a.json").kind).toBe("list");
  const problem = "is no JSON: objects and lists are nested more than 100 deep";
  for (const inner of ["[", '{"a":'].map((one) => one.repeat(102))) {
    expect(() => parseJson(`\n${inner}`, "a.json", 5)).toThrow(
      new LoadError(problem, { file: "a.json", line: 6 }),
    );
  }
  expect(() => parseJson(`${"[".repeat(101)}7`, "a.json")).toThrow(
    new LoadError(problem, { file: "a.json", line: 1 }),
  );
});

test.each([
  ["{", 1, "expected a }, found the end"],
  ["[1,}", 1, "expected a value, found '}'; take out the comma before '}'"],
  ['{"a": 1,]', 1, "expected a key, found ']'; take out the comma before ']'"],
  [`[1,${" ".repeat(999)}]`, 1, "expected a value, found ']'; take out the comma before ']'"],
  [`[1,${" ".repeat(1_000)}]`, 1, "expected a value, found ']'"],
  ['["\\u12"]', 1, "a quoted text holds a bad escape, found '\"\\u12\"'"],
  [`[${"x".repeat(30)}]`, 1, `expected a value, found '${"x".repeat(20)}'`],
  ["[1, x]", 1, "expected a value, found 'x'"],
  ["/* a */ {}", 1, "expected a value, found '/* a */'"],
])("a text that is no JSON says the first that is wrong: %#", (text, line, problem) => {
  expect(() => parseJson(text, "a.json")).toThrow(
    new LoadError(`is no JSON: ${problem}`, { file: "a.json", line }),
  );
});
