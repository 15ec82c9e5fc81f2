/** Which files are dumps of a self-hosted instance, told by how they begin. */
import { Progress, readBytes } from "../bytes/index.ts";
import { type SourceFile, type Unread, unknownFile, unreadFile } from "../sources/index.ts";
import { bookkeepingOf } from "./dump-tables.ts";
import { nodeSqlite, WITHOUT_SQLITE } from "./sqlite-file.ts";

const SQLITE: ReadonlySet<string> = new Set([".db", ".sqlite", ".sqlite3"]);
const SQLITE_START = "SQLite format 3\0";

const DUMP =
  /\b(?:create\s+table|insert\s+into|replace\s+into)[^;(]*\b(?:triples|observations|key_value_store|imports)\b/i;

/**
 * @returns undefined for a file that has no name of a dump; for one in a folder that is none after
 * all, or cannot be read here, what is to be told of it.
 */
export async function dumpKind(file: SourceFile): Promise<"sql" | "sqlite" | Unread | undefined> {
  const { extension, isNamed } = file;
  if (extension === ".sql") {
    return isNamed || DUMP.test((await startOf(file)).toString("latin1"))
      ? "sql"
      : unknownFile(file);
  }
  if (!SQLITE.has(extension)) return undefined;
  if (isNamed) return "sqlite";
  const start = await startOf(file);
  if (!start.subarray(0, SQLITE_START.length).equals(Buffer.from(SQLITE_START))) {
    return unknownFile(file);
  }
  if (nodeSqlite() !== undefined && !file.isGzip) return "sqlite";
  return unreadFile(file, "error", WITHOUT_SQLITE);
}

/** What is said of a table of the database that holds no statements. */
export async function bookkeepingTable(file: SourceFile): Promise<Unread | undefined> {
  const [header = ""] = (await startOf(file)).toString("utf8").split(/\r?\n/, 1);
  const columns = header.split(",").map((column) => column.trim().replace(/^"(.*)"$/, "$1"));
  const table = bookkeepingOf(columns);
  if (table === undefined) return undefined;
  return unreadFile(
    file,
    "info",
    `is the table ${table}, which the importer derived; it holds no statements`,
  );
}

async function startOf(file: SourceFile): Promise<Buffer> {
  for await (const start of readBytes(file, new Progress(0))) return start;
  return Buffer.alloc(0);
}
