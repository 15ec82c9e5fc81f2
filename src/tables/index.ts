/** Door of tables: observations as columns, for analysis. */

export type { Cell, NumberColumn, TableColumn, TextColumn } from "./columns.ts";
export type { DateRange, TableFilter, TableQuestion, TableShape } from "./question.ts";
export { Table, type TableCounts } from "./table.ts";
export { tableOf } from "./table-of.ts";
