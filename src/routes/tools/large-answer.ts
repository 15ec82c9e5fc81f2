/** Answers that are too long for a model: a file has them, and the model gets its first lines. */
import { csvRow } from "../../export/csv-text.ts";
import type { Table } from "../../index.ts";
import { Refusal } from "../route.ts";
import type { AgentFolder } from "./agent-folder.ts";

/** Rows above which an answer becomes a file. */
export const inlineRowsMax = 500;

export const fileFormats = ["csv", "parquet", "arrow"] as const;
type FileFormat = (typeof fileFormats)[number];

/** Rows as a file has them. */
interface FileRows {
  readonly columns: readonly string[];
  readonly length: number;
  readonly csv: () => Iterable<string>;
  /** @throws TypeError (rejects) where an optional package is not installed */
  readonly bytes?: (format: "parquet" | "arrow") => Promise<Uint8Array>;
}

export const rowsOfTable = (table: Table): FileRows => ({
  columns: table.columns.map(({ name }) => name),
  length: table.length,
  csv: () => table.csvParts(),
  bytes: (format) => (format === "parquet" ? table.parquet() : table.arrow()),
});

export const rowsOfTexts = (
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): FileRows => ({
  columns,
  length: rows.length,
  csv: function* () {
    yield csvRow(columns);
    for (const row of rows) yield csvRow(row);
  },
});

/** What a tool answers instead of many rows; it is written once the question was answered. */
export class LargeAnswer {
  readonly rows: FileRows;
  /** Of the file, without ending. */
  readonly name: string;
  readonly format: FileFormat;
  /** The rest of the answer. */
  readonly about: object;

  constructor(rows: FileRows, name: string, format: FileFormat, about: object) {
    this.rows = rows;
    this.name = name;
    this.format = format;
    this.about = about;
  }

  /** The answer that a model gets. */
  async written(folder: AgentFolder, signal: AbortSignal): Promise<object> {
    const { rows, name, format, about } = this;
    const pieces = await this.#pieces();
    const file = await folder.write({ name, ending: format, pieces }, signal);
    const { columns, length } = rows;
    const firstLines = firstOf(rows.csv());
    return { ...about, file: { ...file, format, columns, rows: length, firstLines } };
  }

  async #pieces(): Promise<Iterable<string | Uint8Array>> {
    const { rows, format } = this;
    if (format === "csv" || rows.bytes === undefined) return rows.csv();
    try {
      return [await rows.bytes(format)];
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      throw new Refusal(400, `${error.message}, or send the format csv`);
    }
  }
}

const linesShown = 10;
const lineShown = 1000;

function firstOf(pieces: Iterable<string>): readonly string[] {
  let text = "";
  for (const piece of pieces) {
    text += piece;
    if (text.split("\n", linesShown + 1).length > linesShown) break;
  }
  const lines = text.split("\n", linesShown).map((line) => line.slice(0, lineShown));
  return lines.filter((line) => line !== "");
}
