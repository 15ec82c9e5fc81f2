/**
 * Lines of N-Triples and N-Quads as most of them look: terms with single blanks between, without
 * escapes. No text is made; a term is a pair of offsets.
 *
 *     _ : o 1 _ < d c i d : v a l u e > _ " 7 " _ < d c i d : G > _ . LF
 *         subject   predicate               object     graph
 *
 * Any other line is odd, and left to `parseRdfLine`.
 */

import { bytesOfText, keepOne, standsAt } from "../bytes/native.ts";
import { KnownCells } from "../records/known-cells.ts";
import { noId, type Sink } from "../statements/sink.ts";
import { bases, dcidOfIri, rdfType } from "./rdf-line.ts";

/** The line cannot be read so. */
export const oddLine = -1;

/** What an object is. */
export const nodeTerm = 0;
export const literalTerm = 1;

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const space = 0x20;
const quoteByte = 0x22;
const dotByte = 0x2e;
const colonByte = 0x3a;
const lessByte = 0x3c;
const atByte = 0x40;
const backslashByte = 0x5c;
const caretByte = 0x5e;
const underscoreByte = 0x5f;

/** Not 0 for bytes that end a text in quotes or make it odd. */
const textStops = stopsOf((byte) =>
  [quoteByte, lineFeed, carriageReturn, backslashByte].includes(byte),
);
const labelStops = stopsOf((byte) => !/[A-Za-z\d]/.test(String.fromCharCode(byte)));
const languageStops = stopsOf((byte) => !/[A-Za-z\d-]/.test(String.fromCharCode(byte)));

export class RdfScanner {
  /** Bounds of the terms of the last line, half-open, without what they stand in. */
  subjectStart = 0;
  subjectEnd = 0;
  objectStart = 0;
  objectEnd = 0;
  /** Undefined if the line is odd. */
  predicate: KnownName | undefined;
  /** Undefined if there is none. */
  graph: KnownName | undefined;
  /** The subject is a blank node. */
  isBlank = false;
  objectKind: typeof nodeTerm | typeof literalTerm = nodeTerm;
  readonly #predicates = new KnownNames();
  readonly #graphs = new KnownNames();
  #view: DataView = new DataView(new ArrayBuffer(0));

  constructor() {
    keepOne(RdfScanner, () => new RdfScanner());
  }

  /** Lines are in `bytes` from now on. 4 bytes after them can be read. */
  open(bytes: Uint8Array): void {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /**
   * Finds the terms of the line at `start`, which a line feed ends.
   * @returns where the next line starts, or `oddLine`.
   */
  line(bytes: Uint8Array, start: number): number {
    const subject = this.#subject(bytes, start);
    if (subject === oddLine) return oddLine;
    this.predicate = this.#predicates.at(bytes, this.#view, subject);
    if (this.predicate === undefined) return oddLine;
    let at = this.#object(bytes, this.#predicates.end);
    if (at === oddLine) return oddLine;
    this.graph = undefined;
    if (bytes[at] === lessByte) {
      this.graph = this.#graphs.at(bytes, this.#view, at);
      if (this.graph === undefined) return oddLine;
      at = this.#graphs.end;
    }
    if (bytes[at] !== dotByte) return oddLine;
    if (bytes[at + 1] === lineFeed) return at + 2;
    return bytes[at + 1] === carriageReturn && bytes[at + 2] === lineFeed ? at + 3 : oddLine;
  }

  /** @returns where the next term starts, or `oddLine`. */
  #subject(bytes: Uint8Array, start: number): number {
    this.isBlank = bytes[start] === underscoreByte;
    const end = this.isBlank ? labelEnd(bytes, start) : iriEnd(bytes, start);
    if (end === oddLine) return oddLine;
    this.subjectStart = start + (this.isBlank ? 2 : 1);
    this.subjectEnd = end;
    return this.isBlank ? end + 1 : end + 2;
  }

  /** @returns where the graph or the dot stands, or `oddLine`. */
  #object(bytes: Uint8Array, start: number): number {
    const isText = bytes[start] === quoteByte;
    const end = isText ? textEnd(bytes, start) : iriEnd(bytes, start);
    if (end === oddLine) return oddLine;
    this.objectKind = isText ? literalTerm : nodeTerm;
    this.objectStart = start + 1;
    this.objectEnd = end;
    if (!isText) return end + 2;
    const next = bytes[end + 1] === space ? end + 1 : typeEnd(bytes, end + 1);
    return next === oddLine ? oddLine : next + 1;
  }
}

/** Offset of the blank after the label at `start`, or `oddLine`. */
function labelEnd(bytes: Uint8Array, start: number): number {
  if (bytes[start + 1] !== colonByte) return oddLine;
  let at = start + 2;
  while (labelStops[bytes[at]!] === 0) at += 1;
  return bytes[at] === space && at > start + 2 ? at : oddLine;
}

