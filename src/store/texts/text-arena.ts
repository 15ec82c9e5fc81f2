/**
 * Texts while they are collected: records of 32-bit words, one after the other in slabs.
 *
 *   word     0    1   2   3        4        5     6   7 …
 *            –    id  6   'c o u n' 't r 0 0' id   4   …
 *                 └ record of "countr": id, length in bytes, bytes padded with zeros
 *
 * The first byte of a word is its highest, so that words compare as bytes do: hashing, comparing and
 * sorting go four bytes at a time. A record never lies across two slabs: one that is longer than a
 * slab gets as many neighbouring ones in one array as it needs.
 */

import { LimitError } from "../../errors/errors.ts";
import { releaseScratch, scratchColumn } from "../columns/scratch.ts";

/** log2 of the words of a slab: 32 MiB, which the C library gives back to the system. */
export const arenaSlabBits = 23;
const slabWords = 1 << arenaSlabBits;
export const arenaSlabMask: number = slabWords - 1;
/** Words before the text in a record. */
export const headerWords = 2;
/** The first slab takes these sizes in turn, so that a small world stays small. */
const firstWords = [1 << 12, 1 << 16, 1 << 20, 1 << 22, slabWords];
/** Positions are 32-bit. */
const slabsMax = 2 ** (32 - arenaSlabBits);

/** Records one after the other: words[start, end), of which the first has position base + start. */
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
  /** Word p is slabs[p >>> arenaSlabBits][p & arenaSlabMask]. */
  readonly slabs: Uint32Array[];
  /** Where records are added: the last slab, or the last ones that are one array. */
  tail: Uint32Array = new Uint32Array(0);
  /** Words of the tail in use. The very first word stays free: position 0 is no record. */
  used = 0;
  /** Position of the tail's first word. */
  base = 0;
  #full: TextRegion[] = [];

  constructor() {
    // Not above: members that were set once are compiled as constants, and all code anew when they change.
    this.tail = new Uint32Array(firstWords[0]!);
    this.used = 1;
    this.slabs = [this.tail];
  }

  /** Makes room in the tail for a record of so many words of text. */
  reserve(textWords: number): void {
    const words = textWords + headerWords;
    if (this.used + words <= this.tail.length) return;
    const larger = this.base > 0 ? undefined : firstWords.find((size) => size >= this.used + words);
    if (larger === undefined || larger <= this.tail.length) this.#addSlabs(words);
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
    this.slabs[0] = larger;
  }

  #addSlabs(words: number): void {
    const count = Math.ceil(words / slabWords);
    if (this.slabs.length + count > slabsMax) {
      throw tooManyBytes();
    }
    this.#full = this.regions();
    this.base = this.slabs.length * slabWords;
    this.used = 0;
    this.tail = scratchColumn(Uint32Array, count * slabWords);
    for (let slab = 0; slab < count; slab++) {
      this.slabs.push(slab === 0 ? this.tail : this.tail.subarray(slab * slabWords));
    }
  }
}

/** Slabs by position, as an arena has them. */
export function slabsOf(regions: readonly TextRegion[]): Uint32Array[] {
  const slabs: Uint32Array[] = [];
  for (const { words, base } of regions) {
    const first = base >>> arenaSlabBits;
    for (let from = 0; from < words.length; from += slabWords) {
      slabs[first + (from >>> arenaSlabBits)] = from === 0 ? words : words.subarray(from);
    }
  }
  return slabs;
}

/** The same regions, one arena after the other. */
export function regionsOfAll(arenas: readonly (readonly TextRegion[])[]): TextRegion[] {
  let slabs = 0;
  const all = arenas.flatMap((regions) => {
    const before = slabs;
    for (const { words } of regions) slabs += Math.ceil(words.length / slabWords);
    return regions.map((region) => ({ ...region, base: region.base + before * slabWords }));
  });
  if (slabs > slabsMax) throw tooManyBytes();
  return all;
}

function tooManyBytes(): LimitError {
  return new LimitError(`a dictionary holds at most ${2 ** 34} bytes of text`);
}
