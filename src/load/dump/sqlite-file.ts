/** The SQLite file of a self-hosted instance, read by Node's own SQLite where there is one. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { excerpt, LoadError } from "../../errors/index.ts";
import type { InputFile } from "../bytes/index.ts";
import { FileLog } from "../report/index.ts";
import { type FileProvenance, type LoadRun, provenanceDcid } from "../statements/index.ts";
import { DumpTables } from "./dump-tables.ts";

/** The part of `node:sqlite` that is needed. */
export interface SqliteModule {
  readonly DatabaseSync: new (
    path: string,
    options: { readonly readOnly: boolean },
  ) => {
    prepare(sql: string): {
      iterate(): Iterable<Readonly<Record<string, unknown>>>;
    };
    close(): void;
  };
}

const tablesNeeded = ["triples", "observations"];

/** Node's module, which exists from 22.5 on; else undefined. */
export function nodeSqlite(): SqliteModule | undefined {
  // Not imported: its name alone would keep older versions from starting.
  const { getBuiltinModule } = process as { getBuiltinModule?: (name: string) => unknown };
  return getBuiltinModule?.("node:sqlite") as SqliteModule | undefined;
}

export const withoutSqlite =
  "is a SQLite file, which Node reads from version 22.5 on; use such a Node, or dump the file: " +
  "sqlite3 FILE .dump > FILE.sql";

/** @throws LoadError if Node has no SQLite, or it cannot read the file. */
export function loadSqlite(
  input: InputFile,
  provenance: FileProvenance,
  { sink, log, progress }: Pick<LoadRun, "sink" | "log" | "progress">,
  sqlite: SqliteModule | undefined = nodeSqlite(),
): void {
  const file = input.path;
  if (sqlite === undefined) throw new LoadError(withoutSqlite, { file });
  if (input.isGzip) throw new LoadError("is compressed; SQLite reads plain files only", { file });
  const tables = new DumpTables(sink, new FileLog(log, file), provenanceDcid(provenance));
  const { path, remove } = onDisk(input);
  let database: InstanceType<SqliteModule["DatabaseSync"]> | undefined;
  try {
    database = new sqlite.DatabaseSync(path, { readOnly: true });
    const names = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").iterate();
    const present = new Set(Array.from(names, ({ name }) => String(name).toLowerCase()));
    for (const table of tablesNeeded.filter((name) => present.has(name))) {
      for (const row of database.prepare(`SELECT * FROM ${table}`).iterate()) {
        progress.rows += 1;
        if (progress.rows % 4096 === 0) progress.checkCancelled();
        const columns = Object.keys(row).map((column) => column.toLowerCase());
        tables.add({ table, columns, values: Object.values(row).map(textOf), line: undefined });
      }
    }
  } catch (cause) {
    progress.checkCancelled();
    if (cause instanceof LoadError) throw cause;
    const reason = excerpt(cause instanceof Error ? cause.message : String(cause));
    throw new LoadError(`is not a SQLite file that can be read (${reason})`, { file }, { cause });
  } finally {
    database?.close();
    remove();
  }
  tables.end(log);
}

/** SQLite opens files on disk only. */
function onDisk({ path: given, content }: InputFile): {
  readonly path: string;
  readonly remove: () => void;
} {
  if (content === undefined) return { path: given, remove: () => undefined };
  const folder = mkdtempSync(join(tmpdir(), "pocket-commons-"));
  const path = join(folder, "memory.db");
  writeFileSync(path, content);
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (!ArrayBuffer.isView(value)) return String(value);
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("utf8");
}
