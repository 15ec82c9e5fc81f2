/**
 * Texts as UTF-8 bytes in one arena, numbered densely. Not strings in a Map: a Map stops at
 * 16.7 million entries and one string at 512 MB; this goes to 4 GiB of text per table.
 *
 *   offsets  0        8       14            text i is bytes offsets[i] … offsets[i + 1]
 *   bytes    c o u n t r y / g e o I d …
 *   slots    2 · 0 · · 1 …                  open addressing by hash: id + 1, 0 is free
 */

import { LimitError } from "../errors.ts";
import { sortTexts } from "./text-sort.ts";
import { compareBytes, hashBytes, type Utf8Reader, Utf8Scratch, utf8Reader } from "./utf8.ts";

const arenaBytesMax = 0xffff_ffff;
/** Twice as many slots are the most that a 32-bit mask can address. */
const textsMax = 0x4000_0000;

const usedUp = "this builder is frozen: begin another one";

/** Numbers texts in the order of their first appearance. */
export class TextTableBuilder {
  #bytes = new Uint8Array(1 << 16);
  #offsets = new Uint32Array(1 << 12);
  #hashes = new Uint32Array(1 << 12);
  #slots = new Uint32Array(1 << 13);
  readonly #scratch = new Utf8Scratch();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Id of a text; a lone surrogate is stored as U+FFFD, as every UTF-8 encoder would. */
  add(text: string): number {
    const length = this.#scratch.write(text);
    if (length < 0) return this.add(text.toWellFormed());
    return this.addBytes(this.#scratch.bytes, 0, length);
  }

  /** Id of the text in bytes [start, end), which must be valid UTF-8. */
  addBytes(bytes: Uint8Array, start: number, end: number): number {
    const hash = hashBytes(bytes, start, end);
    const mask = this.#slots.length - 1;
    if (mask < 0) throw new Error(usedUp);
    let slot = hash & mask;
    for (let stored = this.#slots[slot]!; stored !== 0; stored = this.#slots[slot]!) {
      const id = stored - 1;
      if (this.#hashes[id] === hash && this.#holds(id, bytes, start, end)) return id;
      slot = (slot + 1) & mask;
    }
    this.#reserve(end - start);
    this.#slots[slot] = this.#count + 1;
    return this.#append(bytes, start, end, hash);
  }

  /** The text of an id that this builder gave. */
  textOf(id: number): string {
    return utf8Reader(this.#bytes)(this.#offsets[id]!, this.#offsets[id + 1]!);
  }

  /**
   * The finished table, in byte order, and the rank of each provisional id in it. Can be called
   * once: the builder's memory is released.
   */
  freeze(): { table: TextTable; ranks: Uint32Array } {
    if (this.#slots.length === 0) throw new Error(usedUp);
    const count = this.#count;
    this.#slots = this.#hashes = new Uint32Array(0);
    const order = sortTexts(this.#bytes, this.#offsets, count);
    const ranks = new Uint32Array(count);
    const offsets = new Uint32Array(count + 1);
    const bytes = new Uint8Array(this.#offsets[count]!);
    let at = 0;
    for (let rank = 0; rank < count; rank++) {
      const id = order[rank]!;
      ranks[id] = rank;
      const end = this.#offsets[id + 1]!;
      for (let from = this.#offsets[id]!; from < end; from++) bytes[at++] = this.#bytes[from]!;
      offsets[rank + 1] = at;
    }
    this.#bytes = new Uint8Array(0);
    this.#offsets = new Uint32Array(0);
    return { table: new TextTable(bytes, offsets), ranks };
  }

  #holds(id: number, bytes: Uint8Array, start: number, end: number): boolean {
    let at = this.#offsets[id]!;
    if (this.#offsets[id + 1]! - at !== end - start) return false;
    for (let from = start; from < end; from++) {
      if (this.#bytes[at++] !== bytes[from]) return false;
    }
    return true;
  }

  /** Makes room for one more text, or throws before anything has changed. */
  #reserve(length: number): void {
    const used = this.#offsets[this.#count]! + length;
    if (this.#count === textsMax) {
      throw new LimitError(`a dictionary holds at most ${textsMax} texts`);
    }
    if (used > arenaBytesMax) {
      throw new LimitError(`a dictionary holds at most ${arenaBytesMax} bytes of text`);
    }
    if (this.#count + 2 > this.#offsets.length) this.#growIds();
    if (used > this.#bytes.length) this.#growBytes(used);
  }

  #append(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const id = this.#count++;
    let to = this.#offsets[id]!;
    for (let from = start; from < end; from++) this.#bytes[to++] = bytes[from]!;
    this.#offsets[id + 1] = to;
    this.#hashes[id] = hash;
    if (this.#count * 2 > this.#slots.length) this.#growSlots();
    return id;
  }

  #growIds(): void {
    const length = Math.ceil(this.#offsets.length * 1.6);
    this.#offsets = withLength(this.#offsets, length);
    this.#hashes = withLength(this.#hashes, length);
  }

  #growBytes(needed: number): void {
    const larger = new Uint8Array(Math.min(arenaBytesMax, Math.ceil(needed * 1.6)));
    larger.set(this.#bytes);
    this.#bytes = larger;
  }

  #growSlots(): void {
    this.#slots = new Uint32Array(this.#slots.length * 2);
    const mask = this.#slots.length - 1;
    for (let id = 0; id < this.#count; id++) {
      let slot = this.#hashes[id]! & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = id + 1;
    }
  }
}

/** Texts in byte order: a smaller id is a smaller text. Found by binary search. */
export class TextTable {
  readonly bytes: Uint8Array;
  readonly offsets: Uint32Array;
  readonly count: number;
  readonly #read: Utf8Reader;
  readonly #scratch = new Utf8Scratch();

  constructor(bytes: Uint8Array, offsets: Uint32Array) {
    this.bytes = bytes;
    this.offsets = offsets;
    this.count = offsets.length - 1;
    this.#read = utf8Reader(bytes);
  }

  get byteLength(): number {
    return this.bytes.byteLength + this.offsets.byteLength;
  }

  textOf(id: number): string {
    return this.#read(this.offsets[id]!, this.offsets[id + 1]!);
  }

  /** Id of a text, or undefined. */
  idOf(text: string): number | undefined {
    const length = this.#scratch.write(text);
    if (length < 0) return undefined;
    const id = this.lowerBoundOf(this.#scratch.bytes, length);
    return id < this.count && this.compareTo(id, this.#scratch.bytes, length) === 0
      ? id
      : undefined;
  }

  /** First id whose text is not below bytes [0, length). */
  lowerBoundOf(bytes: Uint8Array, length: number): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.compareTo(middle, bytes, length) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Order of text `id` against bytes [0, length). */
  compareTo(id: number, bytes: Uint8Array, length: number): number {
    return compareBytes(this.bytes, this.offsets[id]!, this.offsets[id + 1]!, bytes, 0, length);
  }
}

/** A text table with a hash index beside it, for what is looked up by text all the time. */
export class HashedTextTable {
  readonly texts: TextTable;
  readonly #slots: Uint32Array;
  readonly #scratch = new Utf8Scratch();

  constructor(texts: TextTable) {
    this.texts = texts;
    let size = 8;
    while (size < texts.count * 1.5) size *= 2;
    this.#slots = new Uint32Array(size);
    const { bytes, offsets, count } = texts;
    for (let id = 0; id < count; id++) {
      let slot = hashBytes(bytes, offsets[id]!, offsets[id + 1]!) & (size - 1);
      while (this.#slots[slot] !== 0) slot = (slot + 1) & (size - 1);
      this.#slots[slot] = id + 1;
    }
  }

  get byteLength(): number {
    return this.texts.byteLength + this.#slots.byteLength;
  }

  /** Id of a text, or undefined: one hash and usually one comparison. */
  idOf(text: string): number | undefined {
    const length = this.#scratch.write(text);
    if (length < 0) return undefined;
    const { bytes } = this.#scratch;
    const mask = this.#slots.length - 1;
    let slot = hashBytes(bytes, 0, length) & mask;
    for (let stored = this.#slots[slot]!; stored !== 0; stored = this.#slots[slot]!) {
      if (this.texts.compareTo(stored - 1, bytes, length) === 0) return stored - 1;
      slot = (slot + 1) & mask;
    }
    return undefined;
  }
}

function withLength(column: Uint32Array, length: number): Uint32Array<ArrayBuffer> {
  const longer = new Uint32Array(length);
  longer.set(column);
  return longer;
}
