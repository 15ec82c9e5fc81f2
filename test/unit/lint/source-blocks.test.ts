/** The blocks of sources as they stand in the files. */
import { expect, test } from "vitest";
import { fileOnDisk, onDisk } from "../../../src/disk/disk-tree.ts";
import { linesAt, visitBlocks } from "../../../src/lint/source-blocks.ts";
import { DiagnosticLog } from "../../../src/load/bytes/diagnostics.ts";
import { planLoad } from "../../../src/load/load-plan.ts";
import { type Texts, withFolder } from "../load/load-texts.ts";

interface Visited {
  readonly blocks: readonly string[];
  readonly counters: readonly string[];
}

async function visit(texts: Texts): Promise<Visited> {
  return await withFolder(texts, async (folder) => {
    const blocks: string[] = [];
    const log = new DiagnosticLog();
    const plan = await planLoad(onDisk(folder), {}, new DiagnosticLog());
    await visitBlocks(
      plan,
      ({ file, form, block, dcid }) => {
        blocks.push(`${file.slice(folder.length + 1)}:${block.line} ${form} ${dcid ?? "-"}`);
      },
      log,
    );
    return { blocks, counters: log.summary().counters.map(({ counter }) => counter) };
  });
}

const texts = {
  "a.mcf": "Node: dcid:a\nname: x\n\nNode: local\nname: y\n",
  "t.csv": "subject_id,predicate,object_id,object_value\na,name,,x\n",
  "u.csv": "id\nu/1\nu/2\n",
  "u.tmcf": "Node: E:u->E0\ntypeOf: dcs:U\ndcid: C:u->id\n",
  "v.tmcf": "Node: E:v->E0\ntypeOf: dcs:V\nnear: E:v->E1\n",
};

test("MCF, rows, templates and those that no table uses", async () => {
  const { blocks, counters } = await visit(texts);
  expect(blocks).toEqual([
    "a.mcf:1 mcf a",
    "a.mcf:4 mcf -",
    "u.tmcf:1 template -",
    "u.csv:2 row u/1",
    "u.csv:3 row u/2",
    "v.tmcf:1 template -",
  ]);
  // The load reports mistakes in the files that it reads.
  expect(counters).toEqual(["Sanity_TmcfMissingEntityDef"]);
});

test("lines by their numbers, as far as there are any", async () => {
  await withFolder({ "a.txt": "one\r\ntwo\nthree" }, async (folder) => {
    const found = await linesAt(fileOnDisk(`${folder}/a.txt`, 1), new Set([1, 3, 9]));
    expect([...found]).toEqual([
      [1, "one"],
      [3, "three"],
    ]);
  });
});

test("lines before the end of a chunk that cuts a character", async () => {
  const text = `ones\n${"é".repeat(1024 * 1024)}\nx${"é".repeat(1024 * 1024)}`;
  await withFolder({ "a.txt": text }, async (folder) => {
    expect([...(await linesAt(fileOnDisk(`${folder}/a.txt`, 1), new Set([1])))]).toEqual([
      [1, "ones"],
    ]);
    expect((await linesAt(fileOnDisk(`${folder}/a.txt`, 1), new Set([2]))).size).toBe(1);
  });
});

test("names in MCF of custom folders lose all prefixes, as those of cells do", async () => {
  const config = { inputFiles: { "o.csv": { format: "variablePerRow" } }, sources: {} };
  const mcf = "Node: dcid:undata:v/X\ntypeOf: dcs:StatisticalVariable\n";
  const custom = {
    "config.json": JSON.stringify(config),
    "o.csv": "entity,variable,date,value\na/1,undata:v/X,2020,1\n",
    "nodes.mcf": mcf,
  };
  expect((await visit(custom)).blocks).toEqual(["nodes.mcf:1 custom v/X"]);
  expect((await visit({ "nodes.mcf": mcf })).blocks).toEqual(["nodes.mcf:1 mcf undata:v/X"]);
});

test("bytes of a line that are no UTF-8 are shown as such, and lines of other blocks are not read", async () => {
  const bytes = Buffer.concat([
    Buffer.from("one\nv\xe4l\n", "latin1"),
    Buffer.from("x\n".repeat(9)),
  ]);
  await withFolder({ "a.txt": bytes }, async (folder) => {
    expect([...(await linesAt(fileOnDisk(`${folder}/a.txt`, 1), new Set([2])))]).toEqual([
      [2, "v\ufffdl"],
    ]);
  });
});
