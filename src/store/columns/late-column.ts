/**
 * A column of a table: fetched when its rows are first read, as a whole or only those. What is in
 * memory is whole from the start.
 */

import type { Column, ColumnSink, ColumnSource, LazyRows } from "./sections.ts";

export class LateColumn<T extends Column> {
  readonly #source: ColumnSource;
  readonly #name: string;
  #rows: T | undefined;
  #part: LazyRows | undefined;

  constructor(source: ColumnSource, name: string) {
    this.#source = source;
    this.#name = name;
  }

  /** All rows. */
  get rows(): T {
    this.#rows ??= this.#source.column(this.#name) as T;
    return this.#rows;
  }

  /** All rows, if they are in memory. */
  get rowsHere(): T | undefined {
    this.rowsIn(0, 0);
    return this.#rows;
  }

  /** The column, of which rows [start, end) are there and others may not be. */
  rowsIn(start: number, end: number): T {
    return this.#rows ?? this.#fetch(start, end);
  }

  /** Is a row there that was asked for? See `LazyRows`. */
  hasRow(row: number): boolean {
    return this.#rows !== undefined || this.#part?.hasRow?.(row) !== false;
  }

  /** Would a wish be fetched? */
  get takesWishes(): boolean {
    if (this.#rows !== undefined) return false;
    this.#part ??= this.#source.lazyRows(this.#name);
    return this.#part.takesWishes === true;
  }

  /** Rows [start, end) are perhaps asked for next. */
  wish(start: number, end: number): void {
    if (this.#rows !== undefined) return;
    this.#part ??= this.#source.lazyRows(this.#name);
    this.#part.wish?.(start, end);
  }

  writeTo(sink: ColumnSink): void {
    sink.column(this.#name, this.rows);
  }

  #fetch(start: number, end: number): T {
    this.#part ??= this.#source.lazyRows(this.#name);
    const { rows, isWhole } = this.#part;
    if (isWhole) this.#rows = rows as T;
    else this.#part.need(start, end);
    return rows as T;
  }
}
