/** Rows of a dump table, scanned as bytes. */
import { LoadError } from "../../errors/index.ts";
import {
  type FileChunk,
  type InputFile,
  type Progress,
  requireLength,
  requireText,
  searchable,
  textStart,
} from "../bytes/index.ts";
import { unfinished } from "../csv/index.ts";
import type { FileLog } from "../report/index.ts";
import type { TableRun } from "../statements/index.ts";
import type { TableScanner } from "./table-scanner.ts";

const lineFeed = 0x0a;
const rowsAtOnce = 64;

/** Takes the rows of a table. */
export interface TableRowHandler {
  readonly scanner: TableScanner;
  /** Takes the row that the scanner found in `bytes`, which hold until this returns. */
  row(bytes: Uint8Array, line: number): void;
}

/**
 * Hands every row but the header to `handler`. Rows with another number of cells and such with text
 * behind a closing quote are reported and left out.
 * @param chunk to read instead of the whole table; the header is in it if it begins at 0.
 * @returns the line after the last row.
 * @throws LoadError if the file cannot be read, is not UTF-8 or a quoted cell never ends.
 */
export async function readTableRows(
  input: InputFile,
  handler: TableRowHandler,
  log: FileLog,
  { blocks, progress, sink }: TableRun,
  chunk?: FileChunk,
): Promise<number> {
  const { file } = log;
  const placed =
    sink.at === undefined
      ? handler
      : {
          scanner: handler.scanner,
          row: (bytes: Uint8Array, line: number): void => {
            sink.at?.({ file, line });
            handler.row(bytes, line);
          },
        };
  const rows = new TableRows(placed, log, progress, chunk);
  await blocks.read(input, rows.take.bind(rows), chunk?.range);
  return rows.line;
}

class TableRows {
  /** Of the next row. */
  line: number;
  readonly #handler: TableRowHandler;
  readonly #scanner: TableScanner;
  readonly #log: FileLog;
  readonly #progress: Progress;
  #isHeader: boolean;

  constructor(
    handler: TableRowHandler,
    log: FileLog,
    progress: Progress,
    chunk: FileChunk | undefined,
  ) {
    this.#handler = handler;
    this.#scanner = handler.scanner;
    this.#log = log;
    this.#progress = progress;
    this.line = chunk?.firstLine ?? 1;
    this.#isHeader = (chunk?.range.start ?? 0) === 0;
  }

  /** @returns where the first unfinished row starts. */
  take(bytes: Uint8Array, end: number, isLast: boolean): number {
    const { file } = this.#log;
    const text = searchable(bytes, end);
    const feedEnd = text.lastIndexOf(lineFeed) + 1;
    // Up to its last line feed the text is whole: no character is cut.
    const wholeEnd = isLast ? end : feedEnd;
    requireText(text.subarray(0, wholeEnd), file, this.line);
    this.#scanner.open(bytes, feedEnd);
    const start = this.#isHeader && wholeEnd > 0 ? this.#skipHeader(bytes, wholeEnd, isLast) : 0;
    const next = this.#handRows(bytes, start, wholeEnd, isLast);
    requireLength(end - next, file, this.line);
    if (isLast && next < end) {
      throw new LoadError("a quoted cell never ends", { file, line: this.line });
    }
    return next;
  }

  /** @returns where the first row starts; 0 if the header is not finished. */
  #skipHeader(bytes: Uint8Array, end: number, isLast: boolean): number {
    const scanner = this.#scanner;
    const next = scanner.row(textStart(bytes), end, isLast);
    if (next === unfinished) return 0;
    this.#isHeader = false;
    this.line += 1 + scanner.innerLines;
    scanner.forget();
    return next;
  }

  #handRows(bytes: Uint8Array, start: number, end: number, isLast: boolean): number {
    let at = start;
    for (;;) {
      const next = this.#isHeader ? at : this.#handSome(bytes, at, end, isLast);
      if (next === at) return at;
      at = next;
    }
  }

  /**
   * Some rows, after which it returns: what follows a loop over a whole block would be compiled
   * before it ever ran, and thrown away when it does.
   */
  #handSome(bytes: Uint8Array, start: number, end: number, isLast: boolean): number {
    const scanner = this.#scanner;
    let at = start;
    for (let row = 0; row < rowsAtOnce && at < end; row++) {
      const next = scanner.row(at, end, isLast);
      if (next === unfinished) break;
      this.#progress.rows += 1;
      if (scanner.isSound) this.#handler.row(bytes, this.line);
      else this.#handOdd();
      this.line += 1 + scanner.innerLines;
      at = next;
    }
    return at;
  }

  #handOdd(): void {
    const { columns, count, isEmptyLine, isMalformed } = this.#scanner;
    if (isEmptyLine) {
      this.#progress.rows -= 1;
      return;
    }
    const counter = isMalformed ? "StrSplit_BadQuotesInToken" : "CSV_InconsistentRows";
    const message = () =>
      isMalformed
        ? "text follows the closing quote of a cell; row not loaded"
        : `expected ${columns} columns, found ${count}; row not loaded`;
    this.#log.report({ level: "error", counter, line: this.line, message });
  }
}
