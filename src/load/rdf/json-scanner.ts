/**
 * Nodes of JSON-LD as most of them look: an object whose values are texts without escapes, numbers
 * and references `{"@id": "…"}`. No text is made; keys and values are pairs of offsets.
 *
 *     {"@id":"dcid:a","dcid:of":{"@id":"dcid:b"},"dcid:value":7}
 *       key   text      key              reference         number
 *
 * Any other node is odd, and left to `parseJson`.
 */

import { digitsEnd, jsonTextStop, keepOne, repeats, standsAt } from "../bytes/native.ts";

/** The node cannot be read so. */
export const oddNode = -1;

/** What a value is. */
export const textValue = 0;
const numberValue = 1;
export const referenceValue = 2;

const tab = 0x09;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const space = 0x20;
const quoteByte = 0x22;
const commaByte = 0x2c;
const minusByte = 0x2d;
const dotByte = 0x2e;
const zeroByte = 0x30;
const colonByte = 0x3a;
const closingBracket = 0x5d;
const openingBrace = 0x7b;
const closingBrace = 0x7d;
const idKey = Uint8Array.from("@id", (letter) => letter.charCodeAt(0));

const entriesMax = 64;

export class JsonScanner {
  /** Entries of the last node, with the bounds of their keys and values, half-open. */
  count = 0;
  readonly keyStarts = new Int32Array(entriesMax);
  readonly keyEnds = new Int32Array(entriesMax);
  /** 1 for a key that the node before has at the same place. */
  readonly repeated = new Uint8Array(entriesMax);
  readonly kinds = new Uint8Array(entriesMax);
  readonly starts = new Int32Array(entriesMax);
  readonly ends = new Int32Array(entriesMax);
  /** Line feeds within the last node, and after it. */
  lines = 0;
  #view: DataView = new DataView(new ArrayBuffer(0));
  /** Entries of the node before, whose keys are still there. */
  #known = 0;

  constructor() {
    keepOne(JsonScanner, () => new JsonScanner());
  }

  /** Takes a view of the bytes that nodes are looked for in. */
  open(view: DataView): void {
    this.#view = view;
    this.#known = 0;
  }

  /**
   * Finds the entries of the node at `start`, whose bytes a NUL ends.
   * @returns the comma or bracket after the node, or `oddNode`.
   */
  node(bytes: Uint8Array, start: number): number {
    const after = this.#node(bytes, start);
    this.#known = after === oddNode ? 0 : this.count;
    return after;
  }

  #node(bytes: Uint8Array, start: number): number {
    this.count = 0;
    this.lines = 0;
    if (bytes[start] !== openingBrace) return oddNode;
    let at = start;
    do {
      at = this.#entry(bytes, this.#afterBlanks(bytes, at + 1));
      if (at === oddNode) return oddNode;
      at = this.#afterBlanks(bytes, at);
    } while (bytes[at] === commaByte);
    if (bytes[at] !== closingBrace) return oddNode;
    at = this.#afterBlanks(bytes, at + 1);
    return bytes[at] === commaByte || bytes[at] === closingBracket ? at : oddNode;
  }

  /** @returns the offset after the entry, or `oddNode`. */
  #entry(bytes: Uint8Array, start: number): number {
    const { count } = this;
    const keyEnd = this.#keyEnd(bytes, start);
    if (keyEnd === oddNode || count === entriesMax) return oddNode;
    this.keyStarts[count] = start + 1;
    this.keyEnds[count] = keyEnd;
    const colon = this.#afterBlanks(bytes, keyEnd + 1);
    if (bytes[colon] !== colonByte) return oddNode;
    const value = this.#afterBlanks(bytes, colon + 1);
    this.count = count + 1;
    if (bytes[value] === quoteByte) return this.#text(bytes, value, textValue);
    if (bytes[value] === openingBrace) return this.#reference(bytes, value);
    const end = numberEnd(bytes, value);
    this.#take(numberValue, value, end);
    return end;
  }

  /** @returns the offset after the text, or `oddNode`. */
  #text(bytes: Uint8Array, start: number, kind: number): number {
    const end = this.#textEnd(bytes, start);
    this.#take(kind, start + 1, end);
    return end === oddNode ? oddNode : end + 1;
  }

  #reference(bytes: Uint8Array, start: number): number {
    const key = this.#afterBlanks(bytes, start + 1);
    const keyEnd = this.#textEnd(bytes, key);
    const isId = keyEnd - key - 1 === idKey.length && standsAt(bytes, key + 1, idKey);
    if (!isId) return oddNode;
    const colon = this.#afterBlanks(bytes, keyEnd + 1);
    if (bytes[colon] !== colonByte) return oddNode;
    const end = this.#text(bytes, this.#afterBlanks(bytes, colon + 1), referenceValue);
    if (end === oddNode) return oddNode;
    const at = this.#afterBlanks(bytes, end);
    return bytes[at] === closingBrace ? at + 1 : oddNode;
  }

  /** As `textEnd`; sooner for the key that the node before has at the same place. */
  #keyEnd(bytes: Uint8Array, start: number): number {
    const { count } = this;
    if (count < this.#known && bytes[start] === quoteByte) {
      const before = this.keyStarts[count]!;
      const end = start + 1 + this.keyEnds[count]! - before;
      // With its quote; the NUL after the block ends the comparison.
      if (repeats(this.#view, start + 1, end + 1, before)) {
        this.repeated[count] = 1;
        return end;
      }
    }
    this.repeated[count] = 0;
    return this.#textEnd(bytes, start);
  }

  /** Offset of the quote that ends the text at `start`, or `oddNode`. */
  #textEnd(bytes: Uint8Array, start: number): number {
    if (bytes[start] !== quoteByte) return oddNode;
    const at = jsonTextStop(this.#view, start + 1);
    return bytes[at] === quoteByte ? at : oddNode;
  }

  #take(kind: number, start: number, end: number): void {
    const at = this.count - 1;
    this.kinds[at] = kind;
    this.starts[at] = start;
    this.ends[at] = end;
  }

  #afterBlanks(bytes: Uint8Array, start: number): number {
    let at = start;
    for (let byte = bytes[at]!; byte <= space; byte = bytes[at]!) {
      if (byte === lineFeed) this.lines += 1;
      else if (byte !== space && byte !== tab && byte !== carriageReturn) break;
      at += 1;
    }
    return at;
  }
}

/** The offset after the number at `start`, which has no exponent, or `oddNode`. */
function numberEnd(bytes: Uint8Array, start: number): number {
  const first = bytes[start] === minusByte ? start + 1 : start;
  let at = digitsEnd(bytes, first);
  if (at === first || (bytes[first] === zeroByte && at > first + 1)) return oddNode;
  if (bytes[at] === dotByte) {
    const end = digitsEnd(bytes, at + 1);
    if (end === at + 1) return oddNode;
    at = end;
  }
  // The caller checks what follows a value.
  return at;
}
