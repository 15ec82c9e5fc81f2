/** Numbers texts while they come in; freezing puts them in byte order. */

import { LimitError } from "../errors.ts";
import { FrozenColumns } from "./segments.ts";
import { sortTexts } from "./text-sort.ts";
import { TextColumnsWriter, type TextTable } from "./text-table.ts";
import { hashBytes, Utf8Scratch, utf8Reader } from "./utf8.ts";

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
   * The finished table, in byte order, and the rank of each provisional id in it. Its columns go
   * under `name`. Can be called once: the builder's memory is released.
   */
  freeze(
    columns: FrozenColumns = new FrozenColumns(),
    name = "texts",
  ): { table: TextTable; ranks: Uint32Array } {
    if (this.#slots.length === 0) throw new Error(usedUp);
    const count = this.#count;
    this.#slots = this.#hashes = new Uint32Array(0);
    const order = sortTexts(this.#bytes, this.#offsets, count);
    const ranks = new Uint32Array(count);
    const writer = new TextColumnsWriter(columns, name, count, this.#offsets[count]!);
    for (let rank = 0; rank < count; rank++) {
      const id = order[rank]!;
      ranks[id] = rank;
      const start = this.#offsets[id]!;
      const end = this.#offsets[id + 1]!;
      let at = writer.next(end - start);
      for (let from = start; from < end; from++) writer.bytes[at++] = this.#bytes[from]!;
    }
    this.#bytes = new Uint8Array(0);
    this.#offsets = new Uint32Array(0);
    return { table: writer.finish(), ranks };
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

function withLength(column: Uint32Array, length: number): Uint32Array<ArrayBuffer> {
  const longer = new Uint32Array(length);
  longer.set(column);
  return longer;
}
