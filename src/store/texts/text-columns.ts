/** Writes the columns of a text table; `text-table.ts` says how they lie. */

import { LimitError } from "../../errors/errors.ts";
import type { FrozenColumns } from "../columns/column-source.ts";
import { sameWords } from "../columns/kernels.ts";
import { arenaSlabBits, arenaSlabMask, headerWords } from "./text-arena.ts";
import type { SortedTexts } from "./text-sort.ts";
import { blockBits, blockMask, blocksOf, bytesMax, isLong, TextTable } from "./text-table.ts";

/** Columns to write to: the columns of a table before it is known how many texts are equal. */
export interface TextColumns {
  readonly bytes: Uint8Array;
  readonly lengths: Uint8Array;
  readonly blocks: Uint32Array;
}

/** Where to write: after the room of all smaller texts, and before the room of the others. */
export interface TextRoom {
  readonly columns: TextColumns;
  readonly firstRank: number;
  readonly firstByte: number;
  readonly endByte: number;
}

/** What writing found out. Ids count from 0 in the room. */
export interface WrittenTexts {
  readonly count: number;
  readonly byteCount: number;
  readonly longIds: Uint32Array;
  readonly longLengths: Uint32Array;
}

/**
 * Zeroed columns under a name for so many texts of so many bytes in all; what is left over costs
 * nothing.
 */
export function makeTextColumns(
  columns: FrozenColumns,
  name: string,
  count: number,
  byteCount: number,
): TextColumns {
  return {
    bytes: columns.make(`${name}.bytes`, Uint8Array, Math.min(byteCount, bytesMax)),
    lengths: columns.make(`${name}.lengths`, Uint8Array, count),
    blocks: columns.make(`${name}.blocks`, Uint32Array, blocksOf(count)),
  };
}

/** Closes the gaps between rooms, and cuts off what is left over. */
export function finishTextColumns(
  columns: FrozenColumns,
  name: string,
  rooms: readonly TextRoom[],
  written: readonly WrittenTexts[],
): TextTable {
  const { bytes, lengths, blocks } = rooms[0]!.columns;
  const longIds: number[] = [];
  const longLengths: number[] = [];
  let [count, byteCount] = [0, 0];
  for (const [at, { firstRank, firstByte }] of rooms.entries()) {
    const texts = written[at]!;
    if (firstRank > count) lengths.copyWithin(count, firstRank, firstRank + texts.count);
    if (firstByte > byteCount) bytes.copyWithin(byteCount, firstByte, firstByte + texts.byteCount);
    for (const id of texts.longIds) longIds.push(id + count);
    for (const length of texts.longLengths) longLengths.push(length);
    count += texts.count;
    byteCount += texts.byteCount;
  }
  for (let id = 0, start = 0, long = 0; id < count; id++) {
    if ((id & blockMask) === 0) blocks[id >>> blockBits] = start;
    const length = lengths[id]!;
    start += length === isLong ? longLengths[long++]! : length;
  }
  columns.keep(`${name}.bytes`, bytes.subarray(0, byteCount));
  columns.keep(`${name}.lengths`, lengths.subarray(0, count));
  columns.keep(`${name}.blocks`, blocks.subarray(0, blocksOf(count)));
  columns.make(`${name}.longIds`, Uint32Array, longIds.length).set(longIds);
  columns.make(`${name}.longLengths`, Uint32Array, longIds.length).set(longLengths);
  return TextTable.readFrom(columns, name, count);
}

/** Takes texts in byte order. */
export class TextColumnsWriter {
  readonly #view: DataView;
  readonly #lengths: Uint8Array;
  readonly #longIds: number[] = [];
  readonly #longLengths: number[] = [];
  #count = 0;
  #at = 0;

  constructor({ columns, firstRank, firstByte, endByte }: TextRoom) {
    const { buffer, byteOffset, length } = columns.bytes;
    const start = Math.min(firstByte, length);
    this.#view = new DataView(buffer, byteOffset + start, Math.min(endByte, length) - start);
    this.#lengths = columns.lengths.subarray(firstRank);
  }

  /** Adds the text of `length` bytes in words from `first` on, their highest byte first. */
  add(words: Uint32Array, first: number, length: number): void {
    const id = this.#count++;
    const start = this.#at;
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

  written(): WrittenTexts {
    return {
      count: this.#count,
      byteCount: this.#at,
      longIds: Uint32Array.from(this.#longIds),
      longLengths: Uint32Array.from(this.#longLengths),
    };
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

// Writes sorted texts into a table; equal neighbours become one text, whose rank their ids get.

/** Texts whose lengths are read before their bytes. */
const readAhead = 256;
const none = -1;

export class RankWriter implements SortedTexts {
  readonly #writer: TextColumnsWriter;
  /** Rank of each id. */
  readonly #ranks: Uint32Array;
  /** Rank of the text before all others. */
  readonly #before: number;
  readonly #lengths = new Uint32Array(readAhead);
  /** The text before: its length when it was short, and its words or where they are. */
  #shortLength = none;
  readonly #words = new Uint32Array(3);
  #long: Uint32Array | undefined;
  #longAt = 0;

  /** The first text has the rank `firstRank`. */
  constructor(writer: TextColumnsWriter, ranks: Uint32Array, firstRank: number) {
    this.#writer = writer;
    this.#ranks = ranks;
    this.#before = firstRank - 1;
  }

  addShort(id: number, length: number, word: number, second: number, third: number): void {
    const words = this.#words;
    const first = word >>> 0;
    const isRepeated =
      length === this.#shortLength &&
      words[0] === first &&
      words[1] === second &&
      words[2] === third;
    if (!isRepeated) {
      words[0] = first;
      words[1] = second;
      words[2] = third;
      this.#shortLength = length;
      this.#writer.add(words, 0, length);
    }
    this.#ranks[id] = this.#before + this.#writer.count;
  }

  addLong(slabs: readonly Uint32Array[], positions: Uint32Array, count: number): void {
    const lengths = this.#lengths;
    this.#shortLength = none;
    for (let from = 0; from < count; from += readAhead) {
      const to = Math.min(from + readAhead, count);
      // Records are scattered: reads that nothing depends on are waited for at once.
      for (let at = from; at < to; at++) {
        const position = positions[at]!;
        lengths[at - from] = slabs[position >>> arenaSlabBits]![(position & arenaSlabMask) + 1]!;
      }
      for (let at = from; at < to; at++) {
        const position = positions[at]!;
        const slab = slabs[position >>> arenaSlabBits]!;
        this.#addRecord(slab, position & arenaSlabMask, lengths[at - from]!);
      }
    }
  }

  #addRecord(slab: Uint32Array, record: number, length: number): void {
    const first = record + headerWords;
    const before = this.#long;
    const isRepeated =
      before !== undefined &&
      before[this.#longAt - 1] === length &&
      sameWords(before, this.#longAt, slab, first, (length + 3) >>> 2);
    if (!isRepeated) {
      this.#long = slab;
      this.#longAt = first;
      this.#writer.add(slab, first, length);
    }
    this.#ranks[slab[record]!] = this.#before + this.#writer.count;
  }
}