/** Offset of the quote that ends the text at `start`, or `oddLine`. */
function textEnd(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (textStops[bytes[at]!] === 0) at += 1;
  return bytes[at] === quoteByte ? at : oddLine;
}

/** Offset of the blank after a language or type, which are not kept, or `oddLine`. */
function typeEnd(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  if (bytes[start] === atByte) {
    while (languageStops[bytes[at]!] === 0) at += 1;
    return bytes[at] === space && at > start + 1 ? at : oddLine;
  }
  if (bytes[start] !== caretByte || bytes[at] !== caretByte) return oddLine;
  const end = iriEnd(bytes, at + 1);
  return end === oddLine ? oddLine : end + 1;
}

function stopsOf(isStop: (byte: number) => boolean): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => (isStop(byte) ? 1 : 0));
}

/** The IRI names no dcid, or not the one that its bytes say. */
export const oddName = -1;

const baseBytes = bases.map(bytesOfText);
const typeBytes = bytesOfText(rdfType);

/** Where the dcid of the plain IRI in bytes [start, end) begins, or `oddName`. */
export function nameStart(bytes: Uint8Array, start: number, end: number): number {
  for (const base of baseBytes) {
    if (!beginsWith(bytes, start, end, base)) continue;
    return start + base.length < end ? start + base.length : oddName;
  }
  return start === end || beginsWith(bytes, start, end, typeBytes) ? oddName : start;
}

function beginsWith(bytes: Uint8Array, start: number, end: number, wanted: Uint8Array): boolean {
  const { length } = wanted;
  // The bases differ at their end, most often.
  if (end - start < length || bytes[start + length - 1] !== wanted[length - 1]) return false;
  return standsAt(bytes, start, wanted);
}

/** An IRI that many lines have in common. */
export interface KnownName {
  /** The dcid that it means. */
  readonly text: string;
  /** With its brackets and the blank after it. */
  readonly bytes: Uint8Array;
  readonly view: DataView;
  /** Of the node, once a statement needed it. */
  id: number;
  /** Where it stands among the properties of an observation, once that was asked. */
  slot: number | undefined;
  /** What came after it last time. */
  next: KnownName | undefined;
}

export function nodeOfName(name: KnownName, sink: Sink): number {
  if (name.id === noId) name.id = sink.node(name.text);
  return name.id;
}

/**
 * IRIs at one place of the lines. After one of them usually follows the one that followed it last
 * time, so that is tried first.
 */
export class KnownNames {
  /** The offset after the IRI that was found last and its blank. */
  end = 0;
  readonly #known = new KnownCells(knownName);
  #last: KnownName | undefined;

  /** @returns undefined if there is no plain IRI at `start`. */
  at(bytes: Uint8Array, view: DataView, start: number): KnownName | undefined {
    const expected = this.#last?.next;
    if (expected !== undefined && isAt(expected, bytes, view, start)) {
      this.end = start + expected.bytes.length;
      this.#last = expected;
      return expected;
    }
    const end = iriEnd(bytes, start);
    if (end === oddIri) return undefined;
    const name = this.#known.of(bytes, start + 1, end);
    this.end = end + 2;
    if (this.#last !== undefined) this.#last.next = name;
    this.#last = name;
    return name;
  }
}

function knownName(iri: string): KnownName {
  // In memory of its own: a view of other memory would begin elsewhere.
  const bytes = new Uint8Array(bytesOfText(`<${iri}> `));
  return {
    text: dcidOfIri(iri),
    bytes,
    view: new DataView(bytes.buffer),
    id: noId,
    slot: undefined,
    next: undefined,
  };
}

function isAt(name: KnownName, bytes: Uint8Array, view: DataView, start: number): boolean {
  const { length } = name.bytes;
  let at = 0;
  for (; at + 4 <= length; at += 4) {
    if (view.getInt32(start + at, true) !== name.view.getInt32(at, true)) return false;
  }
  for (; at < length; at++) if (bytes[start + at] !== name.bytes[at]) return false;
  return true;
}

/** There is no plain IRI. */
const oddIri = -1;

const greaterByte = 0x3e;

/** Not 0 for bytes that end an IRI or make it odd: percent signs stand for other bytes. */
const iriStops = new Uint8Array(256);
iriStops.fill(1, 0, space + 1);
for (const character of '<>"{}|^`\\%') iriStops[character.charCodeAt(0)] = 1;

/** Offset of the bracket that ends the IRI at `start`, if a blank follows it, or `oddIri`. */
function iriEnd(bytes: Uint8Array, start: number): number {
  if (bytes[start] !== lessByte) return oddIri;
  let at = start + 1;
  while (iriStops[bytes[at]!] === 0) at += 1;
  return bytes[at] === greaterByte && bytes[at + 1] === space ? at : oddIri;
}
