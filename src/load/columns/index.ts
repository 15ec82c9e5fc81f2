/** Door of the tables that the option `columns` describes. It is entered when there is one. */

export type {
  ConstantText,
  DateColumn,
  DatesOf,
  DcidColumn,
  EntityColumn,
  MeasureColumn,
  NameColumn,
  TableColumns,
  VariableColumn,
} from "./column-option.ts";
export { checkColumns } from "./column-option.ts";
export type { ColumnsTask } from "./columns-import.ts";
export { type DescribedTable, describeTable } from "./describe-table.ts";
