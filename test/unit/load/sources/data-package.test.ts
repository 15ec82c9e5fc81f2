/** What a Data Package says about its tables and their columns. */
import { describe, expect, test } from "vitest";
import type { ColumnMetadata } from "../../../../src/load/bytes/table-metadata.ts";
import { dataPackageTables } from "../../../../src/load/sources/data-package.ts";
import { documentOf } from "./documents.ts";

const file = "data/datapackage.json";
const tablesOf = async (resources: unknown, others?: Readonly<Record<string, unknown>>) =>
  await dataPackageTables(documentOf({ resources }, file, others));

const plain = {
  file,
  table: "data/t.csv",
  isNamed: true,
  skipped: 0,
  hasHeader: true,
  columns: [],
  isWhole: false,
  constants: {},
};

describe("a resource", () => {
  test.each<[resource: object, said: object]>([
    [{ path: "t.csv" }, {}],
    [{ path: ["u/t.csv"] }, { table: "data/u/t.csv" }],
    [{ path: "t.csv", encoding: "cp1252" }, { encoding: "windows-1252" }],
    [{ path: "t.csv", dialect: { delimiter: ";" } }, { delimiter: ";" }],
    [
      { path: "t.csv", dialect: { csv: { delimiter: "|", commentChar: "%" } } },
      { delimiter: "|", comment: "%" },
    ],
    [{ path: "t.csv", dialect: { header: false } }, { hasHeader: false }],
    [{ path: "t.csv", dialect: { header: true } }, {}],
    [{ path: "t.csv", dialect: { headerRows: [1] } }, {}],
    [{ path: "t.csv", dialect: { headerRows: [4] } }, { skipped: 3 }],
    [{ path: "t.csv", dialect: { headerRows: [0] } }, {}],
    [{ path: "t.csv", dialect: { headerRows: [] } }, { hasHeader: false }],
    [
      { path: "t.csv", dialect: { headerRows: [2, 3] } },
      { skipped: 1, problem: "its header has several lines, which are not read" },
    ],
    [
      { path: "t.csv", dialect: { headerRows: [1, 2] }, encoding: "utf-16" },
      { problem: "its encoding is utf-16, which is not read" },
    ],
    [
      { path: "t.csv", dialect: { escapeChar: "x" }, encoding: "utf-16" },
      { problem: "its dialect has escapeChar, which is not read" },
    ],
    [{ path: "t.csv", schema: { fields: [] } }, { isWhole: true }],
    [{ path: "t.csv", schema: { fields: [], fieldsMatch: "exact" } }, { isWhole: true }],
    [{ path: "t.csv", schema: { fields: [], fieldsMatch: "subset" } }, {}],
    [{ path: "t.csv", schema: { fields: [], fieldsMatch: ["partial"] } }, {}],
  ])("%o says %o", async (resource, said) => {
    expect(await tablesOf([resource])).toEqual([{ ...plain, ...said }]);
  });

  test("holds its rows itself, or nothing", async () => {
    const inline = { ...plain, isNamed: false, isInline: true };
    expect(await tablesOf([{ data: [] }, { name: "a", title: "A", data: [] }, {}])).toEqual([
      { ...inline, table: "" },
      { ...inline, table: "a" },
    ]);
    expect(await tablesOf([{ title: "A", data: [] }])).toEqual([{ ...inline, table: "A" }]);
  });

  test.each<[resources: unknown, problem: string]>([
    [[{ path: [] }], "/resources/0/path is empty"],
    [[{ path: ["a", "b"] }], "/resources/0/path names several files, which are not read as one"],
    [[{ path: 3 }], "/resources/0/path is no text"],
    [null, '/ has no "resources"'],
    [[{ path: "t.csv", schema: {} }], '/resources/0/schema has no "fields"'],
    [[{ path: "t.csv", schema: { fields: [{}] } }], '/resources/0/schema/fields/0 has no "name"'],
  ])("%j is refused", async (resources, problem) => {
    await expect(tablesOf(resources)).rejects.toThrow(problem);
  });

  test("may name documents with its schema and its dialect", async () => {
    const others = { "s.json": { fields: [{ name: "a" }] }, "d.json": { delimiter: ";" } };
    const [table] = await tablesOf(
      [{ path: "t.csv", schema: "s.json", dialect: "d.json" }],
      others,
    );
    expect([table?.columns.length, table?.delimiter, table?.isWhole]).toEqual([1, ";", true]);
  });
});

describe("a field", () => {
  const fieldOf = async (field: object, schema = {}): Promise<ColumnMetadata | undefined> => {
    const resource = { path: "t.csv", schema: { fields: [{ name: "a", ...field }], ...schema } };
    return (await tablesOf([resource]))[0]?.columns[0];
  };
  const named = { id: "a", headings: ["a"], holds: "texts", isKey: false, missing: [] };

  test.each<[field: object, said: object]>([
    [{}, {}],
    [
      { title: "A", description: "d" },
      { title: "A", description: "d" },
    ],
    [{ unit: "m", units: "n" }, { unit: "m" }],
    [{ units: "m" }, { unit: "m" }],
    [{ unitText: "m" }, { unit: "m" }],
    [{ type: "integer" }, { holds: "numbers" }],
    [
      { type: "number", groupChar: ".", decimalChar: "," },
      { holds: "numbers", group: ".", decimal: "," },
    ],
    [
      { type: "date", format: "%d/%m/%Y" },
      { holds: "dates", dayFirst: true },
    ],
    [{ type: "datetime" }, { holds: "dates" }],
    [{ type: "year" }, { holds: "dates" }],
    [{ type: "yearmonth" }, { holds: "dates" }],
    [{ type: "any" }, { holds: undefined }],
    [{ type: "string" }, {}],
    [{ type: "toString" }, {}],
    [{ missingValues: ["-", { value: "x", label: "none" }] }, { missing: ["-", "x"] }],
  ])("%o says %o", async (field, said) => {
    expect(await fieldOf(field)).toEqual({ ...named, ...said });
  });

  test("may be a key, and has the missing values of its schema where it names none", async () => {
    const schema = { primaryKey: ["b", "a"], missingValues: ["-"] };
    expect(await fieldOf({}, schema)).toEqual({ ...named, isKey: true, missing: ["-"] });
    expect((await fieldOf({ missingValues: [] }, schema))?.missing).toEqual([]);
  });
});
