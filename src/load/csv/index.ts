/** Door of the CSV readers: records, rows and cells. */
export { readCsvRows } from "./csv-rows.ts";
export { CsvScanner, UNFINISHED } from "./csv-scanner.ts";
export { readQuotedRows } from "./quoted-rows.ts";
