/** Columns of a snapshot that lies elsewhere: whoever reads a row is watched. */

import { SnapshotError } from "../../errors/index.ts";
import type { Column, ColumnSource, LazyBytes, LazyRows } from "../../store/index.ts";
import { type Offsets, wrongOffset } from "./known-columns.ts";
import { absent, cut } from "./pass.ts";
import type { RemoteBytes } from "./remote-bytes.ts";

/** Rows that a reader may go through where there are none. */
const strayRowsMax = 1 << 12;
/** Who asks for many rows at once goes through them without asking again. */
const rowsPerTick = 1 << 8;
/** A longer column is not read from end to end because of what zeros say. */
const wholeBytesMax = 1 << 18;

/**
 * Columns are never told to be whole: a reader that does not ask any more could follow what somebody
 * forged without an end, or behind the end. Offsets that cannot be true are found when they are asked
 * for, so that nobody makes anything as long as they say.
 */
export class WatchedColumns implements ColumnSource {
  /** For a world over zeros, which one pass alone asks. */
  readonly isBrief: boolean;
  readonly #source: ColumnSource;
  readonly #bytes: RemoteBytes;
  readonly #offsets: ReadonlyMap<string, Offsets>;

  constructor(
    source: ColumnSource,
    bytes: RemoteBytes,
    offsets: ReadonlyMap<string, Offsets> = new Map(),
    isBrief = false,
  ) {
    this.isBrief = isBrief;
    this.#source = source;
    this.#bytes = bytes;
    this.#offsets = offsets;
  }

  readonly isFar = true;

  readonly has = (name: string): boolean => this.#source.has?.(name) === true;

  column(name: string): Column {
    return this.#watched(() => {
      const { pass } = this.#bytes;
      const mayMislead = pass.mode === "collecting" && pass.wanted.size > 0;
      if (mayMislead && this.#source.lazyBytes(name).bytes.length > wholeBytesMax) pass.rest();
      const rows = this.#source.column(name);
      this.#checkOffsets(name, rows, 0, rows.length);
      return rows;
    });
  }

  lazyBytes(name: string): LazyBytes {
    const part = this.#watched(() => this.#source.lazyBytes(name));
    const takesWishes = () => this.#takesWishes;
    return {
      get bytes() {
        return part.bytes;
      },
      isWhole: false,
      need: this.#needing(name, part, () => part.bytes.length),
      wish: (start, end) => this.#wish(part, start, end, part.bytes.length),
      get takesWishes() {
        return takesWishes();
      },
    };
  }

  lazyRows(name: string): LazyRows {
    const part = this.#watched(() => this.#source.lazyRows(name));
    const takesWishes = () => this.#takesWishes;
    return {
      get rows() {
        return part.rows;
      },
      isWhole: false,
      need: this.#needing(name, part, () => part.rows.length),
      hasRow: (row) => this.#watched(() => part.hasRow?.(row) !== false),
      wish: (start, end) => this.#wish(part, start, end, part.rows.length),
      get takesWishes() {
        return takesWishes();
      },
    };
  }

  /** `need`, which does not look again at the pieces that it looked at last. */
  #needing(
    name: string,
    part: LazyBytes | LazyRows,
    lengthOf: () => number,
  ): (start: number, end: number) => void {
    const piece = part.pieceLength ?? 1;
    const isChecked = this.#offsets.has(name);
    let [from, to] = [0, 0];
    return (start, end) => {
      if (start >= from && end <= to && start <= end) return this.#bytes.tick(1);
      const length = lengthOf();
      this.#need(name, part, start, end, length);
      if (isChecked) this.#checked(name, part, start, end);
      else if (this.#bytes.pass.mode === "throwing" && start < end) {
        from = start - (start % piece);
        to = Math.min(length, Math.ceil(end / piece) * piece);
      }
    };
  }

  #checked(name: string, part: LazyBytes | LazyRows, start: number, end: number): void {
    const rows = "rows" in part ? part.rows : part.bytes;
    this.#watched(() => this.#checkOffsets(name, rows, start, end));
  }

  #need(
    name: string,
    part: LazyBytes | LazyRows,
    start: number,
    end: number,
    length: number,
  ): void {
    const { pass } = this.#bytes;
    const rows = Math.abs(end - start) || 0;
    this.#bytes.tick(1 + rows / rowsPerTick);
    const isWithin = start >= 0 && end <= length;
    // Zeros may lead anywhere: there is nothing to fetch there. Nobody goes on for long there, either.
    if (!isWithin && pass.mode === "collecting") {
      if (rows > strayRowsMax) pass.end();
      return;
    }
    try {
      const isForwards = start <= end || pass.mode === "collecting";
      if (!(isWithin && isForwards)) throw this.#outside(name, start, end);
      part.need(start, end);
    } catch (error) {
      this.#note(error);
      throw error;
    }
  }

  /** @throws SnapshotError when one of them cannot be true; `absent` where it may be no row yet */
  #checkOffsets(name: string, rows: Column, start: number, end: number): void {
    const offsets = this.#offsets.get(name);
    if (offsets === undefined) return;
    const isHere = this.#bytes.pass.mode === "throwing";
    const row = wrongOffset(rows, start, Math.min(end, rows.length), offsets, isHere);
    if (row < 0) return;
    if (!isHere) throw absent;
    const message = `row ${row} of section '${name}' cannot be true: it was forged or damaged`;
    throw new SnapshotError("damaged", message, { file: this.#bytes.file, section: name });
  }

  get #takesWishes(): boolean {
    const { pass } = this.#bytes;
    return pass.mode === "collecting" && pass.mayGuess;
  }

  /** What is fetched for a guess comes in the same round as what is certainly needed. */
  #wish(part: LazyBytes | LazyRows, start: number, end: number, length: number): void {
    if (!this.#takesWishes) return;
    try {
      part.need(Math.max(0, start), Math.min(end, length));
    } catch (error) {
      this.#note(error);
      throw error;
    }
  }

  #outside(name: string, start: number, end: number): SnapshotError {
    const rows = `rows ${start} to ${end - 1} of section '${name}'`;
    const message = `what it holds was forged or damaged: it leads to ${rows}, which there are not`;
    return new SnapshotError("damaged", message, { file: this.#bytes.file, section: name });
  }

  #watched<Result>(read: () => Result): Result {
    try {
      return read();
    } catch (error) {
      this.#note(error);
      throw error;
    }
  }

  /** A handler may make an answer of an error: whoever runs the pass must see it. */
  #note(error: unknown): void {
    const { pass } = this.#bytes;
    if (error !== absent && error !== cut && !pass.wasCut) pass.failure ??= error;
  }
}
