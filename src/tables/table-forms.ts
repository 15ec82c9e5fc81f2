/** Columns of a table, and the forms in which other programs read them. */

import { setMember } from "../adapters/reads/node-page.ts";
import { csvCell, csvRow } from "../export/csv-text.ts";
import { inspecting } from "../world/shown-world.ts";
import type { ArrowFormat, ArrowTable } from "./arrow.ts";
import { type Cell, cellOf, type TableColumn, withOwnNames } from "./column-data.ts";
import type { TableSource } from "./table-sources.ts";

/** How many values a table has as null, and what it has no row for. */
export interface TableCounts {
  /** Observations whose values are no numbers: null in the table. */
  readonly notNumbers: number;
  /** Numbers whose denominator is missing or 0: null in the table. */
  readonly undivided: number;
  /** Dcids of the question, and ids and texts of facets, that the world lacks: slips, for the most part. `explain` names the nearest. */
  readonly unknown: readonly string[];
}

/** What a table holds, without the verbs that make another one of it. */
export class TableForms<Row extends object> {
  /**
   * In their order, each with its own name. Of columns that would have the same name, as a variable called
   * `entity` has that of the entities, the later ones have `_2`, `_3` and so on after it.
   */
  readonly columns: readonly TableColumn[];
  /** Number of rows. */
  readonly length: number;
  /** Counted when the table was made; of joined tables, the counts of both together. */
  readonly counts: TableCounts;
  /** @internal What `cite` names. */
  readonly sources: readonly TableSource[];

  /** @internal */
  constructor(
    columns: readonly TableColumn[],
    length: number,
    counts: TableCounts,
    sources: readonly TableSource[] = [],
  ) {
    this.columns = withOwnNames(columns);
    this.length = length;
    this.counts = counts;
    this.sources = sources;
  }

  /** The column of a name. */
  column(name: string): TableColumn | undefined {
    return this.columns.find((column) => column.name === name);
  }

  /** Row by row, cells in the order of the columns. */
  *rows(): Generator<Cell[]> {
    for (let row = 0; row < this.length; row++) {
      yield this.columns.map((column) => cellOf(column, row));
    }
  }

  /** Row by row, cells by the names of their columns. */
  *objects(): Generator<Row> {
    for (let row = 0; row < this.length; row++) {
      const cells: Record<string, Cell> = {};
      for (const column of this.columns) setMember(cells, column.name, cellOf(column, row));
      yield cells as Row;
    }
  }

  /** As `objects`. */
  [Symbol.iterator](): Generator<Row> {
    return this.objects();
  }

  /** All rows as a list of objects. */
  toJSON(): Row[] {
    return [...this.objects()];
  }

  /** What `console.log` of Node prints: the number of rows, and the first ones. */
  [inspecting](): string {
    return shownTable(this.columns, this.length, this.counts.unknown);
  }

  /**
   * RFC 4180 with a line of names, lines ending in LF; null is an empty cell.
   *
   * @throws RangeError above half a gigabyte, the longest text of JavaScript: see `csvParts`
   */
  csv(): string {
    return [...this.csvParts()].join("");
  }

  /** The same text in pieces of some thousand rows. */
  *csvParts(): Generator<string> {
    const texts = this.columns.map((column) =>
      column.kind === "text" ? column.texts.map((text) => csvCell(text ?? "")) : [],
    );
    let piece = csvRow(this.columns.map(({ name }) => name));
    for (let row = 0; row < this.length; row++) {
      for (const [at, column] of this.columns.entries()) {
        if (at > 0) piece += ",";
        if (column.kind === "text") piece += texts[at]![column.codes[row]!];
        else piece += cellOf(column, row) ?? "";
      }
      piece += "\n";
      if (piece.length < csvPieceLength) continue;
      yield piece;
      piece = "";
    }
    yield piece;
  }

  /**
   * Apache Parquet: numbers as plain doubles, texts by dictionaries, compressed by Snappy.
   *
   * @throws TypeError (rejects) when the package `hyparquet-writer` is not installed
   */
  async parquet(): Promise<Uint8Array> {
    const { parquetOf } = await import("./table-files.ts");
    return await parquetOf(this.columns, this.length);
  }

  /**
   * Apache Arrow, as its file format (also known as Feather 2) or as a stream: numbers as doubles,
   * texts as dictionaries.
   *
   * @param format default: `file`
   * @throws TypeError (rejects) when the package `@uwdata/flechette` is not installed
   */
  async arrow(format: ArrowFormat = "file"): Promise<Uint8Array> {
    const { arrowOf } = await import("./table-files.ts");
    return await arrowOf(this.columns, this.length, format);
  }

  /**
   * The same as a `Table` of the package `@uwdata/flechette`, which arquero and Observable Plot take. Most of it is
   * not copied, so nobody may write to its arrays.
   *
   * @typeParam Arrow name the package's own type: `arrowTable<import("@uwdata/flechette").Table>()`
   * @throws TypeError (rejects) when the package is not installed
   */
  async arrowTable<Arrow extends ArrowTable = ArrowTable>(): Promise<Arrow> {
    const { arrowTableOf } = await import("./table-files.ts");
    return (await arrowTableOf(this.columns, this.length)) as ArrowTable as Arrow;
  }
}

const csvPieceLength = 1 << 16;

// The first rows of a table as text, for people who print it.

const rowsShown = 10;
const columnsShown = 8;
const widthMax = 24;

/** `Table of 52 rows`, and the first rows under the names of their columns. */
function shownTable(
  columns: readonly TableColumn[],
  length: number,
  unknown: readonly string[],
): string {
  const shown = columns.slice(0, columnsShown);
  const rows = Array.from({ length: Math.min(length, rowsShown) }, (_, row) => row);
  const texts = shown.map((column) => {
    const cells = [column.name, ...rows.map((row) => textOf(cellOf(column, row)))].map(cut);
    const width = Math.max(...cells.map((cell) => cell.length));
    const isNumber = column.kind === "number";
    return cells.map((cell) => (isNumber ? cell.padStart(width) : cell.padEnd(width)));
  });
  const lines = [0, ...rows.map((row) => row + 1)].map((line) =>
    texts
      .map((cells) => cells[line])
      .join("  ")
      .trimEnd(),
  );
  const names = unknown.slice(0, 5).map((name) => `'${cut(name)}'`);
  const others = unknown.length > names.length ? `, and ${unknown.length - names.length} more` : "";
  const left = [
    names.length > 0 ? `the world lacks ${names.join(", ")}${others}` : "",
    length > rowsShown ? `${length - rowsShown} more rows` : "",
    columns.length > columnsShown
      ? `more columns: ${columns
          .slice(columnsShown)
          .map(({ name }) => name)
          .slice(0, 20)
          .join(", ")}`
      : "",
  ].filter((text) => text !== "");
  const count = length === 1 ? "1 row" : `${length} rows`;
  return [`Table of ${count}`, ...lines, ...left.map((text) => `… ${text}`)].join("\n");
}

const textOf = (cell: Cell): string => (cell === null ? "" : String(cell));

// Control characters of a cell do not reach a terminal.
const cut = (text: string): string => {
  const plain = text.replace(/\p{Cc}/gu, " ");
  return plain.length > widthMax ? `${plain.slice(0, widthMax - 1)}…` : plain;
};
