/**
 * Texts while they are collected: records of 32-bit words, one behind the other in chunks.
 *
 *   word     0    1   2   3        4        5     6   7 …
 *            –    id  6   'c o u n' 't r 0 0' id   4   …
 *                 └ record of "countr": id, length in bytes, bytes padded with zeros
 *
 * The first byte of a word is its highest, so that words compare as bytes do: hashing, comparing and
 * sorting go four bytes at a time. A record never lies across two chunks: one that is longer than a
 * chunk gets as many neighbouring ones in one array as it needs.
 */

import { LimitError } from "../../errors/index.ts";
import { releaseScratch, scratchColumn } from "../columns/index.ts";

/** log2 of the words of a chunk: 32 MiB, which the C library gives back to the system. */
export const arenaChunkBits = 23;
const chunkWords = 1 << arenaChunkBits;
export const arenaChunkMask: number = chunkWords - 1;
/** Words before the text in a record. */
export const headerWords = 2;
/** The first chunk takes these sizes in turn, so that a small world stays small. */
const firstWords = [1 << 12, 1 << 16, 1 << 20, 1 << 22, chunkWords];
/** Positions are 32-bit. */
const chunksMax = 2 ** (32 - arenaChunkBits);

/** Records one behind the other: words[start, end), of which the first has position base + start. */
export interface TextRegion {
  readonly words: Uint32Array;
  readonly base: number;
  readonly start: number;
  readonly end: number;
}

/** Texts that a builder collected under ids 0 … count - 1; plain data. */
export interface CollectedTexts {
  readonly regions: readonly TextRegion[];
  readonly count: number;
  readonly byteCount: number;
}

/** Texts of one builder, whose ids count from `firstId` on. */
export interface TextPart {
  readonly texts: CollectedTexts;
  readonly firstId: number;
}

export class TextArena {
  /** Word p is chunks[p >>> arenaChunkBits][p & arenaChunkMask]. */
  readonly chunks: Uint32Array[];
  /** Where records are added: the last chunk, or the last ones that are one array. */
  tail: Uint32Array = new Uint32Array(firstWords[0]!);
  /** Words of the tail in use. The very first word stays free: position 0 is no record. */
  used = 1;
  /** Position of the tail's first word. */
  base = 0;
  #full: TextRegion[] = [];

  constructor() {
    this.chunks = [this.tail];
  }

  /** Makes room in the tail for a record of so many words of text. */
  reserve(textWords: number): void {
    const words = textWords + headerWords;
    if (this.used + words <= this.tail.length) return;
    const larger = this.base > 0 ? undefined : firstWords.find((size) => size >= this.used + words);
    if (larger === undefined || larger <= this.tail.length) this.#addChunks(words);
    else this.#enlarge(larger);
  }

  /** Where the records lie, in the order of their ids. */
  regions(): TextRegion[] {
    const last = { words: this.tail, base: this.base, start: this.base === 0 ? 1 : 0 };
    return [...this.#full, { ...last, end: this.used }];
  }

  #enlarge(words: number): void {
    const larger = scratchColumn(Uint32Array, words);
    larger.set(this.tail.subarray(0, this.used));
    releaseScratch(this.tail);
    this.tail = larger;
    this.chunks[0] = larger;
  }

  #addChunks(words: number): void {
    const count = Math.ceil(words / chunkWords);
    if (this.chunks.length + count > chunksMax) {
      throw tooManyBytes();
    }
    this.#full = this.regions();
    this.base = this.chunks.length * chunkWords;
    this.used = 0;
    this.tail = scratchColumn(Uint32Array, count * chunkWords);
    for (let chunk = 0; chunk < count; chunk++) {
      this.chunks.push(chunk === 0 ? this.tail : this.tail.subarray(chunk * chunkWords));
    }
  }
}

/** Chunks by position, as an arena has them. */
export function chunksOf(regions: readonly TextRegion[]): Uint32Array[] {
  const chunks: Uint32Array[] = [];
  for (const { words, base } of regions) {
    const first = base >>> arenaChunkBits;
    for (let from = 0; from < words.length; from += chunkWords) {
      chunks[first + (from >>> arenaChunkBits)] = from === 0 ? words : words.subarray(from);
    }
  }
  return chunks;
}

/** The same regions one arena behind the other. */
export function regionsOfAll(arenas: readonly (readonly TextRegion[])[]): TextRegion[] {
  let chunks = 0;
  const all = arenas.flatMap((regions) => {
    const before = chunks;
    for (const { words } of regions) chunks += Math.ceil(words.length / chunkWords);
    return regions.map((region) => ({ ...region, base: region.base + before * chunkWords }));
  });
  if (chunks > chunksMax) throw tooManyBytes();
  return all;
}

function tooManyBytes(): LimitError {
  return new LimitError(`a dictionary holds at most ${2 ** 34} bytes of text`);
}
