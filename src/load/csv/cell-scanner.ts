/**
 * Cells of the lines that mean what they say: each cell stands between two delimiters as it is, or
 * in one pair of quotes. No text is made; a cell is a pair of offsets.
 *
 *     bytes   g e o , " 2 0 1 0 " , 7 LF
 *     offset  0 1 2 3 4 5 6 7 8 9 10 11        starts 0 5 11, ends 3 9 12
 *
 * Any other line is odd, and left to `CsvRecords`: doubled quotes, quotes within a cell, escapes,
 * line ends in quotes, carriage returns within a row.
 */
import type { CsvDialect } from "./csv-records.ts";

/** The line cannot be read so. */
export const oddLine = -1;

const quoteByte = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const backslashByte = 0x5c;
const blank = 0x20;

export class CellScanner {
  /** Bounds of the cells of the last line, half-open; only the first `count` are of this line. */
  starts: Int32Array = new Int32Array(64);
  ends: Int32Array = new Int32Array(64);
  count = 0;
  readonly #delimiter: number;
  readonly #isTrimmed: boolean;
  /** Not 0 for bytes that end a bare cell or make the line odd. */
  readonly #stops = new Uint8Array(256);
  /** The same for a cell in quotes. */
  readonly #quotedStops = new Uint8Array(256);

  constructor({ delimiter, hasEscapes }: CsvDialect) {
    this.#delimiter = delimiter.charCodeAt(0);
    // Where there are no escapes, blanks around a cell do not count.
    this.#isTrimmed = !hasEscapes;
    const always = [quoteByte, lineFeed, carriageReturn, ...(hasEscapes ? [backslashByte] : [])];
    for (const byte of always) {
      this.#stops[byte] = 1;
      this.#quotedStops[byte] = 1;
    }
    this.#stops[this.#delimiter] = 1;
  }

  /**
   * Finds the cells of the line at `start`, which a line feed ends.
   * @returns where the next line starts, or `oddLine`.
   */
  line(bytes: Uint8Array, start: number): number {
    this.count = 0;
    let at = start;
    for (;;) {
      at = bytes[at] === quoteByte ? this.#quoted(bytes, at) : this.#bare(bytes, at);
      if (at === oddLine) return oddLine;
      if (bytes[at] === this.#delimiter) at += 1;
      else return bytes[at] === lineFeed ? at + 1 : at + 2;
    }
  }

  /** @returns the delimiter or line end behind the cell, or `oddLine`. */
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

  #grow(): void {
    const [starts, ends] = [this.starts, this.ends];
    this.starts = new Int32Array(2 * starts.length);
    this.ends = new Int32Array(2 * ends.length);
    this.starts.set(starts);
    this.ends.set(ends);
  }
}
