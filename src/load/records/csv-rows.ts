/** The rows of a CSV file. */
import { type FileChunk, readBytes } from "../bytes/byte-blocks.ts";
import { FileLog, type Finding, shown } from "../bytes/diagnostics.ts";
import type { InputFile } from "../bytes/file-tree.ts";
import { readLines } from "../bytes/lines.ts";
import { Progress } from "../bytes/load-progress.ts";
import { bytesOfText } from "../bytes/native.ts";
import { trim } from "../values/mcf-value.ts";
import type { CellRow } from "./cell-columns.ts";
import {
  type BadRecord,
  type CsvDialect,
  type CsvRecord,
  CsvRecords,
  onDamagedRow,
  reportBadRecord,
} from "./csv-records.ts";

/** `line` is where the row begins. @returns false to read no further. */
type RowHandler = (cells: readonly string[], line: number) => boolean;

/** What databases and spreadsheets write into a file of this name. */
export function exportDialect({ path }: InputFile): CsvDialect {
  return { delimiter: /\.tsv(?:\.gz)?$/i.test(path) ? "\t" : ",", hasEscapes: false };
}

/**
 * Hands every row that is not blank to `onRow`, the header first.
 * @throws LoadError if the file or its header cannot be read.
 */
export async function readCsvRows(
  input: InputFile,
  dialect: CsvDialect,
  log: FileLog,
  progress: Progress,
  onRow: RowHandler,
): Promise<void> {
  const { path } = input;
  const records = new CsvRecords(dialect);
  let isDone = false;
  const take = (record: CsvRecord | BadRecord) => {
    if (isDone) return;
    if ("message" in record) reportBadRecord(record, log);
    else isDone = !onRow(record.cells, record.line);
  };
  const readLine = (text: string, number: number, isDamaged: boolean) => {
    if (isDone) return;
    if (number % 4096 === 0) progress.checkCancelled();
    records.line(text, number, take, isDamaged);
  };
  const bytes = readBytes(input, progress);
  const { encoding = "utf-8" } = dialect;
  const chunks = until(() => isDone, encoding === "utf-8" ? bytes : inUtf8(bytes, encoding));
  const onDamage = onDamagedRow(log, (line) => line === 1);
  await readLines(chunks, path, readLine, { isCut: () => isDone, onDamage });
  if (!isDone) records.end(take);
}

async function* inUtf8(
  chunks: AsyncIterable<Uint8Array>,
  encoding: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  const decoder = new TextDecoder(encoding);
  // As a stream: of a whole text in windows-1252, Node 20 reads no character above U+00FF.
  for await (const chunk of chunks) yield bytesOfText(decoder.decode(chunk, { stream: true }));
}

async function* until(
  isDone: () => boolean,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of chunks) {
    yield chunk;
    if (isDone()) return;
  }
}

/** @returns undefined if the first line is not the header alone, so that every reader looks for it. */
export async function firstLineHeader(
  input: InputFile,
  dialect: CsvDialect,
): Promise<readonly string[] | undefined> {
  let header: readonly string[] | undefined;
  const log = new FileLog({ report: () => {} }, input.path);
  await readCsvRows(input, dialect, log, new Progress(0), (cells, line) => {
    if (line === 1) header = cells;
    return false;
  });
  return header;
}

/** The end of a message about a row with too many cells: what may have made them. */
export function surplusCause(cells: readonly string[], expected: number): string {
  if (cells.length <= expected) return "";
  const number = cutNumber(cells);
  if (!cells.slice(expected).every((cell) => cell.trim() === "")) return number;
  const end = "take out the separators at the end of the row";
  return number === ""
    ? `; nothing stands after the last column: ${end}`
    : `${number}. If no two cells are one number, ${end}`;
}

const yearCell = /^(?:18|19|20|21)\d\d$/;
const shownNumbers = 4;

