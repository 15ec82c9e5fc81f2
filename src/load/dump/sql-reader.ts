/**
 * A `.sql` dump of a self-hosted instance → statements. Rows after a known beginning of an INSERT are
 * read as bytes. All else goes as lines of text to `SqlStatements`, which is given the statement that
 * the bytes have opened.
 */
import { LoadError } from "../../errors/errors.ts";
import { readBytes } from "../bytes/byte-blocks.ts";
import { digitsEnd, standsAt } from "../bytes/byte-search.ts";
import type { InputFile } from "../bytes/file-tree.ts";
import { readLines, requireLength } from "../bytes/lines.ts";
import type { Progress } from "../bytes/load-progress.ts";
import { bytesOfText, textOf } from "../bytes/native.ts";
import type { CellRow } from "../records/cell-rows.ts";
import { RecordLoop, type RecordReader } from "../records/record-loop.ts";
import { FileLog } from "../report/diagnostics.ts";
import type { LoadRun } from "../statements/load-run.ts";
import { type FileProvenance, provenanceDcid } from "../statements/provenance.ts";
import type { Sink } from "../statements/sink.ts";
import { databaseRows } from "./database-rows.ts";
import { DumpTables, TableCounts, usualColumns } from "./dump-tables.ts";
import { type SqlInsert, SqlStatements } from "./sql-statements.ts";
import type { UsualRows } from "./table-cells.ts";

export async function readSqlDump(
  input: InputFile,
  provenance: FileProvenance,
  run: LoadRun,
): Promise<void> {
  const { sink, progress } = run;
  const { path } = input;
  const log = new FileLog(run.log, path);
  const own = provenanceDcid(provenance);
  const counts = new TableCounts();
  const tables = new DumpTables(sink, log, own, counts);
  const statements = new SqlStatements({
    onRow: (row) => {
      progress.rows += 1;
      if (progress.rows % 4096 === 0) progress.checkCancelled();
      tables.add(row);
    },
    onProblem: (line, problem) => {
      const message = () => `${problem}; it is not loaded`;
      log.report({ level: "error", counter: "Sql_UnreadStatement", line, message });
    },
  });
  // A sink that asks where statements stand gets the line of each.
  if (sink.at === undefined) {
    const loop = new RecordLoop(input, run);
    const rows = new SqlReader({ sink, log, progress, provenance: own, tables, statements }, loop);
    await loop.read(rows);
    rows.end();
  } else {
    await readLines(readBytes(input, progress), path, (text, line) => {
      statements.line(text, line);
      const { open } = statements;
      if (open !== undefined) requireLength(open.size, path, open.line);
    });
  }
  const line = statements.end();
  if (line !== undefined) throw new LoadError("a statement never ends", { file: path, line });
  counts.end(path, run.log);
}

/**
 * Rows of an INSERT as most of them look: texts without quotes and backslashes in them, numbers and
 * NULL, which is an empty cell. No text is made; a cell is a pair of offsets.
 *
 *     bytes   ( ' a ' , 7 , N U L L )
 *     offset  0 1 2 3 4 5 6 7 8 9 10 11        starts 2 5 7, ends 3 6 7
 *
 * Any other row is odd, and goes to `SqlStatements`.
 */

/** The row cannot be read so. */
const oddRow = -1;

const lineFeed = 0x0a;
const space = 0x20;
const tab = 0x09;
const quoteByte = 0x27;
const closingParen = 0x29;
const plusByte = 0x2b;
const commaByte = 0x2c;
const minusByte = 0x2d;
const dotByte = 0x2e;
const backslashByte = 0x5c;
const lowerCase = 0x20;
const nullBytes = [..."null"].map((letter) => letter.charCodeAt(0));

/** Not 0 for bytes that end a text or make it odd. */
const textStops = new Uint8Array(256);
for (const byte of [quoteByte, lineFeed, backslashByte]) textStops[byte] = 1;

const cellsMax = 64;

class SqlScanner implements CellRow {
  bytes: Uint8Array = new Uint8Array(0);
  line = 0;
  /** Rows are not compared. */
  readonly number = 0;
  readonly repeated = 0;
  readonly starts = new Int32Array(cellsMax);
  readonly ends = new Int32Array(cellsMax);
  count = 0;

  text(cell: number): string {
    return textOf(this.bytes, this.starts[cell]!, this.ends[cell]!);
  }

  texts(): readonly string[] {
    return Array.from({ length: this.count }, (_, cell) => this.text(cell));
  }

  /**
   * Finds the cells of the row whose parenthesis is at `start`; a line feed ends its line.
   * @returns the offset after its closing parenthesis, or `oddRow`.
   */
  row(bytes: Uint8Array, start: number): number {
    this.bytes = bytes;
    this.count = 0;
    let at = start;
    for (;;) {
      at = afterBlanks(bytes, at + 1);
      at = this.#value(bytes, at);
      if (at === oddRow) return oddRow;
      at = afterBlanks(bytes, at);
      if (bytes[at] === closingParen) return at + 1;
      if (bytes[at] !== commaByte || this.count === cellsMax) return oddRow;
    }
  }

