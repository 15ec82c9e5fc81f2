/** What a manifest of ours says wrong, and what it may say. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { onDisk } from "../../../../src/disk/disk-tree.ts";
import { load } from "../../../../src/load/load.ts";
import { loadTexts, withFolder } from "../load-texts.ts";
import { RecordingSink } from "../recording-sink.ts";

const mcf = (dcid: string) => `Node: dcid:${dcid}\nname: "n"\n`;
const template = "Node: E:T->E\ndcid: C:T->id\nname: C:T->id\n";
const own = { "a.mcf": mcf("a"), "t.tmcf": template, "1.csv": "id\nx\n", "2.csv": "id\ny\n" };
const loadWith = (manifest: unknown) => {
  const text = typeof manifest === "string" ? manifest : JSON.stringify(manifest);
  return loadTexts({ ...own, "manifest.json": text });
};

describe("a manifest is refused, with its path and the reason", () => {
  const outside = (found: string) =>
    `expected a file of this folder, found ${found}; the option allowOutside allows others`;
  const noFile = (found: string) => `expected { "file": … } in the list "graph", found ${found}`;

  test.each([
    ["the folder above", { graph: [{ file: ".." }] }, outside('".."')],
    ["the folder above, in a way", { graph: [{ file: "sub/../.." }] }, outside('"sub/../.."')],
    ["a file above", { graph: [{ file: "../a.mcf" }] }, outside('"../a.mcf"')],
    ["an absolute path", { graph: [{ file: "/a.mcf" }] }, outside('"/a.mcf"')],
    ["an empty path", { graph: [{ file: "" }] }, outside('""')],
    ["an entry that is a text", { graph: ["a.mcf"] }, noFile('"a.mcf"')],
    ["an entry that is null", { graph: [null] }, noFile("null")],
    ["an entry that is a list", { graph: [["a.mcf"]] }, noFile('["a.mcf"]')],
    ["an entry without a file", { graph: [{}] }, outside("undefined")],
    [
      "an entry of templates that is a text",
      { templates: ["t.tmcf"] },
      'expected { "template": …, "tables": [ … ] } in the list "templates", found "t.tmcf"',
    ],
    ["a long path", { graph: [{ file: `/${"x".repeat(999)}` }] }, outside(`"/${"x".repeat(158)}`)],
    ["a template above", { templates: [{ template: "..", tables: ["1.csv"] }] }, outside('".."')],
    ["a table above", { templates: [{ template: "t.tmcf", tables: [".."] }] }, outside('".."')],
    ["observations above", { observations: ["../o.csv"] }, outside('"../o.csv"')],
    ["a graph that is no list", { graph: {} }, 'expected a list as "graph"'],
    ["templates that are no list", { templates: "t.tmcf" }, 'expected a list as "templates"'],
    [
      "tables that are no list",
      { templates: [{ tables: "1.csv" }] },
      'expected a list as "tables"',
    ],
    [
      "a provenance that is no text",
      { graph: [{ file: "a.mcf", provenanceId: 1 }] },
      "expected a text as provenanceId",
    ],
    [
      "a provenance of tables that is no text",
      { templates: [{ template: "t.tmcf", tables: [], provenanceId: null }] },
      "expected a text as provenanceId",
    ],
  ])("%s", async (_what, manifest, reason) => {
    await expect(loadWith(manifest)).rejects.toThrow(`manifest.json: ${reason}`);
  });
});

test("data that a manifest does not list are reported, and not read", async () => {
  const { diagnostics, messages } = await loadTexts({
    ...own,
    "b.CSV.gz": "x",
    "notes.txt": "x",
    "sub/c.mcf": mcf("c"),
    "manifest.json": JSON.stringify({ graph: [{ file: "a.mcf" }] }),
  });
  expect(diagnostics).toEqual(
    ["1.csv", "2.csv", "b.CSV.gz", "t.tmcf"].map((name) => `info Source_UnreadFile ${name}`),
  );
  expect(messages[0]).toMatch(/^is not read: \S*manifest\.json does not list it$/);
});

test("a manifest of no JSON is refused with the line and the reason", async () => {
  await expect(loadWith('{\n "graph": [],,\n}')).rejects.toThrow(
    "manifest.json:2: is no JSON: expected a key, found ','",
  );
});

test("a file that is not there is reported with the manifest that lists it", async () => {
  const graph = [{ file: "a.mcf" }, { file: "gone.mcf" }];
  await expect(loadWith({ graph })).rejects.toThrow(
    /gone\.mcf: cannot be read .*: \S*manifest\.json lists it$/,
  );
});

test("a name that begins with two dots is no folder above", async () => {
  const manifest = JSON.stringify({ graph: [{ file: "..a.mcf" }, { file: "b/../c.mcf" }] });
  const { sink } = await loadTexts({
    "..a.mcf": mcf("dots"),
    "b/x.txt": "",
    "c.mcf": mcf("c"),
    "manifest.json": manifest,
  });
  expect(sink.lines).toEqual(['c name "n"', 'dots name "n"']);
});

test("files outside of the folder are read if that is allowed", async () => {
  await withFolder({ "up.mcf": mcf("up") }, async (folder) => {
    const inner = join(folder, "inner");
    mkdirSync(inner);
    const files = [{ file: "../up.mcf" }, { file: "a.mcf" }];
    writeFileSync(join(inner, "a.mcf"), mcf("a"));
    writeFileSync(join(inner, "manifest.json"), JSON.stringify({ graph: files }));
    const sink = new RecordingSink();
    await load(onDisk(inner), sink, { allowOutside: true });
    expect(sink.lines).toEqual(['a name "n"', 'up name "n"']);
    await expect(load(onDisk(inner), new RecordingSink())).rejects.toThrow("file of this folder");
  });
});

test("templates have their tables, whose statements have the provenance of the entry", async () => {
  const { sink, diagnostics } = await loadWith({
    templates: [
      { template: "t.tmcf", tables: ["1.csv"], provenanceId: "dc/base/One" },
      { template: "t.tmcf", tables: ["2.csv"] },
    ],
  });
  expect(sink.triples.map(({ subject, provenance }) => `${subject} ${provenance}`)).toEqual([
    "x dc/base/One",
    "y dc/base/2",
  ]);
  expect(diagnostics).toEqual(["info Source_UnreadFile a.mcf"]);
});

test("a key that is null says nothing", async () => {
  const { sink, diagnostics } = await loadWith({
    graph: [{ file: "a.mcf" }],
    observations: null,
    templates: null,
  });
  expect(sink.lines).toEqual(['a name "n"']);
  const left = ["1.csv", "2.csv", "t.tmcf"];
  expect(diagnostics).toEqual(left.map((name) => `info Source_UnreadFile ${name}`));
});

test.each([
  ["{}", ""],
  ["[]", ""],
  ["null", ""],
  ['{"a": 1, "b": 2}', "; found 'a, b'"],
])("%s is the manifest of something else", async (text, found) => {
  const { messages } = await loadTexts({ "a.mcf": mcf("a"), "manifest.json": text });
  expect(messages).toEqual([
    `lists no files by import_specifications, nor by the keys graph, observations, templates${found}`,
  ]);
});

test("a manifest that is not UTF-8 is refused, and the byte is named", async () => {
  const text = (id: string) => JSON.stringify({ graph: [{ file: "a.mcf", provenanceId: id }] });
  const latin = Buffer.from(text("St\u00e4dte"), "latin1");
  await expect(loadTexts({ ...own, "manifest.json": latin })).rejects.toThrow(
    /manifest\.json:1: is not UTF-8: byte E4 in column 45, byte 45 of the file; convert/,
  );
  const marked = loadTexts({ ...own, "manifest.json": text("St\uFFFDdte") });
  await expect(marked).resolves.toBeDefined();
  // The manifest of something else is none of ours.
  const foreign = Buffer.from('{ "name": "St\u00e4dte" }', "latin1");
  await expect(loadTexts({ ...own, "manifest.json": foreign })).resolves.toBeDefined();
});
