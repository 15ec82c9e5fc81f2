/** Writes the columns of a text table; `text-table.ts` says how they lie. */

import { LimitError } from "../errors.ts";
import type { FrozenColumns } from "./segments.ts";
import { blockBits, blockMask, isLong, TextTable } from "./text-table.ts";

/** Offsets are 32-bit, and no array is longer. */
const bytesMax = 0xffff_ffff;

/** Takes texts in byte order. */
export class TextColumnsWriter {
  readonly #columns: FrozenColumns;
  readonly #name: string;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #lengths: Uint8Array;
  readonly #blocks: Uint32Array;
  readonly #longIds: number[] = [];
  readonly #longLengths: number[] = [];
  #count = 0;
  #at = 0;

  /** Room for so many texts of so many bytes in all; what is left over costs nothing. */
  constructor(columns: FrozenColumns, name: string, count: number, byteCount: number) {
    this.#columns = columns;
    this.#name = name;
    const room = Math.min(byteCount, bytesMax);
    this.#bytes = columns.make(`${name}.bytes`, Uint8Array, room);
    this.#view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset, room);
    this.#lengths = columns.make(`${name}.lengths`, Uint8Array, count);
    const blocks = Math.ceil(count / (blockMask + 1));
    this.#blocks = columns.make(`${name}.blocks`, Uint32Array, blocks);
  }

  /** Adds the text of `length` bytes in words from `first` on, their highest byte first. */
  add(words: Uint32Array, first: number, length: number): void {
    const id = this.#count++;
    const start = this.#at;
    if ((id & blockMask) === 0) this.#blocks[id >>> blockBits] = start;
    if (length < isLong) this.#lengths[id] = length;
    else this.#addLong(id, length);
    this.#at = start + length;
    if (this.#at > bytesMax) {
      throw new LimitError(`a dictionary holds at most ${bytesMax} bytes of text`);
    }
    writeBytes(words, first, this.#view, start, start + length);
  }

  get count(): number {
    return this.#count;
  }

  finish(): TextTable {
    const count = this.#count;
    const blocks = Math.ceil(count / (blockMask + 1));
    this.#columns.keep(`${this.#name}.bytes`, this.#bytes.subarray(0, this.#at));
    this.#columns.keep(`${this.#name}.lengths`, this.#lengths.subarray(0, count));
    this.#columns.keep(`${this.#name}.blocks`, this.#blocks.subarray(0, blocks));
    const [ids, lengths] = [this.#longIds, this.#longLengths];
    this.#columns.make(`${this.#name}.longIds`, Uint32Array, ids.length).set(ids);
    this.#columns.make(`${this.#name}.longLengths`, Uint32Array, ids.length).set(lengths);
    return TextTable.readFrom(this.#columns, this.#name, this.#count);
  }

  #addLong(id: number, length: number): void {
    this.#lengths[id] = isLong;
    this.#longIds.push(id);
    this.#longLengths.push(length);
  }
}

/** Writes words as bytes [start, end); what the last word has beyond them is overwritten next. */
function writeBytes(
  words: Uint32Array,
  first: number,
  bytes: DataView,
  start: number,
  end: number,
): void {
  const wholeEnd = Math.min(end, bytes.byteLength - 3);
  let word = first;
  let at = start;
  for (; at < wholeEnd; at += 4) bytes.setUint32(at, words[word++]!);
  for (let shift = 24; at < end; at++, shift -= 8) {
    bytes.setUint8(at, words[word]! >>> shift);
    if (shift === 0) {
      shift = 32;
      word++;
    }
  }
}
