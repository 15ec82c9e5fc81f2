/**
 * Numbers texts while they come in; freezing puts them in byte order. There are two ways to number:
 * `TextTableBuilder` finds every text again, `LooseTextBuilder` only those that came not long ago,
 * which is several times as fast where most texts come once.
 */

import { FrozenColumns } from "../columns/column-source.ts";
import { sameWords } from "../columns/kernels.ts";
import { releaseScratch, scratchColumn } from "../columns/scratch.ts";
import {
  arenaSlabBits,
  arenaSlabMask,
  type CollectedTexts,
  headerWords,
  TextArena,
} from "./text-arena.ts";
import { type FrozenTexts, freezeTexts, textsMax, tooManyTexts } from "./text-freeze.ts";
import { hashEnd, hashStart, hashWord, Utf8Scratch } from "./utf8.ts";

/** log2 of the slots that the index of known texts takes in turn before it doubles. */
const slotBitsFirst = [10, 16, 18, 20];
const slotBitsMax = 30;
/** An index grows when this share of its slots is taken. */
const loadMax = 0.6;
/** log2 of the slots for recent texts: at first, and from so many texts on. */
const recentBitsFirst = 10;
const recentBits = 15;
const recentManyFrom = 1 << 12;

const usedUp = "this builder is frozen: begin another one";

abstract class TextBuilder {
  protected arena = new TextArena();
  protected texts = 0;
  protected byteCount = 0;
  protected isFrozen = false;
  /** With so many texts the index grows. */
  protected full = 0;
  protected view: DataView = new DataView(new ArrayBuffer(0));
  /** What `view` views: the buffer of the text before. */
  #bytes: Uint8Array = new Uint8Array(0);
  readonly #scratch = new Utf8Scratch();

