/**
 * Rows of a CSV file, as bytes where that is possible: the way of readers for which the texts of
 * `readCsvRows` are too slow. Both find the same rows.
 */
import { LoadError } from "../../errors/errors.ts";
import type { FileChunk } from "../bytes/byte-blocks.ts";
import type { FileLog } from "../bytes/diagnostics.ts";
import type { InputFile } from "../bytes/file-tree.ts";
import { damageMark } from "../bytes/lines.ts";
import { textOf } from "../bytes/native.ts";
import type { TableRun } from "../statements/load-run.ts";
import type { CellRow } from "./cell-columns.ts";
import { CellScanner, oddLine } from "./cell-scanner.ts";
import {
  type BadRecord,
  type CsvDialect,
  type CsvRecord,
  CsvRecords,
  onDamagedRow,
  reportBadRecord,
} from "./csv-records.ts";
import { RecordLoop, type RecordReader } from "./record-loop.ts";

export interface CellRowHandler {
  /** Takes the first row of the file. Default: it is a row like others. */
  readonly header?: (cells: readonly string[], line: number) => void;
  /** Takes each row whose cells are not simply bytes. */
  readonly texts: (cells: readonly string[], line: number) => void;
  /**
   * Takes each other row.
   * @returns false if not all cells that it wants were taken: none of the next row counts as repeated.
   */
  readonly cells: (row: CellRow) => boolean;
  /** Is called for each row that cannot be read; the reader reports it. */
  readonly bad?: () => void;
  /** How many of the first cells of a row are wanted; it may have others. Default: all. */
  readonly wanted?: number;
  /** Takes usual lines before anything else looks at them. Default: nothing does. */
  readonly straight?: StraightLines | undefined;
}

/** Reads lines of one kind of table without finding out the cells of each row first. */
export interface StraightLines {
  /** How many lines the last call took. */
  readonly taken: number;
  /** Lines are in `bytes` from now on; 7 more bytes can be read after them. */
  open(bytes: Uint8Array): void;
  /**
   * Reads some of the lines in bytes [start, end), up to the first that is not usual.
   * @returns where the first line begins that was not taken.
   */
  read(bytes: Uint8Array, start: number, end: number): number;
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const blank = 0x20;

/** Hands every row that is not blank to a handler, the header first. */
export class CellRowReader implements RecordReader {
  readonly #log: FileLog;
  readonly #handler: CellRowHandler;
  readonly #loop: RecordLoop;
  readonly #progress: { rows: number };
  readonly #scanner: CellScanner;
  readonly #records: CsvRecords;
  readonly #isExact: boolean;
  #isHeader = true;
  /** Where a last line starts that ends with a carriage return alone, and whose cells are exact. */
  #returnStart = -1;

  constructor(
    input: InputFile,
    dialect: CsvDialect,
    log: FileLog,
    run: Pick<TableRun, "blocks" | "progress">,
    handler: CellRowHandler,
  ) {
    this.#log = log;
    this.#progress = run.progress;
    this.#handler = handler;
    const isHeader = (line: number) => this.#isHeader && line === 1;
    this.#loop = new RecordLoop(input, run, onDamagedRow(log, isHeader));
    this.#scanner = new CellScanner(dialect);
    this.#records = new CsvRecords(dialect);
    this.#isExact = dialect.isExact === true;
  }

  /**
   * @param chunk to read instead of the whole table; the header is in it if it begins at 0.
   * @returns the line after the last row.
   * @throws LoadError if the file or its header cannot be read.
   */
  async read(chunk?: FileChunk): Promise<number> {
    this.#isHeader = (chunk?.range.start ?? 0) === 0;
    await this.#loop.read(this, chunk);
    this.#records.end(this.#take);
    return this.line;
  }

  get line(): number {
    return this.#loop.line;
  }

  open(bytes: Uint8Array, end: number, lacksFeed: boolean): void {
    this.#scanner.open(bytes);
    this.#handler.straight?.open(bytes);
    const hasReturn = this.#isExact && lacksFeed && bytes[end - 2] === carriageReturn;
    this.#returnStart = hasReturn ? bytes.lastIndexOf(lineFeed, end - 2) + 1 : -1;
  }

  /** Reads a line. */
  record(bytes: Uint8Array, start: number, end: number): number {
    const isOdd = this.#isHeader || this.#records.open !== undefined || start === this.#returnStart;
    if (isOdd) return this.#oddLine(bytes, start);
    const { wanted, straight } = this.#handler;
    if (straight !== undefined) {
      const after = straight.read(bytes, start, end);
      if (after > start) return this.#took(straight.taken, after);
    }

    const scanner = this.#scanner;
    const next =
      wanted === undefined ? scanner.row(bytes, start) : scanner.firstCells(bytes, start, wanted);
    if (next === oddLine) return this.#oddLine(bytes, start);
    scanner.line = this.#loop.line;
    const isBlank = this.#isBlank(bytes, start, next);
    if (isBlank || !this.#handler.cells(scanner)) scanner.forget();
    this.#loop.line += 1;
    return next;
  }

  #took(lines: number, after: number): number {
    this.#loop.line += lines;
    this.#progress.rows += lines;
    this.#scanner.forget();
    return after;
  }

  /** A line that has to be read as text. */
  #oddLine(bytes: Uint8Array, start: number): number {
    const feed = bytes.indexOf(lineFeed, start);
    const hasReturn = feed > start && bytes[feed - 1] === carriageReturn;
    const end = hasReturn && !this.#isExact ? feed - 1 : feed;
    const hasFeed = start !== this.#returnStart;
    const text = textOf(bytes, start, end);
    const isDamaged = this.#loop.isDamaged && text.includes(damageMark);
    this.#records.line(text, this.line, this.#take, isDamaged, hasFeed);
    this.#loop.line += 1;
    return feed + 1;
  }

  readonly #take = (record: CsvRecord | BadRecord): void => {
    const { header, texts, bad } = this.#handler;
    const { cells, line } = record;
    // An exact header was accepted by its cells before.
    if ("message" in record && !(this.#isHeader && this.#isExact)) {
      const problem = record.message ?? "is not UTF-8";
      if (this.#isHeader) throw new LoadError(problem, { file: this.#log.file, line });
      reportBadRecord(record, this.#log);
      bad?.();
      return;
    }
    if (this.#isHeader && header !== undefined) header(cells, line);
    else texts(cells, line);
    this.#isHeader = false;
  };

  #isBlank(bytes: Uint8Array, start: number, end: number): boolean {
    const { count, starts, ends } = this.#scanner;
    if (this.#isExact) return count === 1 && starts[0] === ends[0];
    for (let at = start; at < end; at++) if (bytes[at]! > blank) return false;
    return true;
  }
}
