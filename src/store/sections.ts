/** How a frozen table gives its columns away and is made again from them. */

export type Column =
  | Uint8Array
  | Uint16Array
  | Uint32Array
  | Int8Array
  | Int16Array
  | Int32Array
  | Float64Array;

/** Takes the columns of a frozen table under their names ("graph.out.terms"). */
export interface ColumnSink {
  column(name: string, column: Column): void;
}

/** Gives them back; each is read when it is first asked for. */
export interface ColumnSource {
  /** Whole; read and verified on the first call. */
  column(name: string): Column;
  /** Like `column` for bytes, but blocks are read as they are needed. */
  lazyBytes(name: string): LazyBytes;
}

export interface LazyBytes {
  readonly bytes: Uint8Array;
  /** Call before touching [start, end) of `bytes`. */
  need(start: number, end: number): void;
  readonly isWhole: boolean;
}
