/** Tables of columns, and the forms in which other programs read them. */

import { setMember } from "../adapters/reads/node-page.ts";
import { excerpt } from "../errors/excerpts.ts";
import { csvCell, csvRow } from "../export/csv-text.ts";
import { requireOptions } from "../options/required-options.ts";
import type { FacetEntry } from "../stats/facets/facets.ts";
import type { ArrowFormat } from "./arrow.ts";
import { type Cell, cellOf, sortedRows, type TableColumn, takeRows } from "./column-data.ts";
import { shownTable } from "./shown-table.ts";

/** How many values a table has as null. */
export interface TableCounts {
  /** Observations whose values are no numbers: null in the table. */
  readonly notNumbers: number;
  /** Numbers whose denominator is missing or 0: null in the table. */
  readonly undivided: number;
}

/** The series of one facet that a table has read. */
interface TableSource {
  readonly facet: FacetEntry;
  /** Their first and their last date in the table. */
  readonly from: string;
  readonly to: string;
  /** Whether they divided the values. */
  readonly isDivisor: boolean;
}

// Arguments of its methods.
const orderRows = { order: { is: ["text"], choices: ["ascending", "descending"] } } as const;
const columnsRows = { columns: { is: ["object"], isRequired: true } } as const;
const countRows = { count: { is: ["whole"], isRequired: true } } as const;

const inspecting = Symbol.for("nodejs.util.inspect.custom");

/**
 * Columns of one length, each with a name of its own. Immutable: a new order or a selection makes a
 * new table. To iterate over it gives its rows as objects, as `objects` does.
 */
export class Table<Row extends object = Readonly<Record<string, Cell>>> {
  /**
   * In their order, each with its own name. Of columns that would have the same name, as a variable called
   * `entity` has that of the entities, the later ones have `_2`, `_3` and so on after it.
   */
  readonly columns: readonly TableColumn[];
  /** Number of rows. */
  readonly length: number;
  /** Counted when the table was made. */
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
    return shownTable(this.columns, this.length);
  }

  /**
   * Rows by a column: numbers by size, texts in byte order of UTF-8, null last in both directions.
   * Equal ones stay in their order.
   *
   * @throws TypeError when there is no such column, and no such order
   */
  sorted(name: keyof Row & string, order: "ascending" | "descending" = "ascending"): Table<Row> {
    requireOptions("sorted", { order }, orderRows);
    return this.take(sortedRows(this.#named(name), this.length, order));
  }

  /**
   * Some columns in a new order, under new names:
   * `select({ place: "entity_name", value: "value" })`.
   *
   * @throws TypeError when there is no such column
   */
  select<const Columns extends Readonly<Record<string, keyof Row & string>>>(
    columns: Columns,
  ): Table<{ readonly [Name in keyof Columns]: Row[Columns[Name]] }> {
    requireOptions("select", { columns }, columnsRows);
    const selected = Object.entries(columns).map(([name, old]) => ({ ...this.#named(old), name }));
    return new Table(selected, this.length, this.counts, this.sources);
  }

  /** The first rows. */
  head(count: number): Table<Row> {
    requireOptions("head", { count }, countRows);
    return this.take(Uint32Array.from({ length: Math.min(count, this.length) }, (_, row) => row));
  }

  /** The rows of these numbers, in their order; the first is 0. */
  take(rows: Uint32Array): Table<Row> {
    return new Table(takeRows(this.columns, rows), rows.length, this.counts, this.sources);
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

  #named(name: string): TableColumn {
    const column = this.column(name);
    if (column !== undefined) return column;
    const known = this.columns.map((one) => one.name).join(", ");
    throw new TypeError(`the table has no column '${excerpt(name)}', but ${excerpt(known)}`);
  }
}

const csvPieceLength = 1 << 16;

function withOwnNames(columns: readonly TableColumn[]): readonly TableColumn[] {
  const taken = new Set(columns.map(({ name }) => name));
  if (taken.size === columns.length) return columns;
  const used = new Set<string>();
  return columns.map((column) => {
    let { name } = column;
    for (let count = 2; used.has(name); count++) {
      const other = `${column.name}_${count}`;
      name = taken.has(other) ? name : other;
    }
    used.add(name);
    return name === column.name ? column : { ...column, name };
  });
}
