/** Which files are dumps of a self-hosted instance: their first bytes show it. */

import { readBytes } from "../bytes/byte-blocks.ts";
import type { InputFile } from "../bytes/file-tree.ts";
import { Progress } from "../bytes/load-progress.ts";
import { textOf, wholeText } from "../bytes/native.ts";
import { isTable, type SourceFile, type Unread, unreadFile } from "../sources/source-file.ts";
import { bookkeepingOf, exportMark } from "./dump-tables.ts";
import type { TableHeader, UnknownHeader } from "./table-header.ts";

const sqlite: ReadonlySet<string> = new Set([".db", ".sqlite", ".sqlite3"]);
const sqliteStart = "SQLite format 3\0";

const dump =
  /\b(?:create\s+table|insert\s+into|replace\s+into)[^;(]*\b(?:triples|observations|key_value_store|imports)\b/i;

/** A file whose ending says that it holds a database. */
export function hasDumpEnding({ extension }: SourceFile): boolean {
  return extension === ".sql" || sqlite.has(extension);
}

/** Whether a file has rows and no lines. */
export const isDatabase = (path: string): boolean => /\.(?:db|sqlite3?)(?:\.gz)?$/i.test(path);

/** What is named, by the caller or by a manifest as graph, is taken at its word. */
const isGiven = ({ isNamed, listed }: SourceFile) => isNamed || listed?.as === "graph";

/** A manifest may list such a file as graph alone. */
const mayBeDump = ({ listed }: SourceFile) => listed === undefined || listed.as === "graph";

export async function isSqlDump(file: SourceFile): Promise<boolean> {
  if (!mayBeDump(file) || file.extension !== ".sql") return false;
  return isGiven(file) || dump.test(wholeText(await startOf(file)));
}

export const withoutSqlite =
  "is a SQLite file, which Node reads from version 22.5 on; in older ones, in pages, and for a .gz it needs " +
  "the package sql.js: npm install sql.js. Or convert it: sqlite3 FILE .dump > FILE.sql";

/** Whether the place that a file lies in can open it. */
export function hasOwnSqlite({ tree, isGzip }: InputFile): boolean {
  return tree.openSqlite !== undefined && !isGzip;
}

/** @returns findings about a file that cannot be read here. */
export async function sqliteForm(file: SourceFile): Promise<object | Unread | undefined> {
  if (!mayBeDump(file) || !sqlite.has(file.extension)) return undefined;
  if (isGiven(file)) return {};
  const start = await startOf(file);
  if (textOf(start, 0, Math.min(sqliteStart.length, start.length)) !== sqliteStart)
    return undefined;
  const isReadable =
    hasOwnSqlite(file) || (await (await import("./sqlite-wasm.ts")).loadSqlJs()) !== undefined;
  return isReadable ? {} : unreadFile(file, "error", withoutSqlite);
}

/**
 * The table of observations as the database gives it.
 * @returns findings about its tables that hold no statements.
 */
export async function exportForm(
  file: SourceFile,
  header: () => Promise<TableHeader | UnknownHeader>,
): Promise<object | Unread | undefined> {
  if (file.listed !== undefined || !isTable(file)) return undefined;
  const found = await header();
  if ("problem" in found) return await bookkeepingTable(file);
  return found.columns.includes(exportMark) ? {} : undefined;
}

/** The diagnostic for a table of the database that holds no statements. */
async function bookkeepingTable(file: SourceFile): Promise<Unread | undefined> {
  const [header = ""] = wholeText(await startOf(file)).split(/\r?\n/, 1);
  const columns = header.split(",").map((column) => column.trim().replace(/^"(.*)"$/, "$1"));
  const table = bookkeepingOf(columns);
  if (table === undefined) return undefined;
  return unreadFile(
    file,
    "info",
    `is the table ${table}, which the importer derived; it holds no statements`,
  );
}

async function startOf(file: SourceFile): Promise<Uint8Array> {
  for await (const start of readBytes(file, new Progress(0))) return start;
  return new Uint8Array(0);
}
