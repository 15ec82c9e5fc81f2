/** Columns of a remote snapshot: every access of a row is checked. */

import { SnapshotError } from "../errors/errors.ts";
import type { OffsetBounds } from "../snapshot/section-table.ts";
import type { Column, ColumnSource, LazyRows, Remember } from "../store/columns/column-source.ts";
import { absent, cut, type RemoteBytes } from "./remote-bytes.ts";

/** A collecting pass may ask for so many rows outside of a column. */
const strayRowsMax = 1 << 12;
/** A reader that asks for many rows at once goes through them without further calls. */
const rowsPerTick = 1 << 8;
/** A collecting pass that may be misled reads no longer column as a whole. */
const wholeBytesMax = 1 << 18;

/**
 * Columns never count as whole, so that readers ask for all rows: in a forged snapshot, a reader
 * that does not ask could follow numbers for ever, or past the end. Offsets are checked when they
 * are read, before they become the length of anything.
 */
export class WatchedColumns implements ColumnSource {
  /** For a world over zeros, which serves one pass. */
  readonly isBrief: boolean;
  readonly #source: ColumnSource;
  readonly #bytes: RemoteBytes;
  readonly #offsets: ReadonlyMap<string, OffsetBounds>;

  constructor(
    source: ColumnSource,
    bytes: RemoteBytes,
    offsets: ReadonlyMap<string, OffsetBounds> = new Map(),
    isBrief = false,
  ) {
    this.isBrief = isBrief;
    this.#source = source;
    this.#bytes = bytes;
    this.#offsets = offsets;
  }

  readonly isFar = true;

  readonly remember: Remember = (key, make, isLasting) =>
    this.#bytes.remember(key, make, isLasting);

  readonly has = (name: string): boolean => this.#source.has?.(name) === true;

  column(name: string): Column {
    return this.#watched(() => {
      const { pass } = this.#bytes;
      const mayMislead = pass.mode === "collecting" && pass.wanted.size > 0;
      if (mayMislead && this.#source.lazyRows(name).rows.byteLength > wholeBytesMax) pass.pause();
      const rows = this.#source.column(name);
      this.#checkOffsets(name, rows, 0, rows.length);
      return rows;
    });
  }

  lazyRows(name: string): LazyRows {
    const part = this.#watched(() => this.#source.lazyRows(name));
    const takesWishes = () => this.#takesWishes;
    return {
      get rows() {
        return part.rows;
      },
      isWhole: false,
      need: this.#needing(name, part),
      hasRow: (row) => this.#watched(() => part.hasRow?.(row) !== false),
      wish: (start, end) => this.#wish(part, start, end),
      get takesWishes() {
        return takesWishes();
      },
    };
  }

  /** `need`, without a second check of the pieces that it checked last. */
  #needing(name: string, part: LazyRows): (start: number, end: number) => void {
    const piece = part.pieceLength ?? 1;
    const isChecked = this.#offsets.has(name);
    const seen = new Uint32Array(Math.ceil(part.rows.length / piece));
    let [from, to] = [0, 0];
    return (start, end) => {
      if (start >= from && end <= to && start <= end) return this.#bytes.tick(1);
      this.#need(name, part, start, end);
      const { pass } = this.#bytes;
      if (isChecked) this.#watched(() => this.#checkOffsets(name, part.rows, start, end));
      if (!pass.readsReal || start >= end) return;
      pass.see(seen, Math.floor(start / piece), Math.ceil(end / piece));
      if (!isChecked) {
        from = start - (start % piece);
        to = Math.min(part.rows.length, Math.ceil(end / piece) * piece);
      }
    };
  }

  #need(name: string, part: LazyRows, start: number, end: number): void {
    const { pass } = this.#bytes;
    const rows = Math.abs(end - start) || 0;
    this.#bytes.tick(1 + rows / rowsPerTick);
    const isWithin = start >= 0 && end <= part.rows.length;
    // Zeros may lead outside of the column. Nothing is fetched there, and the way is short.
    if (!(isWithin && start <= end) && pass.mode === "collecting") pass.isStray = true;
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

  /** @throws SnapshotError for an impossible offset; `absent` when the row may not be read yet */
  #checkOffsets(name: string, rows: Column, start: number, end: number): void {
    const offsets = this.#offsets.get(name);
    if (offsets === undefined) return;
    const isHere = this.#bytes.pass.readsReal;
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

  /** A guess is fetched in the same round as the blocks that are certainly needed. */
  #wish(part: LazyRows, start: number, end: number): void {
    if (!this.#takesWishes) return;
    try {
      part.need(Math.max(0, start), Math.min(end, part.rows.length));
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

  /** Keeps an error for the pass: a handler may turn the error into an answer. */
  #note(error: unknown): void {
    const { pass, start } = this.#bytes;
    if (error !== absent && error !== cut && !pass.wasCut) pass.fail(error, start);
  }
}

/**
 * The first row of [start, end) with an impossible offset; -1 when there is none.
 * @param isHere whether all rows were read: rows that were not may be zeros, which descend
 */
function wrongOffset(
  rows: Column,
  start: number,
  end: number,
  { stride, most }: OffsetBounds,
  isHere: boolean,
): number {
  let before = 0;
  for (let row = Math.ceil(start / stride) * stride; row < end; row += stride) {
    const offset = rows[row] as number;
    if (offset > most || (isHere && offset < before)) return row;
    before = offset;
  }
  return -1;
}
