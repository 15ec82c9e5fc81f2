/**
 * A few texts that are kept at hand, one behind the other:
 *
 *   bytes   a g e o I d / 1 2 …     not always whole characters
 *   ends    1 9 …                   ascending, as the texts do
 */

import type { Column, ColumnSource } from "../columns/index.ts";
import { LateColumn } from "../columns/index.ts";

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Their columns behind a name. */
export function packedTexts(name: string, texts: readonly Uint8Array[]): Map<string, Column> {
  const ends = new Uint32Array(texts.length);
  let size = 0;
  for (const [at, { length }] of texts.entries()) {
    size += length;
    ends[at] = size;
  }
  const bytes = new Uint8Array(size);
  for (const [at, text] of texts.entries()) bytes.set(text, ends[at]! - text.length);
  return new Map<string, Column>([
    [`${name}.bytes`, bytes],
    [`${name}.ends`, ends],
  ]);
}

export class PackedTexts {
  readonly #bytes: LateColumn<Uint8Array>;
  readonly #ends: LateColumn<Uint32Array>;

  private constructor(source: ColumnSource, name: string) {
    this.#bytes = new LateColumn(source, `${name}.bytes`);
    this.#ends = new LateColumn(source, `${name}.ends`);
  }

  /** Undefined where the source is near or has none. */
  static readFrom(source: ColumnSource, name: string): PackedTexts | undefined {
    const isThere = source.isFar === true && source.has?.(`${name}.ends`) === true;
    return isThere ? new PackedTexts(source, name) : undefined;
  }

  /** How many are not above bytes [0, length). */
  countUpTo(bytes: Uint8Array, length: number): number {
    let low = 0;
    let high = this.#ends.rows.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(middle, bytes, length) <= 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Is the text bytes [0, length)? */
  isText(at: number, bytes: Uint8Array, length: number): boolean {
    return this.#compare(at, bytes, length) === 0;
  }

  textOf(at: number): string {
    const ends = this.#ends.rows;
    // A copy: decoders of browsers refuse shared memory.
    return decoder.decode(this.#bytes.rows.slice(at === 0 ? 0 : ends[at - 1]!, ends[at]!));
  }

  #compare(at: number, other: Uint8Array, length: number): number {
    const bytes = this.#bytes.rows;
    const ends = this.#ends.rows;
    const start = at === 0 ? 0 : ends[at - 1]!;
    const own = Math.min(ends[at]!, bytes.length) - start;
    const common = Math.min(own, length);
    for (let byte = 0; byte < common; byte++) {
      const difference = bytes[start + byte]! - other[byte]!;
      if (difference !== 0) return difference;
    }
    return own - length;
  }
}

/**
 * The shortest beginning of a text that is above the text before: what stands between the two. Before the
 * first text stands an empty one.
 */
export function fenceBetween(before: Uint8Array | undefined, first: Uint8Array): Uint8Array {
  if (before === undefined) return new Uint8Array();
  let common = 0;
  while (common < before.length && before[common] === first[common]) common++;
  return first.subarray(0, common + 1);
}
