/** The table of observations as the database gives it, and tables that hold no statements. */

import { facetFields, measuredFields } from "../../stats/facets/facet-fields.ts";
import type { InputFile } from "../bytes/index.ts";
import {
  type CellRow,
  dateColumn,
  exportDialect,
  facetIn,
  ObservationCells,
  PlainColumn,
  readCellRows,
} from "../csv/index.ts";
import { FileLog } from "../report/index.ts";
import {
  type FileProvenance,
  facetTexts,
  type LoadRun,
  provenanceDcid,
  type Sink,
} from "../statements/index.ts";
import { DumpTables, isKnownColumn } from "./dump-tables.ts";

/** Only the database's own table has this column. */
export const exportMark = "properties";

export async function loadObservationExport(
  input: InputFile,
  provenance: FileProvenance,
  run: LoadRun,
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
  await readCellRows(input, exportDialect(input), fileLog, run, {
    texts: (cells, line) => {
      if (columns === undefined) {
        columns = cells;
        // A sink that asks where statements stand gets the line of each.
        usual = sink.at === undefined ? usualRows(cells, own, sink) : undefined;
        return;
      }
      progress.rows += 1;
      add(cells, line);
    },
    cells: (row) => {
      progress.rows += 1;
      if (usual?.(row) !== true) add(row.texts(), row.line);
    },
  });
}

/** @returns false for a row that has to be read as texts: nothing of it was written. */
type UsualRows = (row: CellRow) => boolean;

/** @returns undefined for columns of which something has to be said. */
function usualRows(
  columns: readonly string[],
  fileProvenance: string,
  sink: Sink,
): UsualRows | undefined {
  if (!columns.every(isKnownColumn) || new Set(columns).size < columns.length) return undefined;
  const at = (column: string) => columns.indexOf(column);
  const plain = (column: string) => new PlainColumn(at(column), (cell) => cell);
  const provenanceAt = at("provenance");
  const measuredAt = new Map(
    measuredFields.map((field) => [field, at(facetFields[field].column)] as const),
  );
  const rows = new ObservationCells(sink, {
    entity: plain("entity"),
    variable: plain("variable"),
    date: dateColumn(at("date")),
    valueAt: at("value"),
    facetColumns: [provenanceAt, ...measuredAt.values()].filter((position) => position >= 0),
    facetOf: (_variable, cellOf) => {
      const textAt = (position: number) => (position < 0 ? "" : cellOf(position));
      const measured = facetTexts((field) => textAt(measuredAt.get(field)!));
      return facetIn(sink, measured, textAt(provenanceAt) || fileProvenance);
    },
    isSparse: false,
  });
  const properties = new PlainColumn(at(exportMark), (cell) =>
    cell === "" || cell === "{}" ? "{}" : undefined,
  );
  return (row) =>
    row.count === columns.length && properties.take(row) !== undefined && rows.write(row);
}