/** A question whether two cells are one number, if they may be one with a comma between thousands. */
function cutNumber(cells: readonly string[]): string {
  const pairs = cells.slice(1).map((cell, before) => [cells[before]!, cell] as const);
  const ofThousands = ([left, right]: readonly [string, string]) =>
    /^\d{3}(?:\.\d+)?$/.test(right) && /^[+-]?[1-9]\d{0,2}$/.test(left);
  if (!pairs.some(ofThousands)) return "";
  // Others may be the one that is meant, with a comma before decimals.
  const ofDecimals = ([left, right]: readonly [string, string]) =>
    /^\d{1,2}$/.test(right) && /^[+-]?\d+$/.test(left) && !yearCell.test(left);
  const may = pairs.filter((pair) => ofThousands(pair) || ofDecimals(pair));
  const numbers = may.map((pair) => pair.join(",")).slice(0, shownNumbers);
  const [first = ""] = numbers;
  return numbers.length === 1
    ? `; is ${shown(first)} one number? A number with commas needs quotes, as in "${first}"`
    : `; which of ${numbers.map(shown).join(", ")} is one number? A number with commas needs quotes`;
}

/**
 * A row with all its cells: empty ones at its end may be missing, or be too many.
 * @returns undefined if cells are too many, also where an empty last one may have been moved out by a number
 * with a comma and without quotes: `Utah,63,377,` below three headings.
 */
export function wholeRow(
  cells: readonly string[],
  width: number,
  delimiter: string,
): readonly string[] | undefined {
  if (cells.length < width) return [...cells, ...new Array<string>(width - cells.length).fill("")];
  if (cells.length === width) return cells;
  if (!isBlankFrom(cells, width)) return undefined;
  return delimiter === "," && cutNumber(cells) !== "" ? undefined : cells.slice(0, width);
}

const isBlankFrom = (cells: readonly string[], width: number): boolean =>
  cells.slice(width).every((cell) => cell === "");

/**
 * Reports that no row was found: an export of nothing, or a table that was cut off. A table with
 * nothing but a header is one chunk, if any; other chunks do not know.
 */
export function reportNoRows(
  log: FileLog,
  level: Finding["level"],
  input: InputFile,
  chunk: FileChunk | undefined,
): void {
  if (chunk !== undefined && (chunk.range.start > 0 || chunk.range.end < input.size)) return;
  const cure = level === "error" ? ": write rows, or take the table out of the load" : "";
  const message = () => `the table has a header and no rows${cure}`;
  log.report({ level, counter: "CSV_NoRows", line: undefined, message });
}

export function reportWidth(
  log: FileLog,
  expected: number,
  cells: readonly string[],
  line: number,
): void {
  const message = () =>
    `expected ${expected} columns, found ${cells.length}; row not loaded${surplusCause(cells, expected)}`;
  log.report({ level: "error", counter: "CSV_InconsistentRows", line, message });
}

/**
 * Reports a row with the names of the header: tables were joined.
 * @returns whether it is one.
 */
export function reportHeaderAgain(
  log: FileLog,
  header: readonly string[],
  cells: readonly string[],
  line: number,
): boolean {
  if (!cells.every((cell, at) => trim(cell) === header[at])) return false;
  const message = () =>
    `the header stands again in line ${line}, which is no row: ${shown(header.join(", "))}`;
  const once = `header ${line}`;
  log.report({ level: "warning", counter: "CSV_UnexpectedRow", line, message, once });
  return true;
}

/**
 * Reports a row with a cell that holds rows of the table: two quotes too many, lines apart, hide what stands
 * between them.
 * @returns whether it is one.
 */
export function reportSwallowed(
  log: FileLog,
  { header, delimiter }: { readonly header: readonly string[]; readonly delimiter: string },
  cells: readonly string[],
  line: number,
): boolean {
  const at = cells.findIndex((cell, at) => holdsRows(cell, at, header.length, delimiter));
  if (at < 0) return false;
  const rows = cells[at]!.split("\n").length - 1;
  const message = () =>
    `a quote in column ${shown(header[at] ?? "")} is closed ${rows === 1 ? "in the next line" : `${rows} lines below`}, and the cell holds rows of the table: nothing from line ${line} to ${line + rows} is loaded`;
  log.report({ level: "error", counter: "StrSplit_BadQuotesInToken", line, message });
  return true;
}

