/** The dcids that plain IRIs mean, in bytes: what stands behind a known base. */
import { bytesOfText, standsAt } from "../bytes/index.ts";
import { KnownCells } from "../records/index.ts";
import { noId, type Sink } from "../statements/index.ts";
import { bases, dcidOfIri, rdfType } from "./rdf-line.ts";

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
  readonly dcid: string;
  /** With its brackets and the blank behind. */
  readonly bytes: Uint8Array;
  readonly view: DataView;
  /** Of the node, once a statement needed it. */
  id: number;
  /** What came after it last time. */
  next: KnownName | undefined;
}

export function nodeOfName(name: KnownName, sink: Sink): number {
  if (name.id === noId) name.id = sink.node(name.dcid);
  return name.id;
}

/**
 * IRIs at one place of the lines. After one of them usually follows the one that followed it last
 * time, so that is tried first.
 */
export class KnownNames {
  /** Behind the blank after the IRI that was found last. */
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
    dcid: dcidOfIri(iri),
    bytes,
    view: new DataView(bytes.buffer),
    id: noId,
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
export const oddIri = -1;

const space = 0x20;
const lessByte = 0x3c;
const greaterByte = 0x3e;

/** Not 0 for bytes that end an IRI or make it odd: percent signs stand for other bytes. */
const iriStops = new Uint8Array(256);
iriStops.fill(1, 0, space + 1);
for (const character of '<>"{}|^`\\%') iriStops[character.charCodeAt(0)] = 1;

/** Offset of the bracket that ends the IRI at `start` and has a blank behind it, or `oddIri`. */
export function iriEnd(bytes: Uint8Array, start: number): number {
  if (bytes[start] !== lessByte) return oddIri;
  let at = start + 1;
  while (iriStops[bytes[at]!] === 0) at += 1;
  return bytes[at] === greaterByte && bytes[at + 1] === space ? at : oddIri;
}
