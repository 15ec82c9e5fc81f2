/**
 * Columns side by side in a few large buffers.
 *
 * Why not one buffer per column: the C library keeps freed blocks below 32 MB for itself, so that a
 * process that builds columns of a few megabytes ends up with three times the memory it uses. A
 * larger block is a mapping of its own: it costs the pages that were touched and no others, and it
 * goes back to the system when it is dropped. Shared buffers, so that threads can read one world.
 */

import {
  type Column,
  type ColumnSource,
  type IdColumn,
  type LazyBytes,
  type LazyRows,
  wholeRows,
} from "./column-source.ts";

/** The constructor of a kind of column. */
export interface ColumnType<T extends Column> {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBufferLike, byteOffset: number, length: number): T;
}

/** Columns begin where a cache line does. */
const alignment = 64;
/** Segments grow from the first size by this factor to the last one: a small world stays small. */
const firstSegmentBytes = 1 << 14;
const segmentGrowth = 16;
const segmentBytesMax = 1 << 26;

/** Hands out zeroed columns from segments that it owns. */
export class ColumnArena {
  #segment: ArrayBufferLike = new ArrayBuffer(0);
  #used = 0;
  #nextBytes = firstSegmentBytes;

  column<T extends Column>(Type: ColumnType<T>, length: number): T {
    const bytes = length * Type.BYTES_PER_ELEMENT;
    if (bytes > this.#segment.byteLength - this.#used) {
      if (bytes >= segmentBytesMax) return new Type(newSegment(bytes), 0, length);
      this.#begin(bytes);
    }
    const column = new Type(this.#segment, this.#used, length);
    this.#used = Math.ceil((this.#used + bytes) / alignment) * alignment;
    return column;
  }

  /** As narrow as values of at most `valueMax` allow. */
  narrow(length: number, valueMax: number): IdColumn {
    if (valueMax < 0x100) return this.column(Uint8Array, length);
    if (valueMax < 0x1_0000) return this.column(Uint16Array, length);
    return this.column(Uint32Array, length);
  }

  #begin(bytes: number): void {
    while (this.#nextBytes < bytes) this.#nextBytes *= segmentGrowth;
    this.#segment = newSegment(Math.min(this.#nextBytes, segmentBytesMax));
    this.#nextBytes = Math.min(this.#nextBytes * segmentGrowth, segmentBytesMax);
    this.#used = 0;
  }
}

function newSegment(bytes: number): ArrayBufferLike {
  return typeof SharedArrayBuffer === "undefined"
    ? new ArrayBuffer(bytes)
    : new SharedArrayBuffer(bytes);
}

/** A zeroed column for `length` values of at most `valueMax`, in memory of this thread alone. */
export function narrowColumn(length: number, valueMax: number): IdColumn {
  if (valueMax < 0x100) return new Uint8Array(length);
  if (valueMax < 0x1_0000) return new Uint16Array(length);
  return new Uint32Array(length);
}

/** A zeroed column in memory of its own that all threads can read. */
export function sharedColumn<T extends Column>(Type: ColumnType<T>, length: number): T {
  return new Type(newSegment(length * Type.BYTES_PER_ELEMENT), 0, length);
}

/** The same values in such memory. */
export function sharedCopy<T extends Column>(column: T): T {
  const copy = sharedColumn(column.constructor as ColumnType<T>, column.length);
  copy.set(column);
  return copy;
}

/** Named columns in memory: what a freeze makes and the frozen tables read. */
export class FrozenColumns implements ColumnSource {
  readonly #arena = new ColumnArena();
  readonly #columns = new Map<string, Column>();

  /** A new zeroed column under a name. */
  make<T extends Column>(name: string, Type: ColumnType<T>, length: number): T {
    return this.keep(name, this.#arena.column(Type, length));
  }

  /** The same, as narrow as values of at most `valueMax` allow. */
  makeNarrow(name: string, length: number, valueMax: number): IdColumn {
    return this.keep(name, this.#arena.narrow(length, valueMax));
  }

  /** Puts a column that was made elsewhere under a name. */
  keep<T extends Column>(name: string, column: T): T {
    this.#columns.set(name, column);
    return column;
  }

  /** A copy of a column next to the others, under no name yet. */
  copy<T extends Column>(column: T): T {
    const copied = this.#arena.column(column.constructor as ColumnType<T>, column.length);
    copied.set(column);
    return copied;
  }

  column(name: string): Column {
    const found = this.#columns.get(name);
    if (found === undefined) throw new Error(`there is no column ${name}`);
    return found;
  }

  lazyBytes(name: string): LazyBytes {
    return { bytes: this.column(name) as Uint8Array, isWhole: true, need: () => {} };
  }

  lazyRows(name: string): LazyRows {
    return wholeRows(this.column(name));
  }

  /** Bytes of all columns whose names begin with a prefix. */
  byteLength(prefix: string): number {
    let bytes = 0;
    for (const [name, column] of this.#columns) {
      if (name.startsWith(prefix)) bytes += column.byteLength;
    }
    return bytes;
  }
}

// A freeze goes step by step. The work of a step is in shares that any thread can do: plain data for
// kernels that only read and write the columns in it. The result does not depend on who did a share.

/** Shares that may be done at once, and what this thread does meanwhile. */
export interface FreezeStep<Share> {
  readonly shares: readonly Share[];
  readonly beside?: () => void;
}

/** Yields steps, and gets the answers to the shares of each, in the order of the shares. */
export type Freezing<T, Share> = Generator<FreezeStep<Share>, T, readonly unknown[]>;

/** Does all of a freeze in this thread. */
export function freezeWith<T, Share>(
  freezing: Freezing<T, Share>,
  doShares: (shares: readonly Share[]) => readonly unknown[],
): T {
  let step = freezing.next();
  while (step.done !== true) {
    const { shares, beside } = step.value;
    const answers = doShares(shares);
    beside?.();
    step = freezing.next(answers);
  }
  return step.value;
}
