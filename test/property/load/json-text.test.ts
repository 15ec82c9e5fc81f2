/** JSON with lines is the JSON that the language itself reads, and nothing else is. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type JsonNode, parseJson } from "../../../src/load/values/json-text.ts";
import { runs } from "../runs.ts";

function plain(node: JsonNode): unknown {
  switch (node.kind) {
    case "object": {
      // Not by assignment, which takes the key `__proto__` for something else.
      return Object.fromEntries(node.entries.map(({ key, value }) => [key, plain(value)]));
    }
    case "list":
      return node.items.map(plain);
    case "number":
      return Number(node.text);
    case "text":
      return node.text;
    case "boolean":
      return node.value;
    case "null":
      return null;
  }
}

function attempt<T>(read: () => T): { readonly value: T } | undefined {
  try {
    return { value: read() };
  } catch {
    return undefined;
  }
}

test("values of any kind", () => {
  const json = fc
    .json({ maxDepth: 4 })
    .chain((text) =>
      fc.constantFrom(text, `\r\n ${text}\t\n`, JSON.stringify(JSON.parse(text), null, 2)),
    );
  fc.assert(
    fc.property(json, (text) => {
      expect(plain(parseJson(text, "a.json"))).toEqual(JSON.parse(text));
    }),
    runs(200),
  );
});

test("texts that are perhaps JSON", () => {
  const piece = fc.constantFrom(
    ...[
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      '"',
      '"a"',
      '"__proto__"',
      "\\",
      "\\u00e9",
      "\\x",
      "//",
      "/*",
    ],
    ...["0", "1", "-", ".", "e", "E5", "+", "true", "null", "nul", " ", "\n", "\r", "\t", "\u00a0"],
  );
  const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));
  fc.assert(
    fc.property(
      fc.oneof(
        text,
        text.map((inner) => `[${inner}]`),
        text.map((inner) => `{"k":${inner}}`),
      ),
      (json) => {
        const own = attempt(() => plain(parseJson(json, "a.json")));
        expect(own).toEqual(attempt(() => JSON.parse(json) as unknown));
      },
    ),
    runs(2_000),
  );
});
