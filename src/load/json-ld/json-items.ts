/**
 * The nodes of a large JSON-LD document, one by one: the items of its `@graph`, or of the list that it
 * is. What stands around them is small, and is kept.
 *
 *     {"@context": {"dcid": "…"}, "@graph": [ {"@id": "dcid:a"} , {"@id": "dcid:b"} ]}
 *     rest                                   item               item                 rest
 */
import { requireLength, requireText, textOf, textStart } from "../bytes/index.ts";

const quoteByte = 0x22;
const lineFeed = 0x0a;
const commaByte = 0x2c;
const colonByte = 0x3a;
const openingBracket = 0x5b;
const backslashByte = 0x5c;
const closingBracket = 0x5d;
const openingBrace = 0x7b;
const closingBrace = 0x7d;
const blank = 0x20;

const graphKey = "@graph";
/** More is no frame around nodes. */
const restMax = 1 << 24;

/** The depth of items that there are not. */
const nowhere = -1;

export class JsonItems {
  /** Whether the document has a list of nodes. */
  hasItems = false;
  /** There is more around the nodes than is kept. */
  isTooLong = false;
  readonly #file: string;
  readonly #onItem: (text: string, line: number) => void;
  /** The document without its items, but with their line feeds. */
  readonly #rest: number[] = [];
  #line = 1;
  #depth = 0;
  #itemDepth = nowhere;
  #isInText = false;
  #isEscaped = false;
  /** A comma stood behind the last item. One too many is left in the rest, where it is a fault. */
  #isNextDue = false;
  /** Of the last text outside of items: where it began in the rest. */
  #textStart = 0;
  #key = "";
  #isStart = true;

  constructor(file: string, onItem: (text: string, line: number) => void) {
    this.#file = file;
    this.#onItem = onItem;
  }

  get rest(): string {
    const bytes = Uint8Array.from(this.#rest);
    requireText(bytes, this.#file, 1);
    return textOf(bytes, 0, bytes.length);
  }

  /** @returns where the first unfinished item starts. */
  take(bytes: Uint8Array, end: number, _isLast: boolean): number {
    let at = this.#isStart && end > 0 ? textStart(bytes) : 0;
    if (end > 0) this.#isStart = false;
    while (at < end) {
      const isAtItem = this.#depth === this.#itemDepth && !this.#isInText;
      const next = isAtItem ? this.#item(bytes, at, end) : this.#outside(bytes, at);
      if (next === at) {
        requireLength(end - at, this.#file, this.#line);
        return at;
      }
      at = next;
    }
    return at;
  }

  /** A byte between items, or an item. @returns `start` for one that is not finished. */
  #item(bytes: Uint8Array, start: number, end: number): number {
    const byte = bytes[start]!;
    if (byte === closingBracket && this.#isNextDue) this.#keep(commaByte);
    const isItem = byte > blank && byte !== closingBracket && byte !== commaByte;
    if (!isItem) return this.#outside(bytes, start);
    const line = this.#line;
    const behind = this.#itemEnd(bytes, start, end);
    if (behind === start) {
      this.#line = line;
      return start;
    }
    const piece = bytes.subarray(start, behind);
    requireText(piece, this.#file, line);
    this.#onItem(textOf(bytes, start, behind), line);
    for (let feed = line; feed < this.#line; feed++) this.#keep(lineFeed);
    this.#isNextDue = bytes[behind] === commaByte;
    return this.#isNextDue ? behind + 1 : behind;
  }

  /** Behind the item, at its comma or bracket; `start` if that is not there. */
  #itemEnd(bytes: Uint8Array, start: number, end: number): number {
    let depth = 0;
    for (let at = start; at < end; at++) {
      const byte = bytes[at]!;
      if (byte === quoteByte) at = textEnd(bytes, at + 1, end);
      else if (byte === lineFeed) this.#line += 1;
      else if (depth === 0 && (byte === commaByte || byte === closingBracket)) return at;
      else depth += opens(byte);
    }
    return start;
  }

  /** A byte of what stands around the items. */
  #outside(bytes: Uint8Array, at: number): number {
    const byte = bytes[at]!;
    this.#keep(byte);
    if (byte === lineFeed) this.#line += 1;
    if (this.#isInText) this.#inText(byte);
    else if (byte === quoteByte) {
      this.#isInText = true;
      this.#textStart = this.#rest.length;
    } else if (byte > blank) this.#mark(byte);
    return at + 1;
  }

  #inText(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === backslashByte) this.#isEscaped = true;
    else if (byte === quoteByte) {
      this.#isInText = false;
      const text = Uint8Array.from(this.#rest.slice(this.#textStart, -1));
      this.#key = text.length === graphKey.length ? textOf(text, 0, text.length) : "";
    }
  }

  #mark(byte: number): void {
    const isList = byte === openingBracket;
    const isGraph = isList && this.#depth === 1 && this.#key === graphKey;
    this.#depth += opens(byte);
    if (this.#depth < this.#itemDepth) this.#itemDepth = nowhere;
    const isWhole = isList && this.#rest.every((one) => one <= blank || one === openingBracket);
    if ((isGraph || (isWhole && this.#depth === 1)) && !this.hasItems) {
      this.hasItems = true;
      this.#itemDepth = this.#depth;
    }
    // A key is followed by its colon and its value.
    if (byte !== colonByte) this.#key = "";
  }

  #keep(byte: number): void {
    if (this.#rest.length < restMax) this.#rest.push(byte);
    else this.isTooLong = true;
  }
}

/** The quote that ends a text, or `end`. */
function textEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && bytes[at] !== quoteByte) at += bytes[at] === backslashByte ? 2 : 1;
  return at;
}

function opens(byte: number): number {
  if (byte === openingBrace || byte === openingBracket) return 1;
  return byte === closingBrace || byte === closingBracket ? -1 : 0;
}
