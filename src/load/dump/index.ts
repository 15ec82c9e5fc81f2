/** Door of the readers of a self-hosted instance's database. */
export { loadObservationExport } from "./csv-export.ts";
export { exportForm, hasDumpEnding, isSqlDump, sqliteForm } from "./dump-files.ts";
export { loadSqlDump } from "./sql-dump.ts";
export { loadSqlite } from "./sqlite-file.ts";