  constructor() {
    // Each member is set twice here and in the classes below: what was set once is compiled as a
    // constant, and all code that uses it is compiled anew when it changes.
    this.#bytes = this.#scratch.bytes;
    this.view = new DataView(this.#bytes.buffer);
    for (const count of [1, 0]) this.texts = this.byteCount = count;
  }

  /** Texts that have a number of their own. */
  get count(): number {
    return this.texts;
  }

  /** Id of a text; a lone surrogate is stored as U+FFFD, as every UTF-8 encoder would. */
  add(text: string): number {
    const length = this.#scratch.write(text);
    if (length < 0) return this.add(text.toWellFormed());
    return this.addBytes(this.#scratch.bytes, 0, length);
  }

  /** Id of the text in bytes [start, end), which must be valid UTF-8. */
  abstract addBytes(bytes: Uint8Array, start: number, end: number): number;

  /** Called once: lets go of what only finds texts. */
  protected abstract releaseIndex(): void;

  /** Called with a full index. */
  protected abstract growIndex(): void;

  /** What was collected. Can be called once, and instead of `freeze`: the builder gives it away. */
  take(): CollectedTexts {
    if (this.isFrozen) throw new Error(usedUp);
    this.isFrozen = true;
    this.releaseIndex();
    const { arena, texts, byteCount } = this;
    this.arena = new TextArena();
    // There is no room in it, so that whatever comes now goes through `prepare`.
    this.arena.used = this.arena.tail.length;
    return { regions: arena.regions(), count: texts, byteCount };
  }

  /**
   * The finished table, in byte order, and the rank of each provisional id in it; equal texts have
   * one rank. Columns go under `name`. Can be called once: the builder's memory is released.
   */
  freeze(columns: FrozenColumns = new FrozenColumns(), name = "texts"): FrozenTexts {
    return freezeTexts([this.take()], columns, name);
  }

  /** Makes room for a text, which is then written to where it would stay. */
  protected prepare(bytes: Uint8Array, words: number): void {
    if (this.isFrozen) throw new Error(usedUp);
    if (this.texts === textsMax) throw tooManyTexts();
    this.arena.reserve(words);
    if (this.texts === this.full) this.growIndex();
    if (bytes === this.#bytes) return;
    this.#bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  protected isPrepared(bytes: Uint8Array, words: number): boolean {
    const { used, tail } = this.arena;
    const hasRoom = used + headerWords + words <= tail.length && this.texts < this.full;
    return hasRoom && bytes === this.#bytes;
  }

  /** Makes the text that was written to its place a record; its id. */
  protected keep(length: number, words: number): number {
    const { arena } = this;
    const id = this.texts++;
    this.byteCount += length;
    arena.tail[arena.used] = id;
    arena.tail[arena.used + 1] = length;
    arena.used += headerWords + words;
    return id;
  }
}

/** Gives every text one number, in the order of their first appearance. */
export class TextTableBuilder extends TextBuilder {
  /**
   * Open addressing, two words per slot: the hash and the position of a record, 0 is free. The
   * highest bits of a hash say where it belongs, so that slots keep their order when they double.
   */
  #slots: Int32Array = new Int32Array(0);
  #slotBits = 0;

  constructor() {
    super();
    const [bits = 0] = slotBitsFirst;
    this.#useSlots(new Int32Array(2 << bits), bits);
  }

  #useSlots(slots: Int32Array, bits: number): void {
    this.#slots = slots;
    this.#slotBits = bits;
    this.full = bits === slotBitsMax ? textsMax : Math.floor(loadMax * 2 ** bits);
  }

  addBytes(bytes: Uint8Array, start: number, end: number): number {
    const length = end - start;
    const words = (length + 3) >>> 2;
    if (!this.isPrepared(bytes, words)) this.prepare(bytes, words);
    const { arena } = this;
    const { slabs, tail } = arena;
    const first = arena.used + headerWords;
    const hash = writeWords(this.view, start, end, tail, first);
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = (hash >>> (32 - this.#slotBits)) * 2;
    for (let position = slots[slot + 1]!; position !== 0; position = slots[slot + 1]!) {
      if (slots[slot] === hash) {
        const slab = slabs[position >>> arenaSlabBits]!;
        const at = position & arenaSlabMask;
        if (slab[at + 1] === length && sameWords(slab, at + headerWords, tail, first, words)) {
          return slab[at]!;
        }
      }
      slot = (slot + 2) & mask;
    }
    slots[slot] = hash;
    slots[slot + 1] = arena.base + arena.used;
    return this.keep(length, words);
  }

  protected releaseIndex(): void {
    releaseScratch(this.#slots);
    this.#slots = new Int32Array(0);
  }

  protected growIndex(): void {
    const before = this.#slots;
    const bits = slotBitsFirst.find((some) => some > this.#slotBits) ?? this.#slotBits + 1;
    const slots = scratchColumn(Int32Array, 2 ** (bits + 1));
    for (let slot = 0; slot < before.length; slot += 2) {
      if (before[slot + 1] === 0) continue;
      let free = (before[slot]! >>> (32 - bits)) * 2;
      while (slots[free + 1] !== 0) free = (free + 2) & (slots.length - 1);
      slots[free] = before[slot]!;
      slots[free + 1] = before[slot + 1]!;
    }
    releaseScratch(before);
    this.#useSlots(slots, bits);
  }
}

/**
 * Numbers texts, knowing again those that came recently: the same text may get several numbers,
 * which have one rank after the freeze. For texts of which most come once or soon again, as those of
 * literals do: what is kept twice costs less than looking for it among millions.
 */
export class LooseTextBuilder extends TextBuilder {
  /** Two words per slot: the hash and the position of the latest record that belongs there. */
  #slots: Int32Array = new Int32Array(0);
  #slotBits = 0;

  constructor() {
    super();
    this.#slots = new Int32Array(2 << recentBitsFirst);
    this.#slotBits = recentBitsFirst;
    this.full = recentManyFrom;
  }

  addBytes(bytes: Uint8Array, start: number, end: number): number {
    const length = end - start;
    const words = (length + 3) >>> 2;
    if (!this.isPrepared(bytes, words)) this.prepare(bytes, words);
    const { arena } = this;
    const { tail } = arena;
    const first = arena.used + headerWords;
    const hash = writeWords(this.view, start, end, tail, first);
    const slots = this.#slots;
    const slot = (hash >>> (32 - this.#slotBits)) * 2;
    const position = slots[slot + 1]!;
    if (slots[slot] === hash && position !== 0) {
      const slab = arena.slabs[position >>> arenaSlabBits]!;
      const at = position & arenaSlabMask;
      if (slab[at + 1] === length && sameWords(slab, at + headerWords, tail, first, words)) {
        return slab[at]!;
      }
    }
    slots[slot] = hash;
    slots[slot + 1] = arena.base + arena.used;
    return this.keep(length, words);
  }

  protected releaseIndex(): void {
    this.#slots = new Int32Array(0);
  }

  protected growIndex(): void {
    this.full = textsMax;
    this.#slots = new Int32Array(2 << recentBits);
    this.#slotBits = recentBits;
  }
}

/** Writes bytes [start, end) of a view as words from `at` on and returns the text's hash. */
function writeWords(
  view: DataView,
  start: number,
  end: number,
  words: Uint32Array,
  at: number,
): number {
  let hash = hashStart(end - start);
  let from = start;
  let to = at;
  for (; from + 4 <= end; from += 4) {
    const word = view.getUint32(from);
    words[to++] = word;
    hash = hashWord(hash, word);
  }
  if (from < end) {
    let word = view.getUint8(from) << 24;
    if (from + 1 < end) word |= view.getUint8(from + 1) << 16;
    if (from + 2 < end) word |= view.getUint8(from + 2) << 8;
    words[to] = word;
    hash = hashWord(hash, word);
  }
  return hashEnd(hash);
}
