/**
 * Lists that a snapshot has ready, because everybody asks for them: their lines as JSON, in compressed chunks.
 *
 *   bytes    [{"dcid":"Age_…       one chunk after the other, each a list of lines, deflated
 *   ends     5120 9876 …           where each chunk ends
 *   lines    210  405 …            lines up to the end of each
 *   sizes    65590 65602 …         bytes of each before it was deflated
 *
 * They follow from the columns of the world. A world in memory has none.
 */

import { deflateSync, Inflate, strFromU8, strToU8 } from "fflate";
import { SnapshotError } from "../../errors/errors.ts";
import { type Column, type ColumnSource, LateColumn } from "../columns/column-source.ts";
import { lowerBound } from "../columns/kernels.ts";
import type { WalkedColumns, WalkedRows } from "../columns/walked-columns.ts";

/** A chunk ends after the line with which it has so many letters. */
const chunkLetters = 1 << 16;
/** A list with a longer chunk is not stored. */
const chunkBytesMax = 1 << 21;
/** So many bytes are inflated at once: what they become is looked at before the next come. */
const pieceBytes = 1 << 10;
/** Blocks are not shorter. */
const blockBytesMin = 1 << 9;

/** What stands for a line that is not here yet; each line has its members, of the same types. */
type Pattern = Readonly<Record<string, string | number | readonly [string | number]>>;

/** Makes bytes shorter (RFC 1951). */
export type Deflate = (bytes: Uint8Array) => Uint8Array;

/** The columns of a list; none where a line is too long. */
export function listColumns(
  name: string,
  lines: Iterable<unknown>,
  deflate: Deflate = (bytes) => deflateSync(bytes),
): Map<string, Column> {
  const chunks: Uint8Array[] = [];
  const [ends, counts, sizes]: [number[], number[], number[]] = [[], [], []];
  for (const { text, end } of chunksOf(lines)) {
    const bytes = strToU8(text);
    if (bytes.length > chunkBytesMax) return new Map();
    const chunk = deflate(bytes);
    chunks.push(chunk);
    ends.push((ends.at(-1) ?? 0) + chunk.length);
    counts.push(end);
    sizes.push(bytes.length);
  }
  const bytes = new Uint8Array(ends.at(-1) ?? 0);
  for (const [at, chunk] of chunks.entries()) bytes.set(chunk, ends[at]! - chunk.length);
  return new Map<string, Column>([
    [`${name}.bytes`, bytes],
    [`${name}.ends`, Uint32Array.from(ends)],
    [`${name}.lines`, Uint32Array.from(counts)],
    [`${name}.sizes`, Uint32Array.from(sizes)],
  ]);
}

/** Texts of chunks, and how many lines there are up to the end of each. */
function* chunksOf(
  lines: Iterable<unknown>,
): Generator<{ readonly text: string; readonly end: number }> {
  let texts: string[] = [];
  let [letters, end] = [0, 0];
  const taken = () => ({ text: `[${texts.join(",")}]`, end });
  for (const line of lines) {
    const text = JSON.stringify(line);
    texts.push(text);
    letters += text.length;
    end++;
    if (letters < chunkLetters) continue;
    yield taken();
    [texts, letters] = [[], 0];
  }
  if (texts.length > 0) yield taken();
}

/** What a chunk was before it was deflated; undefined where it cannot be, or is longer than `size`. */
function chunkText(bytes: Uint8Array, size: number): string | undefined {
  if (size > chunkBytesMax) return undefined;
  const whole = new Uint8Array(size);
  let length = 0;
  const inflate = new Inflate((piece) => {
    if (length + piece.length > size) throw new Error("it is longer");
    whole.set(piece, length);
    length += piece.length;
  });
  try {
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      // A copy: what is inflated may not be shared memory.
      inflate.push(bytes.slice(at, at + pieceBytes), at + pieceBytes >= bytes.length);
    }
    return length === size ? strFromU8(whole) : undefined;
  } catch {
    return undefined;
  }
}

/** A list, read chunk by chunk. What was read is kept as long as this is. */
export class StoredList<Line extends object> {
  readonly #name: string;
  readonly #pattern: Line;
  readonly #bytes: LateColumn<Uint8Array>;
  readonly #ends: LateColumn<Uint32Array>;
  readonly #lines: LateColumn<Uint32Array>;
  readonly #sizes: LateColumn<Uint32Array>;
  readonly #read: (readonly Line[] | undefined)[] = [];

  private constructor(source: ColumnSource, name: string, pattern: Line) {
    this.#name = name;
    this.#pattern = pattern;
    this.#bytes = new LateColumn(source, `${name}.bytes`);
    this.#ends = new LateColumn(source, `${name}.ends`);
    this.#lines = new LateColumn(source, `${name}.lines`);
    this.#sizes = new LateColumn(source, `${name}.sizes`);
  }

