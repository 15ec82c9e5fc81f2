/** Files → ranges that threads can read in any order. */
import { closeSync, openSync, readSync } from "node:fs";
import {
  type ByteRange,
  type InputFile,
  type Records,
  type RowForm,
  textStart,
  unreadable,
} from "../load/index.ts";
import { QuoteScan, rowRanges, type ScannedRange } from "./quote-scan.ts";

const windowBytes = 256 * 1024;
/** Where something is looked for that is near, as a rule. */
const windowBytesShort = 16 * 1024;
const lineFeed = "\n";
const quoteByte = 0x22;
/** Bytes for each quote, at most, that make quotes dense. */
const denseDistance = 32;

/**
 * About `count` ranges of a file, of which each begins and ends between records; the first one begins
 * with the header.
 * @param input not compressed.
 * @returns undefined for a file of which that cannot be told.
 * @throws LoadError if the file cannot be read.
 */
export function fileRanges(
  input: InputFile,
  count: number,
  records: Records,
): ByteRange[] | undefined {
  switch (records.kind) {
    case "nodes":
      return cutAt(input, count, `${lineFeed}${records.start}`);
    case "rows":
      return tableRanges(input, count, records);
  }
}

/** Reads the whole file, though only for its quotes: each range begins as the one before ends. */
function tableRanges(input: InputFile, count: number, form: RowForm): ByteRange[] | undefined {
  if (form.isLax === true && hasDenseQuotes(input)) return undefined;
  const scanned: ScannedRange[] = [];
  let isQuoted = false;
  for (const range of cutAt(input, count, lineFeed)) {
    const scan = new QuoteScan(isQuoted, form);
    const isOdd = withWindows(input, range.start, range.end, (bytes, start) => {
      scan.take(bytes.subarray(start === 0 ? textStart(bytes) : 0));
      return scan.isOdd ? true : undefined;
    });
    if (isOdd === true) return undefined;
    scanned.push({ range, rowStart: scan.rowStart });
    isQuoted = scan.isQuoted;
  }
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
    const start = findMark(input, from, mark) + lineFeed.length;
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
