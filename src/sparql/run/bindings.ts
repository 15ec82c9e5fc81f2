/** Rows of cells: each once, in order, and cut to a page. */

import type { CellId, Meter } from "./search.ts";

/** Cells are kept in slabs: a list that grows is in memory twice meanwhile. */
const slabBits = 14;
const slabCells = 1 << slabBits;
const slabMask = slabCells - 1;
/** Bytes of a row in the hash table of distinct rows, and of its place in an order. */
const bytesPerSlot = 24;
const bytesPerPlace = 24;
/** A report takes as long as a comparison of two rows, which has two keys on average. */
const comparisonsPerReport = 64;
const stepsPerReport = 128;
/** Rows that a growing hash table places before it reports them. */
const rowsPerReport = 64;
/** To order so few rows costs no more than making them, which is counted elsewhere. */
const uncountedRowsMax = 1024;

/** Rows side by side in one list of numbers: row r is cells [r × width, (r + 1) × width). */
export class RowTable {
  readonly width: number;
  readonly #meter: Meter;
  /** The first slab is a list, and at hand, since most tables are small. */
  readonly #first: CellId[] = [];
  readonly #slabs: (CellId[] | Float64Array)[] = [this.#first];
  #count = 0;

  constructor(width: number, meter: Meter) {
    this.width = width;
    this.#meter = meter;
  }

  get count(): number {
    return this.#count;
  }

  /** Appends a row and returns its number. */
  push(row: ArrayLike<CellId>): number {
    this.#meter.bytes(this.width * 8);
    const number = this.#count++;
    this.set(number, row);
    return number;
  }

  /** Overwrites a row, or the spare place after the last one. */
  set(number: number, row: ArrayLike<CellId>): void {
    const { width } = this;
    const start = number * width;
    if (start + width <= slabCells) {
      for (let at = 0; at < width; at++) this.#first[start + at] = row[at] as CellId;
    } else this.#setBeyond(start, row);
  }

  #setBeyond(start: number, row: ArrayLike<CellId>): void {
    for (let at = 0; at < this.width; at++) {
      const cell = start + at;
      const slab = cell >>> slabBits;
      if (slab === this.#slabs.length) this.#grow();
      (this.#slabs[slab] as CellId[])[cell & slabMask] = row[at] as CellId;
    }
  }

  at(number: number, column: number): CellId {
    const cell = number * this.width + column;
    if (cell < slabCells) return this.#first[cell] as CellId;
    return (this.#slabs[cell >>> slabBits] as CellId[])[cell & slabMask] as CellId;
  }

  #grow(): void {
    this.#slabs.push(new Float64Array(slabCells));
  }

  /** Does a row hold exactly these cells? */
  equals(number: number, row: ArrayLike<CellId>): boolean {
    for (let at = 0; at < this.width; at++) if (this.at(number, at) !== row[at]) return false;
    return true;
  }
}

/** Numbers distinct rows in the order of their first appearance. */
export class RowSet {
  readonly rows: RowTable;
  readonly #meter: Meter;
  /** Open addressing: row number + 1, 0 is free. */
  #slots = new Uint32Array(1 << 6);

  constructor(width: number, meter: Meter) {
    this.rows = new RowTable(width, meter);
    this.#meter = meter;
  }

  /** The number of a row; equal to the count before when the row is new. */
  add(row: ArrayLike<CellId>): number {
    let slot = this.#slotOf(row);
    const stored = this.#slots[slot] as number;
    if (stored !== 0) return stored - 1;
    const number = this.rows.push(row);
    this.#meter.bytes(bytesPerSlot);
    if ((number + 1) * 2 > this.#slots.length) {
      this.#grow();
      slot = this.#slotOf(row);
    }
    this.#slots[slot] = number + 1;
    return number;
  }

  /** Where a row is or would be. */
  #slotOf(row: ArrayLike<CellId>): number {
    const mask = this.#slots.length - 1;
    let slot = hashOf(row, this.rows.width) & mask;
    for (
      let stored = this.#slots[slot] as number;
      stored !== 0;
      stored = this.#slots[slot] as number
    ) {
      if (this.rows.equals(stored - 1, row)) break;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  /** Places each row anew, but for the last one, in steps between which the request may end. */
  #grow(): void {
    this.#slots = new Uint32Array(this.#slots.length * 4);
    const mask = this.#slots.length - 1;
    const { width, count } = this.rows;
    const row = new Float64Array(width);
    for (let number = 0; number < count - 1; number++) {
      if (number % rowsPerReport === 0) this.#meter.work(rowsPerReport * (1 + width));
      for (let at = 0; at < width; at++) row[at] = this.rows.at(number, at);
      let slot = hashOf(row, width) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = number + 1;
    }
  }
}

function hashOf(row: ArrayLike<CellId>, width: number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < width; at++) {
    const cell = row[at] as CellId;
    hash = Math.imul(hash ^ cell, 0x9e3779b1);
    hash = Math.imul(hash ^ (hash >>> 15) ^ Math.floor(cell / 0x1_0000_0000), 0x85ebca6b);
  }
  return (hash ^ (hash >>> 13)) >>> 0;
}

