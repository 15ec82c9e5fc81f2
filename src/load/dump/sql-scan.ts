/**
 * Where a dump can be cut, found by its quotes, brackets, comments and semicolons alone: before a line
 * on which a statement begins. The rules are those of `SqlTokens`. The scan remembers what a
 * reader has to know that begins there: what stands before of the columns of tables, and whether
 * backslashes escape.
 */
import {
  BlockReader,
  bytesOfText,
  concatenated,
  type InputFile,
  indexOfBytes,
  Progress,
  searchable,
  textOf,
  textStart,
} from "../bytes/index.ts";
import { SqlStatements, type TableColumns } from "./sql-statements.ts";

const lineFeed = 0x0a;
const tab = 0x09;
const carriageReturn = 0x0d;
const space = 0x20;
const apostrophe = 0x27;
const hash = 0x23;
const dash = 0x2d;
const star = 0x2a;
const slash = 0x2f;
const semicolon = 0x3b;
const openingBracket = 0x5b;
const closingBracket = 0x5d;
const backslash = 0x5c;
const backtick = 0x60;
const quotation = 0x22;
const asciiEnd = 0x80;
const markBytes = 3;
const commentEnd = Uint8Array.of(star, slash);

/**
 * What is no text and ends none, which few rows have: the star is that of a comment, since slashes are
 * many. The last one counts where backslashes escape.
 */
const rares = ['"', "`", "[", "#", "*", "--", "\\"].map(bytesOfText);

/** Every reader of a part goes through them: beyond this, nothing is cut. */
const definitionBytesMax = 1024 * 1024;

/** A statement that may say which columns a table has; plain data. */
export interface SqlDefinition {
  /** Offset in the file. */
  readonly start: number;
  readonly text: string;
}

/** Where a dump is cut; plain data. */
export interface SqlCuts {
  /** Offsets; the first one is 0. */
  readonly starts: readonly number[];
  /** In their order. */
  readonly definitions: readonly SqlDefinition[];
  /** Offset from which on backslashes escape. */
  readonly backslashesFrom: number;
}

/**
 * Reads a definition for what it says of columns.
 * @returns whether it has an end.
 */
export function readDefinition(
  { start, text }: SqlDefinition,
  backslashesFrom: number,
  columns: TableColumns,
): boolean {
  const hasBackslashes = start >= backslashesFrom;
  const silent = { onRow: () => {}, onProblem: () => {} };
  const statements = new SqlStatements(silent, { columns, hasBackslashes });
  for (const line of text.split(/\r?\n/)) statements.line(line, 1);
  return statements.isIdle;
}

/**
 * Reads a whole dump, though only for where it can be cut.
 * @param partBytes a range has at least, but for the last one.
 */
export async function scanSql(
  input: InputFile,
  partBytes: number,
  signal?: AbortSignal,
  blocks: BlockReader = new BlockReader(new Progress(0, signal)),
): Promise<SqlCuts> {
  const scan = new SqlScan(partBytes);
  await blocks.read(input, scan.take.bind(scan));
  const { definitions, backslashesFrom } = scan;
  const starts = scan.starts.filter((start) => start === 0 || start < input.size);
  return { starts, definitions, backslashesFrom };
}

const apostrophes = 0x27272727;
const semicolons = 0x3b3b3b3b;
const lowBits = 0x7f7f7f7f;
const ones = 0x01010101;
const topBits = 0x80808080 | 0;

/**
 * Goes through texts and what is around them, four bytes at a time: what an even number of
 * apostrophes stands before is outside of texts.
 */
class TextScan {
  #bytes: Uint8Array = new Uint8Array(0);
  #words: Int32Array = new Int32Array(0);
  /** The top bits of its bytes together tell whether the number so far is odd. */
  #odd = 0;

