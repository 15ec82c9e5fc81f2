/**
 * Usual rows of tables of triples and observations → statements, straight from their bytes. The
 * dump tables and the tables of a database share them.
 */
import { type FacetField, facetFields, tableFields } from "../../stats/facets/facet-fields.ts";
import type { InputFile } from "../bytes/file-tree.ts";
import { CellText, DcidColumn, dateColumn, KnownColumn } from "../records/cell-columns.ts";
import { type CellRow, type CellRowHandler, CellRowReader } from "../records/cell-rows.ts";
import { exportDialect } from "../records/csv-rows.ts";
import { FacetSlots, facetIn, ObservationCells } from "../records/observation-cells.ts";
import { FileLog } from "../report/diagnostics.ts";
import type { TableRun } from "../statements/load-run.ts";
import { type FileProvenance, provenanceDcid } from "../statements/provenance.ts";
import { noId, type Sink } from "../statements/sink.ts";
import { facetTexts } from "../statements/statements.ts";
import { DumpTables, isKnownColumn } from "./dump-tables.ts";

/** The text of a field in the row at hand; "" for a field that has no column. */
export type FieldText = (field: FacetField) => string;

/** What a cell of `is_dc_aggregate` says; undefined if it is neither true nor false. */
export function aggregateOf(cell: string): boolean | undefined {
  if (/^(?:true|1)$/i.test(cell)) return true;
  return /^(?:false|0|)$/i.test(cell) ? false : undefined;
}

/** @returns false for a row that has to be read as texts: nothing of it was written. */
export type UsualRows = (row: CellRow) => boolean;

/**
 * Rows of a table of observations.
 * @param facetOf makes the facet of the row at hand.
 */
export function observationRows(
  columns: readonly string[],
  sink: Sink,
  facetOf: (cell: FieldText) => number,
): UsualRows {
  const at = (column: string) => columns.indexOf(column);
  const [variableAt, entityAt, valueAt] = [at("variable"), at("entity"), at("value")];
  const [variable, entity] = [new DcidColumn(variableAt, sink), new DcidColumn(entityAt, sink)];
  const date = dateColumn(at("date"));
  const fields = tableFields.filter((field) => at(facetFields[field].column) >= 0);
  const parts = fields.map((field) => {
    const isFlag = facetFields[field].object === "flag";
    return new KnownColumn(at(facetFields[field].column), (cell) =>
      isFlag && aggregateOf(cell) === undefined ? undefined : new CellText(cell),
    );
  });
  const facet = new FacetSlots(parts, (texts) =>
    facetOf((field) => texts[fields.indexOf(field)] ?? ""),
  );
  const rows = new ObservationCells(sink, { variable, entity, date, facet });
  const propertiesAt = at("properties");
  const isBare = new KnownColumn(propertiesAt, (cell) => cell === "" || cell === "{}");
  return (row) => {
    const { starts, ends } = row;
    const start = starts[valueAt]!;
    const end = ends[valueAt]!;
    if (row.count !== columns.length || start === end) return false;
    if (starts[variableAt] === ends[variableAt] || starts[entityAt] === ends[entityAt])
      return false;
    if (date.take(row) === undefined || (propertiesAt >= 0 && !isBare.take(row))) return false;
    for (const part of parts) if (part.take(row) === undefined) return false;
    variable.take(row);
    entity.take(row);
    return rows.write(row.bytes, start, end);
  };
}

/**
 * Rows of a table of triples.
 * @param fileProvenance of rows that bring none.
 */
export function tripleRows(
  columns: readonly string[],
  sink: Sink,
  fileProvenance: () => number,
): UsualRows {
  const at = (column: string) => columns.indexOf(column);
  const [subjectAt, predicateAt] = [at("subject_id"), at("predicate")];
  const [idAt, textAt, provenanceAt] = [at("object_id"), at("object_value"), at("provenance")];
  const subjects = new DcidColumn(subjectAt, sink);
  const predicates = new DcidColumn(predicateAt, sink);
  const objects = new DcidColumn(idAt, sink);
  const provenances = new DcidColumn(provenanceAt, sink);
  return (row) => {
    const { bytes, starts, ends } = row;
    const hasId = starts[idAt] !== ends[idAt];
    const hasText = starts[textAt] !== ends[textAt];
    if (row.count !== columns.length || !(hasId || hasText)) return false;
    if (starts[subjectAt] === ends[subjectAt] || starts[predicateAt] === ends[predicateAt]) {
      return false;
    }
    const subject = subjects.take(row);
    const predicate = predicates.take(row);
    const isOwn = provenanceAt >= 0 && starts[provenanceAt] !== ends[provenanceAt];
    const provenance = isOwn ? provenances.take(row) : fileProvenance();
    if (hasId) sink.link(subject, predicate, objects.take(row), provenance);
    if (!hasText) return true;
    const literal = sink.literalOf(bytes, starts[textAt]!, ends[textAt]!);
    sink.attribute(subject, predicate, literal, provenance);
    return true;
  };
}

/** Usual rows of the tables of a database, which have the database's own columns. */

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
