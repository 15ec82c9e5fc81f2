/** Documents of JSON-LD node by node: the items with their lines, and what stands around them. */
import { describe, expect, test } from "vitest";
import { BlockReader } from "../../../../src/load/bytes/byte-blocks.ts";
import { Progress } from "../../../../src/load/bytes/load-progress.ts";
import { textOf } from "../../../../src/load/bytes/native.ts";
import { type ItemHandler, JsonItems } from "../../../../src/load/rdf/json-items.ts";
import { JsonScanner } from "../../../../src/load/rdf/json-scanner.ts";
import { memoryInput } from "../inputs.ts";

type Item = readonly [text: string, line: number];

/** The items of a document in blocks of some bytes; usual ones have the id first, and no line. */
async function itemsOf(text: string | Uint8Array, block = 1_000, isScanned = false) {
  const items: (Item | string)[] = [];
  const scanner = new JsonScanner();
  const take = (bytes: Uint8Array) => {
    const id = textOf(bytes, scanner.starts[0]!, scanner.ends[0]!);
    if (id !== "left") items.push(id);
    return id !== "left";
  };
  const all: ItemHandler = { text: (item, line) => items.push([item, line]) };
  const reader = new JsonItems("a.jsonld", isScanned ? { ...all, plain: { scanner, take } } : all);
  const input = memoryInput("a.jsonld", typeof text === "string" ? Buffer.from(text) : text);
  await new BlockReader(new Progress(0), block).read(input, reader.take.bind(reader));
  return { items, reader };
}

describe.each([1_000, 7])("items in blocks of %i bytes", (block) => {
  test.each<[what: string, text: string, items: readonly Item[]]>([
    [
      "a list",
      '[{"a":1},{"a":2}]',
      [
        ['{"a":1}', 1],
        ['{"a":2}', 1],
      ],
    ],
    [
      "lines",
      '[\n{"a":\n1}\n,\n\n{"a":2}\n]',
      [
        ['{"a":\n1}\n', 2],
        ['{"a":2}\n', 6],
      ],
    ],
    ["a graph", '{"@context":{},\n"@graph":[{"a":1}\n],"b":[2]}', [['{"a":1}\n', 2]]],
    ["two graphs", '{"@graph":[1],"@graph":[2]}', [["1", 1]]],
    [
      "brackets in texts",
      '["]","a\\"]",{"}":"["}]',
      [
        ['"]"', 1],
        ['"a\\"]"', 1],
        ['{"}":"["}', 1],
      ],
    ],
    [
      "lists in items",
      "[[1,[2]],3]",
      [
        ["[1,[2]]", 1],
        ["3", 1],
      ],
    ],
    ["a graph within", '{"x":{"@graph":[1]},"@graph":[2]}', [["2", 1]]],
    ["a list by another key", '{"@grap":[1],"graph":[2],"@graphs":[3]}', []],
    ["a text that is a key's", '{"x":"@graph","y":[1]}', []],
    ["a byte order mark", "\ufeff[1]", [["1", 1]]],
    ["a second byte order mark", "\ufeff[\ufeff1]", [["\ufeff1", 1]]],
    ["an item that begins with a byte order mark", "[\ufeff1]", [["\ufeff1", 1]]],
    [
      "blanks between",
      "[ 1 ,\t2\r\n,\t\r\n 3\n]",
      [
        ["1 ", 1],
        ["2\r\n", 1],
        ["3\n", 3],
      ],
    ],
    [
      "a line feed in a text, which is a fault",
      '["a\n","b\\\n",2]',
      [
        ['"a\n"', 1],
        ['"b\\\n"', 1],
        ["2", 1],
      ],
    ],
    [
      "a graph after texts with brackets, quotes and backslashes",
      '{"a\\"]":"\\\\","b":"}\\\\\\"[","@graph":[[],{}]}',
      [
        ["[]", 1],
        ["{}", 1],
      ],
    ],
    ["a graph after lists and objects", '{"a":[[1]],"b":{"c":{}},"@graph":[2]}', [["2", 1]]],
    ["a list after the list", "[1][2]", [["1", 1]]],
    ["a graph that is no list", '{"@graph":{"a":[1]},"b":[2]}', []],
    ["no list", '{"a":1}', []],
    ["an empty list", "[]", []],
  ])("of %s", async (_, text, items) => {
    const { items: found, reader } = await itemsOf(text, block);
    expect(found).toEqual(items);
    const hasItems = items.length > 0 || text === "[]";
    expect([reader.hasItems, reader.isTooLong]).toEqual([hasItems, false]);
  });

  test("that a scanner takes are not texts, and their lines count", async () => {
    const text = '[{"@id":"a"},\n{"@id":\n"b"},{"@id":"left"},{"@id":true},{"@id":"é"}]';
    const { items } = await itemsOf(text, Math.max(block, 40), true);
    expect(items).toEqual(["a", "b", ['{"@id":"left"}', 3], ['{"@id":true}', 3], "é"]);
  });
});

