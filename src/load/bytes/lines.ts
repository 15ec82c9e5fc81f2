/** Bytes → lines of text, with their numbers; one string per block of lines, cut into slices. */
import { LoadError } from "../../errors/errors.ts";
import { concatenated, isUtf8, searchable, wholeText } from "./native.ts";

/** Longest line, quoted cell or row that is read, in bytes. */
export const lineBytesMax = 64 * 1024 * 1024;

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const byteOrderMark = [0xef, 0xbb, 0xbf];

/**
 * `line` has no line ending; the first line is 1.
 * @param isDamaged it has bytes that are not UTF-8. That is reported: what it belongs to is left out.
 */
export type LineHandler = (line: string, number: number, isDamaged: boolean) => void;

/** Takes lines with bytes that are not UTF-8. The problem is only valid until it returns. */
export type OnDamage = (line: number, problem: () => string) => void;

/** A byte that no text has: it stands in place of one that is not UTF-8. */
export const damageMark = "\0";

/** How lines are read. */
interface LineOptions {
  /**
   * Whether no further line is wanted: the blocks stop before the end of the file, and the last line is
   * none. Default: all are.
   */
  readonly isCut?: () => boolean;
  /** Default: such a line stops the load. */
  readonly onDamage?: OnDamage;
}

/**
 * Hands every line to `onLine`. Lines end in LF or CR LF; a byte order mark is no part of the text.
 * @throws LoadError for bytes that are not UTF-8 text and not taken by `onDamage`, and for a line
 * above `lineBytesMax`.
 */
export async function readLines(
  blocks: AsyncIterable<Uint8Array>,
  file: string,
  onLine: LineHandler,
  { isCut, onDamage }: LineOptions = {},
): Promise<void> {
  // The unfinished last line, in pieces: joined only once its end is there.
  let pieces: Uint8Array[] = [];
  let piecesSize = 0;
  let line = 1;
  let offset = 0;
  const hand = (block: Uint8Array): void => {
    const place = { file, line, offset };
    const isDamaged = !isText(block, place);
    // A caller's own memory stays as it is.
    const own = isDamaged ? concatenated([block]) : block;
    if (isDamaged) markDamage(own, place, onDamage);
    offset += block.length;
    const text = own.subarray(line === 1 ? textStart(own) : 0);
    line = eachLine(text, line, onLine, isDamaged, isCut);
  };
  for await (const block of blocks) {
    const first = block.indexOf(lineFeed);
    requireLength(piecesSize + (first < 0 ? block.length : first), file, line);
    if (first < 0) {
      pieces.push(block);
      piecesSize += block.length;
      continue;
    }
    const blockEnd = block.lastIndexOf(lineFeed) + 1;
    hand(joined(pieces, block.subarray(0, blockEnd)));
    pieces = blockEnd < block.length ? [block.subarray(blockEnd)] : [];
    piecesSize = block.length - blockEnd;
  }
  if (piecesSize > 0 && isCut?.() !== true) hand(joined(pieces));
}

/** Where a block begins: the number of its first line, and the bytes before it in the file. */
interface BlockPlace {
  readonly file: string;
  readonly line: number;
  readonly offset: number;
  /** Bytes at its begin that were checked before: whole lines. Default: none. */
  readonly checked?: number;
}

/**
 * Whether whole lines are UTF-8 text.
 * @throws LoadError with the line for a NUL byte.
 */
export function isText(block: Uint8Array, { file, line, checked = 0 }: BlockPlace): boolean {
  const fresh = block.subarray(checked);
  const nul = fresh.indexOf(0);
  if (nul < 0) return isUtf8(fresh);
  const at = line + countLineFeeds(block, checked + nul);
  throw new LoadError(nulProblem(fresh), { file, line: at });
}

/**
 * Puts a mark into each of the lines that is not UTF-8.
 * @param onDamage takes them before. Default: the first one stops the load.
 */
export function markDamage(
  block: Uint8Array,
  { file, line, offset, checked = 0 }: BlockPlace,
  onDamage?: OnDamage,
): void {
  const fresh = block.subarray(checked);
  let number = line + countLineFeeds(block, checked);
  for (let start = 0; start < fresh.length; number++) {
    const feed = fresh.indexOf(lineFeed, start);
    const end = feed < 0 ? fresh.length : feed;
    const bytes = fresh.subarray(start, end);
    if (!isUtf8(bytes)) {
      const odd = oddByte(bytes);
      const before = offset + checked + start;
      const problem = () => damageProblem(bytes, odd, before);
      if (onDamage === undefined) throw new LoadError(problem(), { file, line: number });
      onDamage(number, problem);
      bytes[odd.at] = 0;
    }
    start = end + 1;
  }
}

/** A byte that is not UTF-8, and its column, which counts characters. */
interface OddByte {
  readonly at: number;
  readonly column: number;
}

function damageProblem(line: Uint8Array, { at, column }: OddByte, before: number): string {
  const byte = line[at]!.toString(16).toUpperCase();
  const cure =
    "convert the file to UTF-8 first, as with iconv -f WINDOWS-1252 -t UTF-8, or from 1250 or another encoding, if it is in that one";
  return `is not UTF-8: byte ${byte} in column ${column}, byte ${before + at + 1} of the file; ${cure}`;
}

/** The first byte of a line that is not UTF-8. */
function oddByte(line: Uint8Array): OddByte {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(line);
  const encoder = new TextEncoder();
  for (let index = text.indexOf("\ufffd"); index >= 0; index = text.indexOf("\ufffd", index + 1)) {
    const before = text.slice(0, index);
    const at = encoder.encode(before).length;
    const isWritten = line[at] === 0xef && line[at + 1] === 0xbf && line[at + 2] === 0xbd;
    if (isWritten) continue;
    return { at, column: [...before.replace(/^\ufeff/, "")].length + 1 };
  }
  return { at: line.length - 1, column: text.length };
}

/**
 * The same for any bytes, none of which may be left out.
 * @throws LoadError with the line if they are not UTF-8 text.
 */
export function requireText(block: Uint8Array, file: string, line: number): void {
  const place = { file, line, offset: 0 };
  if (!isText(block, place)) markDamage(block, place);
}

/**
 * Where the whole lines of a block end: after its last line feed.
 * @param isLast nothing follows: its last line gets the line feed that it lacks. A block has room for it.
 */
export function wholeLines(bytes: Uint8Array, end: number, isLast: boolean): number {
  const linesEnd = isLast ? end : searchable(bytes, end).lastIndexOf(lineFeed) + 1;
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

/**
 * Hands the lines of UTF-8 text to `onLine`, numbered from `first`.
 * @param isDamaged some of them have a mark.
 * @param isCut whether no further line is wanted.
 * @returns the number of the line after them.
 */
export function eachLine(
  block: Uint8Array,
  first: number,
  onLine: LineHandler,
  isDamaged = false,
  isCut: () => boolean = () => false,
): number {
  const text = wholeText(block);
  let line = first;
  let start = 0;
  while (start < text.length && !isCut()) {
    const feed = text.indexOf("\n", start);
    const next = feed < 0 ? text.length : feed;
    const isReturn = next > start && text.charCodeAt(next - 1) === carriageReturn;
    const own = text.slice(start, isReturn ? next - 1 : next);
    onLine(own, line, isDamaged && own.includes(damageMark));
    line += 1;
    start = next + 1;
  }
  return line;
}

/** Offset of the text after a byte order mark. */
export function textStart(bytes: Uint8Array): number {
  return byteOrderMark.every((byte, index) => bytes[index] === byte) ? 3 : 0;
}