export interface Page {
  readonly offset: number;
  /** Infinity when the query has no limit. */
  readonly limit: number;
}

/** Takes rows one by one and gives back the rows of the page. */
export interface RowCollector {
  readonly rows: RowTable;
  /** False when no further row can change the answer. */
  add(row: ArrayLike<CellId>): boolean;
  /** Calls back for the number of each row of the page, in order. */
  each(visit: (number: number) => void): void;
}

/** Order of two rows of a table: negative when the first comes first, zero for ties. */
export type CompareRows = (rows: RowTable, a: number, b: number) => number;

/**
 * Rows as they come; with DISTINCT each once. Of rows before the page only their distinctness
 * counts.
 */
export class PlainCollector implements RowCollector {
  readonly rows: RowTable;
  readonly #set: RowSet | undefined;
  readonly #limit: number;
  /** Rows that are still to be passed over. */
  #offset: number;

  constructor(width: number, page: Page, isDistinct: boolean, meter: Meter) {
    this.#set = isDistinct ? new RowSet(width, meter) : undefined;
    this.rows = this.#set?.rows ?? new RowTable(width, meter);
    this.#offset = page.offset;
    this.#limit = page.limit;
  }

  add(row: ArrayLike<CellId>): boolean {
    if (this.#set !== undefined) {
      this.#set.add(row);
      return this.rows.count < this.#offset + this.#limit;
    }
    if (this.#offset > 0) this.#offset--;
    else this.rows.push(row);
    return this.rows.count < this.#limit;
  }

  each(visit: (number: number) => void): void {
    const first = this.#set === undefined ? 0 : this.#offset;
    for (let number = first; number < this.rows.count; number++) visit(number);
  }
}

/**
 * The first rows of an order. Of a page that ends at row n only n rows are kept, in a heap with the
 * last of them on top; rows of equal rank keep the order in which they came.
 */
export class OrderedCollector implements RowCollector {
  readonly rows: RowTable;
  readonly #set: RowSet | undefined;
  readonly #page: Page;
  readonly #kept: number;
  readonly #compare: CompareRows;
  readonly #meter: Meter;
  /** Row numbers, as a heap once `#kept` of them are there. */
  readonly #order: number[] = [];
  /** By row number, when the row came. */
  readonly #arrivals: number[] = [];
  #arrived = 0;
  readonly #isCounted: boolean;
  #comparisons = 0;

  constructor(width: number, page: Page, isDistinct: boolean, meter: Meter, compare: CompareRows) {
    this.#set = isDistinct ? new RowSet(width, meter) : undefined;
    this.rows = this.#set?.rows ?? new RowTable(width, meter);
    this.#page = page;
    this.#kept = page.offset + page.limit;
    this.#isCounted = this.#kept > uncountedRowsMax;
    this.#compare = compare;
    this.#meter = meter;
  }

  add(row: ArrayLike<CellId>): boolean {
    if (this.#set !== undefined) {
      const before = this.rows.count;
      const number = this.#set.add(row);
      if (number === before) this.#keep(number);
    } else if (this.#order.length < this.#kept) {
      this.#keep(this.rows.push(row));
    } else this.#replaceTop(row);
    return this.#kept > 0;
  }

  each(visit: (number: number) => void): void {
    const ordered = this.#order.sort((a, b) => this.#compareKept(a, b));
    for (let at = this.#page.offset; at < ordered.length; at++) visit(ordered[at] as number);
  }

  #keep(number: number): void {
    this.#meter.bytes(bytesPerPlace);
    this.#arrivals[number] = this.#arrived++;
    if (this.#order.length < this.#kept) {
      this.#order.push(number);
      if (this.#order.length === this.#kept) this.#heapify();
    } else if (this.#compareKept(number, this.#order[0] as number) < 0) {
      this.#order[0] = number;
      this.#sink(0);
    }
  }

  /** Without DISTINCT the row that falls out gives its place to the new one. */
  #replaceTop(row: ArrayLike<CellId>): void {
    const top = this.#order[0] as number;
    const spare = this.rows.count;
    this.rows.set(spare, row);
    // A tie goes to the row that came first, which is the one on top.
    if (this.#compare(this.rows, spare, top) >= 0) return;
    this.rows.set(top, row);
    this.#arrivals[top] = this.#arrived++;
    this.#sink(0);
  }

  #compareKept(a: number, b: number): number {
    if (this.#isCounted && ++this.#comparisons % comparisonsPerReport === 0) {
      this.#meter.work(stepsPerReport);
    }
    return (
      this.#compare(this.rows, a, b) ||
      (this.#arrivals[a] as number) - (this.#arrivals[b] as number)
    );
  }

  #heapify(): void {
    for (let at = this.#order.length >> 1; at >= 0; at--) this.#sink(at);
  }

  #sink(from: number): void {
    const order = this.#order;
    for (let at = from; ; ) {
      let last = at;
      for (let child = 2 * at + 1; child <= 2 * at + 2 && child < order.length; child++) {
        if (this.#compareKept(order[child] as number, order[last] as number) > 0) last = child;
      }
      if (last === at) return;
      [order[at], order[last]] = [order[last] as number, order[at] as number];
      at = last;
    }
  }
}
