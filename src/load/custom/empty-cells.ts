/** Empty cells and words in the columns of values of a table: a column with empty ones is one finding, which counts them. */
import { type FileLog, shown } from "../bytes/diagnostics.ts";

export class EmptyCells {
  /** Rows of which a column could have a value. */
  rows = 0;
  /** By heading. */
  readonly #columns = new Map<string, { readonly line: number; count: number }>();
  /** How many cells of words a column has, by heading. */
  readonly #words = new Map<string, number>();

  add(heading: string, line: number): void {
    const known = this.#columns.get(heading);
    if (known === undefined) this.#columns.set(heading, { line, count: 1 });
    else known.count += 1;
  }

  /** What to do about a cell of words, if no row before it had another cell in the column; "" for other cells. */
  cureOfWords(heading: string, cell: string): string {
    if (!/\p{L}{2}/u.test(cell)) return "";
    const words = this.#words.get(heading) ?? 0;
    const empty = this.#columns.get(heading)?.count ?? 0;
    this.#words.set(heading, words + 1);
    if (words + empty + 1 < this.rows) return "";
    return "; if these are texts, name their column in ignoreColumns of the config";
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
