/** Door of the readers of rows in a custom folder's tables. */
export { type CustomTable, fatal, openTable } from "./custom-table.ts";
export { entities, events } from "./node-rows.ts";
export { perColumn, perRow } from "./observation-rows.ts";
export type { NodeRowContext } from "./row-reader.ts";
export { askCells, type ReadableTable, readRows } from "./table-reader.ts";