  /** @param bytes at the begin of their buffer */
  open(bytes: Uint8Array): void {
    if (this.#bytes.buffer === bytes.buffer) return;
    this.#bytes = bytes;
    this.#words = new Int32Array(bytes.buffer, 0, bytes.length >> 2);
  }

  /**
   * @param start outside of texts
   * @returns offset of the first semicolon outside; `end` if there is none; -1 if a text goes on there.
   */
  semicolon(start: number, end: number): number {
    const bytes = this.#bytes;
    this.#odd = 0;
    let at = start;
    for (;;) {
      for (const stop = Math.min((at + 4) & ~3, end); at < stop; at++) {
        if (bytes[at] === apostrophe) this.#odd ^= 0x80;
        else if (bytes[at] === semicolon && !isOdd(this.#odd)) return at;
      }
      if (at === end) return isOdd(this.#odd) ? -1 : end;
      at = this.#withoutSemicolon(at >> 2, end >> 2) << 2;
    }
  }

  /** @returns the first word with a semicolon, or `end`. */
  #withoutSemicolon(start: number, end: number): number {
    const words = this.#words;
    let odd = this.#odd;
    let at = start;
    for (; at < end; at++) {
      const four = words[at]!;
      const rest = four ^ semicolons;
      if ((((rest - ones) | 0) & ~rest & topBits) !== 0) break;
      const other = four ^ apostrophes;
      odd ^= ~(((other & lowBits) + lowBits) | 0 | other) & topBits;
    }
    this.#odd = odd;
    return at;
  }
}

function isOdd(bits: number): boolean {
  const halves = bits ^ (bits >>> 16);
  return ((halves ^ (halves >>> 8)) & 0x80) !== 0;
}

/** What the bytes at hand stand in: quotes by their byte, comments by how they begin. */
type Within = "between" | "statement" | "line" | "block" | Quote;
type Quote = typeof apostrophe | typeof quotation | typeof backtick;

class SqlScan implements SqlCuts {
  readonly starts: number[] = [0];
  readonly definitions: SqlDefinition[] = [];
  backslashesFrom = Number.POSITIVE_INFINITY;
  readonly #partBytes: number;
  /** Offset in the file of the block at hand. */
  #offset = 0;
  #within: Within = "between";
  readonly #texts = new TextScan();
  /** Of each of `rares` where it stands next in the block, as far as that is known. */
  readonly #rareAt = new Int32Array(rares.length);
  /** The first of them. */
  #rareNext = -1;
  /** Of a comment: what follows it. */
  #behind: "between" | "statement" = "between";
  /** Begins of the definition at hand that were in earlier blocks, and where it begins in the file. */
  #pieces: Uint8Array[] = [];
  #definitionStart = -1;
  #definitionBytes = 0;
  /** From here on nothing is cut. */
  #isOver = false;

  constructor(partBytes: number) {
    this.#partBytes = partBytes;
  }

  /** @returns what was scanned: the rest needs more bytes. */
  take(bytes: Uint8Array, end: number, isLast: boolean): number {
    if (this.#isOver) return end;
    let at = 0;
    if (this.#offset === 0) {
      if (end < markBytes && !isLast) return 0;
      at = textStart(bytes.subarray(0, end));
    }
    const text = searchable(bytes, end);
    this.#texts.open(bytes);
    this.#rareAt.fill(-1);
    this.#rareNext = -1;
    const from = at;
    while (at < end && !this.#isOver) {
      const next = this.#step(text, at, end, isLast);
      if (next < 0) break;
      at = next;
    }
    this.#keep(text, from, at);
    this.#offset += at;
    return this.#isOver ? end : at;
  }

  get #hasBackslashes(): boolean {
    return this.backslashesFrom !== Number.POSITIVE_INFINITY;
  }

  /** @returns how far it came; -1 if more bytes have to tell how it goes on. */
  #step(bytes: Uint8Array, start: number, end: number, isLast: boolean): number {
    switch (this.#within) {
      case "between":
        return this.#between(bytes, start, end, isLast);
      case "statement":
        return this.#statement(bytes, start, end, isLast);
      case "line": {
        const feed = bytes.indexOf(lineFeed, start);
        if (feed < 0) return end;
        this.#within = this.#behind;
        return feed;
      }
      case "block": {
        const close = indexOfBytes(bytes, commentEnd, start);
        // Its first byte may be the last one here.
        if (close < 0) return isLast ? end : stepBack(start, end - 1);
        this.#within = this.#behind;
        return close + commentEnd.length;
      }
      default:
        return this.#quoted(bytes, start, end, this.#within);
    }
  }

  /** Nothing but blanks and comments stands behind the semicolon of the last statement. */
  #between(bytes: Uint8Array, start: number, end: number, isLast: boolean): number {
    for (let at = start; at < end; at++) {
      const byte = bytes[at]!;
      if (byte === lineFeed) this.#cut(this.#offset + at + 1);
      else if (byte !== semicolon && byte !== space && !(byte >= tab && byte <= carriageReturn)) {
        const comment = this.#comment(bytes, at, end, isLast);
        if (comment !== at) return comment < 0 ? stepBack(start, at) : comment;
        return this.#begin(bytes, start, at, end, isLast);
      }
    }
    return end;
  }

  #cut(offset: number): void {
    if (offset - this.starts.at(-1)! >= this.#partBytes) this.starts.push(offset);
  }

  #begin(bytes: Uint8Array, start: number, at: number, end: number, isLast: boolean): number {
    if (at + 1 === end && !isLast) return stepBack(start, at);
    const [first, second] = [bytes[at]!, bytes[at + 1]! | 0x20];
    this.#within = "statement";
    // CREATE, ALTER, and words that blanks beyond ASCII may stand before.
    const isOne =
      (first | 0x20) === 0x63 ? second === 0x72 : (first | 0x20) === 0x61 && second === 0x6c;
    if (isOne || first >= asciiEnd) this.#definitionStart = this.#offset + at;
    return at;
  }

