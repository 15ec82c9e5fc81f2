/** Writes sorted texts into a table; equal neighbours become one text, whose rank their ids get. */

import { sameWords } from "../columns/index.ts";
import { arenaChunkBits, arenaChunkMask, headerWords } from "./text-arena.ts";
import type { TextColumnsWriter } from "./text-columns.ts";
import type { SortedTexts } from "./text-sort.ts";

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

  addLong(chunks: readonly Uint32Array[], positions: Uint32Array, count: number): void {
    const lengths = this.#lengths;
    this.#shortLength = none;
    for (let from = 0; from < count; from += readAhead) {
      const to = Math.min(from + readAhead, count);
      // Records are scattered: reads that nothing depends on are waited for at once.
      for (let at = from; at < to; at++) {
        const position = positions[at]!;
        lengths[at - from] = chunks[position >>> arenaChunkBits]![(position & arenaChunkMask) + 1]!;
      }
      for (let at = from; at < to; at++) {
        const position = positions[at]!;
        const chunk = chunks[position >>> arenaChunkBits]!;
        this.#addRecord(chunk, position & arenaChunkMask, lengths[at - from]!);
      }
    }
  }

  #addRecord(chunk: Uint32Array, record: number, length: number): void {
    const first = record + headerWords;
    const before = this.#long;
    const isRepeated =
      before !== undefined &&
      before[this.#longAt - 1] === length &&
      sameWords(before, this.#longAt, chunk, first, (length + 3) >>> 2);
    if (!isRepeated) {
      this.#long = chunk;
      this.#longAt = first;
      this.#writer.add(chunk, first, length);
    }
    this.#ranks[chunk[record]!] = this.#before + this.#writer.count;
  }
}
