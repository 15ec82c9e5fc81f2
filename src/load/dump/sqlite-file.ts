/** The SQLite file of a self-hosted instance, read by Node's own SQLite, or by that of a package. */

import { LoadError } from "../../errors/errors.ts";
import { excerpt } from "../../errors/excerpts.ts";
import { FileLog } from "../bytes/diagnostics.ts";
import type { InputFile, SqliteFile } from "../bytes/file-tree.ts";
import { wholeText } from "../bytes/native.ts";
import type { LoadRun } from "../statements/load-run.ts";
import { type FileProvenance, provenanceDcid } from "../statements/provenance.ts";
import { hasOwnSqlite, withoutSqlite } from "./dump-files.ts";
import { DumpTables, TableCounts } from "./dump-tables.ts";
import { loadSqlJs, openInMemory } from "./sqlite-wasm.ts";

const tablesNeeded = ["triples", "observations", "imports"];

/** @throws LoadError if there is no SQLite, or it cannot read the file. */
export async function loadSqlite(
  input: InputFile,
  provenance: FileProvenance,
  { sink, log, progress }: Pick<LoadRun, "sink" | "log" | "progress">,
): Promise<void> {
  const file = input.path;
  const counts = new TableCounts();
  const own = provenanceDcid(provenance);
  const tables = new DumpTables(sink, new FileLog(log, file), own, counts);
  let database: SqliteFile | undefined;
  try {
    database = await opened(input);
    const names = database.rows("SELECT name FROM sqlite_master WHERE type = 'table'");
    const present = new Set(Array.from(names, ({ name }) => String(name).toLowerCase()));
    for (const table of tablesNeeded.filter((name) => present.has(name))) {
      let columns: readonly string[] | undefined;
      let line = 0;
      for (const row of database.rows(`SELECT * FROM ${table}`)) {
        progress.rows += 1;
        if (progress.rows % 4096 === 0) progress.checkCancelled();
        columns ??= Object.keys(row).map((column) => column.toLowerCase());
        line += 1;
        tables.add({ table, columns, values: Object.values(row).map(textOf), line });
      }
    }
  } catch (cause) {
    progress.checkCancelled();
    if (cause instanceof LoadError) throw cause;
    const reason = excerpt(cause instanceof Error ? cause.message : String(cause));
    throw new LoadError(`is not a SQLite file that can be read (${reason})`, { file }, { cause });
  } finally {
    database?.close();
  }
  counts.end(file, log);
}

async function opened(input: InputFile): Promise<SqliteFile> {
  if (hasOwnSqlite(input)) return input.tree.openSqlite!(input);
  const sqlJs = await loadSqlJs();
  if (sqlJs === undefined) throw new LoadError(withoutSqlite, { file: input.path });
  return await openInMemory(sqlJs, input);
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (!ArrayBuffer.isView(value)) return String(value);
  return wholeText(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
}
