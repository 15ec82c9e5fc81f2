/** The dcids that plain IRIs mean, in bytes: what stands behind a known base. */
import { bytesOfText } from "../bytes/index.ts";
import { noId, type Sink } from "../statements/index.ts";
import { bases, rdfType } from "./rdf-line.ts";

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
  for (let at = 0; at < length; at++) if (bytes[start + at] !== wanted[at]) return false;
  return true;
}

/** An IRI that many lines have in common. */
export interface KnownName {
  readonly dcid: string;
  /** Of the node, once a statement needed it. */
  id: number;
}

export function nodeOfName(name: KnownName, sink: Sink): number {
  if (name.id === noId) name.id = sink.node(name.dcid);
  return name.id;
}

const keptMax = 256;

/** Nodes that are often the same as in the line or observation before. */
export class LastNode {
  readonly #sink: Sink;
  readonly #bytes = new Uint8Array(keptMax);
  #length = -1;
  #id = noId;

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  /** Id of the node with the dcid in bytes [start, end). */
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
