/** Large JSON-LD documents are read node by node. Here files say that they are large. */
import { describe, expect, test } from "vitest";
import { diskTree } from "../../../../src/disk/disk-tree.ts";
import { DiagnosticLog } from "../../../../src/load/bytes/diagnostics.ts";
import type { InputFile } from "../../../../src/load/bytes/file-tree.ts";
import { Progress } from "../../../../src/load/bytes/load-progress.ts";
import { runInto } from "../../../../src/load/mcf/mcf-file.ts";
import { loadJsonLd } from "../../../../src/load/rdf/json-ld-file.ts";
import { memoryInput } from "../inputs.ts";
import { BytesSink, lineOf } from "../recording-sink.ts";

const smallBytes = 1024 * 1024;

async function loaded(input: InputFile, sink = new BytesSink()) {
  const told: string[] = [];
  const log = new DiagnosticLog({
    onDiagnostic: ({ counter, line, message }) => told.push(`${counter} ${line} | ${message}`),
  });
  const progress = new Progress(0);
  const provenance = { listed: undefined, option: undefined, stem: "d" };
  await loadJsonLd(input, provenance, runInto(sink, log, progress));
  const triples = sink.triples.map((triple) => `${lineOf(triple)} | ${triple.provenance}`);
  return { ofBytes: sink.ofBytes, triples, told, rows: progress.rows };
}

const sized = (text: string, size = smallBytes + 1) =>
  memoryInput("d.jsonld", Buffer.from(text), size);
const nodes = ['{"@id":"dcid:a","dcid:name":"A"}', '{"@id":"dcid:b","dcid:name":"B"}'];
const ofNodes = {
  triples: ['a name "A" | dc/base/d', 'b name "B" | dc/base/d'],
  told: [],
  rows: 2,
};
const asWhole = { ...ofNodes, ofBytes: [] };
const byNodes = { ...ofNodes, ofBytes: ["a", '"A"', "b", '"B"'] };

test.each<[what: string, text: string, size: number, found: object]>([
  ["of more than a MiB", `[${nodes}]`, smallBytes + 1, byNodes],
  ["of a MiB", `[${nodes}]`, smallBytes, asWhole],
  ["with a graph", `{"@graph":[${nodes}],"x":[]}`, smallBytes + 1, byNodes],
  ["with two graphs", `{"@graph":[{"@id":"dcid:c"}],"@graph":[${nodes}]}`, smallBytes + 1, asWhole],
])("a document %s is read whole or node by node", async (_, text, size, found) => {
  expect(await loaded(sized(text, size))).toEqual(found);
});

test("a document that is one node is read as a whole", async () => {
  expect(await loaded(sized(nodes[0]!))).toEqual({
    ofBytes: [],
    triples: ['a name "A" | dc/base/d'],
    told: [],
    rows: 1,
  });
});

test("usual nodes are read as bytes, others as texts, with their lines", async () => {
  const text = `{"@context": {"ex": "https://example.org/", "odd": {}},
"@graph": [
{"@id": "ex:a", "dcid:name": "A"},
{"dcid:name": "nameless"},
{"@id": "dcid:b",
 "dcid:name": ["B", [1]]},
7,
{"@id": "dcid:c", "dcid:near": {"@id": "dcid:d"}}
]}`;
  const found = await loaded(sized(text));
  expect({ ...found, told: found.told.map((one) => one.replace(/ \|.*/, "")) }).toEqual({
    ofBytes: ['"A"', "c", "d"],
    triples: ['a name "A" | dc/base/d', 'b name "B" | dc/base/d', "c near d | dc/base/d"],
    told: [
      "JsonLd_UnreadContext 1",
      "JsonLd_NamelessNode 4",
      "JsonLd_UnreadValue 6",
      "JsonLd_UnreadValue 7",
    ],
    rows: 4,
  });
});

test("a sink that asks for places gets all nodes as texts", async () => {
  const lines: unknown[] = [];
  const sink = Object.assign(new BytesSink(), {
    at: ({ line }: { line: number }) => lines.push(line),
  });
  expect(await loaded(sized(`[${nodes.join(",\n")}]`), sink)).toEqual(asWhole);
  expect(lines).toEqual([1, 2]);
});

describe("a large document is refused", () => {
  test.each([
    ["[1", "d.jsonld:1: is no JSON: expected a ], found the end"],
    ["[]\n]", "d.jsonld:2: is no JSON: expected nothing more, found ']'"],
    ["{", "d.jsonld:1: is no JSON: expected a }, found the end"],
    ["[\ntru]", "d.jsonld:2: is no JSON: expected a value, found 'tru'"],
  ])("if it is %j", async (text, message) => {
    await expect(loaded(sized(text))).rejects.toThrow(expect.objectContaining({ message }));
  });

  test.each([1, 3])("if it changes while it is read: %i bytes fewer", async (fewer) => {
    const text = `[${nodes}]`;
    const before = sized(text);
    const after = sized(text.slice(0, -fewer));
    let reads = 0;
    const stream = () => (reads++ === 0 ? before : after).tree.stream(before);
    const input = { ...before, tree: { ...diskTree, stream, blocks: undefined } };
    const message = "d.jsonld: the file changed meanwhile";
    await expect(loaded(input)).rejects.toThrow(expect.objectContaining({ message }));
    expect(reads).toBe(2);
  });

  test("if it has to be read as a whole and is larger than 256 MiB", async () => {
    const half = new Uint8Array(128 * 1024 * 1024);
    async function* blocks() {
      yield* [half, half, half.subarray(0, 1)];
    }
    const stream = () => Object.assign(blocks(), { bytesRead: 0 });
    const input = { ...sized("", 7), tree: { ...diskTree, stream: stream as never } };
    const message = "d.jsonld: is larger than 256 MiB; split the document";
    await expect(loaded(input)).rejects.toThrow(expect.objectContaining({ message }));
  });
});
