/**
 * Columns that somebody else wrote, read from end to end to see whether they can be true. A walk is
 * a generator: it yields the pages that it needs, and whoever drives it puts them in place. Columns
 * in memory are one page, so that nothing is yielded; a file or a remote store gives block by block,
 * and a walk holds a few pages however long its columns are.
 */

import type { Column } from "./sections.ts";

/** Types of elements, as snapshots name them. */
export type RowType = "u8" | "u16" | "u32" | "i8" | "i16" | "i32" | "f64";

/** Columns of ids or codes have the type that their largest value needs. */
export const idTypes: readonly RowType[] = ["u8", "u16", "u32"];

/** A page that is to be put in place: `rows.take(page, …)`. */
export interface PageNeed {
  readonly rows: WalkedRows;
  readonly page: number;
}

/** @throws DataError from the walk when the columns cannot be true */
export type Walk<Result = void> = Generator<PageNeed, Result, void>;

/** What a column is before any page of it is there. */
export interface WalkedColumn {
  readonly name: string;
  readonly length: number;
  /** Rows of a page; the last page may be shorter. */
  readonly pageRows: number;
  /** The error for a row that cannot be true. */
  readonly wrong: (row: number, reason: string) => Error;
}

export interface WalkedSections {
  /** Is there a column of this name? */
  has(name: string): boolean;
  /**
   * @param length how many rows it must have; any number where it is undefined
   * @param pagesKept for rows that are read in no order. Default: 1
   * @throws DataError when there is no such column, or it has another type or length
   */
  rows(
    name: string,
    types: readonly RowType[],
    length?: number | undefined,
    pagesKept?: number,
  ): WalkedRows;
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

/** Checks offsets of groups: from 0 on, none below the one before, the last one the number of rows. */
export function checkOffset(
  offsets: WalkedRows,
  group: number,
  before: number,
  rows: number,
): number {
  const offset = offsets.at(group);
  const isLast = group + 1 === offsets.length;
  if (group === 0 ? offset === 0 : offset >= before && offset <= rows) {
    if (!isLast || offset === rows) return offset;
  }
  throw offsets.wrong(group, `${offset} after ${before} is no offset of ${rows} rows`);
}

/**
 * Ascending ids below `end`, each once.
 * @param first how many rows are something else
 */
export function* walkAscending(ids: WalkedRows, end: number, first = 0): Walk {
  for (let row = first, before = -1; row < ids.length; row++) {
    if (!ids.has(row)) yield ids.need(row);
    const id = ids.at(row);
    if (!(id > before && id < end)) {
      throw ids.wrong(row, `${id} is not between ${before} and ${end}`);
    }
    before = id;
  }
}
