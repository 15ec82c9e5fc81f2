/** Which file describes which table, and what Our World in Data says about columns. */
import { describe, expect, test } from "vitest";
import { DiagnosticLog } from "../../../../src/load/bytes/diagnostics.ts";
import { MemoryTree, memoryRoot } from "../../../../src/load/bytes/memory-tree.ts";
import type { TableMetadata } from "../../../../src/load/bytes/table-metadata.ts";
import { metadataBeside, metadataIn } from "../../../../src/load/sources/metadata-files.ts";
import { sourceFiles } from "../../../../src/load/sources/source-files.ts";
import { memoryInput } from "../inputs.ts";

type Texts = Readonly<Record<string, unknown>>;

const bytesOf = (content: unknown) =>
  new Uint8Array(Buffer.from(typeof content === "string" ? content : JSON.stringify(content)));
const treeOf = (texts: Texts) =>
  new MemoryTree(Object.entries(texts).map(([path, content]) => [path, bytesOf(content)]));
const tablesIn = async (path: string, said: unknown) =>
  await metadataIn(memoryInput(path, bytesOf(said)));

describe("Our World in Data", () => {
  const endings = [".csv", ".csv.gz", ".feather", ".parquet"];

  test.each([
    ["d/co2.metadata.json", "d/co2"],
    ["co2.META.json", "co2"],
  ])("describes in %s the tables %s of each ending", async (file, stem) => {
    const form = { isNamed: false, hasHeader: true, skipped: 0, isWhole: false, constants: {} };
    const said = { primary_key: ["year"], fields: { year: {} } };
    const year = { id: "year", headings: ["year"], title: "year", isKey: true, missing: [] };
    expect(await tablesIn(file, said)).toEqual(
      endings.map((ending) => ({ file, table: `${stem}${ending}`, columns: [year], ...form })),
    );
  });

  test.each<[column: object, said: object]>([
    [{}, {}],
    [{ shortName: "co2" }, { id: "co2", headings: ["CO2", "co2"] }],
    [{ titleShort: "a", title: "b", display: { name: "c" } }, { title: "a" }],
    [{ title: "b", display: { name: "c" } }, { title: "b" }],
    [{ display: { name: "c" } }, { title: "c" }],
    [{ unit: "t" }, { unit: "t" }],
    [{ descriptionShort: "a", description: "c" }, { description: "a" }],
    [{ description_short: "b", description: "c" }, { description: "b" }],
    [{ description: "c", citationShort: "d" }, { description: "c Source: d" }],
    [{ citationShort: "d", origins: [{ producer: "e" }] }, { description: "Source: d" }],
    [
      { origins: [{ producer: "e", name: "f" }, { name: "g" }, { producer: "e" }, "x", {}] },
      { description: "Source: e; g" },
    ],
    [{ sources: [{ name: "g" }] }, { description: "Source: g" }],
    [{ origins: [{ producer: "e" }], sources: [{ name: "g" }] }, { description: "Source: e" }],
    [{ sources: [] }, {}],
    [{ sources: { name: "g" } }, {}],
  ])("says of a column %o as %o", async (column, said) => {
    const tables = await tablesIn("a.meta.json", { columns: { CO2: column } });
    const plain = { id: "CO2", headings: ["CO2"], title: "CO2", isKey: false, missing: [] };
    expect(tables?.map(({ columns }) => columns)).toEqual(
      endings.map(() => [{ ...plain, ...said }]),
    );
  });
});

test.each<[path: string, said: unknown, count: number | undefined]>([
  ["datapackage.json", { resources: [{ path: "a.csv" }] }, 1],
  ["DataPackage.json", { resources: [] }, 0],
  ["datapackage.json", {}, undefined],
  ["datapackage.json", [], undefined],
  ["my-datapackage.json", { resources: [] }, undefined],
  ["a-metadata.json", { "@context": "http://www.w3.org/ns/csvw" }, 1],
  ["a-metadata.json", { "@context": ["http://www.w3.org/ns/csvw", { "@language": "en" }] }, 1],
  ["a-metadata.json", { "@context": [{ "@language": "en" }] }, undefined],
  ["a-metadata.json", { "@context": { csvw: "http://www.w3.org/ns/csvw" } }, undefined],
  ["a-metadata.json", {}, undefined],
  ["a-metadata.json", { columns: {} }, undefined],
  ["a.metadata.json", { columns: {} }, 4],
  ["a.meta.json", { fields: {} }, 4],
  ["a.meta.json", { fields: [] }, undefined],
  ["a.meta.json", { "@context": "http://www.w3.org/ns/csvw" }, undefined],
])("%s with %j describes %s tables", async (path, said, count) => {
  expect((await tablesIn(path, said))?.length).toBe(count);
});

