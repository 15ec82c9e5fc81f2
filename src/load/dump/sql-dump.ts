/** Loads what reads SQL, which few loads need, when there is some. */
import type { FilePart, InputFile } from "../bytes/index.ts";
import type { FileProvenance, LoadRun, TableRun } from "../statements/index.ts";
import type { SqlTask } from "./sql-file.ts";
import type { SqlCuts } from "./sql-scan.ts";
import type { TableCount } from "./table-counts.ts";

export async function loadSqlDump(
  input: InputFile,
  provenance: FileProvenance,
  run: LoadRun,
): Promise<void> {
  const { readSqlDump } = await import("./sql-file.ts");
  await readSqlDump(input, provenance, run);
}

/**
 * Where a dump is cut into parts.
 * @param partBytes about how large they are
 * @returns undefined if there is but one.
 */
export async function sqlCuts(
  input: InputFile,
  partBytes: number,
  signal: AbortSignal | undefined,
): Promise<SqlCuts | undefined> {
  const { scanSql } = await import("./sql-scan.ts");
  const cuts = await scanSql(input, partBytes, signal);
  return cuts.starts.length > 1 ? cuts : undefined;
}

/** As `sqlParts`. */
export function sqlPartReader(
  task: SqlTask,
  run: TableRun,
  leave: (counts: readonly TableCount[]) => void,
): (part: FilePart) => Promise<number> {
  let read: ((part: FilePart) => Promise<number>) | undefined;
  return async (part) => {
    read ??= (await import("./sql-file.ts")).sqlParts(task, run, leave);
    return await read(part);
  };
}
