/**
 * Nodes of instance MCF, found in bytes: the usual ones, whose lines are all of the form
 *
 *     Node: dcid:City
 *     typeOf: dcs:Class, schema:Thing
 *     name: "City, or town"
 *
 * Any other node is odd. The parser of lines reads it, and reports what is wrong
 * (behaviour: inputs 2): backslashes, quotes within a value, complex values, local references, nodes
 * of templates, nodes without an identity that are no observations, and lines that cannot be read.
 */
import { bareEnd, bytesOfText, keepOne, quoteEnd, searchable, standsAt } from "../bytes/native.ts";
import { unfinished } from "../records/record-loop.ts";
import { IdleSink } from "../statements/statements.ts";
import { observationType } from "../values/observation-parts.ts";
import {
  firstSlot,
  identity,
  McfProperties,
  plain,
  references,
  special,
  types,
  unknown,
} from "./mcf-properties.ts";

/** This scanner cannot read the node. */
export const odd = -2;

/** Kinds of values. */
export const reference = 1;
export const literal = 2;

const lineFeed = 0x0a;
const blank = 0x20;
const quoteByte = 0x22;
const hashByte = 0x23;
const commaByte = 0x2c;
const slashByte = 0x2f;
const colonByte = 0x3a;
const openingBracket = 0x5b;
const backslashByte = 0x5c;
const letterE = 0x45;
const letterL = 0x6c;

/** Four letters as they lie in memory. */
const nodeWord = 0x65646f4e;
const dcid = 0x64696364;
const dcsColon = 0x3a736364;
const sche = 0x65686373;
const maColon = 0x3a616d;

const valuesMax = 1 << 12;
/** A node of more bytes is not waited for. */
const nodeBytesMax = 1 << 17;

const observation = bytesOfText(observationType);

export class McfScanner {
  readonly known: McfProperties;
  /** Of the last node: lines, the name after `Node:`, whether it is local, and the dcid. */
  lines = 0;
  nameStart = 0;
  nameEnd = 0;
  isLocal = false;
  /** It has the type of observations, which is not among its values. */
  isObservation = false;
  dcidStart = 0;
  dcidEnd = 0;
  /** Values of the last node: property, kind, and the bytes [start, end) of the text. */
  count = 0;
  readonly properties = new Uint16Array(valuesMax);
  readonly kinds = new Uint8Array(valuesMax);
  readonly starts = new Int32Array(valuesMax);
  readonly ends = new Int32Array(valuesMax);

  #bytes: Uint8Array = new Uint8Array(0);
  #text: Uint8Array = new Uint8Array(0);
  #view: DataView = new DataView(this.#bytes.buffer);
  /** Of the next one, or of one before the node: then the next is not known. */
  #backslash = -1;
  #property = firstSlot;
  #hasDcid = false;

  constructor(known: McfProperties) {
    this.known = known;
    keepOne(McfScanner, () => new McfScanner(new McfProperties(new IdleSink())));
  }

