/** Door of the readers of a self-hosted instance's database. */
export { exportReader, loadObservationExport } from "./csv-export.ts";
export { exportForm, hasDumpEnding, isSqlDump, sqliteForm } from "./dump-files.ts";
export { loadSqlDump, sqlCuts, sqlPartReader } from "./sql-dump.ts";
export type { SqlTask } from "./sql-file.ts";
export { loadSqlite } from "./sqlite-file.ts";
export { type TableCount, TableCounts } from "./table-counts.ts";
