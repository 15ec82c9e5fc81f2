/** Usual rows of the tables of a database, which have the database's own columns. */

import type { InputFile } from "../bytes/file-tree.ts";
import { type CellRowHandler, CellRowReader } from "../records/cell-rows.ts";
import { exportDialect } from "../records/csv-rows.ts";
import { facetIn } from "../records/observation-cells.ts";
import { FileLog } from "../report/diagnostics.ts";
import type { TableRun } from "../statements/load-run.ts";
import { type FileProvenance, provenanceDcid } from "../statements/provenance.ts";
import { noId, type Sink } from "../statements/sink.ts";
import { facetTexts } from "../statements/statements.ts";
import { DumpTables, isKnownColumn } from "./dump-tables.ts";
import { observationRows, tripleRows, type UsualRows } from "./table-cells.ts";

const needed = {
  triples: ["subject_id", "predicate", "object_id", "object_value"],
  observations: ["entity", "variable", "date", "value"],
} as const;

/**
 * @param provenance of rows that bring none.
 * @returns undefined for tables without statements, and for columns that need a diagnostic.
 */
export function databaseRows(
  table: string,
  columns: readonly string[],
  provenance: string,
  sink: Sink,
): UsualRows | undefined {
  if (table !== "triples" && table !== "observations") return undefined;
  const isWhole = needed[table].every((column) => columns.includes(column));
  const isKnown = columns.every((column) => isKnownColumn(table, column));
  if (!isWhole || !isKnown || new Set(columns).size < columns.length) return undefined;
  if (table === "triples") {
    return tripleRows(columns, sink, () => (provenance === "" ? noId : sink.node(provenance)));
  }
  return observationRows(columns, sink, (cell) =>
    facetIn(sink, facetTexts(cell), cell("provenanceId") || provenance),
  );
}

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
  await new CellRowReader(input, exportDialect(input), fileLog, run, handler).read();
}
