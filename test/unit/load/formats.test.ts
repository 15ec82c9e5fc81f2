/** Every row of the table of input formats is complete: recognised, read, described. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { onDisk } from "../../../src/disk/disk-tree.ts";
import { visitBlocks } from "../../../src/lint/source-blocks.ts";
import { DiagnosticLog } from "../../../src/load/bytes/diagnostics.ts";
import { Progress } from "../../../src/load/bytes/load-progress.ts";
import type { TableColumns } from "../../../src/load/described/column-option.ts";
import {
  chunkFormatOf,
  cutOf,
  expectedFiles,
  type FormatName,
  formatOf,
  formats,
  type Task,
} from "../../../src/load/formats.ts";
import { contentsOf, holders, mayHold, tablesAsFiles } from "../../../src/load/holders.ts";
import { layouts } from "../../../src/load/layouts/layouts.ts";
import { type LoadOptions, loadPlanned } from "../../../src/load/load.ts";
import { planLoad } from "../../../src/load/load-plan.ts";
import { contextOf } from "../../../src/load/mcf/mcf-file.ts";
import { metadataKinds } from "../../../src/load/sources/metadata-files.ts";
import type { Place } from "../../../src/load/statements/sink.ts";
import { memoryInput } from "./inputs.ts";
import { loadTexts, type Texts, withFolder } from "./load-texts.ts";
import { RecordingSink } from "./recording-sink.ts";

/** Files of one format each: a new row needs some. */
const examples: Readonly<Record<FormatName, Texts>> = {
  custom: {
    "config.json": '{"inputFiles": {"a.csv": {"provenance": "p"}}, "sources": {}}',
    "a.csv": "dcid,year,cats\ngeoId/06,2020,7\n",
    "b.mcf": "Node: dcid:b\nname: x\n",
  },
  columns: { "a.csv": "Place;Year;Cats\ngeoId/06;2020;1,5\n" },
  mcf: { "a.mcf": "Node: dcid:a\nname: x\n" },
  template: {
    "a.csv": "id\na/1\n",
    "a.tmcf": "Node: E:a->E0\ntypeOf: dcs:Thing\ndcid: C:a->id\n",
  },
  nodes: {
    "a.csv": "INDICATOR_CODE,INDICATOR_NAME,SOURCE_NOTE\nSP.POP.TOTL,Population,Our note\n",
  },
  triples: { "a.csv": "subject_id,predicate,object_id,object_value\na,name,,x\n" },
  observations: { "a.csv": "entity,variable,date,value\ne,v,2020,1\n" },
  export: { "a.csv": "entity,variable,date,value,properties\ne,v,2020,1,\n" },
  sql: { "a.sql": "INSERT INTO triples VALUES ('a','name','','x');\n" },
  sqlite: { "a.db": "SQLite format 3\0" },
  "json-ld": { "a.jsonld": '{"@graph": [{"@id": "a", "name": "x"}]}' },
  rdf: { "a.nt": '<a> <name> "x" .\n' },
  turtle: { "a.ttl": '@prefix : <dcid:> .\n:a :name "x" .\n' },
};

const columns: TableColumns = { entity: "Place", date: "Year", variables: ["Cats"], decimal: "," };

/** What a format is read with, unless its files say all. */
const optionsOf = (name: string): LoadOptions => (name === "columns" ? { columns } : {});

/** Their files hold more than triples, or a manifest lists them under a key of their own. */
const neverGraph: ReadonlySet<string> = new Set<FormatName>([
  "columns",
  "custom",
  "template",
  "observations",
  "nodes",
  "export",
  "sql",
  "sqlite",
]);

test("each format has its row in the document", () => {
  const kinds = Object.keys(formats) as FormatName[];
  const rows = kinds.map((kind) => formatOf({ kind } as Task));
  expectRows(
    "formats.md",
    rows.map((row) => [row.about, row.recognised]),
  );
});

test("each holder of tables has its row in the document, and is known by its endings", () => {
  const known = holders.filter(({ endings }) => endings.every(mayHold));
  expect(known).toEqual(holders);
  expectRows(
    "formats.md",
    known.map((row) => [row.about, row.recognised]),
  );
});

test.each([
  ["layouts", Object.values(layouts)],
  ["files that describe tables", metadataKinds],
])("each of the %s has its row in the document", (_, kinds) => {
  expectRows(
    "your-csv.md",
    kinds.map((row) => [row.about, row.recognised, row.reading]),
  );
});

