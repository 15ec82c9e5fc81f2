/**
 * Cells of the lines that mean what they say: each cell stands between two delimiters as it is, or
 * in one pair of quotes. No text is made; a cell is a pair of offsets.
 *
 *     bytes   g e o , " 2 0 1 0 " , 7 LF
 *     offset  0 1 2 3 4 5 6 7 8 9 10 11        starts 0 5 11, ends 3 9 12
 *
 * Tables repeat themselves: a cell that has the bytes of the one above is found by comparing them, and
 * so are all cells from some column on, if they were the same in the last two lines.
 *
 * Doubled quotes are made single in place, once the whole line is found. Any other line is odd, and
 * goes to `CsvRecords`: other quotes within a cell, escapes, line ends in quotes, carriage returns
 * within a row, bytes that are not UTF-8.
 */

import { damageMark } from "../bytes/lines.ts";
import { keepOne, repeats } from "../bytes/native.ts";
import { CellRow } from "./cell-columns.ts";
import type { CsvDialect } from "./csv-records.ts";

/** The line cannot be read so. */
export const oddLine = -1;

const damage = damageMark.charCodeAt(0);
const quoteByte = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const backslashByte = 0x5c;
const blank = 0x20;
const bitsMax = 31;

/** The row of the last line. Cells that repeat the line above may lie there. */
export class CellScanner extends CellRow {
  /** Where the cells begin with their quotes, and where the next cells begin. */
  #outer: Int32Array = new Int32Array(64);
  #next: Int32Array = new Int32Array(64);
  #view: DataView = new DataView(new ArrayBuffer(0));
  /** Cells of the line above; 0 if they lie in no line of this block. */
  #above = 0;
  /** Likely to repeat together from this column on; -1 for none. They end at `tailEnd`. */
  #tail = -1;
  #tailEnd = 0;
  /** Columns with doubled quotes. */
  readonly #doubled: number[] = [];
  readonly #delimiter: number;
  readonly #isTrimmed: boolean;
  /** Not 0 for bytes that end a bare cell or make the line odd. */
  readonly #stops = new Uint8Array(256);
  /** The same for a cell in quotes. */
  readonly #quotedStops = new Uint8Array(256);

  constructor({ delimiter, hasEscapes, isExact = false }: CsvDialect) {
    super(true);
    this.#delimiter = delimiter.charCodeAt(0);
    this.#isTrimmed = !hasEscapes && !isExact;
    const escapes = hasEscapes ? [backslashByte] : [];
    const always = [damage, quoteByte, lineFeed, carriageReturn, ...escapes];
    for (const byte of always) {
      this.#stops[byte] = 1;
      this.#quotedStops[byte] = 1;
    }
    this.#stops[this.#delimiter] = 1;
    keepOne(CellScanner, () => new CellScanner({ delimiter, hasEscapes, isExact }));
  }

  /** Lines are in `bytes` from now on; 7 more bytes can be read after them. */
  open(bytes: Uint8Array): void {
    this.bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#above = 0;
  }

  /** The next line is not compared with the last one. */
  forget(): void {
    this.#above = 0;
  }

