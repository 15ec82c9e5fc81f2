/** The table of observations as the database gives it, and tables that hold no statements. */

import type { InputFile } from "../bytes/index.ts";
import { type CellRowHandler, exportDialect, readCellRows } from "../csv/index.ts";
import { FileLog } from "../report/index.ts";
import { type FileProvenance, provenanceDcid, type TableRun } from "../statements/index.ts";
import type { UsualRows } from "../tables/index.ts";
import { databaseRows } from "./database-rows.ts";
import { DumpTables } from "./dump-tables.ts";

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
    header: (cells) => {
      columns = cells;
      // A sink that asks where statements stand gets the line of each.
      usual = sink.at === undefined ? databaseRows("observations", cells, own, sink) : undefined;
    },
    texts: (cells, line) => {
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
