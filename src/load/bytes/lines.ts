/** Bytes → lines of text, with their numbers; one string per block of lines, cut into slices. */
import { LoadError } from "../../errors/errors.ts";
import { concatenated, isUtf8, searchable, wholeText } from "./native.ts";

/** Longest line, quoted cell or row that is read, in bytes. */
export const lineBytesMax = 64 * 1024 * 1024;

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const byteOrderMark = [0xef, 0xbb, 0xbf];

/** `line` has no line ending; the first line is 1. */
export type LineHandler = (line: string, number: number) => void;

/**
 * Hands every line to `onLine`. Lines end in LF or CR LF; a byte order mark is no part of the text.
 * @param isCut asked at the end: whether the blocks stopped before the end of the file, so that the
 * last line is none.
 * @throws LoadError for bytes that are not UTF-8 text, and for a line above `lineBytesMax`.
 */
export async function readLines(
  blocks: AsyncIterable<Uint8Array>,
  file: string,
  onLine: LineHandler,
  isCut: () => boolean = () => false,
): Promise<void> {
  // The unfinished last line, in pieces: joined only once its end is there.
  let pieces: Uint8Array[] = [];
  let piecesSize = 0;
  let line = 1;
  for await (const block of blocks) {
    const first = block.indexOf(lineFeed);
    requireLength(piecesSize + (first < 0 ? block.length : first), file, line);
    if (first < 0) {
      pieces.push(block);
      piecesSize += block.length;
      continue;
    }
    const blockEnd = block.lastIndexOf(lineFeed) + 1;
    line = handLines(joined(pieces, block.subarray(0, blockEnd)), file, line, onLine);
    pieces = blockEnd < block.length ? [block.subarray(blockEnd)] : [];
    piecesSize = block.length - blockEnd;
  }
  if (piecesSize > 0 && !isCut()) handLines(joined(pieces), file, line, onLine);
}

/** @throws LoadError with the line if a block that starts at `line` is not UTF-8 text. */
export function requireText(block: Uint8Array, file: string, line: number): void {
  if (block.includes(0)) {
    const where = { file, line: line + countLineFeeds(block, block.indexOf(0)) };
    throw new LoadError(nulProblem(block), where);
  }
  if (isUtf8(block)) return;
  let start = 0;
  let number = line;
  for (let end = block.indexOf(lineFeed); end >= 0; end = block.indexOf(lineFeed, start)) {
    if (!isUtf8(block.subarray(start, end))) break;
    start = end + 1;
    number += 1;
  }
  const end = block.indexOf(lineFeed, start);
  const odd = oddByte(block.subarray(start, end < 0 ? block.length : end));
  const cure = "convert the file to UTF-8 first, as with iconv -f WINDOWS-1252 -t UTF-8";
  throw new LoadError(`is not UTF-8: ${odd}; ${cure}`, { file, line: number });
}

/** Which byte of a line is not UTF-8, and where: its column counts characters. */
function oddByte(line: Uint8Array): string {
  const text = new TextDecoder().decode(line);
  const encoder = new TextEncoder();
  for (let at = text.indexOf("\ufffd"); at >= 0; at = text.indexOf("\ufffd", at + 1)) {
    const { length } = encoder.encode(text.slice(0, at));
    const isWritten =
      line[length] === 0xef && line[length + 1] === 0xbf && line[length + 2] === 0xbd;
    if (isWritten) continue;
    const byte = (line[length] ?? 0).toString(16).toUpperCase().padStart(2, "0");
    return `byte ${byte} in column ${at + 1}`;
  }
  return "a character is cut off";
}

/**
 * Where the whole lines of a block end, which starts at `line`: after its last line feed.
 * @param isLast nothing follows: its last line gets the line feed that it lacks. A block has room for it.
 * @throws LoadError with the line if they are not UTF-8 text.
 */
export function requireLines(
  bytes: Uint8Array,
  end: number,
  isLast: boolean,
  file: string,
  line: number,
): number {
  const block = searchable(bytes, end);
  const linesEnd = isLast ? end : block.lastIndexOf(lineFeed) + 1;
  requireText(block.subarray(0, linesEnd), file, line);
  if (linesEnd === 0 || bytes[linesEnd - 1] === lineFeed) return linesEnd;
  bytes[linesEnd] = lineFeed;
  return linesEnd + 1;
}

/** The problem of a file that holds the NUL bytes of `block`, for a message. */
export function nulProblem(block: Uint8Array): string {
  const problem = "holds a NUL byte, so it is not UTF-8 text";
  return isPerhapsUtf16(block) ? `${problem}; perhaps UTF-16: convert the file first` : problem;
}

// In UTF-16 every second byte of most texts is NUL. A byte order mark, met earlier, is optional.
const utf16Sample = 16;

function isPerhapsUtf16(block: Uint8Array): boolean {
  const first = block.indexOf(0);
  const sample = block.subarray(first, first + utf16Sample);
  return sample.length > 2 && sample.every((byte, index) => (byte === 0) === (index % 2 === 0));
}

/** @throws LoadError if a line or row that starts at `line` is above the limit. */
export function requireLength(size: number, file: string, line: number): void {
  if (size <= lineBytesMax) return;
  const limit = `${lineBytesMax / 1024 / 1024} MiB`;
  throw new LoadError(`a line or quoted cell is longer than ${limit}`, { file, line });
}

/** @throws LoadError if one of the lines of a block that starts at `line` is above the limit. */
export function requireLengths(block: Uint8Array, file: string, line: number): void {
  if (block.length <= lineBytesMax) return;
  let start = 0;
  let number = line;
  for (let feed = block.indexOf(lineFeed); feed >= 0; feed = block.indexOf(lineFeed, start)) {
    requireLength(feed - start, file, number);
    start = feed + 1;
    number += 1;
  }
  requireLength(block.length - start, file, number);
}

function countLineFeeds(bytes: Uint8Array, end: number): number {
  let count = 0;
  for (let at = bytes.indexOf(lineFeed); at >= 0 && at < end; ) {
    count += 1;
    at = bytes.indexOf(lineFeed, at + 1);
  }
  return count;
}

function joined(pieces: readonly Uint8Array[], last?: Uint8Array): Uint8Array {
  if (last === undefined) return pieces.length === 1 ? pieces[0]! : concatenated(pieces);
  return pieces.length === 0 ? last : concatenated([...pieces, last]);
}

/** @returns the number of the line after the block. */
function handLines(block: Uint8Array, file: string, first: number, onLine: LineHandler): number {
  requireText(block, file, first);
  return eachLine(block.subarray(first === 1 ? textStart(block) : 0), first, onLine);
}

/**
 * Hands the lines of UTF-8 text to `onLine`, numbered from `first`.
 * @returns the number of the line after them.
 */
export function eachLine(block: Uint8Array, first: number, onLine: LineHandler): number {
  const text = wholeText(block);
  let line = first;
  let start = 0;
  while (start < text.length) {
    const feed = text.indexOf("\n", start);
    const next = feed < 0 ? text.length : feed;
    const isReturn = next > start && text.charCodeAt(next - 1) === carriageReturn;
    onLine(text.slice(start, isReturn ? next - 1 : next), line);
    line += 1;
    start = next + 1;
  }
  return line;
}

/** Offset of the text after a byte order mark. */
export function textStart(bytes: Uint8Array): number {
  return byteOrderMark.every((byte, index) => bytes[index] === byte) ? 3 : 0;
}
