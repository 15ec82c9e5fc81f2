/** Nodes of JSON-LD as offsets of their keys and values; what looks unusual is odd, and parsed as JSON. */
import { expect, test } from "vitest";
import { textOf } from "../../../../src/load/bytes/native.ts";
import {
  JsonScanner,
  oddNode,
  referenceValue,
  textValue,
} from "../../../../src/load/rdf/json-scanner.ts";

interface Found {
  readonly entries: readonly string[];
  readonly after: string;
  readonly lines: number;
}

/** Entries of the nodes of one text, of which each begins where the one before ends; undefined for an odd one. */
function nodesIn(...nodes: readonly string[]): (Found | undefined)[] {
  const scanner = new JsonScanner();
  const bytes = new Uint8Array(Buffer.from(`[${nodes.join("")}${"\0".repeat(16)}`));
  scanner.open(new DataView(bytes.buffer));
  let start = 1;
  return nodes.map((node) => {
    const at = scanner.node(bytes, start);
    start += Buffer.from(node).length;
    if (at === oddNode) return undefined;
    expect(at).toBe(start - 1);
    const entries = Array.from({ length: scanner.count }, (_, of) => {
      const key = textOf(bytes, scanner.keyStarts[of]!, scanner.keyEnds[of]!);
      const value = textOf(bytes, scanner.starts[of]!, scanner.ends[of]!);
      const kind = scanner.kinds[of];
      const shown =
        kind === textValue ? `"${value}"` : kind === referenceValue ? `<${value}>` : value;
      return `${scanner.repeated[of] === 1 ? "=" : ""}${key} ${shown}`;
    });
    return { entries, after: String.fromCharCode(bytes[at]!), lines: scanner.lines };
  });
}

test.each<[node: string, entries: readonly string[], after: string, lines: number]>([
  ['{"@id":"a"},', ['@id "a"'], ",", 0],
  ['{"@id":"a"}]', ['@id "a"'], "]", 0],
  ['{"":""},', [' ""'], ",", 0],
  ['{"a":"é","b":-7,"c":0.25},', ['a "é"', "b -7", "c 0.25"], ",", 0],
  ['{"a":0,"b":10},', ["a 0", "b 10"], ",", 0],
  ['{"a":{"@id":"b"},"c":""},', ["a <b>", 'c ""'], ",", 0],
  ['{\n "a" :\t1 ,\r\n"b" : { "@id"\n: "c" } \n}\n ,', ["a 1", "b <c>"], ",", 5],
])("the node %j has its entries", (node, entries, after, lines) => {
  expect(nodesIn(node)).toEqual([{ entries, after, lines }]);
});

test.each([
  '"a",',
  "{},",
  '{"a":1},'.replace("{", "["),
  '{"a":1};',
  '{"a":1',
  '{"a":1}',
  '{"a" 1},',
  "{a:1},",
  '{"a":1 "b":2},',
  '{"a":1,},',
  '{"a":"b\\n"},',
  '{"a\\n":"b"},',
  '{"a":"b},',
  '{"a":"b\nc"},',
  '{"a":true},',
  '{"a":null},',
  '{"a":[1]},',
  '{"a":},',
  '{"a":01},',
  '{"a":-01},',
  '{"a":-},',
  '{"a":1.},',
  '{"a":.5},',
  '{"a":1e5},',
  '{"a":{}},',
  '{"a":{"@it":"b"}},',
  '{"a":{"@ids":"b"}},',
  '{"a":{"@id" "b"}},',
  '{"a":{"@id":1}},',
  '{"a":{"@id":"b","c":1}},',
  '{"a":{"@id":"b"},',
  '{"a":{@id":"b"}},',
  '{"a":\u00011},',
])("the node %j is odd", (node) => {
  expect(nodesIn(node)).toEqual([undefined]);
});

test("sixty-four entries are read, and more are odd", () => {
  const nodeOf = (count: number) =>
    `{${Array.from({ length: count }, (_, at) => `"k${at}":${at}`).join(",")}},`;
  expect(nodesIn(nodeOf(64))[0]?.entries).toHaveLength(64);
  expect(nodesIn(nodeOf(65))).toEqual([undefined]);
});

test("keys that the node before has at the same place are known again", () => {
  const found = nodesIn(
    '{"a":1,"b":2},',
    '{"a":3,"b":4},',
    '{"a":5},',
    '{"ab":6,"b":7},',
    '{"ab":8,"c":9},',
    '{"b":10},',
    '{"b":true},',
    '{"b":11},',
    '{"b":12},',
  );
  expect(found.map((one) => one?.entries.join(" "))).toEqual([
    "a 1 b 2",
    "=a 3 =b 4",
    "=a 5",
    "ab 6 b 7",
    "=ab 8 c 9",
    "b 10",
    undefined,
    "b 11",
    "=b 12",
  ]);
});
