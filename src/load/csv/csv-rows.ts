/** The rows of a CSV file that a template describes, cut into cells by fast-csv. */
import { finished } from "node:stream/promises";
import type { CsvParserStream } from "fast-csv";
import { LoadError } from "../../errors/index.ts";
import {
  type InputFile,
  type Progress,
  readBytes,
  readLines,
  requireLength,
} from "../bytes/index.ts";
import type { FileLog } from "../report/index.ts";
import { CsvRecords } from "./csv-records.ts";

/** `line` is where the row begins. */
export type RowHandler = (cells: readonly string[], line: number) => void;

/**
 * Hands every row to `onRow`, the header first. Cells are as written but for quotes and escapes.
 * @throws LoadError if the file cannot be read or a quoted cell never ends.
 */
export async function readCsvRows(
  input: InputFile,
  delimiter: string,
  log: FileLog,
  progress: Progress,
  onRow: RowHandler,
): Promise<void> {
  const { path } = input;
  const records = new CsvRecords(delimiter);
  // Imported when it is needed: it takes longer to start than many a file to load.
  const { parse } = await import("fast-csv");
  const stream = parse<Row, Row>({ delimiter, headers: false });
  const parser = new RecordParser(stream, path, ([line, ...cells]) => {
    const texts = cells.map((cell) => records.unshield(cell));
    onRow(texts, Number(line));
  });
  const readLine = (text: string, number: number) => {
    const record = records.add(text, number);
    if (record === undefined) {
      const { open } = records;
      if (open !== undefined) requireLength(open.size, path, open.line);
    }
    // The line number travels as first cell: the parser does not know where a row began.
    else if ("text" in record) parser.add(`${record.line}${delimiter}${record.text}\n`);
    else {
      const { line, message } = record;
      const counter = "StrSplit_BadQuotesInToken";
      log.report({ level: "error", counter, line, message: () => `${message}; row not loaded` });
    }
  };
  try {
    const chunks = parser.between(readBytes(input, progress));
    await readLines(chunks, path, readLine);
    if (records.open !== undefined) {
      const where = { file: path, line: records.open.line };
      throw new LoadError("a quoted cell or an escaped line never ends", where);
    }
    await parser.end();
  } finally {
    parser.destroy();
  }
}

type Row = readonly string[];

/** fast-csv, fed with whole records. */
class RecordParser {
  readonly #stream: CsvParserStream<Row, Row>;
  readonly #file: string;
  readonly #onRow: (row: Row) => void;
  #records: string[] = [];
  #rows: Row[] = [];

  constructor(stream: CsvParserStream<Row, Row>, file: string, onRow: (row: Row) => void) {
    this.#file = file;
    this.#onRow = onRow;
    this.#stream = stream;
    // Rows are collected first: an error in a handler must reach our caller, not the stream.
    this.#stream.on("data", (row: Row) => this.#rows.push(row));
    this.#stream.on("error", () => undefined);
  }

  add(record: string): void {
    this.#records.push(record);
  }

  /** Passes chunks on, and parses after each what was added meanwhile. */
  async *between(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
    for await (const chunk of chunks) {
      yield chunk;
      await this.#parse();
    }
  }

  async end(): Promise<void> {
    await this.#parse();
    this.#stream.end();
    await finished(this.#stream);
    this.#handRows();
  }

  destroy(): void {
    this.#stream.destroy();
  }

  async #parse(): Promise<void> {
    const text = this.#records.join("");
    this.#records = [];
    if (text === "") return;
    await new Promise<void>((resolve, reject) => {
      this.#stream.write(text, (error) => (error ? reject(this.#unreadable(error)) : resolve()));
    });
    this.#handRows();
  }

  #handRows(): void {
    const rows = this.#rows;
    this.#rows = [];
    for (const row of rows) this.#onRow(row);
  }

  #unreadable(cause: Error): LoadError {
    // The parser's own message quotes the whole rest of the input.
    return new LoadError("is no readable CSV", { file: this.#file }, { cause });
  }
}
