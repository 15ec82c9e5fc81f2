/** Door of columns: plain data, and their rows in other orders. */

export {
  type Cell,
  cellOf,
  type NumberColumn,
  Numbering,
  numberColumn,
  type TableColumn,
  type TextColumn,
  textColumn,
} from "./columns.ts";
export { sortedRows, takeRows } from "./rows.ts";
