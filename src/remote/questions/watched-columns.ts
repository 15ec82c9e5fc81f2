/** Columns of a snapshot that lies elsewhere: whoever reads a row is watched. */

import type { Column, ColumnSource, LazyBytes, LazyRows } from "../../store/index.ts";
import { absent } from "./pass.ts";
import type { RemoteBytes } from "./remote-bytes.ts";

/**
 * Columns that a reader follows until it finds an end: if somebody forged them, there may be none.
 * These are watched although all of them is here.
 */
const isEndless = (name: string): boolean => name.endsWith(".slots");

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
      get isWhole() {
        return part.isWhole;
      },
      need: (start, end) => this.#need(part, start, end),
    };
  }

  lazyRows(name: string): LazyRows {
    const part = this.#watched(() => this.#source.lazyRows(name));
    const mayEnd = !isEndless(name);
    return {
      get rows() {
        return part.rows;
      },
      get isWhole() {
        return mayEnd && part.isWhole;
      },
      need: (start, end) => this.#need(part, start, end),
    };
  }

  #need(part: LazyBytes | LazyRows, start: number, end: number): void {
    this.#bytes.tick();
    try {
      part.need(start, end);
    } catch (error) {
      this.#note(error);
      throw error;
    }
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