const csvw = (url: string) => ({ "@context": "http://www.w3.org/ns/csvw", url });
const owid = { columns: { a: {} } };

test.each<[what: string, texts: Texts, describing: string | undefined]>([
  [
    "datapackage.json",
    { "d/datapackage.json": { resources: [{ path: "t.csv" }] } },
    "d/datapackage.json",
  ],
  ["csv-metadata.json", { "d/csv-metadata.json": csvw("t.csv") }, "d/csv-metadata.json"],
  ["metadata.json", { "d/metadata.json": csvw("t.csv") }, "d/metadata.json"],
  ["a file of its name", { "d/t.csv-metadata.json": csvw("t.csv") }, "d/t.csv-metadata.json"],
  ["another file of its name", { "d/t.meta.json": owid }, "d/t.meta.json"],
  [
    "the second of two",
    { "d/metadata.json": csvw("u.csv"), "d/t.meta.json": owid },
    "d/t.meta.json",
  ],
  ["none that names another table", { "d/metadata.json": csvw("u.csv") }, undefined],
  [
    "none of another name",
    { "d/u.meta.json": owid, "d/x-metadata.json": csvw("t.csv") },
    undefined,
  ],
  ["none of another folder", { "t.meta.json": owid }, undefined],
  ["none of another kind", { "d/t.json": owid, "d/metadata.json": {} }, undefined],
])("a table is described by %s", async (_, texts, describing) => {
  const tree = treeOf({ "d/t.csv": "a\n1\n", ...texts });
  expect((await metadataBeside(tree, "d/t.csv"))?.file).toBe(describing);
});

test("a table of a folder that cannot be listed is described by nothing", async () => {
  expect(await metadataBeside(treeOf({}), "d/t.csv")).toBeUndefined();
});

/** Paths of files with what describes them, whose they are for users, and what is said about them. */
async function filesOf(texts: Texts, from: string = memoryRoot) {
  const log = new DiagnosticLog();
  const configured = { configName: "", open: async () => undefined };
  const tree = treeOf(texts);
  const files = await sourceFiles(from, { tree, configured, log, allowsOutside: false });
  return files.map(({ path, metadata, held, findings }) => [
    path,
    (metadata as TableMetadata | undefined)?.file,
    held,
    findings?.map(({ level, counter, message }) => `${level} ${counter} ${message()}`),
  ]);
}

describe("the files of a source", () => {
  const resources = { resources: [{ path: "t.csv" }] };
  const table = "a\n1\n";
  const read = ["info Source_UnreadFile says what the columns of tables beside it hold"];

  test("are in a folder tables with their descriptions, which hold nothing", async () => {
    const texts = { "datapackage.json": resources, "t.csv": table, "u.csv": table };
    expect(await filesOf(texts)).toEqual([
      ["datapackage.json", undefined, undefined, read],
      ["t.csv", "datapackage.json", { file: "datapackage.json", name: "t.csv" }, undefined],
      ["u.csv", undefined, undefined, undefined],
    ]);
  });

  test("are of a description that names no table the one that is there", async () => {
    const texts = { "t.csv": table, "t.meta.json": owid };
    expect(await filesOf(texts)).toEqual([
      ["t.csv", "t.meta.json", undefined, undefined],
      ["t.meta.json", undefined, undefined, read],
    ]);
    const held = { file: "t.meta.json", name: "t.csv" };
    expect(await filesOf(texts, "t.meta.json")).toEqual([
      ["t.csv", "t.meta.json", held, undefined],
    ]);
  });

  test("are of a description itself its tables", async () => {
    const texts = { "d/datapackage.json": resources, "d/t.csv": table, "d/u.csv": table };
    expect(await filesOf(texts, "d/datapackage.json")).toEqual([
      ["d/t.csv", "d/datapackage.json", { file: "d/datapackage.json", name: "t.csv" }, undefined],
    ]);
    const { "d/t.csv": _, ...others } = texts;
    await expect(filesOf(others, "d/datapackage.json")).rejects.toThrow("d/t.csv");
  });

  test("are of a table itself this one with what is beside it", async () => {
    const texts = { "d/datapackage.json": resources, "d/t.csv": table, "d/u.csv": table };
    expect(await filesOf(texts, "d/t.csv")).toEqual([
      ["d/t.csv", "d/datapackage.json", undefined, undefined],
    ]);
    expect(await filesOf(texts, "d/u.csv")).toEqual([["d/u.csv", undefined, undefined, undefined]]);
  });
});
