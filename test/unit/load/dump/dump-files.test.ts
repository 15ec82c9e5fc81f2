/** Which files are dumps, by their names and their first bytes. */
import { describe, expect, test } from "vitest";
import {
  exportForm,
  hasDumpEnding,
  hasOwnSqlite,
  isDatabase,
  isSqlDump,
  sqliteForm,
  withoutSqlite,
} from "../../../../src/load/dump/dump-files.ts";
import type { SourceFile, Unread } from "../../../../src/load/sources/source-file.ts";
import { memoryInput } from "../inputs.ts";

interface Given {
  readonly isNamed?: boolean;
  readonly listed?: { readonly as: string };
}

function fileOf(path: string, text = "", { isNamed = false, listed }: Given = {}): SourceFile {
  const extension = path.slice(path.lastIndexOf("."));
  const input = memoryInput(path, Buffer.from(text));
  return { ...input, extension, isNamed, listed } as unknown as SourceFile;
}

test.each([
  ["a.sql", true, false],
  ["a.db", true, true],
  ["a.sqlite", true, true],
  ["a.sqlite3", true, true],
  ["a.sqlite2", false, false],
  ["a.csv", false, false],
])("%s ends as a dump does: %s; as a database does: %s", (path, ending, database) => {
  expect([hasDumpEnding(fileOf(path)), isDatabase(path)]).toEqual([ending, database]);
});

test.each([
  ["d/a.DB", true],
  ["a.sqlite3.gz", true],
  ["a.db.gz.csv", false],
  ["adb", false],
  ["a.dbx", false],
])("the file %s has rows and no lines: %s", (path, expected) => {
  expect(isDatabase(path)).toBe(expected);
});

describe("a .sql is a dump", () => {
  test.each([
    ["create table triples (a);", true],
    ["CREATE\n  TABLE IF NOT EXISTS `observations` (a);", true],
    ["-- a dump\ninsert \t into main.key_value_store VALUES (1);", true],
    ["Replace   INTO imports VALUES (1);", true],
    ["REPLACE INTO\n\ttriples\nVALUES (1);", true],
    ["INSERT INTO triples2 VALUES (1);", false],
    ["INSERT INTO mytriples VALUES (1);", false],
    ["INSERT INTO a VALUES ('triples');", false],
    ["INSERT INTO a; triples", false],
    ["CREATE INDEX triples (a);", false],
    ["recreate table triples", false],
    ["SELECT * FROM triples;", false],
    ["", false],
  ])("if its beginning names one of the tables: %j", async (text, expected) => {
    expect(await isSqlDump(fileOf("a.sql", text))).toBe(expected);
  });

  test.each<[given: Given, expected: boolean]>([
    [{ isNamed: true }, true],
    [{ listed: { as: "graph" } }, true],
    [{ listed: { as: "triples" } }, false],
    [{ isNamed: true, listed: { as: "triples" } }, false],
  ])("if it is given as one: %j", async (given, expected) => {
    expect(await isSqlDump(fileOf("a.sql", "SELECT 1;", given))).toBe(expected);
    expect(await isSqlDump(fileOf("a.txt", "SELECT 1;", given))).toBe(false);
  });
});

describe("a database", () => {
  const start = "SQLite format 3\0";

  test.each<[path: string, text: string, given: Given, form: object | undefined]>([
    ["a.db", `${start}more`, {}, {}],
    ["a.sqlite3", start, {}, {}],
    ["a.db", start.slice(0, -1), {}, undefined],
    ["a.db", "", {}, undefined],
    ["a.db", "SQLite format 2\0more", {}, undefined],
    ["a.sql", start, {}, undefined],
    ["a.db", "else", { isNamed: true }, {}],
    ["a.db", "else", { listed: { as: "graph" } }, {}],
    ["a.db", start, { listed: { as: "observations" } }, undefined],
  ])("%s of %j, given as %j, has the form %j", async (path, text, given, form) => {
    expect(await sqliteForm(fileOf(path, text, given))).toEqual(form);
  });

  test("is opened by the place that it lies in, unless it is compressed", () => {
    const file = fileOf("a.db");
    const tree = Object.assign(Object.create(file.tree), { openSqlite: () => undefined });
    expect([
      hasOwnSqlite({ ...file, tree }),
      hasOwnSqlite({ ...file, tree, isGzip: true }),
      hasOwnSqlite({
        ...file,
        tree: Object.assign(Object.create(tree), { openSqlite: undefined }),
      }),
    ]).toEqual([true, false, false]);
  });

  test("that cannot be opened says what to do", () => {
    expect(withoutSqlite).toBe(
      "is a SQLite file, which Node reads from version 22.5 on; in older ones, in pages, and for a .gz it needs " +
        "the package sql.js: npm install sql.js. Or convert it: sqlite3 FILE .dump > FILE.sql",
    );
  });
});

describe("a table of the database", () => {
  const problem = async () => ({ problem: "none" });
  const kind = "observations" as const;

  test("is known by its properties", async () => {
    const header =
      (...columns: readonly string[]) =>
      async () => ({ kind, columns });
    const form = async (file: SourceFile, ...columns: readonly string[]) =>
      await exportForm(file, header(...columns));
    expect(await form(fileOf("a.csv"), "entity", "properties")).toEqual({});
    expect(await form(fileOf("a.csv"), "entity")).toBeUndefined();
    expect(await form(fileOf("a.mcf"), "entity", "properties")).toBeUndefined();
    const listed = { listed: { as: "observations" } };
    expect(await form(fileOf("a.csv", "", listed), "entity", "properties")).toBeUndefined();
  });

  const derived = (table: string) =>
    `is the table ${table}, which the importer derived; it holds no statements`;
  test.each<[header: string, table: string | undefined]>([
    ["lookup_key,value\r\nk,v\n", "key_value_store"],
    [' value , "lookup_key" ', "key_value_store"],
    ['"imported_at",status,"metadata"', "imports"],
    ["lookup_key", undefined],
    ["lookup_key,value,more", undefined],
    ["lookup_key,values", undefined],
    ['x"lookup_key",value', undefined],
    ['"lookup_key"x,value', undefined],
    ["imported_at,status,metadata,value", undefined],
    ["\nlookup_key,value", undefined],
    ["", undefined],
  ])("of bookkeeping has its columns: %j", async (text, table) => {
    const form = (await exportForm(fileOf("a.csv", text), problem)) as Unread | undefined;
    const found = form?.findings.map(({ level, counter, message }) => [level, counter, message()]);
    const expected = table && [["info", "Source_UnreadFile", derived(table)]];
    expect(found).toEqual(expected);
  });
});
