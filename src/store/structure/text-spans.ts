/** Where each text of a table begins and ends, one after the other, checked on the way. */

import type { PageNeed, Walk, WalkedColumns, WalkedRows } from "../columns/index.ts";
import { blockBits, blockMask, isLong, tableBytesMax } from "../texts/index.ts";

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
  *next(): Walk {
    for (let need = this.#missing(); need !== undefined; need = this.#missing()) yield need;
    this.#goOn();
  }

  #missing(): PageNeed | undefined {
    const next = this.id + 1;
    if (!this.#lengths.has(next)) return this.#lengths.need(next);
    const isFirst = (next & blockMask) === 0;
    if (isFirst && !this.#blocks.has(next >>> blockBits)) {
      return this.#blocks.need(next >>> blockBits);
    }
    if (this.#lengths.at(next) !== isLong || this.#long === this.#longIds.length) return undefined;
    if (!this.#longIds.has(this.#long)) return this.#longIds.need(this.#long);
    if (!this.#longLengths.has(this.#long)) return this.#longLengths.need(this.#long);
    return undefined;
  }

  #goOn(): void {
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
