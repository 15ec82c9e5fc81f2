/** Ids that rows have in common, so that they are looked up once. */
import { keepOne } from "../bytes/kept-shapes.ts";
import { noId, type Sink } from "./sink.ts";
import { IdleSink } from "./statements.ts";

const keptMax = 256;

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
