/** Rows of a dump table, scanned as bytes. */
import { LoadError } from "../errors.ts";
import { type InputFile, type Progress, readBytes } from "./byte-stream.ts";
import { CsvScanner, UNFINISHED } from "./csv-scanner.ts";
import type { FileLog } from "./diagnostics.ts";
import { requireLength, requireText } from "./lines.ts";
import { textStart } from "./table-columns.ts";

const LINE_FEED = 0x0a;

/** Takes a row: its cells are those of the scanner, in `bytes`, until the handler returns. */
export type TableRowHandler = (bytes: Buffer, scanner: CsvScanner, line: number) => void;

/**
 * Hands every row but the header to `onRow`. Rows with another number of cells and such with text
 * behind a closing quote are reported and left out.
 * @throws LoadError if the file cannot be read, is not UTF-8 or a quoted cell never ends.
 */
export async function readTableRows(
  input: InputFile,
  columns: number,
  log: FileLog,
  progress: Progress,
  onRow: TableRowHandler,
): Promise<void> {
  const rows = new TableRows(input.path, columns, log, progress, onRow);
  for await (const chunk of readBytes(input, progress)) rows.add(chunk, false);
  rows.add(Buffer.alloc(0), true);
}

class TableRows {
  readonly #file: string;
  readonly #columns: number;
  readonly #log: FileLog;
  readonly #progress: Progress;
  readonly #onRow: TableRowHandler;
  readonly #scanner: CsvScanner;
  #rest: Buffer = Buffer.alloc(0);
  #line = 1;
  #isHeader = true;

  constructor(
    file: string,
    columns: number,
    log: FileLog,
    progress: Progress,
    onRow: TableRowHandler,
  ) {
    this.#file = file;
    this.#columns = columns;
    this.#log = log;
    this.#progress = progress;
    this.#onRow = onRow;
    this.#scanner = new CsvScanner(columns);
  }

  add(chunk: Buffer, isLast: boolean): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    // Up to its last line feed the text is whole: no character is cut.
    const end = isLast ? bytes.length : bytes.lastIndexOf(LINE_FEED) + 1;
    requireText(bytes.subarray(0, end), this.#file, this.#line);
    const start = this.#isHeader && end > 0 ? textStart(bytes) : 0;
    const next = this.#handRows(bytes, start, end, isLast);
    this.#rest = bytes.subarray(next);
    requireLength(this.#rest.length, this.#file, this.#line);
    if (isLast && next < end) {
      const where = { file: this.#file, line: this.#line };
      throw new LoadError("a quoted cell never ends", where);
    }
  }

  /** @returns where the first unfinished row starts. */
  #handRows(bytes: Buffer, start: number, end: number, isLast: boolean): number {
    const scanner = this.#scanner;
    let at = start;
    while (at < end) {
      const next = scanner.row(bytes, at, end, isLast);
      if (next === UNFINISHED) break;
      this.#handRow(bytes, scanner);
      this.#line += 1 + scanner.innerLines;
      at = next;
    }
    return at;
  }

  #handRow(bytes: Buffer, scanner: CsvScanner): void {
    if (this.#isHeader) {
      this.#isHeader = false;
      return;
    }
    const isBlank = scanner.count === 1 && scanner.starts[0] === scanner.ends[0];
    if (isBlank && this.#columns > 1) return;
    const progress = this.#progress;
    progress.rows += 1;
    if (progress.rows % 4096 === 0) progress.checkCancelled();
    if (scanner.count !== this.#columns || scanner.isMalformed) this.#reportBad(scanner);
    else this.#onRow(bytes, scanner, this.#line);
  }

  #reportBad({ count, isMalformed }: CsvScanner): void {
    const counter = isMalformed ? "StrSplit_BadQuotesInToken" : "CSV_InconsistentRows";
    const message = () =>
      isMalformed
        ? "text follows the closing quote of a cell; row not loaded"
        : `expected ${this.#columns} columns, found ${count}; row not loaded`;
    this.#log.report({ level: "error", counter, line: this.#line, message });
  }
}
