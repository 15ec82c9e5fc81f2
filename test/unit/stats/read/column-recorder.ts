/** Columns of a table of observations, and a source that says which of them were read. */
import type { ObservationTable } from "../../../../src/stats/read/observations.ts";
import { observationColumns } from "../../../../src/stats/series-columns.ts";
import {
  type Column,
  type ColumnSource,
  type LazyRows,
  wholeRows,
} from "../../../../src/store/columns/column-source.ts";

export class ColumnRecorder implements ColumnSource {
  readonly written = new Map<string, Column>();
  readonly read = new Set<string>();

  /** Copies of the same types: nothing of the table may be shared. */
  constructor({ source }: ObservationTable) {
    for (const { name } of observationColumns) this.written.set(name, source.column(name).slice());
  }

  column(name: string): Column {
    const found = this.written.get(name);
    if (found === undefined) throw new Error(`there is no column ${name}`);
    this.read.add(name);
    return found;
  }

  lazyRows(name: string): LazyRows {
    return wholeRows(this.column(name));
  }
}
