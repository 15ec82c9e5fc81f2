/**
 * The nodes of a large JSON-LD document, one by one: the items of its `@graph`, or of the list that it
 * is. What stands around them is small, and is kept.
 *
 *     {"@context": {"dcid": "…"}, "@graph": [ {"@id": "dcid:a"} , {"@id": "dcid:b"} ]}
 *     rest                                   item               item                 rest
 */

import { requireLength, requireText, textStart } from "../bytes/lines.ts";
import { isUtf8, jsonTextStop, keepOne, searchable, textOf } from "../bytes/native.ts";
import { type JsonNode, parseJson } from "../values/json-text.ts";
import { type JsonScanner, oddNode } from "./json-scanner.ts";

const quoteByte = 0x22;
const lineFeed = 0x0a;
const commaByte = 0x2c;
const openingBracket = 0x5b;
const backslashByte = 0x5c;
const closingBracket = 0x5d;
const openingBrace = 0x7b;
const closingBrace = 0x7d;
const blank = 0x20;

const graphKey = "@graph";
/** More is no frame around nodes. */
const restMax = 1 << 24;

/** Blanks of JSON but for the line feed. */
const blanks: ReadonlySet<number> = new Set([0x09, 0x0d, 0x20]);

/** The depth of items that there are not. */
const nowhere = -1;

/** Takes the items of a document. */
export interface ItemHandler {
  /** Takes a usual item that `scanner` finds; false leaves it to `text`. Default: all are. */
  readonly plain?: {
    readonly scanner: JsonScanner;
    readonly take: (bytes: Uint8Array) => boolean;
  };
  /** Takes any other. Default: they are left out. */
  readonly text?: (text: string, line: number) => void;
}

export class JsonItems {
  /** Whether the document has a list of nodes. */
  hasItems = false;
  /** There is more around the nodes than is kept. */
  isTooLong = false;
  readonly #file: string;
  readonly #handler: ItemHandler;
  /** The document without its items; what stands between them is a line feed at most. */
  readonly #rest: number[] = [];
  /** Line feeds in the rest, and how many were left out before each of some lines of it. */
  #restLines = 0;
  readonly #gaps: { readonly line: number; readonly left: number }[] = [];
  /** Line feeds since something between the items was kept. */
  #gap = 0;
  /** Bytes of the block at hand that are known to be text. */
  #textEnd = 0;
  #line = 1;
  /** Of the bytes at hand. */
  #view: DataView = new DataView(new ArrayBuffer(0));
  #depth = 0;
  #itemDepth = nowhere;
  #isInText = false;
  #isEscaped = false;
  /** A comma followed the last item. One too many is left in the rest, where it is a fault. */
  #isNextDue = false;
  /** Of the last text outside of items: where it began in the rest. */
  #textStart = 0;
  #key = "";
  #isStart = true;

  constructor(file: string, handler: ItemHandler) {
    this.#file = file;
    this.#handler = handler;
    keepOne(JsonItems, () => new JsonItems("", {}));
  }