  /** Up to the next semicolon outside of texts, or what is rarer. */
  #statement(bytes: Uint8Array, start: number, end: number, isLast: boolean): number {
    const last = bytes[end - 1];
    // It may be half of a mark.
    const isOpen = !isLast && (last === dash || last === slash);
    if (this.#rareNext < start) this.#rareNext = this.#rare(bytes, start, isOpen ? end - 1 : end);
    const rare = this.#rareNext;
    const at = this.#texts.semicolon(start, rare);
    if (at === end) return end;
    if (at >= 0) return this.#special(bytes, start, at, end, isLast);
    this.#within = apostrophe;
    return rare;
  }

  /** Offset of the next one of `rares`, or the end. */
  #rare(bytes: Uint8Array, start: number, end: number): number {
    const count = this.#hasBackslashes ? rares.length : rares.length - 1;
    let first = end;
    for (let kind = 0; kind < count; kind++) {
      let at = this.#rareAt[kind]!;
      if (at < start) {
        const found = indexOfBytes(bytes, rares[kind]!, start);
        at = found < 0 ? end : found;
        this.#rareAt[kind] = at;
      }
      if (at < first) first = at;
    }
    return first;
  }

  /** @param at of a semicolon or a rare byte */
  #special(bytes: Uint8Array, start: number, at: number, end: number, isLast: boolean): number {
    const byte = bytes[at]!;
    if (byte === semicolon) {
      this.#within = "between";
      if (this.#definitionStart >= 0) this.#define(bytes, at + 1);
      return at + 1;
    }
    if (byte === quotation || byte === backtick) {
      this.#within = byte;
      return at + 1;
    }
    if (byte === openingBracket) return this.#bracket(bytes, start, at, end, isLast);
    // Its slash is behind `start`, or it ended another comment.
    const from = byte === star && at > start && bytes[at - 1] === slash ? at - 1 : at;
    const comment = this.#comment(bytes, from, end, isLast);
    if (comment < 0) return stepBack(start, from);
    return comment === from ? at + 1 : comment;
  }

  /** A name in brackets ends on its line; any other bracket is nothing but itself. */
  #bracket(bytes: Uint8Array, start: number, at: number, end: number, isLast: boolean): number {
    for (let to = at + 1; to < end; to++) {
      if (bytes[to] === closingBracket) return to + 1;
      if (bytes[to] === lineFeed) return at + 1;
    }
    return isLast ? at + 1 : stepBack(start, at);
  }

  /** @returns behind the begin of a comment; `at` if there is none; -1 if more bytes have to tell. */
  #comment(bytes: Uint8Array, at: number, end: number, isLast: boolean): number {
    const byte = bytes[at];
    const isHash = byte === hash;
    if (!isHash && byte !== dash && byte !== slash) return at;
    if (!isHash && at + 1 === end) return isLast ? at : -1;
    if (!isHash && bytes[at + 1] !== (byte === dash ? dash : star)) return at;
    this.#behind = this.#within === "between" ? "between" : "statement";
    this.#within = byte === slash ? "block" : "line";
    return at + (isHash ? 1 : 2);
  }

  /** A doubled quote ends a text and begins one, which is the same for what follows. */
  #quoted(bytes: Uint8Array, start: number, end: number, quote: Quote): number {
    const isEscaped = quote !== backtick && this.#hasBackslashes;
    let at = start;
    while (at < end && bytes[at] !== quote) at += isEscaped && bytes[at] === backslash ? 2 : 1;
    // What a backslash at the end escapes is not here.
    if (at > end) return stepBack(start, end - 1);
    if (at === end) return end;
    this.#within = "statement";
    if (quote === backtick) {
      this.backslashesFrom = Math.min(this.backslashesFrom, this.#offset + at + 1);
      this.#rareNext = -1;
    }
    return at + 1;
  }

  /** Keeps what a block has of a definition that goes on in the next one. */
  #keep(bytes: Uint8Array, from: number, end: number): void {
    if (this.#definitionStart < 0 || this.#isOver) return;
    const start = Math.max(from, this.#definitionStart - this.#offset);
    const piece = new Uint8Array(bytes.subarray(start, end));
    this.#pieces.push(piece);
    this.#definitionBytes += piece.length;
    if (this.#definitionBytes > definitionBytesMax) this.#isOver = true;
  }

  /** @param end of the definition at hand */
  #define(bytes: Uint8Array, end: number): void {
    const piece = bytes.subarray(Math.max(0, this.#definitionStart - this.#offset), end);
    const whole = concatenated([...this.#pieces, piece]);
    const definition = { start: this.#definitionStart, text: textOf(whole, 0, whole.length) };
    this.definitions.push(definition);
    this.#definitionBytes += piece.length;
    this.#pieces = [];
    this.#definitionStart = -1;
    // Within a trigger, a semicolon does not end the statement.
    const isEnded = readDefinition(definition, this.backslashesFrom, new Map());
    if (!isEnded || this.#definitionBytes > definitionBytesMax) this.#isOver = true;
  }
}

/** More bytes are needed from `at` on. */
function stepBack(start: number, at: number): number {
  return at > start ? at : -1;
}