function expectRows(name: string, rows: readonly (readonly string[])[]): void {
  const document = readFileSync(join(import.meta.dirname, "../../../docs", name), "utf8");
  const missing = rows.filter((row) => !document.includes(`| ${row.join(" | ")} |\n`));
  expect(missing).toEqual([]);
}

test("lint sees nodes as they are written, those of rows, or none", () => {
  const cut = (kind: FormatName, form: object = {}) => cutOf({ kind, ...form } as Task);
  const nothing = { into: "nothing" };
  const templates = [memoryInput("a.tmcf", new Uint8Array(0))];
  expect(cut("mcf")).toEqual({ into: "nodes", form: "mcf" });
  expect(cut("custom", { file: { kind: "nodes" } })).toEqual({ into: "nodes", form: "custom" });
  expect(cut("custom", { file: { kind: "table" } })).toEqual(nothing);
  expect(cut("template", { templates })).toEqual({ into: "rows", templates });
  const others = "columns triples export observations nodes sql sqlite json-ld rdf turtle";
  for (const kind of others.split(" ")) expect(cut(kind as FormatName)).toEqual(nothing);
});

describe("what is known of a table of templates before it is read", () => {
  const texts = {
    place: "Node: E:T->P\ntypeOf: Place\nisoCode: C:T->Iso\n",
    named: "Node: E:T->E\ntypeOf: City\ndcid: C:T->id\n",
    song: "Node: E:T->S\ntypeOf: Song\nname: C:T->name\n",
  };
  type Name = keyof typeof texts;

  test.each<
    [names: readonly Name[], hasFacts: boolean, late: boolean, asks: boolean, waits: boolean]
  >([
    [["place"], false, true, true, true],
    [["named"], false, false, false, false],
    [["song"], false, true, false, true],
    [["named", "place"], false, true, true, false],
    [["song", "place"], false, true, true, true],
    [["place"], true, true, true, false],
    [["named"], true, false, false, false],
  ])(
    "%j, with facts of a manifest: %s",
    async (names, hasFacts, isLate, asksForPlaces, waitsForPlaces) => {
      const templates = names.map((name) => memoryInput(`${name}.tmcf`, Buffer.from(texts[name])));
      const facts = hasFacts ? { dcid: "p", name: "p", url: "", description: "" } : undefined;
      const run = { log: new DiagnosticLog(), progress: new Progress(0), templates: new Map() };
      const task = { templates, provenance: { facts } };
      const { reader } = formats.template;
      const prepare = "prepare" in reader ? reader.prepare : undefined;
      expect(await prepare?.(task as never, run as never)).toEqual({
        isLate,
        asksForPlaces,
        waitsForPlaces,
      });
      expect("alsoReads" in reader && reader.alsoReads?.({ templates } as never)).toEqual(
        templates,
      );
    },
  );
});

test("chunks of tables of templates leave their findings to the first thread, and those of MCF do not", () => {
  expect(chunkFormatOf({ kind: "template" } as never).reportsLines).toBe(true);
  expect(chunkFormatOf({ kind: "mcf" } as never).reportsLines).toBeUndefined();
});

test("the context of a file of MCF is shared by its chunks, unless it declares prefixes", async () => {
  const inputOf = (text: string) => memoryInput("a.mcf", Buffer.from(text));
  const chunks = chunkFormatOf({ kind: "mcf" } as never);
  const share = async (text: string) =>
    await chunks.share({ input: inputOf(text) } as never, {} as never);
  const text = 'Context:\nimportName: "I"\n\nNode: dcid:a\nname: x\n';
  const shared = await share(text);
  const input = inputOf(text);
  expect(await share("no node")).toBeUndefined();
  expect(shared).toEqual({ context: await contextOf(input) });
  expect(chunks.context?.(shared!)).toEqual(await contextOf(input));
  expect(chunks.records(shared!)).toEqual({ kind: "nodes", start: "Node:" });
});

test("what can be loaded is named once in messages", () => {
  expect(expectedFiles).toBe(
    "a folder with a config.json, any .csv or .tsv with the option columns, .mcf, .csv or .tsv with its .tmcf, " +
      "a .csv with the columns of a dump table, a .sql dump, a SQLite file, .jsonld, .nt, .nq or .ttl; each file also as .gz",
  );
});

