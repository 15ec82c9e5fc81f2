/** Texts of a table that was walked, in any order. */

import type { Walk, WalkedColumns, WalkedRows } from "../columns/index.ts";
import { rowOf } from "../columns/index.ts";
import { blockBits, blockMask, compareBytes, isLong } from "../texts/index.ts";

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

  *textOf(id: number): Walk<string> {
    return decoder.decode(yield* this.bytesOf(id));
  }

  *lengthOf(id: number): Walk<number> {
    const length = yield* rowOf(this.#lengths, id);
    if (length < isLong) return length;
    let low = 0;
    for (let high = this.#longIds.length - 1; low < high; ) {
      const middle = low + ((high - low) >>> 1);
      if ((yield* rowOf(this.#longIds, middle)) < id) low = middle + 1;
      else high = middle;
    }
    return yield* rowOf(this.#longLengths, low);
  }

  /** Id of a text; -1 when the table does not have it. */
  *idOf(text: string): Walk<number> {
    if (!text.isWellFormed()) return -1;
    const wanted = encoder.encode(text);
    let low = 0;
    for (let high = this.#lengths.length; low < high; ) {
      const middle = low + ((high - low) >>> 1);
      const found = yield* this.bytesOf(middle);
      const order = compareBytes(found, 0, found.length, wanted, 0, wanted.length);
      if (order === 0) return middle;
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return -1;
  }

  /** The bytes of a text, as a copy. */
  *bytesOf(id: number): Walk<Uint8Array> {
    let start = yield* rowOf(this.#blocks, id >>> blockBits);
    for (let before = id - (id & blockMask); before < id; before++) {
      start += yield* this.lengthOf(before);
    }
    const end = start + (yield* this.lengthOf(id));
    const text = new Uint8Array(end - start);
    for (let at = start; at < end; ) {
      if (!this.#bytes.has(at)) yield this.#bytes.need(at);
      const { rows, start: pageStart, end: pageEnd } = this.#bytes;
      const last = Math.min(end, pageEnd);
      text.set(rows.subarray(at - pageStart, last - pageStart), at - start);
      at = last;
    }
    return text;
  }
}
