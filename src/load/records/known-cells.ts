/**
 * What the cells of a column mean. Tables repeat themselves: what one cell means is found out once,
 * from its text, and is the answer for all cells of the same bytes. So usual observations become
 * statements straight from the bytes of a record.
 */
import { unsetSource } from "../../stats/facet-fields.ts";
import { keepOne, textOf } from "../bytes/native.ts";
import { noId, type Sink } from "../statements/sink.ts";
import { type FacetTexts, IdleSink } from "../statements/statements.ts";
import { dateForm } from "../values/observation-dates.ts";
import { isPlainNumber } from "../values/observation-parts.ts";

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
    keepOne(KnownCells, () => new KnownCells((text) => text).#grown());
  }

  /** V8 compiles code anew when a member changes that never changed before: these change here, before it compiles any. */
  #grown(): this {
    this.#reserve(this.#bytes.length + 1);
    this.#growSlots();
    return this;
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

/** A part of the row at hand: a cell, or what is the same in all rows. */
export interface Slot<Value> {
  readonly current: Value;
}

/** A node that the observations of a record name. */
export interface SlotNode {
  readonly hasNode: boolean;
  nodeIn(sink: Sink): number;
}

/** When the observations of a record were made. */
interface SlotDate {
  readonly hasDate: boolean;
  dateIn(sink: Sink): number;
}

/** Where the parts of an observation are found; its value is given with each record. */
interface ObservationSlots {
  readonly variable: Slot<SlotNode | undefined>;
  /** What it is about. Observations about several entities would have a slot for each of them. */
  readonly entity: Slot<SlotNode | undefined>;
  readonly date: Slot<SlotDate | undefined>;
  readonly facet: FacetSlots;
}

export class ObservationCells {
  readonly #sink: Sink;
  readonly #slots: ObservationSlots;

  constructor(sink: Sink, slots: ObservationSlots) {
    this.#sink = sink;
    this.#slots = slots;
  }

  /**
   * Writes the observation of a record whose slots are all there; its value is in bytes [start, end).
   * @returns false for a value that is not a plain number: nothing was written.
   */
  write(bytes: Uint8Array, start: number, end: number): boolean {
    const sink = this.#sink;
    const { facet } = this.#slots;
    const variable = this.#slots.variable.current!;
    const entity = this.#slots.entity.current!;
    const date = this.#slots.date.current!;
    const isFacet = facet.isLast;
    const isKnown = isFacet && variable.hasNode && entity.hasNode && date.hasDate;
    // What is not loaded makes no nodes.
    if (!isKnown && !isPlainNumber(textOf(bytes, start, end))) return false;
    const of = variable.nodeIn(sink);
    const about = entity.nodeIn(sink);
    return sink.observationOf(of, about, facet.find(), date.dateIn(sink), bytes, start, end);
  }
}

/** A text that a facet is made of: a part of the record at hand. */
export interface KnownText {
  readonly text: string;
}

/** The facet of the record at hand, which most share with the record before. */
export class FacetSlots {
  readonly #make: (texts: readonly string[]) => number;
  readonly #facets = new KnownFacets();
  readonly #parts: (KnownText | undefined)[];
  /** Id of the facet that was found last. */
  last = noId;
  /** It is that of the record at hand. */
  isLast = false;

  /** @param make a facet of the texts of its parts. */
  constructor(parts: number, make: (texts: readonly string[]) => number) {
    this.#parts = Array.from({ length: parts }, () => undefined);
    this.#make = make;
  }

  /** The record at hand has this part; undefined if it lacks it. Equal texts are one object. */
  set(part: number, text: KnownText | undefined): void {
    if (this.#parts[part] === text) return;
    this.#parts[part] = text;
    this.isLast = false;
  }

  /** Id of the facet of the record at hand. */
  find(): number {
    if (this.isLast) return this.last;
    const texts = this.#parts.map((part) => part?.text ?? "");
    this.last = this.#facets.of(JSON.stringify(texts), () => this.#make(texts));
    this.isLast = true;
    return this.last;
  }
}

/** Texts in bytes, one object for all that are equal. */
export function knownTexts(): KnownCells<KnownText> {
  return new KnownCells((text) => ({ text }));
}

/** Dates in bytes → their ids; undefined for a date of which there is something to report. */
export function knownDates(sink: Sink): KnownCells<number | undefined> {
  return new KnownCells((text) => (dateForm(text) === "accepted" ? sink.date(text) : undefined));
}

/** Id of a facet that says how something was measured, and whose it is. */
export function facetIn(sink: Sink, facet: FacetTexts, provenance: string): number {
  const node = provenance === "" ? noId : sink.node(provenance);
  return sink.facet({ ...unsetSource, ...facet, provenance: node });
}
