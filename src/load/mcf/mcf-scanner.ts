/**
 * Nodes of instance MCF, found in bytes: the usual ones, whose lines are all of the form
 *
 *     Node: dcid:City
 *     typeOf: dcs:Class, schema:Thing
 *     name: "City, or town"
 *
 * Any other is odd and left to the parser of lines, which knows everything and tells what is wrong
 * (behaviour: inputs 2): backslashes, quotes within a value, complex values, local references,
 * observations, nodes without an identity, and lines that cannot be read.
 */
import { bareEnd, quoteEnd } from "../bytes/index.ts";
import { UNFINISHED } from "../csv/index.ts";
import { OBSERVATION_TYPE } from "../values/index.ts";
import {
  FIRST,
  IDENTITY,
  type McfProperties,
  PLAIN,
  REFERENCES,
  SPECIAL,
  TYPES,
  UNKNOWN,
} from "./mcf-properties.ts";

/** This scanner cannot read the node. */
export const ODD = -2;

/** Kinds of values. */
export const REFERENCE = 1;
export const LITERAL = 2;

const LINE_FEED = 0x0a;
const BLANK = 0x20;
const QUOTE = 0x22;
const HASH = 0x23;
const COMMA = 0x2c;
const SLASH = 0x2f;
const COLON = 0x3a;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const LETTER_L = 0x6c;

/** Four letters as they lie in memory. */
const NODE = 0x65646f4e;
const DCID = 0x64696364;
const DCS_COLON = 0x3a736364;
const SCHE = 0x65686373;
const MA_COLON = 0x3a616d;

const VALUES_MAX = 1 << 12;
/** A node of more bytes is not waited for. */
const NODE_BYTES_MAX = 1 << 17;

const OBSERVATION = Buffer.from(OBSERVATION_TYPE);

export class McfScanner {
  readonly known: McfProperties;
  /** Of the last node: lines, the name behind `Node:`, whether it is local, and the dcid. */
  lines = 0;
  nameStart = 0;
  nameEnd = 0;
  isLocal = false;
  dcidStart = 0;
  dcidEnd = 0;
  /** Values of the last node: property, kind, and the bytes [start, end) of the text. */
  count = 0;
  readonly properties = new Uint16Array(VALUES_MAX);
  readonly kinds = new Uint8Array(VALUES_MAX);
  readonly starts = new Int32Array(VALUES_MAX);
  readonly ends = new Int32Array(VALUES_MAX);

  #bytes: Uint8Array = new Uint8Array(0);
  #text: Buffer = Buffer.alloc(0);
  #view: DataView = new DataView(this.#bytes.buffer);
  /** Of the next one, or of one before the node: then the next is not known. */
  #backslash = -1;
  #property = FIRST;
  #hasDcid = false;

  constructor(known: McfProperties) {
    this.known = known;
  }

  /** Nodes are in `bytes` from now on, behind which there are 4 more to read. */
  open(bytes: Uint8Array): void {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#backslash = -1;
    this.known.open(bytes, this.#view);
  }

  /** Says whether a node begins with the line at `start`. */
  isNode(start: number): boolean {
    return this.#view.getInt32(start, true) === NODE && this.#bytes[start + 4] === COLON;
  }

  /**
   * Finds the values of the node at `start`.
   * @param end behind a line feed.
   * @param isLast nothing follows `end`.
   * @returns where the next node starts, or ODD, or UNFINISHED.
   */
  node(start: number, end: number, isLast: boolean): number {
    this.lines = 1;
    this.count = 0;
    this.#hasDcid = false;
    this.#property = FIRST;
    let at = this.#name(start + 5);
    while (at >= 0 && at < end && !this.isNode(at)) at = this.#line(at);
    if (at < 0) return ODD;
    if (at === end && !isLast) return end - start > NODE_BYTES_MAX ? ODD : UNFINISHED;
    const isEmpty = this.count === 0 && !this.#hasDcid;
    const isNameless = this.isLocal && !this.#hasDcid;
    return isEmpty || isNameless || this.#hasBackslash(start, at) ? ODD : at;
  }

  /** The name behind `Node:` is the dcid, unless it is a local name. */
  #name(start: number): number {
    const bytes = this.#bytes;
    let at = start;
    while (bytes[at]! <= BLANK && bytes[at] !== LINE_FEED) at += 1;
    const end = bareEnd(bytes, this.#view, at);
    if (bytes[end] !== LINE_FEED || end === at) return ODD;
    this.nameStart = at;
    this.nameEnd = this.#trimmedEnd(end);
    this.dcidStart = at + this.#prefixLength(at);
    this.dcidEnd = this.nameEnd;
    this.isLocal = this.dcidStart === at;
    return this.dcidStart < this.dcidEnd ? end + 1 : ODD;
  }

  /** @returns where the next line starts, or ODD. */
  #line(start: number): number {
    const bytes = this.#bytes;
    let at = start;
    while (bytes[at]! <= BLANK && bytes[at] !== LINE_FEED) at += 1;
    this.lines += 1;
    const first = bytes[at];
    if (first === LINE_FEED) return at + 1;
    if (first === HASH || (first === SLASH && bytes[at + 1] === SLASH)) {
      return this.#text.indexOf(LINE_FEED, at) + 1;
    }
    const property = this.known.at(at, this.#property);
    if (property === UNKNOWN) return ODD;
    this.#property = property;
    return this.#values(this.known.valueStart, this.known.kinds[property]!);
  }

  #values(start: number, meaning: number): number {
    const bytes = this.#bytes;
    if (meaning === SPECIAL) return ODD;
    let isEmpty = true;
    let at = start;
    for (;;) {
      const byte = bytes[at]!;
      if (byte === LINE_FEED) return isEmpty ? ODD : at + 1;
      if (byte <= BLANK || byte === COMMA) {
        at += 1;
        continue;
      }
      at = byte === QUOTE ? this.#quoted(at, meaning) : this.#bare(at, meaning);
      if (at === ODD) return ODD;
      isEmpty = false;
    }
  }

