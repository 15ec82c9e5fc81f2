/** Door of the readers of a self-hosted instance's database. */
export { EXPORT_MARK, loadObservationExport } from "./csv-export.ts";
export { bookkeepingTable, dumpKind } from "./dump-files.ts";
export { loadSqlDump } from "./sql-file.ts";
export { loadSqlite } from "./sqlite-file.ts";
