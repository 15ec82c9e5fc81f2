/** Empty cells of the columns of values of a table: a column with such cells is one finding, which counts them. */
import { type FileLog, shown } from "../bytes/diagnostics.ts";

export class EmptyCells {
  /** Rows of which a column could have a value. */
  rows = 0;
  /** By heading. */
  readonly #columns = new Map<string, { readonly line: number; count: number }>();

  add(heading: string, line: number): void {
    const known = this.#columns.get(heading);
    if (known === undefined) this.#columns.set(heading, { line, count: 1 });
    else known.count += 1;
  }

  /** Tables are sparse: an empty cell is no mistake, and a column without a value may be one. */
  report(log: FileLog): void {
    for (const [heading, { line, count }] of this.#columns) {
      const isWhole = count === this.rows && count > 1;
      const message = () =>
        isWhole
          ? `column ${shown(heading)} has no value in any of ${count} rows`
          : `empty cell: column ${shown(heading)}${count > 1 ? `; ${count} cells of it are empty` : ""}`;
      const kind = isWhole
        ? ({ level: "warning", counter: "CSV_EmptyColumn" } as const)
        : ({ level: "info", counter: "StrSplit_EmptyToken", suffix: "value" } as const);
      log.report({ ...kind, line, message }, isWhole ? 1 : count);
    }
  }
}
