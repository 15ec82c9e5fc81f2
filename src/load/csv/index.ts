/** Door of the CSV readers: records, rows and cells. */
export {
  type CellRow,
  type CellRowHandler,
  CellRowReader,
  readCellRows,
  repeatedBit,
} from "./cell-rows.ts";
export { firstLineHeader } from "./csv-header.ts";
export type { CsvDialect } from "./csv-records.ts";
export { exportDialect, readCsvRows } from "./csv-rows.ts";
export { CsvScanner, unfinished } from "./csv-scanner.ts";
export { KnownCells } from "./known-cells.ts";
export { ObservationCells } from "./observation-cells.ts";
export { dateColumn, dateOf, facetIn, nodeOf, type PlainCell, PlainColumn } from "./plain-cells.ts";
export { reportWidth, wholeRow } from "./row-width.ts";