/** Whether lines of a cell have the cells of whole rows. A comma of a sentence has a blank after it. */
function holdsRows(cell: string, at: number, width: number, delimiter: string): boolean {
  if (!cell.includes("\n")) return false;
  const rows = cell.split("\n").slice(1);
  const isRow = (row: string, index: number): boolean => {
    const pieces = row.split(delimiter);
    const expected = index === rows.length - 1 ? at + 1 : width;
    return pieces.length === expected && !pieces.some((piece) => /^\s/.test(piece));
  };
  return rows.every(isRow) && (at > 0 || rows.length > 1) && width > 1;
}

/**
 * Rows that end before the last column, in a table whose other rows all fill it: a separator is missing, and
 * the cell before it may hold two. Tables that leave empty cells at the end of most rows out are usual.
 */
export class ShortRows {
  readonly #last: number;
  #full = 0;
  #isSparse = false;
  #short = 0;
  #line = 0;
  #cells = 0;

  constructor(header: readonly string[]) {
    this.#last = lastName(header);
  }

  row(cells: readonly string[], line: number): void {
    if (cells.length > this.#last) this.full(cells[this.#last] === "");
    // A note stands alone.
    else if (cells.filter((cell) => cell !== "").length > 1 && this.#short++ === 0) {
      this.#line = line;
      this.#cells = cells.length;
    }
  }

  usual({ starts, ends }: CellRow): void {
    this.full(starts[this.#last] === ends[this.#last]);
  }

  full(isBlank: boolean): void {
    this.#full += 1;
    if (isBlank) this.#isSparse = true;
  }

  /** Reports them once for the whole table. */
  end(log: FileLog): void {
    if (!this.isOdd) return;
    const message = () => this.problem;
    log.report(
      { level: "warning", counter: "CSV_ShortRows", line: this.#line, message },
      this.#short,
    );
  }

  get isOdd(): boolean {
    return this.mayBeOdd && this.#short < this.#full;
  }

  /** Also where half of the rows are short: of two rows, the one with more cells may be right. */
  get mayBeOdd(): boolean {
    return this.#short > 0 && !this.#isSparse && this.#short <= this.#full;
  }

  get problem(): string {
    return `has ${this.#cells} cells, the header has ${this.#last + 1}: is a separator missing? Rows as short: ${this.#short}`;
  }

  get line(): number {
    return this.#line;
  }
}

/**
 * Whether any row fits its header. A header with a name too many, above rows that all lack a cell, moves
 * their values below other names. Programs that leave empty cells at the end out write such tables, too.
 */
export class HeaderFit {
  readonly #header: readonly string[];
  readonly #last: number;
  #fits = false;
  #rows = 0;
  #least = Number.POSITIVE_INFINITY;
  #most = 0;

  constructor(header: readonly string[]) {
    this.#header = header;
    this.#last = lastName(header);
  }

  /** @returns whether the row shows that the header fits: no other row needs to be looked at. */
  row(cells: readonly string[]): boolean {
    const isWide = cells.length > this.#last;
    if (isWide && isBlankFrom(cells, this.#header.length)) this.#fits = true;
    // A note stands alone.
    else if (cells.filter((cell) => cell !== "").length > 1) {
      this.#rows += 1;
      this.#least = Math.min(this.#least, cells.length);
      this.#most = Math.max(this.#most, cells.length);
    }
    return this.#fits;
  }

  /** What is wrong if no row fits; undefined where rows are too short and too long, or one is too long. */
  get problem(): string | undefined {
    if (this.#fits) return undefined;
    const names = this.#last + 1;
    const range = this.#least === this.#most ? `${this.#most}` : `${this.#least} to ${this.#most}`;
    const found = `the header has ${names} names, and each row has ${range} cells`;
    if (this.#rows > 0 && this.#most < names) {
      return `${found}: which name has no column? Take it out, or write the separators of empty cells`;
    }
    if (this.#rows < 2 || this.#least <= names) return undefined;
    return `${found}: is a name missing, or has a number a comma and no quotes, as in "4,20"?`;
  }
}

function lastName(header: readonly string[]): number {
  return header.findLastIndex((name) => name !== "");
}
