/** Rows of a table in a layout → rows of an ordinary table. */
import { LoadError } from "../../errors/errors.ts";
import { type FileLog, shown } from "../bytes/diagnostics.ts";
import { reportWidth } from "../records/csv-rows.ts";
import { isNote } from "./headings.ts";
import type { LaidTable } from "./layout.ts";
import { type FoundLayout, isSame } from "./layouts.ts";

const reasonsMax = 1_000;

/** One row may be damaged; of so many it is the header that is. */
const oddShare = 0.2;

/** What is left out of a table, by reason. */
export class LeftOutCounts {
  readonly #log: FileLog;
  readonly #counts = new Map<string, number>();

  constructor(log: FileLog) {
    this.#log = log;
  }

  readonly tell = (reason: string): void => {
    const count = this.#counts.get(reason);
    if (count !== undefined || this.#counts.size < reasonsMax) {
      this.#counts.set(reason, (count ?? 0) + 1);
    }
  };

  /** Reports each reason once. */
  end(): void {
    for (const [reason, count] of this.#counts) {
      const message = () => `${reason}: ${count}; left out`;
      this.#log.report(
        { level: "info", counter: "Layout_LeftOut", line: undefined, message },
        count,
      );
    }
    this.#counts.clear();
  }
}

export class LaidRows {
  readonly #found: FoundLayout;
  readonly #table: LaidTable;
  readonly #log: FileLog;
  /** What was left out. */
  readonly counts: LeftOutCounts;
  /** Columns without a heading: commas at the end of each line make one. */
  readonly #nameless: readonly number[];
  #labelRows: number;
  #isEnded = false;
  #readCount = 0;
  /** Rows with cells that no heading is above. */
  #unheadedCount = 0;

  constructor(found: FoundLayout, log: FileLog) {
    this.#found = found;
    this.#table = found.table;
    this.#log = log;
    this.counts = new LeftOutCounts(log);
    this.#labelRows = found.table.labelRows ?? 0;
    const named = new Set(found.table.columns.map(({ at }) => at));
    const isKeyed = (found.table.split ?? found.table.unfold) !== undefined;
    this.#nameless = isKeyed ? [] : found.header.flatMap((_, at) => (named.has(at) ? [] : [at]));
  }

  /** @returns none for a row that holds no data, or breaks the layout. */
  read(cells: readonly string[], line: number): readonly (readonly string[])[] {
    const own = this.#partsOf(cells, line);
    if (own === undefined) return [];
    const rows = this.#table.unfold?.(own, this.counts.tell) ?? [own];
    return rows.map((row) =>
      this.#table.columns.map(({ at, cell }) => {
        const written = row[at] ?? "";
        return cell === undefined ? written.trim() : cell(written, this.counts.tell);
      }),
    );
  }

  #partsOf(cells: readonly string[], line: number): readonly string[] | undefined {
    const { width, leaves, split, isEnd } = this.#table;
    if (this.#isEnded || isEnd?.(cells) === true) {
      this.#isEnded = true;
      return this.#leave("rows of notes below the table");
    }
    if (isSame(cells, this.#found.header)) return this.#leave("rows that repeat the header");
    if (this.#labelRows > 0) {
      this.#labelRows -= 1;
      return undefined;
    }
    if (width > 1 && isNote(cells)) return this.#leave("rows of notes");
    if (cells.length !== width) {
      if (cells.length > width) this.#unheadedCount += 1;
      reportWidth(this.#log, width, cells, line);
      return undefined;
    }
    const reason = leaves?.(cells);
    if (reason !== undefined) return this.#leave(reason);
    const own = split === undefined ? cells : split(cells);
    if (typeof own === "string") return this.#broken(own, line);
    const odd = this.#nameless.find((at) => cells[at] !== "");
    if (odd !== undefined) {
      this.#unheadedCount += 1;
      const problem = `expected an empty cell where the header has one, in column ${odd + 1}, found ${shown(cells[odd]!)}`;
      return this.#broken(problem, line);
    }
    this.#readCount += 1;
    return own;
  }

  /**
   * @throws LoadError if many rows have more cells than headings: rows whose last cells are empty look
   * whole then, with their values below headings of others.
   */
  end(): void {
    this.counts.end();
    const [odd, all] = [this.#unheadedCount, this.#unheadedCount + this.#readCount];
    if (odd < 2 || odd < all * oddShare) return;
    const problem = `${odd} of ${all} rows have cells without a heading: is a heading missing?`;
    throw new LoadError(problem, { file: this.#log.file });
  }

  #leave(reason: string): undefined {
    this.counts.tell(reason);
    return undefined;
  }

  #broken(problem: string, line: number): undefined {
    const message = () => `${problem}; row not loaded`;
    this.#log.report({ level: "error", counter: "Layout_BrokenRow", line, message });
    return undefined;
  }
}
