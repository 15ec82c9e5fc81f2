/** Files → ranges that can be read each for itself, in any order. */
import { closeSync, openSync, readSync } from "node:fs";
import { type ByteRange, type InputFile, textStart, unreadable } from "../load/index.ts";
import { QuoteScan, type RangeQuotes, rowRanges } from "./quote-scan.ts";

const windowBytes = 256 * 1024;
const lineFeed = 0x0a;

/**
 * About `count` ranges of a table, of which each begins and ends between rows; the first one begins
 * with the header. Reads the whole file, though only for its quotes.
 * @param input not compressed.
 * @throws LoadError if the file cannot be read.
 */
export function tableRanges(input: InputFile, count: number): ByteRange[] {
  return rowRanges(lineRanges(input, count).map((range) => rangeQuotes(input, range)));
}

/** What the quotes of a range of a table say: a part of `tableRanges` that needs no other part. */
function rangeQuotes(input: InputFile, range: ByteRange): RangeQuotes {
  const plain = new QuoteScan(false);
  const quoted = new QuoteScan(true);
  withWindows(input, range.start, range.end, (bytes, start) => {
    const text = bytes.subarray(start === 0 ? textStart(bytes) : 0);
    plain.take(text);
    quoted.take(text);
    return undefined;
  });
  const states = [plain, quoted].map(({ isQuoted, rowStart }) => ({ isQuoted, rowStart }));
  return { range, plain: states[0]!, quoted: states[1]! };
}

/** Ranges of about the same size that end behind line feeds, which may be within quoted cells. */
function lineRanges(input: InputFile, count: number): ByteRange[] {
  const { size } = input;
  const starts = [0];
  for (let part = 1; part < count; part++) {
    const from = Math.floor((size * part) / count);
    if (from <= starts.at(-1)!) continue;
    const start = findFeed(input, from) + 1;
    if (start > starts.at(-1)! && start < size) starts.push(start);
  }
  return starts.map((start, index) => ({ start, end: starts[index + 1] ?? size }));
}

/** Offset of the first line feed at or after `from`; the size if there is none. */
function findFeed(input: InputFile, from: number): number {
  const found = withWindows(input, from, input.size, (bytes, start) => {
    const at = bytes.indexOf(lineFeed);
    return at >= 0 ? start + at : undefined;
  });
  return found ?? input.size;
}

/** Hands bytes [from, to) of a file to `take`, piece by piece, until it returns something. */
function withWindows(
  { path }: InputFile,
  from: number,
  to: number,
  take: (bytes: Buffer, start: number) => number | undefined,
): number | undefined {
  const bytes = Buffer.alloc(windowBytes);
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
