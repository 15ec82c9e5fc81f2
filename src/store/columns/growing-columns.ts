/**
 * Columns that grow while a world is built. A slab that is full stays where it is, so that growing
 * copies nothing and needs no second column; and a full slab is large enough to
 * be a mapping of its own, which goes back to the system when `release` lets go of it.
 */

import { LimitError } from "../../errors/errors.ts";
import { sharedCopy } from "./column-source.ts";
import { releaseScratch, scratchColumn } from "./scratch.ts";

/** log2 of the rows of a full slab. */
export const slabBits = 23;
const slabRows = 1 << slabBits;
export const slabMask: number = slabRows - 1;
/** The first slab takes these sizes in turn, from none on, so that a small world stays small. */
const firstRows = [1 << 6, 1 << 10, 1 << 14, 1 << 18, 1 << 21, slabRows];
/** Row numbers are 32-bit. */
const rowsMax = 0xffff_fffe;

type SlabColumn = Uint32Array | Float64Array;

/** Rows as plain data: all slabs but the last are full. */
export interface SlabRows<T extends SlabColumn> {
  readonly slabs: readonly T[];
  readonly length: number;
}

abstract class Slabs<T extends SlabColumn> {
  protected filled: T[];
  protected tail: T;
  /** Rows in the tail. */
  protected used = 0;
  #rowsBefore = 0;

  constructor() {
    this.tail = this.make(0);
    this.filled = [this.tail];
    // Members that were set once are compiled as constants, and all code anew when they change.
    this.used = 1;
    this.#clear();
  }

  get length(): number {
    return this.#rowsBefore + this.used;
  }

  /** How many slabs hold the rows; row r is in slab r >>> slabBits at r & slabMask. */
  get slabCount(): number {
    return this.filled.length;
  }

  /** The rows of one slab; writing to it is allowed. */
  slab(index: number): T {
    const slab = this.filled[index]!;
    return (index + 1 < this.filled.length ? slab : slab.subarray(0, this.used)) as T;
  }

  /** The same without the end cut off: nothing is made, but rows beyond the last are zeros. */
  whole(index: number): T {
    return this.filled[index]!;
  }

  /** Gives the rows away; the builder is empty and small again. */
  take(): SlabRows<T> {
    const rows = { slabs: this.filled, length: this.length };
    this.#clear();
    return rows;
  }

  /** Takes over rows in place of its own. */
  adopt({ slabs, length }: SlabRows<T>): this {
    this.release();
    this.filled = [...slabs];
    this.tail = this.filled.at(-1)!;
    this.#rowsBefore = (slabs.length - 1) * slabRows;
    this.used = length - this.#rowsBefore;
    return this;
  }

  /**
   * Puts rows after its own without a copy: they begin with a slab of their own, so that there are
   * numbers in between which no row has. Nothing can be pushed afterwards.
   * @returns the number of the first of them.
   */
  append({ slabs, length }: SlabRows<T>): number {
    if (this.length === 0) {
      this.adopt({ slabs, length });
      return 0;
    }
    const first = this.filled.length * slabRows;
    if (first + length > rowsMax) throw tooManyRows();
    this.filled.push(...slabs);
    this.tail = this.filled.at(-1)!;
    this.#rowsBefore = first + (slabs.length - 1) * slabRows;
    this.used = first + length - this.#rowsBefore;
    return first;
  }

  /** Lets go of one slab, whose rows are not read again. */
  drop(index: number): void {
    releaseScratch(this.filled[index]!);
    this.filled[index] = this.make(0);
  }

  /** Lets go of the rows; the builder is empty and small again. */
  release(): void {
    releaseScratch(...this.filled);
    this.#clear();
  }

  #clear(): void {
    this.used = this.#rowsBefore = 0;
    this.tail = this.make(0);
    this.filled = [this.tail];
  }

  protected abstract make(rows: number): T;

  /** Room for another row. */
  protected extend(): void {
    if (this.length >= rowsMax) throw tooManyRows();
    const larger = firstRows.find((rows) => rows > this.tail.length);
    if (larger !== undefined) {
      const first = this.make(larger);
      first.set(this.tail);
      releaseScratch(this.tail);
      this.tail = first;
      this.filled = [first];
      return;
    }
    this.#rowsBefore += slabRows;
    this.used = 0;
    this.tail = this.make(slabRows);
    this.filled.push(this.tail);
  }
}

