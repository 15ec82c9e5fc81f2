/**
 * The properties that MCF lines begin with, known by their bytes. Nodes of a file are alike: after
 * one property usually follows the one that followed it last time, so that is tried first.
 */
import { keepOne, textOf } from "../bytes/native.ts";
import { noId, type Sink } from "../statements/sink.ts";
import { IdleSink } from "../statements/statements.ts";
import { isLineSlip } from "../values/line-slips.ts";
import { isReferenceProperty } from "../values/mcf-value.ts";
import { slotOf } from "../values/observation-parts.ts";

const colonByte = 0x3a;
const lineFeed = 0x0a;
const blank = 0x20;

/** What values mean to a property. */
export const plain = 0;
/** They are references even without a prefix. */
export const references = 1;
/** The same, and they say whether the node is an observation. */
export const types = 2;
/** They say which node it is. */
export const identity = 3;
/** A keyword, or the start of a URL: the line has a meaning of its own. */
export const special = 4;

/** No property: a line without one, or one of too many. */
export const unknown = -1;

/** The property before the first line of a node. */
export const firstSlot = 0;

const specialNames: ReadonlySet<string> = new Set(["Node", "Context", "http", "https"]);

// Names are text of the input: what is remembered of them must have an end.
const propertiesMax = 4096;
const nameBytesMax = 128;
const slots = 4 * propertiesMax;

export class McfProperties {
  /** The offset after the colon of the line that `at` found last. */
  valueStart = 0;
  readonly kinds = new Uint8Array(propertiesMax);
  /** Where they stand among the parts of an observation; -1 for others. */
  readonly slots = new Int8Array(propertiesMax);
  readonly #sink: Sink;
  /** Where the last object of each property lies in the bytes, and its node. */
  readonly #lastStarts = new Int32Array(propertiesMax);
  readonly #lastEnds = new Int32Array(propertiesMax);
  readonly #lastNodes = new Int32Array(propertiesMax);
  readonly #predicates = new Int32Array(propertiesMax).fill(noId);
  /** Names with their colons, one after the other. */
  readonly #names = new Uint8Array(propertiesMax * 32);
  readonly #nameWords = new DataView(this.#names.buffer);
  readonly #offsets = new Uint32Array(propertiesMax + 1);
  readonly #following = new Uint16Array(propertiesMax);
  /** Open addressing by hash: 0 is free, and FIRST has no name. */
  readonly #slots = new Uint16Array(slots);
  #count = 1;
  #bytes: Uint8Array = this.#names;
  #view: DataView = this.#nameWords;

  constructor(sink: Sink) {
    this.#sink = sink;
    keepOne(McfProperties, () => new McfProperties(new IdleSink()));
  }

  /** Lines are in `bytes` from now on. */
  open(bytes: Uint8Array, view: DataView): void {
    this.#bytes = bytes;
    this.#view = view;
    this.#lastStarts.fill(0, 0, this.#count);
    this.#lastEnds.fill(0, 0, this.#count);
  }

  /** Node of a property as predicate. */
  predicateOf(property: number): number {
    const known = this.#predicates[property]!;
    if (known !== noId) return known;
    const end = this.#offsets[property + 1]! - 1;
    const predicate = this.#sink.nodeOf(this.#names, this.#offsets[property]!, end);
    this.#predicates[property] = predicate;
    return predicate;
  }

  /**
   * Node of the object in bytes [start, end), which is not empty: often the same node as in the
   * line above.
   */
  objectOf(property: number, start: number, end: number): number {
    const lastStart = this.#lastStarts[property]!;
    const isLast = this.#lastEnds[property]! - lastStart === end - start;
    if (isLast && this.#isSame(lastStart, start, end)) return this.#lastNodes[property]!;
    const node = this.#sink.nodeOf(this.#bytes, start, end);
    this.#lastStarts[property] = start;
    this.#lastEnds[property] = end;
    this.#lastNodes[property] = node;
    return node;
  }

  /** The property of the line at `start`, whose first byte is no blank; `before` is that above. */
  at(start: number, before: number): number {
    const expected = this.#following[before]!;
    const length = this.#offsets[expected + 1]! - this.#offsets[expected]!;
    if (length > 0 && this.#isAt(start, expected, length)) {
      this.valueStart = start + length;
      return expected;
    }
    const property = this.#find(start);
    if (property !== unknown) this.#following[before] = property;
    return property;
  }

  #isSame(other: number, start: number, end: number): boolean {
    const bytes = this.#bytes;
    // Neighbouring ids differ at their end.
    for (let at = end - 1; at >= start; at--) {
      if (bytes[at] !== bytes[other + at - start]) return false;
    }
    return true;
  }

  #isAt(start: number, property: number, length: number): boolean {
    const view = this.#view;
    const names = this.#nameWords;
    let at = start;
    let name = this.#offsets[property]!;
    const end = name + length;
    for (; name + 4 <= end; name += 4) {
      if (view.getInt32(at, true) !== names.getInt32(name, true)) return false;
      at += 4;
    }
    for (; name < end; name++) {
      if (this.#bytes[at] !== this.#names[name]) return false;
      at += 1;
    }
    return true;
  }

  #find(start: number): number {
    const bytes = this.#bytes;
    let hash = 0;
    let at = start;
    for (let byte = bytes[at]!; byte !== colonByte; byte = bytes[at]!) {
      if (byte === lineFeed) return unknown;
      hash = Math.imul(hash ^ byte, 0x01000193);
      at += 1;
    }
    const length = at + 1 - start;
    if (length === 1 || bytes[at - 1]! <= blank) return unknown;
    this.valueStart = at + 1;
    let slot = (hash ^ (hash >>> 15)) & (slots - 1);
    for (let property = this.#slots[slot]!; property !== 0; property = this.#slots[slot]!) {
      const known = this.#offsets[property + 1]! - this.#offsets[property]!;
      if (known === length && this.#isAt(start, property, length)) return property;
      slot = (slot + 1) & (slots - 1);
    }
    return this.#add(start, length, slot);
  }

  #add(start: number, length: number, slot: number): number {
    const property = this.#count;
    const offset = this.#offsets[property]!;
    const isFull = property === propertiesMax || offset + length > this.#names.length;
    if (isFull || length > nameBytesMax) return unknown;
    this.#names.set(this.#bytes.subarray(start, start + length), offset);
    this.#offsets[property + 1] = offset + length;
    const name = textOf(this.#bytes, start, start + length - 1);
    this.kinds[property] = kindOf(name);
    this.slots[property] = slotOf(name) ?? -1;
    this.#slots[slot] = property;
    this.#count += 1;
    return property;
  }
}

function kindOf(property: string): number {
  if (property === "dcid") return identity;
  if (property === "typeOf") return types;
  if (specialNames.has(property) || isLineSlip(property)) return special;
  return isReferenceProperty(property) ? references : plain;
}
