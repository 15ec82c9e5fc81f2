/**
 * Cells of CSV rows, found in bytes: RFC 4180 quoting, LF or CR LF. No text is made; a cell is a
 * pair of offsets.
 *
 *     bytes   a  ,  "  b  "  "  c  "  ,  d LF
 *     offset  0  1  2  3  4  5  6  7  8  9 10      starts 0 3 9
 *     after   a  ,  "  b  "  c  c  "  ,  d LF      ends   1 6 10   doubled quotes are single now
 */

const commaByte = 0x2c;
const quoteByte = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** There is no whole row: more bytes are needed. */
export const unfinished = -1;

export class CsvScanner {
  /** Bounds of the cells of the last row, half-open; cells beyond the capacity are only counted. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** Cells of the last row; an empty line is one empty cell. */
  count = 0;
  /** Text follows a closing quote in the last row. */
  isMalformed = false;
  /** A cell of the last row is in quotes. */
  hasQuotes = false;
  /** Line feeds within the cells of the last row. */
  innerLines = 0;
  readonly #hasDoubled: Uint8Array;
  #doubled = 0;

  constructor(capacity: number) {
    this.starts = new Int32Array(capacity);
    this.ends = new Int32Array(capacity);
    this.#hasDoubled = new Uint8Array(capacity);
  }

  /**
   * Finds the cells of the row at `start`; doubled quotes are made single in place.
   * @param isLast the text ends at `end`, so that a row may end there.
   * @returns where the next row starts, or UNFINISHED.
   */
  row(bytes: Uint8Array, start: number, end: number, isLast: boolean): number {
    this.count = 0;
    this.isMalformed = false;
    this.hasQuotes = false;
    this.innerLines = 0;
    this.#doubled = 0;
    let at = start;
    for (;;) {
      const isQuoted = at < end && bytes[at] === quoteByte;
      at = isQuoted ? this.#quoted(bytes, at, end, isLast) : this.#bare(bytes, at, end, isLast);
      if (at === unfinished) return unfinished;
      if (at === end || bytes[at] === lineFeed) break;
      at += 1;
    }
    if (this.#doubled > 0) this.#makeSingle(bytes);
    return at === end ? end : at + 1;
  }

  /** @returns the delimiter behind the cell, `end` behind the last one of all, or UNFINISHED. */
  #bare(bytes: Uint8Array, start: number, end: number, isLast: boolean): number {
    let at = start;
    for (; at < end; at++) {
      const byte = bytes[at]!;
      // Nearly all bytes are above the comma, the greater of the two that end a cell.
      if (byte <= commaByte && (byte === commaByte || byte === lineFeed)) break;
    }
    if (at === end && !isLast) return unfinished;
    // Behind the last row there may be other bytes.
    const isFeed = at < end && bytes[at] === lineFeed;
    const isReturn = isFeed && at > start && bytes[at - 1] === carriageReturn;
    this.#add(start, isReturn ? at - 1 : at, false);
    return at;
  }

  #quoted(bytes: Uint8Array, quote: number, end: number, isLast: boolean): number {
    this.hasQuotes = true;
    let hasDoubled = false;
    let at = quote + 1;
    for (; at < end; at++) {
      const byte = bytes[at]!;
      if (byte === lineFeed) this.innerLines += 1;
      else if (byte === quoteByte) {
        if (at + 1 === end || bytes[at + 1] !== quoteByte) break;
        hasDoubled = true;
        at += 1;
      }
    }
    // The next byte tells whether a quote closes.
    if (at === end || (at + 1 === end && !isLast)) return unfinished;
    this.#add(quote + 1, at, hasDoubled);
    return this.#delimiter(bytes, at + 1, end, isLast);
  }

  /** @returns the delimiter at or after `start`, which is right behind a closing quote. */
  #delimiter(bytes: Uint8Array, start: number, end: number, isLast: boolean): number {
    let at = start;
    while (at < end && bytes[at] !== commaByte && bytes[at] !== lineFeed) at += 1;
    if (at === end && !isLast) return unfinished;
    const isReturn = at === start + 1 && bytes[start] === carriageReturn;
    if (at > start && !isReturn) this.isMalformed = true;
    return at;
  }

  #add(start: number, end: number, hasDoubled: boolean): void {
    const { count } = this;
    if (count < this.starts.length) {
      this.starts[count] = start;
      this.ends[count] = end;
      this.#hasDoubled[count] = hasDoubled ? 1 : 0;
      if (hasDoubled) this.#doubled += 1;
    }
    this.count = count + 1;
  }

  #makeSingle(bytes: Uint8Array): void {
    const cells = Math.min(this.count, this.starts.length);
    for (let cell = 0; cell < cells; cell++) {
      if (this.#hasDoubled[cell] === 0) continue;
      this.ends[cell] = withSingleQuotes(bytes, this.starts[cell]!, this.ends[cell]!);
    }
  }
}

/** Moves the bytes of a cell together over the second of each two quotes; its new end. */
function withSingleQuotes(bytes: Uint8Array, start: number, end: number): number {
  let to = start;
  for (let from = start; from < end; from++) {
    const byte = bytes[from]!;
    bytes[to] = byte;
    to += 1;
    if (byte === quoteByte) from += 1;
  }
  return to;
}
