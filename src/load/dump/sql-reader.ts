/** A `.sql` dump of a self-hosted instance → statements. */
import { LoadError } from "../../errors/errors.ts";
import { FileLog } from "../bytes/diagnostics.ts";
import type { InputFile } from "../bytes/file-tree.ts";
import { requireLength } from "../bytes/lines.ts";
import { digitsEnd, standsAt } from "../bytes/native.ts";
import { CellRow } from "../records/cell-columns.ts";
import { RecordLoop, type RecordReader, unfinished } from "../records/record-loop.ts";
import type { LoadRun } from "../statements/load-run.ts";
import { type FileProvenance, provenanceDcid } from "../statements/provenance.ts";
import { DumpTables, TableCounts, usualColumns } from "./dump-tables.ts";
import { SqlLexer } from "./sql-lexer.ts";
import { type SqlInsert, SqlStatements } from "./sql-statements.ts";
import { databaseRows, type UsualRows } from "./table-cells.ts";

/** @throws LoadError if the file cannot be read or a statement never ends. */
export async function readSqlDump(
  input: InputFile,
  provenance: FileProvenance,
  run: LoadRun,
): Promise<void> {
  const counts = new TableCounts();
  await new SqlReader(input, provenanceDcid(provenance), counts, run).read();
  counts.end(input.path, run.log);
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
const openingParen = 0x28;
const closingParen = 0x29;
const plusByte = 0x2b;
const commaByte = 0x2c;
const minusByte = 0x2d;
const dotByte = 0x2e;
const semicolon = 0x3b;
const backslashByte = 0x5c;
const lowerCase = 0x20;
const nullBytes = [..."null"].map((letter) => letter.charCodeAt(0));

/** Not 0 for bytes that end a text or make it odd. */
const textStops = new Uint8Array(256);
for (const byte of [quoteByte, lineFeed, backslashByte]) textStops[byte] = 1;

const cellsMax = 64;

class SqlScanner extends CellRow {
  constructor() {
    super(false);
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

function afterBlanks(bytes: Uint8Array, start: number): number {
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

/** How an INSERT begins, up to the parenthesis of its first row. */
interface Beginning {
  readonly bytes: Uint8Array;
  readonly insert: SqlInsert;
}

/** Reads tokens, and whole rows where they are usual. */
class SqlReader implements RecordReader {
  readonly #input: InputFile;
  /** Of rows that bring none. */
  readonly #provenance: string;
  readonly #run: LoadRun;
  readonly #loop: RecordLoop;
  readonly #counts: TableCounts;
  readonly #tables: DumpTables;
  readonly #statements: SqlStatements;
  readonly #lexer = new SqlLexer();
  readonly #scanner = new SqlScanner();
  /** Rows and beginnings are read as bytes; a sink that asks where statements stand gets all as texts. */
  readonly #isFast: boolean;
  /** Of the statement at hand: where it begins, if that is known, and on which line. */
  #start = -1;
  #startLine = 0;
  /** Of the last statement on whose line its first row begins. */
  #beginning: Beginning | undefined;
  /** The statement whose rows are read as bytes. */
  #insert: SqlInsert | undefined;
  #columns: readonly string[] | undefined;
  #width = 0;
  #table = "";
  #usual: UsualRows | undefined;

  constructor(input: InputFile, provenance: string, counts: TableCounts, run: LoadRun) {
    const log = new FileLog(run.log, input.path);
    this.#input = input;
    this.#provenance = provenance;
    this.#run = run;
    this.#loop = new RecordLoop(input, run);
    this.#counts = counts;
    this.#tables = new DumpTables(run.sink, log, provenance, counts);
    this.#isFast = run.sink.at === undefined;
    this.#statements = new SqlStatements({
      onRow: (row) => {
        run.progress.rows += 1;
        this.#tables.add(row);
      },
      onProblem: (line, problem) => {
        const message = () => `${problem}; it is not loaded`;
        log.report({ level: "error", counter: "Sql_UnreadStatement", line, message });
      },
    });
  }

  async read(): Promise<void> {
    await this.#loop.read(this);
    const line = this.#lexer.isOpen ? this.#loop.line : this.#statements.openLine;
    if (line === undefined) return;
    throw new LoadError("a statement never ends", { file: this.#input.path, line });
  }

  open(bytes: Uint8Array, end: number): void {
    this.#lexer.open(bytes, end);
    this.#start = -1;
  }

  /** Reads a statement or a part of it: its beginning, a row, a token. */
  record(bytes: Uint8Array, start: number, end: number): number {
    const lexer = this.#lexer;
    lexer.at = start;
    lexer.line = this.#loop.line;
    lexer.skipBlanks();
    const isKnown = this.#isFast && lexer.at < end && this.#known(bytes);
    if (!isKnown) this.#token(bytes);
    this.#loop.line = lexer.line;
    if (!lexer.isOpen || lexer.at > start) return lexer.at;
    requireLength(end - start, this.#input.path, lexer.line);
    return unfinished;
  }

  #token(bytes: Uint8Array): void {
    const lexer = this.#lexer;
    const statements = this.#statements;
    if (statements.isIdle) {
      this.#start = lexer.at;
      this.#startLine = lexer.line;
    }
    const wasOpen = statements.openInsert !== undefined;
    const token = lexer.next();
    if (token !== undefined) statements.take(token);
    const { openInsert } = statements;
    if (openInsert === undefined || wasOpen || token?.kind !== "word") return;
    this.#enter(openInsert);
    const isKnown = this.#start >= 0 && this.#startLine === lexer.line;
    const known = isKnown ? bytes.slice(this.#start, lexer.at) : undefined;
    // What a backslash means depends on what came before.
    if (known?.includes(backslashByte) === false) {
      this.#beginning = { bytes: known, insert: openInsert };
    }
  }

  /** Reads what is as usual. @returns false if nothing is. */
  #known(bytes: Uint8Array): boolean {
    const hasBegun = this.#begin(bytes);
    return this.#row(bytes) || hasBegun;
  }

  /** @returns false unless a statement stands here that begins as the last one. */
  #begin(bytes: Uint8Array): boolean {
    const lexer = this.#lexer;
    const beginning = this.#beginning;
    if (beginning === undefined || !this.#statements.isIdle) return false;
    if (!standsAt(bytes, lexer.at, beginning.bytes)) return false;
    const next = afterBlanks(bytes, lexer.at + beginning.bytes.length);
    if (bytes[next] !== openingParen) return false;
    this.#statements.enterRows(beginning.insert, lexer.line);
    this.#enter(beginning.insert);
    lexer.at = next;
    return true;
  }

  /** Rows of this statement follow. */
  #enter(insert: SqlInsert): void {
    this.#insert = insert;
    const { table } = insert;
    const columns = this.#statements.columnsOf(insert) ?? usualColumns(table);
    // A later statement may add a column.
    const isSame = columns === this.#columns && columns?.length === this.#width;
    if (isSame && table === this.#table) return;
    this.#columns = columns;
    this.#width = columns?.length ?? 0;
    this.#table = table;
    this.#usual = columns && databaseRows(table, columns, this.#provenance, this.#run.sink);
  }

  /** @returns false unless a usual row stands here. */
  #row(bytes: Uint8Array): boolean {
    const lexer = this.#lexer;
    const scanner = this.#scanner;
    if (bytes[lexer.at] !== openingParen || this.#statements.openInsert === undefined) return false;
    const next = scanner.row(bytes, lexer.at);
    if (next === oddRow) return false;
    this.#run.progress.rows += 1;
    scanner.line = lexer.line;
    const table = this.#table;
    const isRead = table === "observations" || table === "triples" || table === "imports";
    // Rows of other tables are only counted.
    if (!isRead || this.#usual?.take(scanner) === true) this.#counts.add(table);
    else {
      const columns = this.#statements.columnsOf(this.#insert!);
      this.#tables.add({ table, columns, values: scanner.texts(), line: lexer.line });
    }
    const after = bytes[next];
    lexer.at = after === commaByte || after === semicolon ? next + 1 : next;
    if (after === semicolon) this.#statements.take({ kind: "mark", text: ";", line: lexer.line });
    return true;
  }
}
