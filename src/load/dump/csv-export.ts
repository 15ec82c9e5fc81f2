/** The table of observations as the database gives it, and tables that hold no statements. */

import type { InputFile } from "../bytes/index.ts";
import { exportDialect, readCsvRows } from "../csv/index.ts";
import { FileLog } from "../report/index.ts";
import { type FileProvenance, type LoadRun, provenanceDcid } from "../statements/index.ts";
import { DumpTables } from "./dump-tables.ts";

/** Only the database's own table has this column. */
export const exportMark = "properties";

export async function loadObservationExport(
  input: InputFile,
  provenance: FileProvenance,
  { sink, log, progress }: LoadRun,
): Promise<void> {
  const fileLog = new FileLog(log, input.path);
  const tables = new DumpTables(sink, fileLog, provenanceDcid(provenance));
  let columns: readonly string[] | undefined;
  await readCsvRows(input, exportDialect(input), fileLog, progress, (cells, line) => {
    if (columns === undefined) columns = cells;
    else {
      progress.rows += 1;
      tables.add({ table: "observations", columns, values: cells, line });
    }
    return true;
  });
}