  /** @returns the offset after the value, or `oddRow`. */
  #value(bytes: Uint8Array, start: number): number {
    const first = bytes[start]!;
    if (first === quoteByte) {
      let at = start + 1;
      while (textStops[bytes[at]!] === 0) at += 1;
      if (bytes[at] !== quoteByte || bytes[at + 1] === quoteByte) return oddRow;
      this.#add(start + 1, at);
      return at + 1;
    }
    const isNull = (first | lowerCase) === nullBytes[0];
    const end = isNull ? nullEnd(bytes, start) : numberEnd(bytes, start);
    if (end !== oddRow) this.#add(isNull ? end : start, end);
    return end;
  }

  #add(start: number, end: number): void {
    this.starts[this.count] = start;
    this.ends[this.count] = end;
    this.count += 1;
  }
}

export function afterBlanks(bytes: Uint8Array, start: number): number {
  let at = start;
  while (bytes[at] === space || bytes[at] === tab) at += 1;
  return at;
}

function nullEnd(bytes: Uint8Array, start: number): number {
  const isNull = nullBytes.every((byte, at) => (bytes[start + at]! | lowerCase) === byte);
  return isNull ? endOfWord(bytes, start + nullBytes.length) : oddRow;
}

/** Digits with a sign and a point among them, if there are such. */
function numberEnd(bytes: Uint8Array, start: number): number {
  const isSigned = bytes[start] === plusByte || bytes[start] === minusByte;
  const first = isSigned ? start + 1 : start;
  let at = digitsEnd(bytes, first);
  if (at === first) return oddRow;
  if (bytes[at] === dotByte) at = digitsEnd(bytes, at + 1);
  return endOfWord(bytes, at);
}

/** The same offset, if a value may end there, or `oddRow`. */
function endOfWord(bytes: Uint8Array, at: number): number {
  const byte = bytes[at];
  const isEnd = byte === commaByte || byte === closingParen || byte === space || byte === tab;
  return isEnd ? at : oddRow;
}

const carriageReturn = 0x0d;
const openingParen = 0x28;
const semicolonByte = 0x3b;
// Beginnings are text of the input: what is remembered of them must have an end.
const beginningsMax = 16;

