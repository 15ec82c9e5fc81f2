/** The table of observations as the database gives it, and tables that hold no statements. */

import type { FilePart, InputFile } from "../bytes/index.ts";
import { type CellRowHandler, CellRowReader, exportDialect } from "../csv/index.ts";
import { FileLog } from "../report/index.ts";
import { type FileProvenance, provenanceDcid, type TableRun } from "../statements/index.ts";
import { DumpTables } from "./dump-tables.ts";
import { observationRows, type UsualRows } from "./usual-rows.ts";

export async function loadObservationExport(
  input: InputFile,
  provenance: FileProvenance,
  run: TableRun,
): Promise<void> {
  await exportReader(input, provenance, run)();
}

/**
 * Reads one part after the other, or the whole.
 * @param header of parts that do not begin at 0.
 * @returns a function, which returns the line behind the last row.
 */
export function exportReader(
  input: InputFile,
  provenance: FileProvenance,
  run: TableRun,
  header?: readonly string[],
): (part?: FilePart) => Promise<number> {
  const { sink, log, progress } = run;
  const fileLog = new FileLog(log, input.path);
  const own = provenanceDcid(provenance);
  const tables = new DumpTables(sink, fileLog, own);
  let columns: readonly string[] | undefined;
  let usual: UsualRows | undefined;
  const add = (cells: readonly string[], line: number) => {
    tables.add({ table: "observations", columns, values: cells, line });
  };
  const open = (cells: readonly string[]) => {
    columns = cells;
    // A sink that asks where statements stand gets the line of each.
    usual = sink.at === undefined ? observationRows(cells, own, sink) : undefined;
  };
  const handler: CellRowHandler = {
    texts: (cells, line) => {
      if (columns === undefined) {
        open(cells);
        return;
      }
      progress.rows += 1;
      add(cells, line);
    },
    cells: (row) => {
      progress.rows += 1;
      if (usual?.(row) !== true) add(row.texts(), row.line);
    },
  };
  const rows = new CellRowReader(input, exportDialect(input), fileLog, run, handler);
  return async (part) => {
    const isBehind = part !== undefined && part.range.start > 0;
    if (isBehind && columns === undefined && header !== undefined) open(header);
    return await rows.read(part);
  };
}
