/** Door of tables: observations as columns, for analysis. */

export type { ArrowFormat } from "./arrow.ts";
export type { Cell, NumberColumn, TableColumn, TextColumn } from "./column-data.ts";
export { Table, type TableCounts } from "./column-table.ts";
export { tableOf } from "./table-of.ts";
export type { DateRange, TableFilter, TableQuestion, TableShape } from "./table-question.ts";
