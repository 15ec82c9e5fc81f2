/**
 * Columns that somebody else wrote, read from end to end to see whether they can be true. A column in
 * memory is one page; of a file, a walk holds a few pages however long its columns are.
 */

import type { ColumnRow, Counts, Ids } from "./column-row.ts";
import type { Column } from "./column-source.ts";

/** What a column is before any page of it was read. */
interface WalkedColumn {
  readonly length: number;
  /** Rows of a page; the last page may be shorter. */
  readonly pageRows: number;
  /** Reads rows start … end - 1. */
  readonly read: (start: number, end: number) => Column;
  /** The error for a row that cannot be true. */
  readonly wrong: (row: number, reason: string) => Error;
}

/** Columns that are walked, with the numbers that their table needs. */
export interface WalkedColumns<C = Counts> {
  readonly counts: C;
  /** Is there a column of this name? */
  has(name: string): boolean;
  /**
   * @param pagesKept for rows that are read in no order. Default: 1
   * @throws CommonsError when there is no such column, or its table says another type or length
   */
  rows(name: string, pagesKept?: number): WalkedRows;
}

/** Rows of a column, read page by page. */
export class WalkedRows {
  readonly length: number;
  readonly pageRows: number;
  /** The error for a row that cannot be true. */
  readonly wrong: WalkedColumn["wrong"];
  /** The page at hand: rows start … end - 1 of the column. */
  rows: Column = new Uint8Array(0);
  start = 0;
  end = 0;
  readonly #column: WalkedColumn;
  readonly #pagesKept: number;
  readonly #pages = new Map<number, Column>();

  constructor(column: WalkedColumn, pagesKept: number) {
    this.length = column.length;
    this.pageRows = column.pageRows;
    this.wrong = column.wrong;
    this.#column = column;
    this.#pagesKept = pagesKept;
  }

  at(row: number): number {
    if (!(row >= this.start && row < this.end)) this.goTo(row);
    return this.rows[row - this.start]!;
  }

  /** Makes the page of a row the one at hand. */
  goTo(row: number): void {
    if (row >= this.start && row < this.end) return;
    if (!(row >= 0 && row < this.length)) throw this.wrong(row, "there is no such row");
    const page = Math.floor(row / this.pageRows);
    this.start = page * this.pageRows;
    this.end = Math.min(this.start + this.pageRows, this.length);
    this.rows = this.#pages.get(page) ?? this.#read(page);
  }

  #read(page: number): Column {
    for (const oldest of this.#pages.keys()) {
      if (this.#pages.size < this.#pagesKept) break;
      this.#pages.delete(oldest);
    }
    const rows = this.#column.read(this.start, this.end);
    this.#pages.set(page, rows);
    return rows;
  }
}

/**
 * Checks what must hold in a column alone, as its row in the table says.
 * @throws CommonsError from the walk
 */
export function walkColumn<C>(rows: WalkedRows, { ids, offsets }: ColumnRow<C>, counts: C): void {
  if (ids !== undefined) walkIds(rows, ids, ids.end(counts));
  if (offsets !== undefined) {
    walkOffsets(rows, offsets.end(counts), offsets.stride?.(counts) ?? 1);
  }
}

function walkIds<C>(rows: WalkedRows, { of, ascend = false, first = 0 }: Ids<C>, end: number) {
  for (let row = first, before = -1; row < rows.length; ) {
    rows.goTo(row);
    const { rows: page, start, end: pageEnd } = rows;
    for (; row < pageEnd; row++) {
      const id = page[row - start]!;
      if (id >= end) throw rows.wrong(row, `there is no such ${of}`);
      if (ascend && id <= before)
        throw rows.wrong(row, `${id} is not between ${before} and ${end}`);
      before = id;
    }
  }
}

/** From 0 on, none below the one before, the last one the number of rows. */
function walkOffsets(rows: WalkedRows, end: number, stride: number): void {
  const last = rows.length - 1;
  for (let row = 0, before = 0; row <= last; row += stride) {
    const offset = rows.at(row);
    const isRight = row === 0 ? offset === 0 : offset >= before && offset <= end;
    if (!isRight || (row === last && offset !== end)) {
      throw rows.wrong(row, `${offset} after ${before} is no offset of ${end} rows`);
    }
    before = offset;
  }
}
