/** Door of tables: observations as columns, for analysis. */

export type { DateRange, TableFilter, TableQuestion, TableShape } from "./choice/index.ts";
export type { Cell, NumberColumn, TableColumn, TextColumn } from "./columns/index.ts";
export type { ArrowFormat } from "./files/index.ts";
export { Table, type TableCounts } from "./table.ts";
export { tableOf } from "./table-of.ts";
