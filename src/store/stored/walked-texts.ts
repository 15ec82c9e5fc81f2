/** Texts of a table that was walked, in any order. */

import type { WalkedColumns, WalkedRows } from "../columns/walked-columns.ts";
import { blockBits, blockMask, isLong, bytesMax as tableBytesMax } from "../texts/text-table.ts";
import { compareBytes } from "../texts/utf8.ts";

const pagesKept = 64;
const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

export class TextReader {
  readonly #bytes: WalkedRows;
  readonly #lengths: WalkedRows;
  readonly #blocks: WalkedRows;
  readonly #longIds: WalkedRows;
  readonly #longLengths: WalkedRows;

  constructor(columns: WalkedColumns, name: string) {
    const rows = (part: string) => columns.rows(`${name}.${part}`, pagesKept);
    this.#bytes = rows("bytes");
    this.#lengths = rows("lengths");
    this.#blocks = rows("blocks");
    this.#longIds = rows("longIds");
    this.#longLengths = rows("longLengths");
  }

  textOf(id: number): string {
    return decoder.decode(this.bytesOf(id));
  }

  lengthOf(id: number): number {
    const length = this.#lengths.at(id);
    if (length < isLong) return length;
    let low = 0;
    for (let high = this.#longIds.length - 1; low < high; ) {
      const middle = low + ((high - low) >>> 1);
      if (this.#longIds.at(middle) < id) low = middle + 1;
      else high = middle;
    }
    return this.#longLengths.at(low);
  }

  /** Id of a text; -1 when the table does not have it. */
  idOf(text: string): number {
    if (!text.isWellFormed()) return -1;
    const wanted = encoder.encode(text);
    let low = 0;
    for (let high = this.#lengths.length; low < high; ) {
      const middle = low + ((high - low) >>> 1);
      const found = this.bytesOf(middle);
      const order = compareBytes(found, 0, found.length, wanted, 0, wanted.length);
      if (order === 0) return middle;
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return -1;
  }

  /** The bytes of a text, as a copy. */
  bytesOf(id: number): Uint8Array {
    let start = this.#blocks.at(id >>> blockBits);
    for (let before = id - (id & blockMask); before < id; before++) {
      start += this.lengthOf(before);
    }
    const end = start + this.lengthOf(id);
    const text = new Uint8Array(end - start);
    for (let at = start; at < end; ) {
      this.#bytes.goTo(at);
      const { rows, start: pageStart, end: pageEnd } = this.#bytes;
      const last = Math.min(end, pageEnd);
      text.set(rows.subarray(at - pageStart, last - pageStart), at - start);
      at = last;
    }
    return text;
  }
}

// Where each text of a table begins and ends, one after the other, checked on the way.

/** No engine makes a longer string. */
const textBytesMax = 0x1fff_ffe8;

export class TextSpans {
  /** The text at hand. */
  id = -1;
  start = 0;
  end = 0;
  readonly #bytes: WalkedRows;
  readonly #lengths: WalkedRows;
  readonly #blocks: WalkedRows;
  readonly #longIds: WalkedRows;
  readonly #longLengths: WalkedRows;
  /** The next long text. */
  #long = 0;

  constructor(columns: WalkedColumns, name: string) {
    this.#bytes = columns.rows(`${name}.bytes`);
    this.#lengths = columns.rows(`${name}.lengths`);
    this.#blocks = columns.rows(`${name}.blocks`);
    this.#longIds = columns.rows(`${name}.longIds`);
    this.#longLengths = columns.rows(`${name}.longLengths`);
  }

  /** How many texts there are. */
  get count(): number {
    return this.#lengths.length;
  }

  /** Goes to the next text. */
  next(): void {
    const id = ++this.id;
    const start = this.end;
    if ((id & blockMask) === 0 && this.#blocks.at(id >>> blockBits) !== start) {
      throw this.#blocks.wrong(id >>> blockBits, `text ${id} begins at ${start}`);
    }
    const short = this.#lengths.at(id);
    const length = short === isLong ? this.#longLength(id) : short;
    if (start + length > Math.min(this.#bytes.length, tableBytesMax)) {
      throw this.#lengths.wrong(id, "the text ends behind all bytes");
    }
    this.start = start;
    this.end = start + length;
  }

  /** To be called after the last text. */
  finish(): void {
    if (this.#long < this.#longIds.length) {
      throw this.#longIds.wrong(this.#long, "no text is so long");
    }
    if (this.end < this.#bytes.length) {
      throw this.#bytes.wrong(this.end, "no text has these bytes");
    }
  }

  #longLength(id: number): number {
    const long = this.#long++;
    if (long === this.#longIds.length) throw this.#lengths.wrong(id, "its length is nowhere");
    if (this.#longIds.at(long) !== id) {
      throw this.#longIds.wrong(long, `the next long text is ${id}`);
    }
    const length = this.#longLengths.at(long);
    if (length >= isLong && length <= textBytesMax) return length;
    throw this.#longLengths.wrong(long, `${length} is no length of a long text`);
  }
}