  /**
   * Finds the cells of the line at `start`, which a line feed ends.
   * @returns where the next line starts, or `oddLine`.
   */
  row(bytes: Uint8Array, start: number): number {
    const next = this.#line(bytes, start);
    if (this.#doubled.length > 0) this.#endQuotes(bytes, next);
    return next;
  }

  #line(bytes: Uint8Array, start: number): number {
    const above = this.#above;
    const tail = above > 0 ? this.#tail : -1;
    this.count = 0;
    this.repeated = 0;
    this.#above = 0;
    /** After the last column that differs. */
    let changed = 0;
    let at = start;
    for (let column = 0; ; column++) {
      if (column === tail && repeats(this.#view, this.#outer[tail]!, this.#tailEnd, at)) {
        return this.#takeTail(at, above, changed);
      }
      const isRepeated = column < above && this.#repeat(column, at);
      if (!isRepeated) {
        changed = column + 1;
        if (!this.#cell(bytes, at)) return oddLine;
      }
      at = this.#next[column]!;
      if (bytes[at - 1] === lineFeed) break;
    }
    this.#above = this.count;
    this.#tail = changed < this.count ? changed : -1;
    this.#tailEnd = at;
    return at;
  }

  /**
   * Finds the first cells of a line, so many as are wanted or there are; all of them where the rest of
   * the line is not simply text. `repeated` says nothing.
   */
  firstCells(bytes: Uint8Array, start: number, wanted: number): number {
    const next = this.#firstCells(bytes, start, wanted);
    if (this.#doubled.length > 0) this.#endQuotes(bytes, next);
    return next;
  }

  #firstCells(bytes: Uint8Array, start: number, wanted: number): number {
    this.count = 0;
    this.repeated = 0;
    this.#above = 0;
    let at = start;
    while (this.count < wanted) {
      if (!this.#cell(bytes, at)) return oddLine;
      at = this.#next[this.count - 1]!;
      if (bytes[at - 1] === lineFeed) return at;
    }
    const stops = this.#quotedStops;
    while (stops[bytes[at]!] === 0) at += 1;
    const feed = bytes[at] === carriageReturn ? at + 1 : at;
    if (bytes[feed] === lineFeed) return feed + 1;
    this.#doubled.length = 0;
    return this.#line(bytes, start);
  }

  /** All further cells are those of the line above. @returns where the next line starts. */
  #takeTail(start: number, above: number, changed: number): number {
    const tail = this.#tail;
    const next = start + this.#tailEnd - this.#outer[tail]!;
    this.count = above;
    this.#above = above;
    if (tail < bitsMax) this.repeated |= -1 << tail;
    // More may repeat together: the next line shows it.
    if (changed < tail) this.#tail = -1;
    return next;
  }

  /** Takes the cell at `start` if it is as in the line above, with its delimiter. */
  #repeat(column: number, start: number): boolean {
    const outer = this.#outer[column]!;
    const next = this.#next[column]!;
    if (!repeats(this.#view, outer, next, start)) return false;
    const moved = start - outer;
    this.starts[column] = this.starts[column]! + moved;
    this.ends[column] = this.ends[column]! + moved;
    this.#outer[column] = start;
    this.#next[column] = next + moved;
    this.count = column + 1;
    if (column < bitsMax) this.repeated |= 1 << column;
    return true;
  }

  /** Finds the cell at `start`. @returns false for one that makes the line odd. */
  #cell(bytes: Uint8Array, start: number): boolean {
    const at = bytes[start] === quoteByte ? this.#quoted(bytes, start) : this.#bare(bytes, start);
    if (at === oddLine) return false;
    const isReturn = bytes[at] !== this.#delimiter && bytes[at] !== lineFeed;
    const column = this.count - 1;
    this.#outer[column] = start;
    this.#next[column] = isReturn ? at + 2 : at + 1;
    return true;
  }

  /** @returns the delimiter or line end after the cell, or `oddLine`. */
  #bare(bytes: Uint8Array, start: number): number {
    const stops = this.#stops;
    let at = start;
    while (stops[bytes[at]!] === 0) at += 1;
    this.#add(bytes, start, at);
    return this.#endsAt(bytes, at) ? at : oddLine;
  }

  #quoted(bytes: Uint8Array, quote: number): number {
    const stops = this.#quotedStops;
    let at = quote + 1;
    while (stops[bytes[at]!] === 0) at += 1;
    const first = at;
    while (bytes[at] === quoteByte && bytes[at + 1] === quoteByte) {
      at += 2;
      while (stops[bytes[at]!] === 0) at += 1;
    }
    if (at > first) this.#doubled.push(this.count);
    this.#add(bytes, quote + 1, at);
    return bytes[at] === quoteByte && this.#endsAt(bytes, at + 1) ? at + 1 : oddLine;
  }

  #endsAt(bytes: Uint8Array, at: number): boolean {
    const byte = bytes[at]!;
    if (byte === this.#delimiter || byte === lineFeed) return true;
    return byte === carriageReturn && bytes[at + 1] === lineFeed;
  }

  #add(bytes: Uint8Array, cellStart: number, cellEnd: number): void {
    let start = cellStart;
    let end = cellEnd;
    if (this.#isTrimmed) {
      while (start < end && bytes[start]! <= blank) start += 1;
      while (start < end && bytes[end - 1]! <= blank) end -= 1;
    }
    const { count } = this;
    if (count === this.starts.length) this.#grow();
    this.starts[count] = start;
    this.ends[count] = end;
    this.count = count + 1;
  }

  /** Makes doubled quotes single; the line has other bytes then, and the next is not compared. */
  #endQuotes(bytes: Uint8Array, next: number): void {
    for (const cell of next === oddLine ? [] : this.#doubled) {
      let to = this.starts[cell]!;
      for (let from = to; from < this.ends[cell]!; from++) {
        bytes[to] = bytes[from]!;
        to += 1;
        if (bytes[from] === quoteByte) from += 1;
      }
      this.ends[cell] = to;
    }
    this.#doubled.length = 0;
    this.#above = 0;
  }

  #grow(): void {
    const [starts, ends] = [this.starts, this.ends];
    this.starts = new Int32Array(2 * starts.length);
    this.ends = new Int32Array(2 * ends.length);
    this.starts.set(starts);
    this.ends.set(ends);
    const [outer, next] = [this.#outer, this.#next];
    this.#outer = new Int32Array(2 * outer.length);
    this.#next = new Int32Array(2 * next.length);
    this.#outer.set(outer);
    this.#next.set(next);
  }
}
