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

/** Numbers of rows: of a world in parts they can be larger than 32 bits. */
export type RowNumbers = Uint32Array | Float64Array;

declare const kindOfId: unique symbol;

/**
 * A number of one kind of thing. The compiler refuses that of another kind in its place; a plain number, as
 * columns and ranges have it, is taken for any kind.
 */
export type Id<Kind extends string> = number & { readonly [kindOfId]?: Kind };

/** Half-open run of rows in a sorted table. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * Gives columns by the names that the table of columns has. The type of a column is the one that was
 * written.
 *
 * @throws CommonsError from either method when there is no sound column of that name
 */
export interface ColumnSource {
  /** A whole column; read and verified on the first call. */
  column(name: string): Column;
  /** A column whose blocks are read as they are needed. */
  lazyRows(name: string): LazyRows;
  /** Does it cost a round trip to read rows that are not here? Default: no. */
  readonly isFar?: boolean | undefined;
  /** Is what reads it thrown away soon? Then there is no use in room to remember things. Default: no. */
  readonly isBrief?: boolean | undefined;
  /** See `step`. */
  readonly remember?: Remember | undefined;
  /** Is there such a column? Of those that snapshots alone have. Default: no. */
  readonly has?: ((name: string) => boolean) | undefined;
}

/** Has a source that lies far away the column, which only such readers need? */
export function hasForFar(source: ColumnSource, name: string): boolean {
  return source.isFar === true && source.has?.(name) === true;
}

/** @param isLasting whether later questions need it, too */
export type Remember = <Made>(key: string, make: () => Made, isLasting: boolean) => Made;

/** Rows of a column that may not all be there yet. */
export interface LazyRows {
  /** As long as the whole column; what was not fetched by `need` is undefined. */
  readonly rows: Column;
  /** Everything is there: `need` has nothing to do. */
  readonly isWhole: boolean;
  /** Makes rows [start, end) be there. */
  need(start: number, end: number): void;
  /** They are perhaps needed next: a source that fetches other rows may fetch these along. */
  readonly wish?: ((start: number, end: number) => void) | undefined;
  /** Would a wish be fetched? If not, there is no use in finding out what to wish for. */
  readonly takesWishes?: boolean | undefined;
  /** Those that are there come in pieces of so many, from the first one on. */
  readonly pieceLength?: number | undefined;
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

// Columns side by side in a few large buffers.
//
// Why not one buffer per column: the C library keeps freed blocks below 32 MB for itself, so that a
// process that builds columns of a few megabytes ends up with three times the memory it uses. A
// larger block is a mapping of its own: it costs the pages that were touched and no others, and it
// goes back to the system when it is dropped. Shared buffers, so that threads can read one world.

/** The constructor of a kind of column. */
export interface ColumnType<T extends Column> {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBufferLike, byteOffset: number, length: number): T;
  new (length: number): T;
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

  /** Was a column put under a name? */
  isMade(name: string): boolean {
    return this.#columns.has(name);
  }

  column(name: string): Column {
    const found = this.#columns.get(name);
    if (found === undefined) throw new Error(`there is no column ${name}`);
    return found;
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

// What questions derive from graphs and worlds is remembered here and nowhere else.

/** Of memories with a name. */
const sharedMemories = new Map<string, WeakMap<object, unknown>>();

/**
 * `make`, called at most once for each owner, by the first question that needs what it makes. That
 * lives as long as its owner, or as the part of it that `keeperOf` returns.
 *
 * @param name where the built library may hold the calling code twice, in a bundle that Node loads at
 * once and in a part that is imported: both then have one memory
 */
export function derived<Owner extends object, Made extends NonNullable<unknown>>(
  make: (owner: Owner) => Made,
  keeperOf: (owner: Owner) => object = (owner) => owner,
  name?: string,
): (owner: Owner) => Made {
  const shared = name === undefined ? undefined : sharedMemories.get(name);
  const known = (shared ?? new WeakMap()) as WeakMap<object, Made>;
  if (name !== undefined) sharedMemories.set(name, known);
  return (owner) => {
    const keeper = keeperOf(owner);
    const before = known.get(keeper);
    if (before !== undefined) return before;
    const made = make(owner);
    known.set(keeper, made);
    return made;
  };
}

/**
 * A step of a question: what is made of columns and of what the key says, and of nothing else. From afar a
 * question runs again until all that it reads is here: it then goes on after the steps that are complete. What
 * is made must not read columns later, and nobody may change it.
 *
 * @param key names the step and all that it is made of
 */
export function step<Made>({ remember }: ColumnSource, key: () => string, make: () => Made): Made {
  return remember === undefined ? make() : remember(key(), make, false);
}

/** The same of what a world has one of: later questions go on after it, too. */
export function lastingStep<Made>(
  { remember }: ColumnSource,
  name: string,
  make: () => Made,
): Made {
  return remember === undefined ? make() : remember(name, make, true);
}
