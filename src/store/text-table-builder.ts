/** Numbers texts while they come in; freezing puts them in byte order. */

import { LimitError } from "../errors.ts";
import { FrozenColumns, scratchColumn } from "./segments.ts";
import { arenaChunkBits, arenaChunkMask, headerWords, TextArena } from "./text-arena.ts";
import { TextColumnsWriter } from "./text-columns.ts";
import { hashEnd, hashStart, hashWord } from "./text-hash.ts";
import { SortSpace, sortTexts } from "./text-sort.ts";
import type { TextTable } from "./text-table.ts";
import { Utf8Scratch } from "./utf8.ts";

/** log2 of the slots that the index has at first, and has next. */
const slotBitsFirst = 10;
const slotBitsSecond = 16;
const slotBitsMax = 30;
/** An index grows when this share of its slots is taken. */
const loadMax = 0.6;
const textsMax = 2 ** (slotBitsMax - 1);

const usedUp = "this builder is frozen: begin another one";

/** Numbers texts in the order of their first appearance. */
export class TextTableBuilder {
  #arena = new TextArena();
  /**
   * Open addressing, two words per slot: the hash and the position of a record, 0 is free. The
   * highest bits of a hash say where it belongs, so that slots keep their order when they double.
   */
  #slots: Uint32Array = new Uint32Array(2 << slotBitsFirst);
  #slotBits = slotBitsFirst;
  #count = 0;
  #byteCount = 0;
  /** Texts with which the index is full. */
  #countMax = loadMax * 2 ** slotBitsFirst;
  readonly #scratch = new Utf8Scratch();
  /** The buffer of the text before, and a view of it. */
  #bytes: Uint8Array = new Uint8Array(0);
  #view = new DataView(this.#bytes.buffer);

  get count(): number {
    return this.#count;
  }

  /** Bytes of all texts. */
  get byteCount(): number {
    return this.#byteCount;
  }

  /** Id of a text; a lone surrogate is stored as U+FFFD, as every UTF-8 encoder would. */
  add(text: string): number {
    const length = this.#scratch.write(text);
    if (length < 0) return this.add(text.toWellFormed());
    return this.addBytes(this.#scratch.bytes, 0, length);
  }

  /** Id of the text in bytes [start, end), which must be valid UTF-8. */
  addBytes(bytes: Uint8Array, start: number, end: number): number {
    const length = end - start;
    const arena = this.#arena;
    const words = (length + 3) >>> 2;
    if (arena.used + headerWords + words > arena.tail.length) arena.reserve(words);
    if (bytes !== this.#bytes) this.#watch(bytes);
    // The text is written to where it would stay; nothing is there unless it turns out to be new.
    const { tail } = arena;
    const first = arena.used + headerWords;
    const hash = writeWords(this.#view, start, end, tail, first);
    const slots = this.#slots;
    const mask = slots.length - 1;
    if (mask < 0) throw new Error(usedUp);
    let slot = (hash >>> (32 - this.#slotBits)) * 2;
    for (let position = slots[slot + 1]!; position !== 0; position = slots[slot + 1]!) {
      if (slots[slot] === hash) {
        const chunk = arena.chunks[position >>> arenaChunkBits]!;
        const at = position & arenaChunkMask;
        if (chunk[at + 1] === length && sameWords(chunk, at + headerWords, tail, first, words)) {
          return chunk[at]!;
        }
      }
      slot = (slot + 2) & mask;
    }
    return this.#append(length, words, slot, hash);
  }

  /**
   * The finished table, in byte order, and the rank of each provisional id in it. Its columns go
   * under `name`. Can be called once: the builder's memory is released.
   */
  freeze(
    columns: FrozenColumns = new FrozenColumns(),
    name = "texts",
    space: SortSpace = new SortSpace(),
  ): { table: TextTable; ranks: Uint32Array } {
    if (this.#slots.length === 0) throw new Error(usedUp);
    const arena = this.#arena;
    const count = this.#count;
    this.#slots = new Uint32Array(0);
    this.#arena = new TextArena();
    const positions = sortTexts(arena, count, space);
    const ranks = scratchColumn(Uint32Array, count);
    const writer = new TextColumnsWriter(columns, name, count, this.#byteCount);
    for (let rank = 0; rank < count; rank++) {
      const position = positions[rank]!;
      const chunk = arena.chunks[position >>> arenaChunkBits]!;
      const at = position & arenaChunkMask;
      ranks[chunk[at]!] = rank;
      writer.add(chunk, at + headerWords, chunk[at + 1]!);
    }
    return { table: writer.finish(), ranks };
  }

  #watch(bytes: Uint8Array): void {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  #append(length: number, words: number, slot: number, hash: number): number {
    if (this.#count >= this.#countMax) {
      this.#growSlots();
      return this.#append(length, words, this.#freeSlot(hash), hash);
    }
    const arena = this.#arena;
    const id = this.#count++;
    this.#byteCount += length;
    arena.tail[arena.used] = id;
    arena.tail[arena.used + 1] = length;
    this.#slots[slot] = hash;
    this.#slots[slot + 1] = arena.base + arena.used;
    arena.used += headerWords + words;
    return id;
  }

  #freeSlot(hash: number): number {
    const slots = this.#slots;
    let slot = (hash >>> (32 - this.#slotBits)) * 2;
    while (slots[slot + 1] !== 0) slot = (slot + 2) & (slots.length - 1);
    return slot;
  }

  #growSlots(): void {
    if (this.#count === textsMax) {
      throw new LimitError(`a dictionary holds at most ${textsMax} texts`);
    }
    const before = this.#slots;
    this.#slotBits = Math.max(slotBitsSecond, this.#slotBits + 1);
    this.#slots = scratchColumn(Uint32Array, 2 ** (this.#slotBits + 1));
    this.#countMax =
      this.#slotBits === slotBitsMax ? textsMax : Math.floor(loadMax * 2 ** this.#slotBits);
    for (let slot = 0; slot < before.length; slot += 2) {
      if (before[slot + 1] === 0) continue;
      const hash = before[slot]!;
      const free = this.#freeSlot(hash);
      this.#slots[free] = hash;
      this.#slots[free + 1] = before[slot + 1]!;
    }
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

function sameWords(a: Uint32Array, atA: number, b: Uint32Array, atB: number, count: number) {
  for (let word = 0; word < count; word++) {
    if (a[atA + word] !== b[atB + word]) return false;
  }
  return true;
}
