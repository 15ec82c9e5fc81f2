/** Door of the records: the loop that all formats read with, rows and cells of CSV, observations. */
export {
  CellText,
  DcidColumn,
  dateColumn,
  KnownColumn,
  type PlainColumn,
  plainColumn,
  type Slot,
} from "./cell-columns.ts";
export {
  type CellRow,
  type CellRowHandler,
  CellRowReader,
  repeatedBit,
} from "./cell-rows.ts";
export { type CsvDialect, CsvRecords } from "./csv-records.ts";
export { exportDialect, firstLineHeader, readCsvRows, reportWidth, wholeRow } from "./csv-rows.ts";
export { KnownCells } from "./known-cells.ts";
export {
  FacetSlots,
  facetIn,
  type KnownText,
  knownDates,
  ObservationCells,
  PartSlot,
} from "./observation-cells.ts";
export { RecordLoop, type RecordReader, unfinished } from "./record-loop.ts";
