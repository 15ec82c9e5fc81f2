/**
 * Rows of a CSV file, as bytes where that is possible: the way of readers for which the texts of
 * `readCsvRows` are too slow. Both find the same rows.
 */
import { LoadError } from "../../errors/errors.ts";
import type { FileChunk } from "../bytes/byte-blocks.ts";
import type { InputFile } from "../bytes/file-tree.ts";
import { requireLength } from "../bytes/lines.ts";
import { textOf } from "../bytes/native.ts";
import type { FileLog } from "../report/diagnostics.ts";
import type { TableRun } from "../statements/load-run.ts";
import { CellScanner, oddLine } from "./cell-scanner.ts";
import {
  type BadRecord,
  type CsvDialect,
  type CsvRecord,
  CsvRecords,
  reportBadRecord,
} from "./csv-records.ts";
import { RecordLoop, type RecordReader } from "./record-loop.ts";

/** A row whose cells are bytes; it holds until the handler returns. */
export interface CellRow {
  readonly bytes: Uint8Array;
  /** Bounds of its cells, half-open, as the dialect has them; only the first `count` are of this row. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly count: number;
  /** Where it begins. */
  readonly line: number;
  /** Which row of the file it is; rows that no handler gets count, too. 0 where rows are not compared. */
  readonly number: number;
  /** Bit c says that cell c, of the first 31, is that of the row with the number before. */
  readonly repeated: number;
  /** A cell, and all of them, as texts. */
  text(cell: number): string;
  texts(): readonly string[];
}

/** The bit of a column among `repeated`; 0 if it has none. */
export function repeatedBit(column: number): number {
  return column >= 0 && column < 31 ? 1 << column : 0;
}

export interface CellRowHandler {
  /** Takes the first row of the file. Default: it is a row like others. */
  readonly header?: (cells: readonly string[], line: number) => void;
  /** Takes each row whose cells are not simply bytes. */
  readonly texts: (cells: readonly string[], line: number) => void;
  readonly cells: (row: CellRow) => void;
  /** Is called for each row that cannot be read; the reader reports it. */
  readonly bad?: () => void;
  /** How many of the first cells of a row are wanted; it may have others. Default: all. */
  readonly wanted?: number;
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const blank = 0x20;
const quoteByte = 0x22;

/**
 * Hands every row that is not blank to a handler, the header first. What is known of cells stays known
 * from one chunk to the next, since rows are numbered on.
 */
export class CellRowReader implements CellRow, RecordReader {
  bytes: Uint8Array = new Uint8Array(0);
  readonly #dialect: CsvDialect;
  readonly #log: FileLog;
  readonly #handler: CellRowHandler;
  readonly #loop: RecordLoop;
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
    this.#dialect = dialect;
    this.#log = log;
    this.#handler = handler;
    this.#loop = new RecordLoop(input, run);
    this.#scanner = new CellScanner(dialect);
    this.#records = new CsvRecords(dialect);
    this.#isExact = dialect.isExact === true;
  }

  /**
   * @param chunk to read instead of the whole table; the header is in it if it begins at 0.
   * @returns the line after the last row.
   * @throws LoadError if the file cannot be read or a quoted cell never ends.
   */
  async read(chunk?: FileChunk): Promise<number> {
    this.#isHeader = (chunk?.range.start ?? 0) === 0;
    await this.#loop.read(this, chunk);
    const { open } = this.#records;
    if (open === undefined) return this.line;
    const never = `a quoted cell${this.#dialect.hasEscapes ? " or an escaped line" : ""} never ends`;
    throw new LoadError(never, { file: this.#log.file, line: open.line });
  }

  get line(): number {
    return this.#loop.line;
  }

  get starts(): Int32Array {
    return this.#scanner.starts;
  }

  get ends(): Int32Array {
    return this.#scanner.ends;
  }

  get count(): number {
    return this.#scanner.count;
  }

  get number(): number {
    return this.#scanner.number;
  }

  get repeated(): number {
    return this.#scanner.repeated;
  }

  text(cell: number): string {
    return textOf(this.bytes, this.starts[cell]!, this.ends[cell]!);
  }

  texts(): readonly string[] {
    return Array.from({ length: this.count }, (_, cell) => this.text(cell));
  }

  open(bytes: Uint8Array, end: number): void {
    this.bytes = bytes;
    this.#scanner.open(bytes);
    const hasReturn = this.#isExact && this.#loop.lacksFeed && bytes[end - 2] === carriageReturn;
    this.#returnStart = hasReturn ? bytes.lastIndexOf(lineFeed, end - 2) + 1 : -1;
  }

  /** Reads a line. */
  record(bytes: Uint8Array, start: number): number {
    const isOdd = this.#isHeader || this.#records.open !== undefined || start === this.#returnStart;
    if (isOdd) return this.#oddLine(bytes, start);
    const { wanted } = this.#handler;
    const next =
      wanted === undefined
        ? this.#scanner.line(bytes, start)
        : this.#scanner.firstCells(bytes, start, wanted);
    if (next === oddLine) return this.#oddLine(bytes, start);
    const isBlank = bytes[start]! <= quoteByte && this.#isBlank(start, next);
    if (!isBlank) this.#handler.cells(this);
    this.#loop.line += 1;
    return next;
  }

  /** A line that has to be read as text. */
  #oddLine(bytes: Uint8Array, start: number): number {
    const feed = bytes.indexOf(lineFeed, start);
    const hasReturn = feed > start && bytes[feed - 1] === carriageReturn;
    const end = hasReturn && !this.#isExact ? feed - 1 : feed;
    const records = this.#records;
    const hasFeed = start !== this.#returnStart;
    const record = records.add(textOf(bytes, start, end), this.line, hasFeed);
    const { open } = records;
    if (open !== undefined) requireLength(open.size, this.#log.file, open.line);
    if (record !== undefined) this.#take(record);
    this.#loop.line += 1;
    return feed + 1;
  }

  #take(record: CsvRecord | BadRecord): void {
    const { header, texts, bad } = this.#handler;
    const { cells, line } = record;
    // An exact header was accepted by its cells before.
    if ("message" in record && !(this.#isHeader && this.#isExact)) {
      reportBadRecord(record, this.#log);
      bad?.();
      return;
    }
    if (this.#isHeader && header !== undefined) header(cells, line);
    else texts(cells, line);
    this.#isHeader = false;
  }

  #isBlank(start: number, end: number): boolean {
    if (this.#isExact) return this.count === 1 && this.starts[0] === this.ends[0];
    for (let at = start; at < end; at++) if (this.bytes[at]! > blank) return false;
    return true;
  }
}
