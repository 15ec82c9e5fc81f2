/**
 * Frozen tables name their columns and are made again from named columns. A table asks its source
 * for a column when it first reads it, so that opening a file costs what the first answers touch.
 */

/** What a frozen table keeps its rows in. */
export type Column =
  | Uint8Array
  | Uint16Array
  | Uint32Array
  | Int8Array
  | Int16Array
  | Int32Array
  | Float64Array;

/** A frozen column of ids or codes, as narrow as its largest value allows. */
export type IdColumn = Uint8Array | Uint16Array | Uint32Array;

/** Half-open run of rows in a sorted table. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * Gives columns by the names that the table of columns has. The type of a column is the one that was
 * written.
 *
 * @throws DataError from either method when there is no sound column of that name
 */
export interface ColumnSource {
  /** A whole column; read and verified on the first call. */
  column(name: string): Column;
  /** A column of bytes whose blocks are read as they are needed. */
  lazyBytes(name: string): LazyBytes;
  /** The same for a column of any type. */
  lazyRows(name: string): LazyRows;
  /** Does it cost a round trip to read rows that are not here? Default: no. */
  readonly isFar?: boolean | undefined;
  /** Is what reads it thrown away soon? Then there is no use in room to remember things. Default: no. */
  readonly isBrief?: boolean | undefined;
  /** Is there such a column? Of those that snapshots alone have. Default: no. */
  readonly has?: ((name: string) => boolean) | undefined;
}

/** Elements of a column that may not all be there yet: bytes or rows. */
interface LazyPart {
  /** Everything is there: `need` has nothing to do. */
  readonly isWhole: boolean;
  /** Makes elements [start, end) be there. */
  need(start: number, end: number): void;
  /** They are perhaps needed next: a source that fetches other elements may fetch these along. */
  readonly wish?: ((start: number, end: number) => void) | undefined;
  /** Would a wish be fetched? If not, there is no use in finding out what to wish for. */
  readonly takesWishes?: boolean | undefined;
  /** Those that are there come in pieces of so many, from the first one on. */
  readonly pieceLength?: number | undefined;
}

export interface LazyBytes extends LazyPart {
  /** As long as the whole column; what was not fetched by `need` is undefined. */
  readonly bytes: Uint8Array;
}

export interface LazyRows extends LazyPart {
  /** As long as the whole column; what was not fetched by `need` is undefined. */
  readonly rows: Column;
  /** Was a row fetched? If not, a zero stands for it, and all that follows from it is thrown away. */
  readonly hasRow?: ((row: number) => boolean) | undefined;
}

/** Rows that are all there. */
export function wholeRows(rows: Column): LazyRows {
  return { rows, isWhole: true, need: () => {} };
}

/**
 * A column of a table: fetched when its rows are first read, as a whole or only those. What is in
 * memory is whole from the start.
 */
export class LateColumn<T extends Column> {
  readonly #source: ColumnSource;
  readonly #name: string;
  #rows: T | undefined;
  #part: LazyRows | undefined;

  constructor(source: ColumnSource, name: string) {
    this.#source = source;
    this.#name = name;
  }

  /** All rows. */
  get rows(): T {
    this.#rows ??= this.#source.column(this.#name) as T;
    return this.#rows;
  }

  /** All rows, if they are in memory. */
  get rowsHere(): T | undefined {
    this.rowsIn(0, 0);
    return this.#rows;
  }

  /** The column, of which rows [start, end) are there and others may not be. */
  rowsIn(start: number, end: number): T {
    return this.#rows ?? this.#fetch(start, end);
  }

  /** Was a row fetched? See `LazyRows`. */
  hasRow(row: number): boolean {
    return this.#rows !== undefined || this.#part?.hasRow?.(row) !== false;
  }

  /** Would a wish be fetched? */
  get takesWishes(): boolean {
    if (this.#rows !== undefined) return false;
    this.#part ??= this.#source.lazyRows(this.#name);
    return this.#part.takesWishes === true;
  }

  /** Rows [start, end) are perhaps needed next. */
  wish(start: number, end: number): void {
    if (this.#rows !== undefined) return;
    this.#part ??= this.#source.lazyRows(this.#name);
    this.#part.wish?.(start, end);
  }

  #fetch(start: number, end: number): T {
    this.#part ??= this.#source.lazyRows(this.#name);
    const { rows, isWhole } = this.#part;
    if (isWhole) this.#rows = rows as T;
    else this.#part.need(start, end);
    return rows as T;
  }
}