/** Up to the first row: words and names, whose meaning does not depend on what is around. */
const beginningForm =
  /^(?:insert|replace)\s+(?:\w+\s+){0,3}?into\s+[\w.`"]+\s*(?:\([\w\s,`"]*\)\s*)?values\s*(?=\()/i;

/** How an INSERT begins, up to the parenthesis of its first row. */
interface Beginning {
  readonly bytes: Uint8Array;
  readonly insert: SqlInsert;
}

/** What rows are read into. */
interface SqlTarget {
  readonly sink: Sink;
  readonly log: FileLog;
  readonly progress: Progress;
  /** Of rows that bring none. */
  readonly provenance: string;
  readonly tables: DumpTables;
  /** Takes lines as texts. */
  readonly statements: SqlStatements;
}

class SqlReader implements RecordReader {
  readonly #target: SqlTarget;
  readonly #scanner = new SqlScanner();
  readonly #loop: RecordLoop;
  readonly #statements: SqlStatements;
  /** The one that came up last is the first. */
  readonly #beginnings: Beginning[] = [];
  /** The statement whose rows are read as bytes, and its line. */
  #insert: SqlInsert | undefined;
  #insertLine = 0;
  /** Of the rows at hand. */
  #columns: readonly string[] | undefined;
  #width = 0;
  #table = "";
  #isRead = false;
  #usual: UsualRows | undefined;

  constructor(target: SqlTarget, loop: RecordLoop) {
    this.#target = target;
    this.#statements = target.statements;
    this.#loop = loop;
  }

  open(): void {
    // Offsets are of the bytes that come with each record.
  }

  /** Reads a line. */
  record(bytes: Uint8Array, start: number): number {
    const next = this.#takeLine(bytes, start);
    this.#loop.line += 1;
    return next;
  }

  /** After the last line, rows that follow would be texts. */
  end(): void {
    this.#toStatements();
  }

  /** @returns where the next one starts. */
  #takeLine(bytes: Uint8Array, start: number): number {
    if (this.#insert === undefined) {
      const begun = this.#begin(bytes, start);
      return begun < 0 ? this.#newStatement(bytes, start) : this.#rows(bytes, begun);
    }
    const first = afterBlanks(bytes, start);
    if (bytes[first] === openingParen) return this.#rows(bytes, first);
    return this.#texts(bytes, start);
  }

  /** @returns where the first row of a known statement begins, or -1. */
  #begin(bytes: Uint8Array, start: number): number {
    if (!this.#statements.isIdle) return -1;
    const known = this.#beginnings;
    const at = known.findIndex((one) => standsAt(bytes, start, one.bytes));
    const beginning = known[at];
    if (beginning === undefined) return -1;
    if (at > 0) known.unshift(...known.splice(at, 1));
    const first = start + beginning.bytes.length;
    if (bytes[first] !== openingParen) return -1;
    this.#open(beginning.insert);
    return first;
  }

  #open(insert: SqlInsert): void {
    this.#insert = insert;
    this.#insertLine = this.#loop.line;
    const { table } = insert;
    const columns = this.#statements.columnsOf(insert) ?? usualColumns(table);
    // A later statement may add a column.
    const isSame = columns === this.#columns && columns?.length === this.#width;
    if (isSame && table === this.#table) return;
    this.#columns = columns;
    this.#width = columns?.length ?? 0;
    this.#table = table;
    this.#isRead = table === "observations" || table === "triples";
    const { sink, provenance } = this.#target;
    this.#usual = columns && databaseRows(table, columns, provenance, sink);
  }

  /**
   * Rows from the parenthesis at `start` on, up to the end of the line or the statement.
   * @returns where the next line starts.
   */
  #rows(bytes: Uint8Array, start: number): number {
    const { tables, progress } = this.#target;
    const scanner = this.#scanner;
    let at = start;
    scanner.line = this.#loop.line;
    while (bytes[at] === openingParen) {
      const next = scanner.row(bytes, at);
      if (next === oddRow) break;
      progress.rows += 1;
      // Rows of other tables are only counted.
      if (!this.#isRead || this.#usual?.(scanner) === true) tables.passed(this.#table);
      else this.#add();
      at = afterBlanks(bytes, next);
      if (bytes[at] === semicolonByte) return this.#afterStatement(bytes, at + 1);
      if (bytes[at] !== commaByte) break;
      at = afterBlanks(bytes, at + 1);
      const isReturn = bytes[at] === carriageReturn && bytes[at + 1] === lineFeed;
      if (bytes[at] === lineFeed || isReturn) return isReturn ? at + 2 : at + 1;
    }
    return this.#texts(bytes, at);
  }

  #add(): void {
    const insert = this.#insert!;
    const columns = this.#statements.columnsOf(insert);
    const { line } = this.#scanner;
    const values = this.#scanner.texts();
    this.#target.tables.add({ table: insert.table, columns, values, line });
  }

  #afterStatement(bytes: Uint8Array, start: number): number {
    this.#insert = undefined;
    this.#statements.leaveRows();
    const at = bytes[start] === carriageReturn ? start + 1 : start;
    return bytes[at] === lineFeed ? at + 1 : this.#texts(bytes, start);
  }

  /** A line with a statement that is not known: how it begins is known from then on. */
  #newStatement(bytes: Uint8Array, start: number): number {
    const { isIdle } = this.#statements;
    const next = this.#texts(bytes, start);
    if (isIdle) this.#learn(bytes, start, next);
    return next;
  }

  #learn(bytes: Uint8Array, start: number, end: number): void {
    const first = bytes[start]! | 0x20;
    if (first !== 0x69 && first !== 0x72) return;
    const headEnd = Math.min(end, start + headBytesMax);
    const [beginning] = beginningForm.exec(latinOf(bytes, start, headEnd)) ?? [];
    if (beginning === undefined) return;
    let isSound = true;
    const fault = () => {
      isSound = false;
    };
    const statements = new SqlStatements({ onRow: fault, onProblem: fault });
    statements.line(beginning, 1);
    const { openInsert } = statements;
    if (!isSound || openInsert === undefined) return;
    if (this.#beginnings.length === beginningsMax) this.#beginnings.pop();
    this.#beginnings.unshift({ bytes: bytesOfText(beginning), insert: openInsert });
  }

  /** Hands the rest of a line to the reader of texts. @returns where the next line starts. */
  #texts(bytes: Uint8Array, start: number): number {
    this.#toStatements();
    const { log } = this.#target;
    const statements = this.#statements;
    const feed = bytes.indexOf(lineFeed, start);
    const end = feed > start && bytes[feed - 1] === carriageReturn ? feed - 1 : feed;
    statements.line(textOf(bytes, start, end), this.#loop.line);
    const { open, openInsert } = statements;
    if (open !== undefined) requireLength(open.size, log.file, open.line);
    if (openInsert !== undefined) this.#open(openInsert);
    return feed + 1;
  }

  /** Rows that follow are read as texts. */
  #toStatements(): void {
    if (this.#insert === undefined) return;
    this.#statements.enterRows(this.#insert, this.#insertLine);
    this.#insert = undefined;
  }
}

/** A beginning has no more. */
const headBytesMax = 1024;

/** Beginnings are ASCII. */
function latinOf(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(start, end));
}
