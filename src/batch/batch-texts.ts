/** Texts of a batch, one behind the other. */

/** Text i is bytes [ends[i - 1], ends[i]). A text may be there more than once. */
export interface BatchTexts {
  readonly bytes: Uint8Array;
  readonly ends: Uint32Array;
}

/** Places for texts that came lately: a power of two. */
const recentCount = 1 << 12;

/**
 * Numbers texts as they come. Only those that came a moment ago are known again: telling all apart
 * is the dictionary's work, and would be done twice.
 */
export class BatchTextsBuilder {
  #bytes = new Uint8Array(1 << 16);
  #ends = new Uint32Array(1 << 12);
  #used = 0;
  #count = 0;
  /** Number of a text plus one, by what it looks like. */
  readonly #recent = new Uint32Array(recentCount);

  add(text: string): number {
    const bytes = Buffer.from(text, "utf8");
    return this.append(bytes, 0, bytes.length);
  }

  /** For texts that come again and again. */
  addBytes(bytes: Uint8Array, start: number, end: number): number {
    const place = placeOf(bytes, start, end);
    const known = this.#recent[place]! - 1;
    if (known >= 0 && this.#is(known, bytes, start, end)) return known;
    const number = this.append(bytes, start, end);
    this.#recent[place] = number + 1;
    return number;
  }

  /** For texts of which most come once. */
  append(bytes: Uint8Array, start: number, end: number): number {
    const used = this.#used + end - start;
    if (used > this.#bytes.length) this.#bytes = longer(this.#bytes, Uint8Array, used);
    if (this.#count === this.#ends.length) {
      this.#ends = longer(this.#ends, Uint32Array, this.#count);
    }
    const own = this.#bytes;
    let to = this.#used;
    for (let from = start; from < end; from++) own[to++] = bytes[from]!;
    this.#used = to;
    this.#ends[this.#count] = to;
    return this.#count++;
  }

  /** Gives the texts away and begins anew. */
  take(): BatchTexts {
    const texts = {
      bytes: this.#bytes.slice(0, this.#used),
      ends: this.#ends.slice(0, this.#count),
    };
    this.#used = this.#count = 0;
    this.#recent.fill(0);
    return texts;
  }

  #is(number: number, bytes: Uint8Array, start: number, end: number): boolean {
    const own = this.#bytes;
    let at = this.#ends[number]!;
    const first = number === 0 ? 0 : this.#ends[number - 1]!;
    if (at - first !== end - start) return false;
    for (let from = end - 1; from >= start; from--) if (own[--at] !== bytes[from]) return false;
    return true;
  }
}

/** Neighbouring dcids differ at their end. */
function placeOf(bytes: Uint8Array, start: number, end: number): number {
  const length = end - start;
  if (length === 0) return 0;
  const last = bytes[end - 1]! ^ (bytes[end - 1 - (length >>> 2)]! << 3);
  const middle = bytes[start + (length >>> 1)]! << 5;
  const hash = (last ^ middle ^ (bytes[start]! << 7)) + Math.imul(length, 0x9e5);
  return hash & (recentCount - 1);
}

/** A column that has room for more than `needed` values. */
export function longer<T extends Uint8Array | Uint32Array>(
  column: T,
  Type: new (length: number) => T,
  needed: number,
): T {
  const larger = new Type(2 * needed + 1);
  larger.set(column);
  return larger;
}
