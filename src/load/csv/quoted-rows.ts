/**
 * Rows of a CSV file as databases and spreadsheets write them, cut into cells by fast-csv: quotes are
 * doubled, and a backslash is a character like any other. The parser does not know where a row began and stops at
 * the first bad one, so it gets one record after the other, each with its line in front.
 */
import type { CsvParserStream } from "fast-csv";
import { LoadError } from "../../errors/index.ts";
import {
  type InputFile,
  type Progress,
  readBytes,
  readLines,
  requireLength,
} from "../bytes/index.ts";
import { type FileLog, shown } from "../report/index.ts";
import { trim } from "../values/index.ts";

/** `line` is where the row begins; cells are trimmed. @returns false to read no further. */
export type QuotedRowHandler = (cells: readonly string[], line: number) => boolean;

/**
 * Hands every row that is not blank to `onRow`, the header first.
 * @throws LoadError if the file cannot be read or a quoted cell never ends.
 */
export async function readQuotedRows(
  input: InputFile,
  log: FileLog,
  progress: Progress,
  onRow: QuotedRowHandler,
): Promise<void> {
  const { path } = input;
  const records = new Records(/\.tsv(?:\.gz)?$/i.test(path) ? "\t" : ",");
  const parser = await RowParser.open(records.delimiter, path, onRow);
  const readLine = (text: string, number: number) => {
    if (number % 4096 === 0) progress.checkCancelled();
    const record = records.add(text, number);
    if (record === undefined) {
      requireLength(records.size, path, records.line);
    } else if (record.problem === undefined) {
      parser.add(`${record.line}${records.delimiter}${record.text}\n`);
    } else {
      const { line, problem } = record;
      const counter = "StrSplit_BadQuotesInToken";
      log.report({ level: "error", counter, line, message: () => `${problem}; row not loaded` });
    }
  };
  try {
    await readLines(parser.between(readBytes(input, progress)), path, readLine);
    if (records.isOpen) {
      throw new LoadError("a quoted cell never ends", { file: path, line: records.line });
    }
    await parser.parse();
  } finally {
    parser.destroy();
  }
}

interface QuotedRecord {
  readonly line: number;
  readonly text: string;
  readonly problem: string | undefined;
}

type CellState = "start" | "bare" | "quoted" | "closing" | "closed";

/** Puts lines together to records: one each, unless a quoted cell goes on. */
class Records {
  readonly delimiter: string;
  line = 0;
  size = 0;
  #pieces: string[] = [];
  #state: CellState = "start";
  #problem: string | undefined;

  constructor(delimiter: string) {
    this.delimiter = delimiter;
  }

  get isOpen(): boolean {
    return this.#pieces.length > 0;
  }

  /** @returns undefined while a record goes on, and for a blank line. */
  add(text: string, number: number): QuotedRecord | undefined {
    if (!this.isOpen) {
      this.size = 0;
      this.line = number;
      if (trim(text) === "") return undefined;
      // A carriage return within a line would end the row for the parser.
      if (!(text.includes('"') || text.includes("\r"))) {
        return { line: number, text, problem: undefined };
      }
    }
    for (const character of text) this.#state = this.#next(character);
    this.#pieces.push(text);
    this.size += text.length + 1;
    if (this.#state === "quoted") return undefined;
    const record = { line: this.line, text: this.#pieces.join("\n"), problem: this.#problem };
    this.#pieces = [];
    this.#state = "start";
    this.#problem = undefined;
    return record;
  }

  #next(character: string): CellState {
    const state = this.#state;
    if (state === "quoted") return character === '"' ? "closing" : "quoted";
    if (character === this.delimiter) return "start";
    if (state === "closing" && character === '"') return "quoted";
    if (/\s/.test(character)) {
      if (character === "\r") this.#problem ??= "a carriage return stands within the row";
      return state === "closing" ? "closed" : state;
    }
    if (state === "start") return character === '"' ? "quoted" : "bare";
    if (state === "bare") return "bare";
    this.#problem ??= `text follows the closing quote of a cell: ${shown(character)}`;
    return "closed";
  }
}

type Row = readonly string[];

class RowParser {
  readonly #stream: CsvParserStream<Row, Row>;
  readonly #file: string;
  readonly #onRow: QuotedRowHandler;
  #records: string[] = [];
  #rows: Row[] = [];
  #isDone = false;

  private constructor(stream: CsvParserStream<Row, Row>, file: string, onRow: QuotedRowHandler) {
    this.#stream = stream;
    this.#file = file;
    this.#onRow = onRow;
    // Rows are collected first: an error in a handler must reach our caller, not the stream.
    stream.on("data", (row: Row) => this.#rows.push(row));
    stream.on("error", () => undefined);
  }

  /** The parser is loaded when the first table of this kind is read. */
  static async open(delimiter: string, file: string, onRow: QuotedRowHandler): Promise<RowParser> {
    const { parse } = await import("fast-csv");
    return new RowParser(parse<Row, Row>({ delimiter, headers: false }), file, onRow);
  }

  add(record: string): void {
    this.#records.push(record);
  }

  /** Passes chunks on, and parses after each what was added meanwhile. */
  async *between(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
    for await (const chunk of chunks) {
      yield chunk;
      await this.parse();
      if (this.#isDone) return;
    }
  }

  async parse(): Promise<void> {
    const text = this.#records.join("");
    this.#records = [];
    if (text === "" || this.#isDone) return;
    await new Promise<void>((resolve, reject) => {
      this.#stream.write(text, (error) => (error ? reject(this.#unreadable(error)) : resolve()));
    });
    const rows = this.#rows;
    this.#rows = [];
    for (const [line, ...cells] of rows) {
      this.#isDone ||= !this.#onRow(cells.map(trim), Number(line));
      if (this.#isDone) return;
    }
  }

  destroy(): void {
    this.#stream.destroy();
  }

  #unreadable(cause: Error): LoadError {
    // The parser's own message quotes the whole rest of the input.
    return new LoadError("is no readable CSV", { file: this.#file }, { cause });
  }
}
