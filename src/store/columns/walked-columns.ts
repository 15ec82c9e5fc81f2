/**
 * Columns that somebody else wrote, read from end to end to see whether they can be true. A walk is
 * a generator: it yields the pages that it needs, and whoever drives it puts them in place. Columns
 * in memory are one page, so that nothing is yielded; a file or a remote store gives block by block,
 * and a walk holds a few pages however long its columns are.
 */

import type { ColumnRow, Counts, Ids } from "./column-row.ts";
import type { Column } from "./column-source.ts";

/** A page that is to be put in place: `rows.take(page, …)`. */
export interface PageNeed {
  readonly rows: WalkedRows;
  readonly page: number;
}

/** @throws DataError from the walk when the columns cannot be true */
export type Walk<Result = void> = Generator<PageNeed, Result, void>;

/** What a column is before any page of it is there. */
interface WalkedColumn {
  readonly name: string;
  readonly length: number;
  /** Rows of a page; the last page may be shorter. */
  readonly pageRows: number;
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
   * @throws DataError when there is no such column, or its table says another type or length
   */
  rows(name: string, pagesKept?: number): WalkedRows;
}

/** Rows of a column, some pages of which are there. */
export class WalkedRows {
  readonly name: string;
  readonly length: number;
  readonly pageRows: number;
  /** The page at hand: rows start … end - 1 of the column. */
  rows: Column = new Uint8Array(0);
  start = 0;
  end = 0;
  readonly #pagesKept: number;
  readonly #wrong: WalkedColumn["wrong"];
  readonly #pages = new Map<number, Column>();

  constructor({ name, length, pageRows, wrong }: WalkedColumn, pagesKept: number) {
    this.name = name;
    this.length = length;
    this.pageRows = pageRows;
    this.#wrong = wrong;
    this.#pagesKept = pagesKept;
  }

  /** Is the row there? Its page is then the one at hand. */
  has(row: number): boolean {
    return (row >= this.start && row < this.end) || this.#goTo(Math.floor(row / this.pageRows));
  }

  /** What to yield when a row is not there. */
  need(row: number): PageNeed {
    if (!(row >= 0 && row < this.length)) throw new Error(`no row ${row} of ${this.name}`);
    return { rows: this, page: Math.floor(row / this.pageRows) };
  }

  /** A row of the page at hand. */
  at(row: number): number {
    return this.rows[row - this.start]!;
  }

  /** Puts a page in place. */
  take(page: number, rows: Column): void {
    for (const oldest of this.#pages.keys()) {
      if (this.#pages.size < this.#pagesKept) break;
      this.#pages.delete(oldest);
    }
    this.#pages.set(page, rows);
    this.#goTo(page);
  }

  /** The error for a row that cannot be true. */
  wrong(row: number, reason: string): Error {
    return this.#wrong(row, reason);
  }

  #goTo(page: number): boolean {
    const rows = this.#pages.get(page);
    if (rows === undefined) return false;
    this.rows = rows;
    this.start = page * this.pageRows;
    this.end = this.start + rows.length;
    return true;
  }
}

/** A row that may not be there yet. */
export function* rowOf(rows: WalkedRows, row: number): Walk<number> {
  if (!rows.has(row)) yield rows.need(row);
  return rows.at(row);
}

/**
 * Checks what must hold in a column alone, as its row in the table says.
 * @throws DataError from the walk
 */
export function* walkColumn<C>(rows: WalkedRows, { ids, offsets }: ColumnRow<C>, counts: C): Walk {
  if (ids !== undefined) yield* walkIds(rows, ids, ids.end(counts));
  if (offsets !== undefined) {
    yield* walkOffsets(rows, offsets.end(counts), offsets.stride?.(counts) ?? 1);
  }
}

function* walkIds<C>(rows: WalkedRows, { of, ascend = false, first = 0 }: Ids<C>, end: number) {
  for (let row = first, before = -1; row < rows.length; ) {
    if (!rows.has(row)) yield rows.need(row);
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
function* walkOffsets(rows: WalkedRows, end: number, stride: number): Walk {
  const last = rows.length - 1;
  for (let row = 0, before = 0; row <= last; row += stride) {
    if (!rows.has(row)) yield rows.need(row);
    const offset = rows.at(row);
    const isRight = row === 0 ? offset === 0 : offset >= before && offset <= end;
    if (!isRight || (row === last && offset !== end)) {
      throw rows.wrong(row, `${offset} after ${before} is no offset of ${end} rows`);
    }
    before = offset;
  }
}
