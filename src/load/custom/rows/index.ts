/** Door of the readers of rows in a custom folder's tables. */
export { type CustomTable, fatal, openTable, type PlainTable } from "./custom-table.ts";
export { entities, events } from "./node-rows.ts";
export { perColumn, perRow } from "./observation-rows.ts";
export type { NodeRowContext, RowReader, TableRow } from "./row-reader.ts";
export {
  askCells,
  nobody,
  type ReadableTable,
  type ReadRows,
  rowsReader,
} from "./table-reader.ts";
