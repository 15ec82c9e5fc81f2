/**
 * Where the rows of a table begin that is read in ranges. A line feed ends a row unless it stands
 * in quotes, which only the text before it tells. Hence each range is looked at for both cases, on
 * its own; then the ranges are gone through in order, each beginning as the one before ends.
 *
 *     range          a,b LF c,"d LF       e LF f",g LF h,i LF
 *     begins plain   ends in quotes       (not asked)
 *     begins quoted  (not asked)          ends plain, first row h,i
 */
import type { ByteRange } from "../load/index.ts";

const commaByte = 0x2c;
const quoteByte = 0x22;
const lineFeed = 0x0a;

/** There is none. */
export const nowhere = -1;

/** Goes through the bytes of a range, which begins behind a line feed or at the start of the text. */
export class QuoteScan {
  /** The bytes so far end within quotes. */
  isQuoted: boolean;
  /** Bytes of the range before the first row that begins in it, or NOWHERE. */
  rowStart: number;
  #size = 0;
  #before = lineFeed;
  /** A quote within quotes came last: the next byte tells whether it ends them. */
  #isClosing = false;

  /** @param isQuoted the range begins within quotes. */
  constructor(isQuoted: boolean) {
    this.isQuoted = isQuoted;
    this.rowStart = isQuoted ? nowhere : 0;
  }

  take(taken: Uint8Array): void {
    // Its search is the native one.
    const bytes = Buffer.from(taken.buffer, taken.byteOffset, taken.byteLength);
    let at = 0;
    while (at < bytes.length) {
      if (this.#isClosing) {
        this.#isClosing = false;
        if (bytes[at] === quoteByte) at += 1;
        else this.isQuoted = false;
      }
      const found = bytes.indexOf(quoteByte, at);
      const quote = found < 0 ? bytes.length : found;
      if (!this.isQuoted) this.#findRow(bytes.subarray(0, quote), at);
      if (found < 0) break;
      if (this.isQuoted) this.#isClosing = true;
      else this.isQuoted = isCellStart(quote === 0 ? this.#before : bytes[quote - 1]!);
      at = quote + 1;
    }
    if (bytes.length > 0) this.#before = bytes.at(-1)!;
    this.#size += bytes.length;
  }

  #findRow(bytes: Uint8Array, start: number): void {
    if (this.rowStart !== nowhere) return;
    const feed = bytes.indexOf(lineFeed, start);
    if (feed >= 0) this.rowStart = this.#size + feed + 1;
  }
}

/** What a range is, begun outside of quotes and within them. */
export interface RangeQuotes {
  readonly range: ByteRange;
  readonly plain: QuoteState;
  readonly quoted: QuoteState;
}

/** A QuoteScan at its end. */
export type QuoteState = Pick<QuoteScan, "isQuoted" | "rowStart">;

/**
 * Ranges that begin and end between rows.
 * @param ranges all of a table, in order and without gaps; each begins behind a line feed.
 */
export function rowRanges(ranges: readonly RangeQuotes[]): ByteRange[] {
  const starts: number[] = [];
  let isQuoted = false;
  for (const { range, plain, quoted } of ranges) {
    const state: QuoteState = isQuoted ? quoted : plain;
    const start = range.start + state.rowStart;
    // A range within one cell has no rows; one that begins at its end is the next one's.
    if (state.rowStart !== nowhere && start < range.end) starts.push(start);
    isQuoted = state.isQuoted;
  }
  const end = ranges.at(-1)?.range.end ?? 0;
  return starts.map((start, index) => ({ start, end: starts[index + 1] ?? end }));
}

function isCellStart(before: number): boolean {
  return before === commaByte || before === lineFeed;
}
