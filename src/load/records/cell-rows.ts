/**
 * Rows of a CSV file, as bytes where that is possible: the way of readers for which the texts of
 * `readCsvRows` are too slow. Both find the same rows.
 */
import { LoadError } from "../../errors/index.ts";
import {
  type FileChunk,
  type InputFile,
  type Progress,
  requireLength,
  requireLines,
  textOf,
  textStart,
} from "../bytes/index.ts";
import type { FileLog } from "../report/index.ts";
import type { TableRun } from "../statements/index.ts";
import { CellScanner, oddLine } from "./cell-scanner.ts";
import { type CsvDialect, type CsvRecord, CsvRecords, reportBadRecord } from "./csv-records.ts";

/** A row whose cells are bytes; it holds until the handler returns. */
export interface CellRow {
  readonly bytes: Uint8Array;
  /** Bounds of its cells, half-open; as the dialect has them, but for `count` further ones. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly count: number;
  /** Where it begins. */
  readonly line: number;
  /** Which row of the file it is; rows that nobody was handed count, too. */
  readonly number: number;
  /** Bit c says that cell c, of the first 31, is that of the row with the number before. */
  readonly repeated: number;
  /** A cell, and all of them, as texts: for what cannot be told from bytes. */
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
  /** How many of the first cells of a row are wanted; it may have others. Default: all. */
  readonly wanted?: number;
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const blank = 0x20;
const linesAtOnce = 64;

/**
 * Hands every row that is not blank to `handler`, the header first.
 * @throws LoadError if the file cannot be read or a quoted cell never ends.
 */
export async function readCellRows(
  input: InputFile,
  dialect: CsvDialect,
  log: FileLog,
  run: RowsRun,
  handler: CellRowHandler,
): Promise<void> {
  await new CellRowReader(input, dialect, log, run, handler).read();
}

type RowsRun = Pick<TableRun, "blocks" | "progress">;

/** The same for one chunk after the other: what is known of cells stays known, since rows are numbered on. */
export class CellRowReader {
  readonly #input: InputFile;
  readonly #run: RowsRun;
  readonly #rows: CellRows;

  constructor(
    input: InputFile,
    dialect: CsvDialect,
    log: FileLog,
    run: RowsRun,
    handler: CellRowHandler,
  ) {
    this.#input = input;
    this.#run = run;
    this.#rows = new CellRows(dialect, log, run.progress, handler);
  }

  /**
   * @param chunk to read instead of the whole table; the header is in it if it begins at 0.
   * @returns the line after the last row.
   */
  async read(chunk?: FileChunk): Promise<number> {
    const rows = this.#rows;
    rows.begin(chunk);
    await this.#run.blocks.read(this.#input, rows.take.bind(rows), chunk?.range);
    rows.end();
    return rows.line;
  }
}

class CellRows implements CellRow {
  bytes: Uint8Array = new Uint8Array(0);
  line = 1;
  readonly #dialect: CsvDialect;
  readonly #log: FileLog;
  readonly #progress: Progress;
  readonly #handler: CellRowHandler;
  readonly #scanner: CellScanner;
  readonly #records: CsvRecords;
  readonly #isExact: boolean;
  #isHeader = true;
  #isStart = true;

  constructor(dialect: CsvDialect, log: FileLog, progress: Progress, handler: CellRowHandler) {
    this.#dialect = dialect;
    this.#log = log;
    this.#progress = progress;
    this.#handler = handler;
    this.#scanner = new CellScanner(dialect);
    this.#records = new CsvRecords(dialect);
    this.#isExact = dialect.isExact === true;
  }

  begin(chunk: FileChunk | undefined): void {
    this.line = chunk?.firstLine ?? 1;
    this.#isHeader = (chunk?.range.start ?? 0) === 0;
    this.#isStart = this.#isHeader;
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

  /** @returns where the first unfinished line starts. */
  take(bytes: Uint8Array, end: number, isLast: boolean): number {
    const { file } = this.#log;
    const linesEnd = requireLines(bytes, end, isLast, file, this.line);
    let at = 0;
    if (linesEnd > 0 && this.#isStart) {
      this.#isStart = false;
      at = textStart(bytes);
    }
    this.bytes = bytes;
    this.#scanner.open(bytes);
    while (at < linesEnd) at = this.#lines(at, linesEnd);
    requireLength(end - Math.min(at, end), file, this.line);
    return Math.min(at, end);
  }

  end(): void {
    const { open } = this.#records;
    if (open === undefined) return;
    const never = `a quoted cell${this.#dialect.hasEscapes ? " or an escaped line" : ""} never ends`;
    throw new LoadError(never, { file: this.#log.file, line: open.line });
  }

  /** Some lines, after which it returns: so its code is compiled soon. */
  #lines(start: number, end: number): number {
    this.#progress.checkCancelled();
    let at = start;
    for (let line = 0; line < linesAtOnce && at < end; line++) {
      at = this.#line(at);
      this.line += 1;
    }
    return at;
  }

  /** @returns where the next one starts. */
  #line(start: number): number {
    const { bytes } = this;
    if (this.#isHeader || this.#records.open !== undefined) return this.#oddLine(start);
    const { wanted } = this.#handler;
    const next =
      wanted === undefined
        ? this.#scanner.line(bytes, start)
        : this.#scanner.firstCells(bytes, start, wanted);
    if (next === oddLine) return this.#oddLine(start);
    if (!this.#isBlank(start, next)) this.#handler.cells(this);
    return next;
  }

  /** A line that has to be read as text. */
  #oddLine(start: number): number {
    const { bytes, line } = this;
    const feed = bytes.indexOf(lineFeed, start);
    const hasReturn = feed > start && bytes[feed - 1] === carriageReturn;
    const end = hasReturn && !this.#isExact ? feed - 1 : feed;
    const records = this.#records;
    const record = records.add(textOf(bytes, start, end), line);
    const { open } = records;
    if (open !== undefined) requireLength(open.size, this.#log.file, open.line);
    if (record === undefined) return feed + 1;
    if ("message" in record) reportBadRecord(record, this.#log);
    else this.#take(record);
    return feed + 1;
  }

  #take({ cells, line }: CsvRecord): void {
    const { header, texts } = this.#handler;
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