  /**
   * What stands around the items, as if there were none.
   * @throws LoadError with the line if it is no JSON.
   */
  frame(): JsonNode {
    this.#keepGap();
    const bytes = Uint8Array.from(this.#rest);
    requireText(bytes, this.#file, 1);
    return parseJson(textOf(bytes, 0, bytes.length), this.#file, (line) => {
      const before = this.#gaps.filter((gap) => gap.line <= line);
      return before.reduce((sum, { left }) => sum + left, line + 1);
    });
  }

  /** @returns where the first unfinished item starts. */
  take(bytes: Uint8Array, end: number, _isLast: boolean): number {
    const { plain } = this.#handler;
    this.#textEnd = plain === undefined ? 0 : wholeTextEnd(bytes, end);
    this.#view = new DataView(bytes.buffer, bytes.byteOffset);
    plain?.scanner.open(this.#view);
    // It ends whatever a scanner looks at.
    bytes[end] = 0;
    let at = this.#isStart ? textStart(bytes) : 0;
    this.#isStart = false;
    while (at < end) {
      const isAtItem = this.#depth === this.#itemDepth && !this.#isInText;
      const next = isAtItem ? this.#item(bytes, at, end) : this.#outside(bytes, at);
      if (next === at) {
        requireLength(end - at, this.#file, this.#line);
        break;
      }
      at = next;
    }
    return at;
  }

  /** A byte between items, or an item. @returns `start` for one that is not finished. */
  #item(bytes: Uint8Array, start: number, end: number): number {
    const byte = bytes[start]!;
    if (byte === closingBracket && this.#isNextDue) this.#keepBetween(commaByte);
    if (byte === closingBracket || byte === commaByte) {
      this.#keepGap();
      return this.#outside(bytes, start);
    }
    if (byte <= blank) {
      if (byte === lineFeed) this.#feeds(1);
      else if (!blanks.has(byte)) this.#keepBetween(byte);
      return start + 1;
    }
    const after = this.#plain(bytes, start) ?? this.#text(bytes, start, end);
    this.#isNextDue = bytes[after] === commaByte;
    return this.#isNextDue ? after + 1 : after;
  }

  /** @returns the offset after a usual item that was taken, else undefined. */
  #plain(bytes: Uint8Array, start: number): number | undefined {
    const { plain } = this.#handler;
    if (plain === undefined || start >= this.#textEnd) return undefined;
    const { scanner } = plain;
    const after = scanner.node(bytes, start);
    if (after === oddNode || !plain.take(bytes)) return undefined;
    this.#feeds(scanner.lines);
    return after;
  }

  /** @returns the offset after an item that was taken, or `start`. */
  #text(bytes: Uint8Array, start: number, end: number): number {
    const { text } = this.#handler;
    const line = this.#line;
    const after = this.#itemEnd(bytes, start, end);
    if (after === start) {
      this.#line = line;
      return start;
    }
    if (text !== undefined) {
      requireText(bytes.subarray(start, after), this.#file, line);
      text(textOf(bytes, start, after), line);
    }
    this.#gap += this.#line - line;
    return after;
  }

  /** Line feeds of an item, or between two. */
  #feeds(count: number): void {
    this.#line += count;
    this.#gap += count;
  }

  /** The offset after the item, at its comma or bracket; `start` if that is not there. */
  #itemEnd(bytes: Uint8Array, start: number, end: number): number {
    const view = this.#view;
    let depth = 0;
    for (let at = start; at < end; at++) {
      const byte = bytes[at]!;
      if (byte === quoteByte) at = textEnd(bytes, view, at + 1, end);
      else if (byte === lineFeed) this.#line += 1;
      else if (byte >= openingBracket || byte === commaByte) {
        if (depth === 0 && (byte === commaByte || byte === closingBracket)) return at;
        depth += opens(byte);
      }
    }
    return start;
  }

  /** A byte of what stands around the items. */
  #outside(bytes: Uint8Array, at: number): number {
    const byte = bytes[at]!;
    this.#keep(byte);
    if (byte === lineFeed) {
      this.#line += 1;
      this.#restLines += 1;
    }
    if (this.#isInText) this.#inText(byte);
    else if (byte === quoteByte) {
      this.#isInText = true;
      this.#textStart = this.#rest.length;
    } else this.#mark(byte);
    return at + 1;
  }

  #inText(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === backslashByte) this.#isEscaped = true;
    else if (byte === quoteByte) {
      this.#isInText = false;
      const text = Uint8Array.from(this.#rest.slice(this.#textStart, -1));
      this.#key = textOf(text, 0, text.length);
    }
  }

  #mark(byte: number): void {
    const isWhole = this.#depth === 0;
    const isGraph = this.#depth === 1 && this.#key === graphKey;
    this.#depth += opens(byte);
    if (this.#depth < this.#itemDepth) this.#itemDepth = nowhere;
    if (byte === openingBracket && (isWhole || isGraph) && !this.hasItems) {
      this.hasItems = true;
      this.#itemDepth = this.#depth;
    }
  }

  /** What stands between items and is a fault there. */
  #keepBetween(byte: number): void {
    this.#keepGap();
    this.#keep(byte);
  }

  /** The lines that items stand on are one line of the rest. */
  #keepGap(): void {
    if (this.#gap === 0) return;
    this.#keep(lineFeed);
    this.#restLines += 1;
    this.#gaps.push({ line: this.#restLines, left: this.#gap - 1 });
    this.#gap = 0;
  }

  #keep(byte: number): void {
    if (this.#rest.length < restMax) this.#rest.push(byte);
    else this.isTooLong = true;
  }
}

/** Where the text in bytes [0, end) ends, without characters beyond ASCII at its end: one may be cut off. 0 for no text. */
function wholeTextEnd(bytes: Uint8Array, end: number): number {
  let whole = end;
  while (whole > 0 && bytes[whole - 1]! >= 0x80) whole -= 1;
  return isUtf8(searchable(bytes, whole)) ? whole : 0;
}

/** The quote that ends a text, or the end of the block, which has a NUL at `end`. */
function textEnd(bytes: Uint8Array, view: DataView, start: number, end: number): number {
  let at = start;
  while (at < end) {
    at = jsonTextStop(view, at);
    if (bytes[at] === quoteByte) break;
    at += bytes[at] === backslashByte ? 2 : 1;
  }
  return at;
}

function opens(byte: number): number {
  if (byte === openingBrace || byte === openingBracket) return 1;
  return byte === closingBrace || byte === closingBracket ? -1 : 0;
}