  /** @returns the comma or line feed behind the value, or ODD. */
  #quoted(quote: number, meaning: number): number {
    const bytes = this.#bytes;
    const end = quoteEnd(this.#view, quote + 1);
    if (bytes[end] === LINE_FEED || meaning === REFERENCES || meaning === TYPES) return ODD;
    let at = end + 1;
    while (bytes[at]! <= BLANK && bytes[at] !== LINE_FEED) at += 1;
    if (bytes[at] !== COMMA && bytes[at] !== LINE_FEED) return ODD;
    return this.#add(meaning, LITERAL, quote + 1, end) ? at : ODD;
  }

  #bare(start: number, meaning: number): number {
    const bytes = this.#bytes;
    const at = bareEnd(bytes, this.#view, start);
    const first = bytes[start]!;
    if (bytes[at] === QUOTE || first === OPENING_BRACKET) return ODD;
    const end = this.#trimmedEnd(at);
    const prefix = this.#prefixLength(start);
    if (prefix > 0) return this.#add(meaning, REFERENCE, start + prefix, end) ? at : ODD;
    if (first === LETTER_L && bytes[start + 1] === COLON) return ODD;
    const isLiteral = meaning === PLAIN || meaning === IDENTITY;
    return this.#add(meaning, isLiteral ? LITERAL : REFERENCE, start, end) ? at : ODD;
  }

  /**
   * @param meaning of the values of the property.
   * @returns false if the value makes the node an odd one.
   */
  #add(meaning: number, kind: number, start: number, end: number): boolean {
    const { count } = this;
    if (meaning === IDENTITY) return this.#identify(start, end);
    if (start === end && kind === REFERENCE) return false;
    if (meaning === TYPES && this.#isObservation(start, end)) return false;
    if (count === VALUES_MAX) return false;
    this.properties[count] = this.#property;
    this.kinds[count] = kind;
    this.starts[count] = start;
    this.ends[count] = end;
    this.count = count + 1;
    return true;
  }

  #identify(start: number, end: number): boolean {
    if (this.#hasDcid || start === end) return false;
    this.#hasDcid = true;
    this.dcidStart = start;
    this.dcidEnd = end;
    return true;
  }

  #isObservation(start: number, end: number): boolean {
    if (end - start !== OBSERVATION.length) return false;
    return OBSERVATION.every((byte, at) => this.#bytes[start + at] === byte);
  }

  /** Length of a prefix that makes the value at `start` a reference; 0 if it has none. */
  #prefixLength(start: number): number {
    const four = this.#view.getInt32(start, true);
    if (four === DCS_COLON) return 4;
    if (four === DCID) return this.#bytes[start + 4] === COLON ? 5 : 0;
    if (four !== SCHE) return 0;
    return (this.#view.getInt32(start + 4, true) & 0xffffff) === MA_COLON ? 7 : 0;
  }

  #trimmedEnd(end: number): number {
    let at = end;
    while (this.#bytes[at - 1]! <= BLANK) at -= 1;
    return at;
  }

  #hasBackslash(start: number, end: number): boolean {
    if (this.#backslash < start) {
      const at = this.#text.indexOf(BACKSLASH, start);
      this.#backslash = at < 0 ? Number.MAX_SAFE_INTEGER : at;
    }
    return this.#backslash < end;
  }
}