  /**
   * Undefined where the source has none.
   *
   * @param pattern stands for lines that are not here yet; a line has its members, of the same types
   */
  static readFrom<Line extends object>(
    source: ColumnSource,
    name: string,
    pattern: Line,
  ): StoredList<Line> | undefined {
    return source.has?.(`${name}.ends`) === true
      ? new StoredList(source, name, pattern)
      : undefined;
  }

  get length(): number {
    return this.#lines.rows.at(-1) ?? 0;
  }

  /** @throws SnapshotError `damaged` */
  at(row: number): Line {
    const lines = this.#lines.rows;
    const chunk = lowerBound(lines, row + 1, 0, lines.length);
    if (chunk === lines.length) return this.#pattern;
    this.#read[chunk] ??= this.#chunk(chunk);
    return this.#read[chunk][row - (lines[chunk - 1] ?? 0)] ?? this.#pattern;
  }

  /** Lines start … end - 1, as far as there are so many. @throws SnapshotError `damaged` */
  *slice(start = 0, end = Number.POSITIVE_INFINITY): Generator<Line> {
    const last = Math.min(end, this.length);
    for (let row = start; row < last; row++) yield this.at(row);
  }

  /** Nothing where the chunk is not here yet. */
  #chunk(chunk: number): readonly Line[] {
    const ends = this.#ends.rows;
    const [start, end] = [ends[chunk - 1] ?? 0, ends[chunk]!];
    const bytes = this.#bytes.rowsIn(start, end);
    if (!this.#isHere(start, end)) return [];
    const text = chunkText(bytes.subarray(start, end), this.#sizes.rows[chunk]!);
    const lines = text === undefined ? undefined : linesIn<Line>(text, this.#pattern);
    const count = this.#lines.rows[chunk]! - (this.#lines.rows[chunk - 1] ?? 0);
    if (lines?.length === count) return lines;
    const section = `${this.#name}.bytes`;
    const message = `chunk ${chunk} of section '${section}' cannot be true: it was forged or damaged`;
    throw new SnapshotError("damaged", message, { section });
  }

  #isHere(start: number, end: number): boolean {
    for (let at = start; at < end; at += blockBytesMin) if (!this.#bytes.hasRow(at)) return false;
    return start >= end || this.#bytes.hasRow(end - 1);
  }
}

function linesIn<Line extends object>(text: string, pattern: Line): Line[] | undefined {
  try {
    const lines: unknown = JSON.parse(text);
    if (!Array.isArray(lines)) return undefined;
    const members = Object.entries(pattern as Pattern);
    const isLine = (line: unknown) =>
      typeof line === "object" &&
      line !== null &&
      members.every(([name, like]) => isLike((line as Pattern)[name], like));
    return lines.every(isLine) ? lines : undefined;
  } catch {
    return undefined;
  }
}

function isLike(member: unknown, like: Pattern[string]): boolean {
  if (typeof like !== "object") return typeof member === typeof like;
  const isList = Array.isArray(member) && member.every((one) => typeof one === typeof like[0]);
  if (isList) Object.freeze(member);
  return isList;
}

/**
 * Compares a list that a snapshot has with its lines.
 * @throws CommonsError from the walk
 */
export function walkList(columns: WalkedColumns, name: string, lines: Iterable<unknown>): void {
  const [bytes, ends, counts, sizes] = ["bytes", "ends", "lines", "sizes"].map((part) =>
    columns.rows(`${name}.${part}`),
  ) as [WalkedRows, WalkedRows, WalkedRows, WalkedRows];
  let [chunk, start] = [0, 0];
  for (const { text, end: lineEnd } of chunksOf(lines)) {
    if (chunk === ends.length) throw ends.wrong(chunk, "there are more chunks");
    const [end, size] = [ends.at(chunk), strToU8(text).length];
    if (end < start || end > bytes.length) throw ends.wrong(chunk, `${end} is after ${start}`);
    if (counts.at(chunk) !== lineEnd) throw counts.wrong(chunk, `${lineEnd} belongs here`);
    if (sizes.at(chunk) !== size) throw sizes.wrong(chunk, `${size} belongs here`);
    const packed = Uint8Array.from({ length: end - start }, (_, at) => bytes.at(start + at));
    if (chunkText(packed, size) !== text) throw bytes.wrong(start, "the list is another one");
    start = end;
    chunk++;
  }
  if (chunk < ends.length) throw ends.wrong(chunk, "no line has this chunk");
  if (start < bytes.length) throw bytes.wrong(start, "no chunk has these bytes");
}
