/** Columns of a snapshot that lies elsewhere: whoever reads a row is watched. */

import { SnapshotError } from "../../errors/index.ts";
import type { Column, ColumnSource, LazyBytes, LazyRows } from "../../store/index.ts";
import { absent } from "./pass.ts";
import type { RemoteBytes } from "./remote-bytes.ts";

/** Rows that a reader may go through where there are none. */
const strayRowsMax = 1 << 12;

/**
 * Columns are never told to be whole: a reader that does not ask any more could follow what somebody
 * forged without an end, or behind the end.
 */
export class WatchedColumns implements ColumnSource {
  readonly #source: ColumnSource;
  readonly #bytes: RemoteBytes;

  constructor(source: ColumnSource, bytes: RemoteBytes) {
    this.#source = source;
    this.#bytes = bytes;
  }

  readonly isFar = true;

  readonly has = (name: string): boolean => this.#source.has?.(name) === true;

  column(name: string): Column {
    return this.#watched(() => this.#source.column(name));
  }

  lazyBytes(name: string): LazyBytes {
    const part = this.#watched(() => this.#source.lazyBytes(name));
    return {
      get bytes() {
        return part.bytes;
      },
      isWhole: false,
      need: (start, end) => this.#need(name, part, start, end, part.bytes.length),
    };
  }

  lazyRows(name: string): LazyRows {
    const part = this.#watched(() => this.#source.lazyRows(name));
    return {
      get rows() {
        return part.rows;
      },
      isWhole: false,
      need: (start, end) => this.#need(name, part, start, end, part.rows.length),
    };
  }

  #need(
    name: string,
    part: LazyBytes | LazyRows,
    start: number,
    end: number,
    length: number,
  ): void {
    this.#bytes.tick();
    const isWithin = start >= 0 && end <= length;
    // Zeros may lead anywhere: there is nothing to fetch there. Nobody goes on for long there, either.
    if (!isWithin && this.#bytes.pass.mode === "collecting") {
      if (end - start > strayRowsMax) this.#bytes.pass.end();
      return;
    }
    try {
      if (!isWithin) throw this.#outside(name, start, end);
      part.need(start, end);
    } catch (error) {
      this.#note(error);
      throw error;
    }
  }

  #outside(name: string, start: number, end: number): SnapshotError {
    const rows = `rows ${start} to ${end - 1} of section '${name}'`;
    const message = `what it holds cannot be true: it leads to ${rows}, which there are not`;
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
    if (error !== absent && !pass.wasCut) pass.failure ??= error;
  }
}
