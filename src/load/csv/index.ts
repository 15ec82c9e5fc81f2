/** Door of the CSV readers: records, rows and cells. */
export { exportDialect, readCsvRows } from "./csv-rows.ts";
export { CsvScanner, unfinished } from "./csv-scanner.ts";
