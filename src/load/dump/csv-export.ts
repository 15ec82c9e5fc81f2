/** The table of observations as the database gives it, and tables that hold no statements. */

import type { InputFile } from "../bytes/index.ts";
import { type CellRowHandler, exportDialect, readCellRows } from "../csv/index.ts";
import { FileLog } from "../report/index.ts";
import { type FileProvenance, provenanceDcid, type TableRun } from "../statements/index.ts";
import { DumpTables } from "./dump-tables.ts";
import { observationRows, type UsualRows } from "./usual-rows.ts";

export async function loadObservationExport(
  input: InputFile,
  provenance: FileProvenance,
  run: TableRun,
): Promise<void> {
  const { sink, log, progress } = run;
  const fileLog = new FileLog(log, input.path);
  const own = provenanceDcid(provenance);
  const tables = new DumpTables(sink, fileLog, own);
  let columns: readonly string[] | undefined;
  let usual: UsualRows | undefined;
  const add = (cells: readonly string[], line: number) => {
    tables.add({ table: "observations", columns, values: cells, line });
  };
  const handler: CellRowHandler = {
    texts: (cells, line) => {
      if (columns === undefined) {
        columns = cells;
        // A sink that asks where statements stand gets the line of each.
        usual = sink.at === undefined ? observationRows(cells, own, sink) : undefined;
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
  await readCellRows(input, exportDialect(input), fileLog, run, handler);
}
