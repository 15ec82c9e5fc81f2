/** Columns of which only the rows that were asked for are there; the others are zeros. */

import type { Column, ColumnSource, LazyRows } from "../../src/store/columns/column-source.ts";

export class AskedRows implements ColumnSource {
  readonly isFar: boolean;
  readonly #columns: ReadonlyMap<string, Column>;

  constructor(columns: ReadonlyMap<string, Column>, isFar: boolean) {
    this.#columns = columns;
    this.isFar = isFar;
  }

  readonly has = (name: string): boolean => this.#columns.has(name);

  column(name: string): Column {
    const column = this.#columns.get(name);
    if (column === undefined) throw new Error(`there is no column ${name}`);
    return column;
  }

  lazyRows(name: string): LazyRows {
    const column = this.column(name);
    const rows = column.slice().fill(0) as Column;
    const need = (start: number, end: number) => {
      if (start >= end) return;
      const isThere = start >= 0 && end <= column.length;
      if (!isThere) throw new Error(`no rows ${start} to ${end} of ${name}: ${column.length}`);
      (rows as Uint8Array).set(column.subarray(start, end) as Uint8Array, start);
    };
    return { rows, isWhole: false, need };
  }
}
