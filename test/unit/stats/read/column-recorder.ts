/** Columns that a table wrote, and a source that tells which of them were read. */
import {
  type Column,
  type ColumnSink,
  type ColumnSource,
  type LazyBytes,
  type LazyRows,
  wholeRows,
} from "../../../../src/store/index.ts";

export class ColumnRecorder implements ColumnSink, ColumnSource {
  readonly written = new Map<string, Column>();
  readonly read = new Set<string>();

  column(name: string, column: Column): void;
  column(name: string): Column;
  column(name: string, column?: Column): Column | undefined {
    if (column !== undefined) {
      // A copy of the same type: nothing of the table may be shared.
      this.written.set(name, column.slice());
      return undefined;
    }
    const found = this.written.get(name);
    if (found === undefined) throw new Error(`nobody wrote ${name}`);
    this.read.add(name);
    return found;
  }

  lazyBytes(name: string): LazyBytes {
    return { bytes: this.column(name) as Uint8Array, isWhole: true, need: () => {} };
  }

  lazyRows(name: string): LazyRows {
    return wholeRows(this.column(name));
  }
}
