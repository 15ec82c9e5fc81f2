/** Columns on their way into a snapshot, or into shared memory. */

import type { Column, ColumnSink } from "../store/index.ts";

/** Collects the columns of a world in the order in which they are given. */
export class ColumnList implements ColumnSink {
  readonly columns: Map<string, Column> = new Map();

  column(name: string, column: Column): void {
    if (this.columns.has(name)) throw new Error(`two columns are named '${name}'`);
    this.columns.set(name, column);
  }
}
