/**
 * Where the rows of a table begin that is read in ranges. A line feed ends a row unless it stands
 * in quotes, which only the text before it tells. Hence the ranges are gone through in order, each
 * beginning as the one before ends.
 *
 *     range          a,b LF c,"d LF       e LF f",g LF h,i LF
 *     begins         plain                within quotes
 *     ends           within quotes        plain
 *     first row      a,b                  h,i
 */
import type { ByteRange, RowForm } from "../load/index.ts";

const quoteByte = 0x22;
const lineFeed = 0x0a;
const backslashByte = 0x5c;
const blank = 0x20;
const asciiEnd = 0x80;
const nearBytes = 64;

/** There is none. */
export const nowhere = -1;

/** Goes through the bytes of a range, which begins behind a line feed or at the start of the text. */
export class QuoteScan {
  /** The bytes so far end within quotes. */
  isQuoted: boolean;
  /** Bytes of the range before the first row that begins in it, or NOWHERE. */
  rowStart: number;
  /** What it found out may be wrong: there are characters of which the reader makes more. */
  isOdd = false;
  readonly #delimiter: number;
  readonly #isLax: boolean;
  #size = 0;
  #before = lineFeed;
  /** A quote within quotes came last: the next byte tells whether it ends them. */
  #isClosing = false;

  /** @param isQuoted the range begins within quotes. */
  constructor(isQuoted: boolean, { delimiter, isLax = false }: RowForm) {
    this.#delimiter = delimiter.charCodeAt(0);
    this.#isLax = isLax;
    this.isQuoted = isQuoted;
    this.rowStart = isQuoted ? nowhere : 0;
  }

  take(taken: Uint8Array): void {
    // Its search is the native one.
    const bytes = Buffer.from(taken.buffer, taken.byteOffset, taken.byteLength);
    this.#look(bytes);
    let at = 0;
    while (at < bytes.length) {
      if (this.#isClosing) {
        this.#isClosing = false;
        if (bytes[at] === quoteByte) at += 1;
        else this.isQuoted = false;
      }
      const found = quoteFrom(bytes, at);
      const quote = found < 0 ? bytes.length : found;
      if (!this.isQuoted) this.#findRow(bytes, at, quote);
      if (found < 0) break;
      if (this.isQuoted) this.#isClosing = true;
      else this.isQuoted = this.#isCellStart(quote === 0 ? this.#before : bytes[quote - 1]!);
      at = quote + 1;
    }
    if (bytes.length > 0) this.#before = bytes.at(-1)!;
    this.#size += bytes.length;
  }

  #look(bytes: Uint8Array): void {
    if (this.#isLax && bytes.includes(backslashByte)) this.isOdd = true;
  }

  #isCellStart(before: number): boolean {
    if (before === this.#delimiter || before === lineFeed) return true;
    // It may be a blank before a quoted cell.
    if (this.#isLax && (before <= blank || before >= asciiEnd)) this.isOdd = true;
    return false;
  }

  #findRow(bytes: Uint8Array, start: number, end: number): void {
    if (this.rowStart !== nowhere) return;
    const feed = bytes.subarray(0, end).indexOf(lineFeed, start);
    if (feed >= 0) this.rowStart = this.#size + feed + 1;
  }
}

/** Offset of the next quote, or -1. Where each cell has two, calls of the native search cost more. */
function quoteFrom(bytes: Buffer, start: number): number {
  const near = Math.min(start + nearBytes, bytes.length);
  for (let at = start; at < near; at++) if (bytes[at] === quoteByte) return at;
  return near < bytes.length ? bytes.indexOf(quoteByte, near) : -1;
}

/** A range, and how many of its bytes stand before the first row that begins in it. */
export interface ScannedRange {
  readonly range: ByteRange;
  /** Or `nowhere`. */
  readonly rowStart: number;
}

/**
 * Ranges that begin and end between rows.
 * @param ranges all of a table, in order and without gaps; each begins behind a line feed.
 */
export function rowRanges(ranges: readonly ScannedRange[]): ByteRange[] {
  const starts: number[] = [];
  for (const { range, rowStart } of ranges) {
    const start = range.start + rowStart;
    // A range within one cell has no rows; one that begins at its end is the next one's.
    if (rowStart !== nowhere && start < range.end) starts.push(start);
  }
  const end = ranges.at(-1)?.range.end ?? 0;
  return starts.map((start, index) => ({ start, end: starts[index + 1] ?? end }));
}
