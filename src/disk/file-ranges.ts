/** Files → ranges that threads can read in any order. */
import { closeSync, openSync, readSync } from "node:fs";
import { unreadable } from "../load/bytes/byte-blocks.ts";
import type { ByteRange, InputFile, Records, RowForm } from "../load/bytes/file-tree.ts";
import { textStart } from "../load/bytes/lines.ts";

const quoteByte = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const backslashByte = 0x5c;
const blank = 0x20;
const asciiEnd = 0x80;
const nearBytes = 64;
const windowBytes = 256 * 1024;
/** Where something is looked for that is near, as a rule. */
const windowBytesShort = 16 * 1024;
/** Bytes for each quote, at most, that make quotes dense. */
const denseDistance = 32;

/**
 * About `count` ranges of a file, of which each begins and ends between records; the first one begins
 * with the header.
 * @param input not compressed.
 * @returns undefined for a file that cannot be divided.
 * @throws LoadError if the file cannot be read.
 */
export function fileRanges(
  input: InputFile,
  count: number,
  records: Records,
): ByteRange[] | undefined {
  switch (records.kind) {
    case "nodes":
      return cutAt(input, count, `\n${records.start}`);
    case "rows":
      return tableRanges(input, count, records);
  }
}

/** Reads the whole file, though only for its quotes: each range begins as the one before ends. */
function tableRanges(input: InputFile, count: number, form: RowForm): ByteRange[] | undefined {
  if (form.isLax === true && hasDenseQuotes(input)) return undefined;
  const scanned: ScannedRange[] = [];
  let isQuoted = false;
  for (const range of cutAt(input, count, "\n")) {
    const scan = new QuoteScan(isQuoted, form);
    const isOdd = withWindows(input, range.start, range.end, (bytes, start) => {
      scan.take(bytes.subarray(start === 0 ? textStart(bytes) : 0));
      return scan.isOdd ? true : undefined;
    });
    if (isOdd === true) return undefined;
    scanned.push({ range, rowStart: scan.rowStart });
    isQuoted = scan.isQuoted;
  }
  // A quote that is not closed hides no rows from a reader of the whole file.
  if (isQuoted) return undefined;
  return rowRanges(scanned);
}

/** Where every cell has quotes, to look at each of them costs more than a further thread spares. */
function hasDenseQuotes(input: InputFile): boolean {
  const look = (bytes: Buffer) => {
    const quotes = bytes.reduce((count, byte) => count + (byte === quoteByte ? 1 : 0), 0);
    return bytes.length === windowBytesShort && quotes * denseDistance > bytes.length;
  };
  return withWindows(input, 0, input.size, look, windowBytesShort) === true;
}

/** Ranges of about the same size, which begin after the line feeds of marks. */
function cutAt(input: InputFile, count: number, mark: string): ByteRange[] {
  const { size } = input;
  const starts = [0];
  for (let chunk = 1; chunk < count; chunk++) {
    const from = Math.floor((size * chunk) / count);
    if (from <= starts.at(-1)!) continue;
    const start = findMark(input, from, mark) + 1;
    if (start >= size) break;
    starts.push(start);
  }
  return starts.map((start, index) => ({ start, end: starts[index + 1] ?? size }));
}

/** Offset of the first mark at or after `from`; the size if there is none. */
function findMark(input: InputFile, from: number, mark: string): number {
  const overlap = mark.length - 1;
  let before = Buffer.alloc(0);
  const look = (bytes: Buffer, start: number): number | undefined => {
    // It may stand on the border of two windows.
    const joined = Buffer.concat([before, bytes]);
    const at = joined.indexOf(mark, 0, "latin1");
    if (at >= 0) return start - before.length + at;
    before = Buffer.from(joined.subarray(Math.max(0, joined.length - overlap)));
    return undefined;
  };
  return withWindows(input, from, input.size, look, windowBytesShort) ?? input.size;
}

/** Hands bytes [from, to) of a file to `take`, piece by piece, until it returns something. */
function withWindows<Result>(
  { path }: InputFile,
  from: number,
  to: number,
  take: (bytes: Buffer, start: number) => Result | undefined,
  size: number = windowBytes,
): Result | undefined {
  const bytes = Buffer.alloc(size);
  try {
    const file = openSync(path, "r");
    try {
      for (let start = from; start < to; ) {
        const count = readSync(file, bytes, 0, Math.min(bytes.length, to - start), start);
        if (count === 0) return undefined;
        const result = take(bytes.subarray(0, count), start);
        if (result !== undefined) return result;
        start += count;
      }
      return undefined;
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw unreadable(error, path);
  }
}

/** There is none. */
export const nowhere = -1;

/**
 * Finds where the rows of a range begin. A line feed ends a row unless it stands in quotes, which
 * only the text before it says. So ranges are scanned in order, and each begins as the one before
 * ends.
 *
 *     range          a,b LF c,"d LF       e LF f",g LF h,i LF
 *     begins         plain                within quotes
 *     ends           within quotes        plain
 *     first row      a,b                  h,i
 *
 * A range begins after a line feed or at the start of the text.
 */
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
  /** A quote within quotes came last: the next byte shows whether it ends them. */
  #isClosing = false;
  /** A carriage return after the quotes came last: it ends the row if a line feed follows. */
  #isReturning = false;

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
      if (this.#isClosing) at = this.#afterQuote(bytes, at);
      const found = quoteFrom(bytes, at);
      const quote = found < 0 ? bytes.length : found;
      if (!this.isQuoted) this.#findRow(bytes, at, quote);
      if (found < 0) break;
      if (this.isQuoted) this.#isClosing = true;
      else this.isQuoted = this.#isCellStart(bytes[quote - 1] ?? this.#before);
      at = quote + 1;
    }
    if (bytes.length > 0) this.#before = bytes.at(-1)!;
    this.#size += bytes.length;
  }

  #look(bytes: Uint8Array): void {
    if (this.#isLax && bytes.includes(backslashByte)) this.isOdd = true;
    if (this.#isReturning && bytes.length > 0) this.#returned(bytes[0]!);
  }

  /** @returns where to go on */
  #afterQuote(bytes: Uint8Array, at: number): number {
    this.#isClosing = false;
    if (bytes[at] === quoteByte) return at + 1;
    this.#close(bytes[at]!);
    if (this.#isReturning && at + 1 < bytes.length) this.#returned(bytes[at + 1]!);
    return at;
  }

  #close(after: number): void {
    this.isQuoted = false;
    const isCellEnd = after === this.#delimiter || after === lineFeed || after === carriageReturn;
    // Perhaps it closes a quote that some line before it has too many.
    if (!isCellEnd) this.isOdd = true;
    this.#isReturning = after === carriageReturn;
  }

  #returned(after: number): void {
    this.#isReturning = false;
    if (after !== lineFeed) this.isOdd = true;
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
interface ScannedRange {
  readonly range: ByteRange;
  /** Or `nowhere`. */
  readonly rowStart: number;
}

/**
 * Ranges that begin and end between rows.
 * @param ranges all of a table, in order and without gaps; each begins after a line feed.
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
