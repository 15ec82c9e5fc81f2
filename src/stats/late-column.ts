/** A column that is fetched when its rows are first read. */

import type { Column, ColumnSink, ColumnSource } from "../store/index.ts";

export class LateColumn<T extends Column> {
  readonly #source: ColumnSource;
  readonly #name: string;
  #rows: T | undefined;

  constructor(source: ColumnSource, name: string) {
    this.#source = source;
    this.#name = name;
  }

  get rows(): T {
    this.#rows ??= this.#source.column(this.#name) as T;
    return this.#rows;
  }

  writeTo(sink: ColumnSink): void {
    sink.column(this.#name, this.rows);
  }
}
