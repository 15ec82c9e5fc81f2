/**
 * What the cells of a column mean. Tables repeat themselves: what one cell means is found out once,
 * from its text, and is the answer for all cells of the same bytes.
 */
import { keepOne } from "../bytes/kept-shapes.ts";
import { textOf } from "../bytes/native.ts";
import { noId, type Sink } from "../statements/sink.ts";
import { IdleSink } from "../statements/statements.ts";

// What is remembered must have an end, since cells are text of the input.
const cellsMax = 1 << 16;
const bytesMax = 1 << 22;
/** A longer cell is read whenever it comes up. */
const cellBytesMax = 256;
const keptMax = 256;

export class KnownCells<Meaning> {
  readonly #read: (text: string) => Meaning;
  readonly #meanings: Meaning[] = [];
  /** Cells one after the other, and where each of them begins. */
  #bytes: Uint8Array = new Uint8Array(1024);
  readonly #offsets: number[] = [0];
  /** Open addressing by hash: 0 is free, else one more than the position of the cell. */
  #slots: Uint32Array = new Uint32Array(128);
  /** By cell, a guess at the one that comes after it: that of the last time, first itself. */
  readonly #next: number[] = [0];
  #last = 0;

  /** @param read what a cell of this text means. */
  constructor(read: (text: string) => Meaning) {
    this.#read = read;
    keepOne(KnownCells, () => new KnownCells((text) => text));
  }

  /** What the cell in UTF-8 bytes [start, end) means. */
  of(bytes: Uint8Array, start: number, end: number): Meaning {
    const next = this.#next[this.#last]!;
    if (this.#isAt(next, bytes, start, end)) {
      this.#last = next;
      return this.#meanings[next]!;
    }
    if (end - start > cellBytesMax) return this.#read(textOf(bytes, start, end));
    let slot = this.#slotOf(hashOf(bytes, start, end));
    for (let cell = this.#slots[slot]!; cell !== 0; cell = this.#slots[slot]!) {
      if (this.#isAt(cell - 1, bytes, start, end)) {
        this.#next[this.#last] = cell - 1;
        this.#last = cell - 1;
        return this.#meanings[cell - 1]!;
      }
      slot = (slot + 1) & (this.#slots.length - 1);
    }
    return this.#add(bytes, start, end, slot);
  }

  /** Is it the cell of this position? False if there is none. */
  #isAt(cell: number, bytes: Uint8Array, start: number, end: number): boolean {
    const own = this.#bytes;
    const offset = this.#offsets[cell]!;
    let at = end - start;
    if (this.#offsets[cell + 1]! - offset !== at) return false;
    // Neighbouring cells differ at their end.
    while (at > 0) {
      at -= 1;
      if (own[offset + at] !== bytes[start + at]) return false;
    }
    return true;
  }

  #add(bytes: Uint8Array, start: number, end: number, slot: number): Meaning {
    const meaning = this.#read(textOf(bytes, start, end));
    const offset = this.#offsets.at(-1)!;
    const cell = this.#meanings.length;
    if (cell === cellsMax || offset + end - start > bytesMax) {
      this.#clear();
      return meaning;
    }
    this.#reserve(offset + end - start);
    this.#bytes.set(bytes.subarray(start, end), offset);
    this.#offsets.push(offset + end - start);
    this.#meanings.push(meaning);
    this.#next[this.#last] = cell;
    this.#next[cell] = cell;
    this.#slots[slot] = cell + 1;
    this.#last = cell;
    if (2 * cell >= this.#slots.length) this.#growSlots();
    return meaning;
  }

  #clear(): void {
    this.#meanings.length = 0;
    this.#offsets.length = 1;
    this.#slots.fill(0);
  }

  #reserve(length: number): void {
    if (length <= this.#bytes.length) return;
    const bytes = new Uint8Array(2 * length);
    bytes.set(this.#bytes);
    this.#bytes = bytes;
  }

  #growSlots(): void {
    this.#slots = new Uint32Array(2 * this.#slots.length);
    for (let cell = 0; cell < this.#meanings.length; cell++) {
      const [start, end] = [this.#offsets[cell]!, this.#offsets[cell + 1]!];
      let slot = this.#slotOf(hashOf(this.#bytes, start, end));
      while (this.#slots[slot] !== 0) slot = (slot + 1) & (this.#slots.length - 1);
      this.#slots[slot] = cell + 1;
    }
  }

  #slotOf(hash: number): number {
    return (hash ^ (hash >>> 15)) & (this.#slots.length - 1);
  }
}

/** Four bytes at a time: each multiplication waits for the one before. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  let at = start;
  for (; at + 4 <= end; at += 4) {
    const word =
      bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
    hash = Math.imul(hash ^ word, 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  for (; at < end; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
  return hash;
}

/** A dcid that is often that of the record before. */
export class LastNode {
  readonly #sink: Sink;
  readonly #bytes = new Uint8Array(keptMax);
  #length = -1;
  #id = noId;

  constructor(sink: Sink) {
    this.#sink = sink;
    keepOne(LastNode, () => new LastNode(new IdleSink()));
  }

  /** Id of the node with the dcid in UTF-8 bytes [start, end). */
  of(bytes: Uint8Array, start: number, end: number): number {
    const length = end - start;
    if (length === this.#length && this.#isLast(bytes, start)) return this.#id;
    this.#id = this.#sink.nodeOf(bytes, start, end);
    this.#length = length <= keptMax ? length : -1;
    for (let at = 0; at < this.#length; at++) this.#bytes[at] = bytes[start + at]!;
    return this.#id;
  }

  #isLast(bytes: Uint8Array, start: number): boolean {
    const own = this.#bytes;
    // Neighbouring ids differ at their end.
    for (let at = this.#length - 1; at >= 0; at--) {
      if (own[at] !== bytes[start + at]) return false;
    }
    return true;
  }
}

/** Of so many at most, so that what is remembered of the input has an end. */
const facetsMax = 100_000;

export class KnownFacets {
  readonly #ids = new Map<string, number>();

  /**
   * Id of the facet with a key.
   * @param make it, if it was not met lately
   */
  of(key: string, make: () => number): number {
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = make();
    if (this.#ids.size >= facetsMax) this.#ids.clear();
    this.#ids.set(key, id);
    return id;
  }
}
