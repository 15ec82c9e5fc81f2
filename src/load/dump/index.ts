/** Door of the dump tables: triples and observations as CSV. */
export { loadObservationExport } from "./database-rows.ts";
export { exportForm, hasDumpEnding, isSqlDump, loadSqlDump, sqliteForm } from "./dump-files.ts";
export { readTable } from "./read-table.ts";
export { loadSqlite } from "./sqlite-file.ts";
export { observationRows, tripleRows, type UsualRows } from "./table-cells.ts";
export {
  requireTable,
  type TableHeader,
  type TableKind,
  type TableTask,
  tableHeader,
  type UnknownHeader,
} from "./table-header.ts";
