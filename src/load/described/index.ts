/** Door of the tables that the option `columns` describes. It is entered when there is one. */
export {
  type ConstantText,
  checkColumns,
  type DateColumn,
  type DatesOf,
  type DcidColumn,
  type EntityColumn,
  type MeasureColumn,
  type NameColumn,
  type TableColumns,
  type VariableColumn,
} from "./column-option.ts";
export { type DescribedTable, describeTable } from "./columns-import.ts";
