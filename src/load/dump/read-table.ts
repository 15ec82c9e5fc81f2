/** Reads a table of triples or observations, or a chunk of it. */
import type { FileChunk } from "../bytes/byte-blocks.ts";
import { CellRowReader } from "../records/cell-rows.ts";
import { FileLog } from "../report/diagnostics.ts";
import type { TableRun } from "../statements/load-run.ts";
import { observationRows, tripleRows, type UsualRows } from "./table-cells.ts";
import { type TableTask, tableDialect } from "./table-header.ts";
import { aggregateOf, TableFacets, TableRows } from "./table-rows.ts";

/** @returns the line after the last row. */
export async function readTable(
  task: TableTask,
  run: TableRun,
  chunk?: FileChunk,
): Promise<number> {
  const { sink, progress } = run;
  const { columns, provenance, input } = task;
  const log = new FileLog(run.log, input.path);
  const facets = new TableFacets(columns, provenance, sink);
  const texts = new TableRows(task, facets, sink, log);
  // A sink that asks where statements stand gets the line of each.
  const usual = sink.at === undefined ? usualRows(task, facets, sink) : undefined;
  const rows = new CellRowReader(input, tableDialect, log, run, {
    header: () => {},
    texts: (cells, line) => {
      progress.rows += 1;
      texts.add(cells, line);
    },
    bad: () => {
      progress.rows += 1;
    },
    cells: (row) => {
      progress.rows += 1;
      if (usual?.(row) !== true) texts.add(row.texts(), row.line);
    },
  });
  return await rows.read(chunk);
}

function usualRows(
  { kind, columns }: TableTask,
  facets: TableFacets,
  sink: TableRun["sink"],
): UsualRows {
  if (kind === "triples") return tripleRows(columns, sink, () => facets.provenanceOf(() => ""));
  return observationRows(columns, sink, (cell) =>
    facets.facetOf(cell, (flag) => aggregateOf(flag) === true),
  );
}