  /** Nodes are in `bytes` from now on. 4 bytes after them can be read. */
  open(bytes: Uint8Array): void {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#text = searchable(bytes);
    this.#backslash = -1;
    this.known.open(bytes, this.#view);
  }

  /** Whether the last node has a local name and a dcid. */
  get isNamed(): boolean {
    return this.isLocal && this.#hasDcid;
  }

  /** Says whether a node begins with the line at `start`. */
  isNode(start: number): boolean {
    return this.#view.getInt32(start, true) === nodeWord && this.#bytes[start + 4] === colonByte;
  }

  /**
   * Finds the values of the node at `start`.
   * @param end after a line feed.
   * @param isLast nothing follows `end`.
   * @returns where the next node starts, or ODD, or UNFINISHED.
   */
  node(start: number, end: number, isLast: boolean): number {
    this.lines = 1;
    this.count = 0;
    this.#hasDcid = false;
    this.isObservation = false;
    this.#property = firstSlot;
    let at = this.#name(start + 5);
    while (at >= 0 && at < end && !this.isNode(at)) at = this.#line(at);
    if (at < 0) return odd;
    if (at === end && !isLast) return end - start > nodeBytesMax ? odd : unfinished;
    const isEmpty = this.count === 0 && !this.#hasDcid;
    const isNameless = this.isLocal && !this.#hasDcid && !this.isObservation;
    return isEmpty || isNameless || this.#hasBackslash(start, at) ? odd : at;
  }

  /** The name after `Node:` is the dcid, unless it is a local name. */
  #name(start: number): number {
    const bytes = this.#bytes;
    let at = start;
    while (bytes[at]! <= blank && bytes[at] !== lineFeed) at += 1;
    const end = bareEnd(bytes, this.#view, at);
    if (bytes[end] !== lineFeed || end === at || this.#isEntity(at)) return odd;
    this.nameStart = at;
    this.nameEnd = this.#trimmedEnd(end);
    this.dcidStart = at + this.#prefixLength(at);
    this.dcidEnd = this.nameEnd;
    this.isLocal = this.dcidStart === at;
    return this.dcidStart < this.dcidEnd ? end + 1 : odd;
  }

  /** The name may be one of a template. */
  #isEntity(at: number): boolean {
    return this.#bytes[at] === letterE && this.#bytes[at + 1] === colonByte;
  }

  /** @returns where the next line starts, or ODD. */
  #line(start: number): number {
    const bytes = this.#bytes;
    let at = start;
    while (bytes[at]! <= blank && bytes[at] !== lineFeed) at += 1;
    this.lines += 1;
    const first = bytes[at];
    if (first === lineFeed) return at + 1;
    if (first === hashByte || (first === slashByte && bytes[at + 1] === slashByte)) {
      return this.#text.indexOf(lineFeed, at) + 1;
    }
    const property = this.known.at(at, this.#property);
    if (property === unknown) return odd;
    this.#property = property;
    return this.#values(this.known.valueStart, this.known.kinds[property]!);
  }

  #values(start: number, meaning: number): number {
    const bytes = this.#bytes;
    if (meaning === special) return odd;
    let isEmpty = true;
    let at = start;
    for (;;) {
      const byte = bytes[at]!;
      if (byte === lineFeed) return isEmpty ? odd : at + 1;
      if (byte <= blank || byte === commaByte) {
        at += 1;
        continue;
      }
      at = byte === quoteByte ? this.#quoted(at, meaning) : this.#bare(at, meaning);
      if (at === odd) return odd;
      isEmpty = false;
    }
  }

  /** @returns the comma or line feed after the value, or ODD. */
  #quoted(quote: number, meaning: number): number {
    const bytes = this.#bytes;
    const end = quoteEnd(this.#view, quote + 1);
    if (bytes[end] === lineFeed || meaning === references || meaning === types) return odd;
    let at = end + 1;
    while (bytes[at]! <= blank && bytes[at] !== lineFeed) at += 1;
    if (bytes[at] !== commaByte && bytes[at] !== lineFeed) return odd;
    return this.#add(meaning, literal, quote + 1, end) ? at : odd;
  }

  #bare(start: number, meaning: number): number {
    const bytes = this.#bytes;
    const at = bareEnd(bytes, this.#view, start);
    const first = bytes[start]!;
    if (bytes[at] === quoteByte || first === openingBracket) return odd;
    const end = this.#trimmedEnd(at);
    const prefix = this.#prefixLength(start);
    if (prefix > 0) return this.#add(meaning, reference, start + prefix, end) ? at : odd;
    if (first === letterL && bytes[start + 1] === colonByte) return odd;
    const isLiteral = meaning === plain || meaning === identity;
    return this.#add(meaning, isLiteral ? literal : reference, start, end) ? at : odd;
  }

  /**
   * @param meaning of the values of the property.
   * @returns false if the value makes the node an odd one.
   */
  #add(meaning: number, kind: number, start: number, end: number): boolean {
    const { count } = this;
    if (meaning === identity) return this.#identify(start, end);
    if (start === end && kind === reference) return false;
    if (meaning === types && this.#isObservation(start, end)) {
      this.isObservation = true;
      return true;
    }
    if (count === valuesMax) return false;
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
    if (end - start !== observation.length) return false;
    return standsAt(this.#bytes, start, observation);
  }

  /** Length of a prefix that makes the value at `start` a reference; 0 if it has none. */
  #prefixLength(start: number): number {
    const four = this.#view.getInt32(start, true);
    if (four === dcsColon) return 4;
    if (four === dcid) return this.#bytes[start + 4] === colonByte ? 5 : 0;
    if (four !== sche) return 0;
    return (this.#view.getInt32(start + 4, true) & 0xffffff) === maColon ? 7 : 0;
  }

  #trimmedEnd(end: number): number {
    let at = end;
    while (this.#bytes[at - 1]! <= blank) at -= 1;
    return at;
  }

  #hasBackslash(start: number, end: number): boolean {
    if (this.#backslash < start) {
      const at = this.#text.indexOf(backslashByte, start);
      this.#backslash = at < 0 ? Number.MAX_SAFE_INTEGER : at;
    }
    return this.#backslash < end;
  }
}
