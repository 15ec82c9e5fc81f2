/** Columns: growable while building, the narrowest integer array once frozen. */

import { LimitError } from "../../errors/index.ts";

/** A frozen column of ids or codes, as narrow as its largest value allows. */
export type IdColumn = Uint8Array | Uint16Array | Uint32Array;

/** Half-open run of rows in a sorted table. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Rows of one table; the row numbers themselves are 32-bit. */
const rowsMax = 0xffff_fffe;

/** A zeroed column for `length` values of at most `valueMax`. */
export function narrowColumn(length: number, valueMax: number): IdColumn {
  if (valueMax < 0x100) return new Uint8Array(length);
  if (valueMax < 0x1_0000) return new Uint16Array(length);
  return new Uint32Array(length);
}

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
  if (values.length >= rowsMax) throw new LimitError(`a table holds at most ${rowsMax} rows`);
  const larger = new Type(Math.min(rowsMax, Math.ceil(values.length * 1.6)));
  larger.set(values);
  return larger;
}