function tooManyRows(): LimitError {
  return new LimitError(`a table holds at most ${rowsMax} rows`);
}

/** The same rows in memory that all threads can read; the given ones are released, slab by slab. */
export function sharedRows<T extends SlabColumn>({ slabs, length }: SlabRows<T>): SlabRows<T> {
  const shared = slabs.map((slab, at) => {
    const copy = sharedCopy(slab.subarray(0, length - at * slabRows) as T);
    releaseScratch(slab);
    return copy;
  });
  return { slabs: shared, length };
}

// The methods that run per row are spelled out for each type: shared ones would be compiled for
// both kinds of array at once and be slow for either.

/** 32-bit values. */
export class Uint32Slabs extends Slabs<Uint32Array> {
  push(value: number): void {
    if (this.used === this.tail.length) this.extend();
    this.tail[this.used++] = value;
  }

  at(row: number): number {
    return this.filled[row >>> slabBits]![row & slabMask]!;
  }

  set(row: number, value: number): void {
    this.filled[row >>> slabBits]![row & slabMask] = value;
  }

  protected make(rows: number): Uint32Array {
    return scratchColumn(Uint32Array, rows);
  }
}

/** Doubles. */
export class Float64Slabs extends Slabs<Float64Array> {
  push(value: number): void {
    if (this.used === this.tail.length) this.extend();
    this.tail[this.used++] = value;
  }

  at(row: number): number {
    return this.filled[row >>> slabBits]![row & slabMask]!;
  }

  set(row: number, value: number): void {
    this.filled[row >>> slabBits]![row & slabMask] = value;
  }

  protected make(rows: number): Float64Array {
    return scratchColumn(Float64Array, rows);
  }
}

// Below: one column, which is copied when it grows: for few rows, or for as long as they are not known.

/** 32-bit values appended one by one; `values` may be longer than `length` and moves on growth. */
export class Uint32Builder {
  values: Uint32Array = new Uint32Array(1024);
  length = 0;

  push(value: number): void {
    if (this.length === this.values.length) this.values = grown(this.values, Uint32Array);
    this.values[this.length++] = value;
  }
}

/** The same for doubles. */
export class Float64Builder {
  values: Float64Array = new Float64Array(1024);
  length = 0;

  push(value: number): void {
    if (this.length === this.values.length) this.values = grown(this.values, Float64Array);
    this.values[this.length++] = value;
  }
}

function grown<T extends Uint32Array | Float64Array>(values: T, Type: new (n: number) => T): T {
  if (values.length >= rowsMax) throw tooManyRows();
  const larger = new Type(Math.min(rowsMax, Math.ceil(values.length * 1.6)));
  larger.set(values);
  return larger;
}

// Which statements came first, when several builders collect chunks at the same time. A chunk has
// a number: one builder alone would have taken the chunks in the order of their numbers.

/** Plain data: entry i says which chunk it is, and the first run of the builder that belongs to it. */
export interface ChunkRuns {
  readonly numbers: readonly number[];
  readonly starts: readonly number[];
}

/** Runs start … end - 1 of a builder. */
interface ChunkRun {
  readonly builder: number;
  readonly start: number;
  readonly end: number;
}

export class ChunkLog implements ChunkRuns {
  readonly numbers: number[] = [0];
  readonly starts: number[] = [0];

  begin(number: number, start: number): void {
    this.numbers.push(number);
    this.starts.push(start);
  }
}

/** The chunks of some builders by their numbers; of equal numbers, the first builder's come first. */
export function inOrder(
  builders: readonly { readonly chunkRuns: ChunkRuns; readonly runs: number }[],
): ChunkRun[] {
  return builders
    .flatMap(({ chunkRuns: { numbers, starts }, runs }, builder) =>
      numbers.map((number, at) => {
        const [start, end] = [starts[at]!, starts[at + 1] ?? runs];
        return { number, builder, start, end };
      }),
    )
    .filter(({ start, end }) => start < end)
    .sort((a, b) => a.number - b.number);
}