test("the frame of a document has no items, and the lines that it had", async () => {
  const { reader } = await itemsOf('{"@context":\n{"a":"b"},\n"@graph":[1,\n2,\n\n3\n]\n,\n"c":7}');
  expect(reader.frame()).toEqual({
    kind: "object",
    line: 1,
    entries: [
      {
        key: "@context",
        line: 1,
        value: {
          kind: "object",
          line: 2,
          entries: [{ key: "a", line: 2, value: { kind: "text", line: 2, text: "b" } }],
        },
      },
      { key: "@graph", line: 3, value: { kind: "list", line: 3, items: [] } },
      { key: "c", line: 9, value: { kind: "number", line: 9, text: "7" } },
    ],
  });
});

test("the frame of a document has no byte order mark", async () => {
  const { reader } = await itemsOf("\ufeff[1]");
  expect(reader.frame()).toEqual({ kind: "list", line: 1, items: [] });
});

test.each<[what: string, text: string, problem: string]>([
  [
    "a comma after the last item",
    "[1,\n2,\n]",
    "a.jsonld:3: is no JSON: expected a value, found ','",
  ],
  ["no end", '{"@graph":[1,\n2]', "a.jsonld:2: is no JSON: expected a }, found the end"],
  ["more after its end", "[1\n]\n]", "a.jsonld:3: is no JSON: expected nothing more, found ']'"],
  [
    "a control character between items",
    "[1,\n\u00012]",
    "a.jsonld:2: is no JSON: expected a value, found '\u0001'",
  ],
  ["a comma first", "[\n,1]", "a.jsonld:2: is no JSON: expected a value, found ','"],
])("a document with %s has no frame", async (_, text, problem) => {
  const { reader } = await itemsOf(text);
  expect(() => reader.frame()).toThrow(expect.objectContaining({ message: problem }));
});

test("items are left to a scanner wherever blocks end, also within characters", async () => {
  const ids = ["é", "a", "\u2010", "😀", "b", "€é"];
  const text = `[${ids.map((id) => `{"@id":"${id}"}`).join(",")}]`;
  for (let block = 1; block <= Buffer.from(text).length; block++) {
    expect((await itemsOf(text, block, true)).items).toEqual(ids);
  }
});

test.each([1_000, 50, 20, 7])(
  "an item that is no text is left to no scanner: blocks of %i bytes",
  async (block) => {
    for (const wrong of ["\xe9", "\xe9\xe9\xe9\xe9", "\u0000"]) {
      const bytes = Buffer.from(`[{"@id":"a"},\n{"@id":"${wrong}"},{"@id":"b"}]`, "latin1");
      await expect(itemsOf(bytes, block, true)).rejects.toThrow(/^a\.jsonld:2: /);
    }
  },
);

test("an item that is no text is refused with its line", async () => {
  const bytes = Buffer.from('[1,\n"\xe9"]', "latin1");
  await expect(itemsOf(bytes)).rejects.toThrow(/^a\.jsonld:2: /);
  await expect(itemsOf(bytes, 1_000, true)).rejects.toThrow(/^a\.jsonld:2: /);
});
