/** The table of observations as the database gives it, and tables that hold no statements. */

import { FileLog } from "../diagnostics.ts";
import type { InputFile } from "../load-progress.ts";
import type { LoadRun } from "../load-run.ts";
import { type FileProvenance, provenanceDcid } from "../provenance.ts";
import { readQuotedRows } from "../quoted-rows.ts";
import { DumpTables } from "./dump-tables.ts";

/** Only the database's own table has this column. */
export const EXPORT_MARK = "properties";

export async function loadObservationExport(
  input: InputFile,
  provenance: FileProvenance,
  { sink, log, progress }: LoadRun,
): Promise<void> {
  const fileLog = new FileLog(log, input.path);
  const tables = new DumpTables(sink, fileLog, provenanceDcid(provenance));
  let columns: readonly string[] | undefined;
  await readQuotedRows(input, fileLog, progress, (cells, line) => {
    if (columns === undefined) columns = cells;
    else {
      progress.rows += 1;
      tables.add({ table: "observations", columns, values: cells, line });
    }
    return true;
  });
}