describe.each(Object.entries(examples))("%s", (name, texts) => {
  test("is recognised, and no other format is", async () => {
    await withFolder(texts, async (folder) => {
      const { tasks } = await planLoad(onDisk(folder), optionsOf(name), new DiagnosticLog());
      expect(tasks.map(({ kind }) => kind)).toContain(name);
      expect(new Set(tasks.map(({ kind }) => kind)).size).toBe(1);
    });
  });

  // An empty database is all that can be made without SQLite.
  test.skipIf(name === "sqlite")(
    "is loaded, says where its statements stand, and shows its blocks",
    async () => {
      await withFolder(texts, async (folder) => {
        const log = new DiagnosticLog();
        const plan = await planLoad(onDisk(folder), optionsOf(name), log);
        const files = new Set<string>();
        const sink = Object.assign(new RecordingSink(), {
          at: ({ file }: Place) => files.add(file),
        });
        const { rowCount } = await loadPlanned(plan, sink, optionsOf(name), log);
        expect(sink.lines.length + sink.observations.length).toBeGreaterThan(0);
        expect(rowCount).toBeGreaterThan(0);
        expect(log.summary().levels).toMatchObject({ error: 0, fatal: 0 });

        const inputs = plan.tasks.map(({ input }) => input.path);
        expect(inputs.filter((path) => !files.has(path))).toEqual([]);

        const told: string[] = [];
        await visitBlocks(plan, ({ file }) => told.push(file), log);
        for (const task of plan.tasks) {
          expect(told.includes(task.input.path)).toBe(cutOf(task).into !== "nothing");
        }
      });
    },
  );

  test.skipIf(name === "custom" || name === "sqlite")(
    "is loaded from .gz, and has the provenance that the caller names",
    async () => {
      const options = { ...optionsOf(name), provenance: "mine" };
      const plain = await loadTexts(texts, options);
      const packed = Object.entries(texts).map(([file, text]) => [`${file}.gz`, gzipSync(text)]);
      const { sink } = await loadTexts(Object.fromEntries(packed), options);
      expect([sink.triples, sink.observations]).toEqual([
        plain.sink.triples,
        plain.sink.observations,
      ]);
      const statements = [...sink.triples, ...sink.observations];
      expect(new Set(statements.map(({ provenance }) => provenance))).toEqual(new Set(["mine"]));
    },
  );

  test.skipIf(neverGraph.has(name))("may be what a manifest lists as graph", async () => {
    const [file] = Object.keys(texts);
    const manifest = JSON.stringify({ graph: [{ file, provenanceId: "p" }] });
    const { sink, diagnostics } = await loadTexts({ ...texts, "manifest.json": manifest });
    expect(diagnostics).toEqual([]);
    expect(new Set(sink.triples.map(({ provenance }) => provenance))).toEqual(new Set(["p"]));
  });
});

describe("a file that holds tables", () => {
  const tableOf = (sheet?: string) => ({ sheet, rows: () => [["a"], ["1"]] });
  const filesOf = (size: number, ...sheets: (string | undefined)[]) =>
    tablesAsFiles(memoryInput("d/w.xlsx", new Uint8Array(0), size), sheets.map(tableOf) as never);

  test("has a file for each sheet, which shares its size", () => {
    const known = ({ tree: _, ...rest }: ReturnType<typeof filesOf>[number]) => rest;
    expect(filesOf(101, "One", "a/b/c").map(known)).toEqual([
      { path: "d/w.xlsx#One", size: 50, sheet: "One" },
      { path: "d/w.xlsx#a_b_c", size: 50, sheet: "a/b/c" },
    ]);
    expect(filesOf(1, "One", "Two").map(({ size }) => size)).toEqual([1, 1]);
    expect(filesOf(7, "One").map(known)).toEqual([{ path: "d/w.xlsx", size: 7, sheet: "One" }]);
    expect(filesOf(7, undefined).map(known)).toEqual([{ path: "d/w.xlsx", size: 7, sheet: "" }]);
  });

  test("is refused if two sheets have one name, or would have", () => {
    for (const sheets of [
      ["One", "Two", "One"],
      ["a/b", "a_b"],
    ]) {
      expect(() => filesOf(9, ...sheets)).toThrow(
        `d/w.xlsx#${sheets.at(-1)}: has two sheets of one name`,
      );
    }
  });

  test("is known by its ending", async () => {
    const endings = ".xlsx .xlsm .ods .xls .parquet .arrow .feather .zip .json .xml".split(" ");
    expect(holders.flatMap((one) => one.endings)).toEqual(endings);
    expect([".csv", "xlsx", ""].filter(mayHold)).toEqual([]);
    expect(endings.filter(mayHold)).toEqual(endings);
    expect(await contentsOf(memoryInput("a.csv", new Uint8Array(0)), ".csv")).toBeUndefined();
  });
});
