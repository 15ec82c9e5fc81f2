/** What the loader sees of a file that holds tables: the rows of each. */

import { DiagnosticLog, FileLog } from "../../../src/load/bytes/diagnostics.ts";
import { Progress } from "../../../src/load/bytes/load-progress.ts";
import { MemoryTree, memoryRoot } from "../../../src/load/bytes/memory-tree.ts";
import { readCsvRows } from "../../../src/load/records/csv-rows.ts";
import { sourceFiles } from "../../../src/load/sources/source-files.ts";

export type Files = Readonly<Record<string, string | Uint8Array>>;

/** Rows by the path of each table, with their lines if these are asked for. */
export async function heldRows(
  files: Files,
  from = memoryRoot,
): Promise<Record<string, string[][]>> {
  const encoder = new TextEncoder();
  const contents = Object.entries(files).map(([name, content]) => {
    return [name, typeof content === "string" ? encoder.encode(content) : content] as const;
  });
  const tree = new MemoryTree(contents);
  const log = new DiagnosticLog();
  const configured = { configName: "", open: async () => undefined };
  const found = await sourceFiles(from, { tree, configured, log, allowsOutside: false });
  const tables: Record<string, string[][]> = {};
  for (const file of found.filter(({ extension }) => extension === ".csv")) {
    const rows: string[][] = [];
    const dialect = { delimiter: ",", hasEscapes: false };
    await readCsvRows(file, dialect, new FileLog(log, file.path), new Progress(0), (cells) => {
      rows.push([...cells]);
      return true;
    });
    tables[file.path] = rows;
  }
  return tables;
}

/** The rows of the only table of a file. */
export async function rowsOf(name: string, content: string | Uint8Array): Promise<string[][]> {
  const tables = Object.values(await heldRows({ [name]: content }, name));
  if (tables.length !== 1) throw new Error(`${tables.length} tables`);
  return tables[0]!;
}

/** Why a file is refused. */
export async function refusalOf(name: string, content: string | Uint8Array): Promise<string> {
  try {
    const rows = await rowsOf(name, content);
    return `read: ${JSON.stringify(rows)}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
