/**
 * JSON text under construction, as the UTF-8 that is sent. What an answer repeats thousands of times
 * is encoded once and copied; dcids and names are copied from where the dictionary keeps them.
 */

import { LimitError } from "../../errors/index.ts";
import type { Dictionary, TermId } from "../../store/index.ts";

const encoder = new TextEncoder();
const firstLength = 1 << 12;

/** As many characters as one text of JavaScript can hold; what `JSON.stringify` could not make. */
const lengthMax = 0x1fff_ffe8;

/** Part of a JSON text, ready to be copied. */
export type Fragment = Uint8Array;

export function fragment(json: string): Fragment {
  return encoder.encode(json);
}

/** The buffer of the last text: growing a new one costs more than filling it. */
let spare: Uint8Array | undefined;
/** A longer one is given back. */
const spareMax = 1 << 22;

export class JsonBytes {
  #bytes: Uint8Array;
  #length = 0;
  #isPlain = true;

  constructor() {
    this.#bytes = spare ?? new Uint8Array(firstLength);
    spare = undefined;
  }

  /** What was written, there until the next text is begun: a `Response` copies it. */
  finish(): Uint8Array {
    if (this.#bytes.length <= spareMax) spare = this.#bytes;
    return this.#bytes.subarray(0, this.#length);
  }

  /** Bytes so far. */
  get length(): number {
    return this.#length;
  }

  isDigit(at: number): boolean {
    const byte = this.#bytes[at] as number;
    return byte >= zero && byte < zero + 10;
  }

  add(part: Fragment): void {
    this.#reserve(part.length);
    this.#bytes.set(part, this.#length);
    this.#length += part.length;
  }

  /** Takes back the last byte, which must be the comma behind the last element of a list. */
  dropComma(): void {
    this.#length--;
  }

  /** As `JSON.stringify` prints a number that is finite. */
  number(value: number): void {
    if (value < 0) this.#ascii("-");
    const size = Math.abs(value);
    if (size === size >>> 0) this.#digits(size);
    else if (!this.#decimal(size)) this.#ascii(String(size));
  }

  /** A text in quotes. */
  string(text: string): void {
    this.#encoded(JSON.stringify(text));
  }

  /** The text of a term in quotes. */
  term(dictionary: Dictionary, term: TermId): void {
    dictionary.bytesOf(term, this.#quote);
    if (!this.#isPlain) this.string(dictionary.textOf(term));
  }

  /** Copies a text unless there is something to escape. */
  readonly #quote = (from: Uint8Array, start: number, end: number): void => {
    this.#reserve(end - start + 2);
    const bytes = this.#bytes;
    let to = this.#length;
    bytes[to++] = quote;
    this.#isPlain = false;
    for (let at = start; at < end; at++) {
      const byte = from[at] as number;
      if (byte < 0x20 || byte === quote || byte === backslash) return;
      bytes[to++] = byte;
    }
    bytes[to++] = quote;
    this.#isPlain = true;
    this.#length = to;
  };

  #digits(value: number): void {
    let end = this.#length + 1;
    for (let rest = value; rest >= 10; rest = (rest / 10) >>> 0) end++;
    this.#reserve(end - this.#length);
    const bytes = this.#bytes;
    let rest = value;
    for (let at = end - 1; at >= this.#length; at--) {
      const tens = (rest / 10) >>> 0;
      bytes[at] = zero + rest - tens * 10;
      rest = tens;
    }
    this.#length = end;
  }

  /**
   * Numbers with a few decimals, which are most of the others, many times as fast. No two texts of
   * up to 15 digits mean the same double: the one with the fewest decimals is what is printed.
   */
  #decimal(size: number): boolean {
    if (size >= decimalMax) return false;
    for (let decimals = 1; decimals < powersOfTen.length; decimals++) {
      const power = powersOfTen[decimals] as number;
      const scaled = Math.round(size * power);
      if (scaled / power !== size) continue;
      const whole = Math.trunc(size);
      this.#digits(whole);
      this.#ascii(".");
      const fraction = scaled - whole * power;
      for (let left = decimals - 1; fraction < (powersOfTen[left] as number) && left > 0; left--) {
        this.#ascii("0");
      }
      this.#digits(fraction);
      return true;
    }
    return false;
  }

  #ascii(text: string): void {
    this.#reserve(text.length);
    for (let at = 0; at < text.length; at++) this.#bytes[this.#length++] = text.charCodeAt(at);
  }

  #encoded(text: string): void {
    if (text.length > firstLength) {
      this.add(encoder.encode(text));
      return;
    }
    this.#reserve(text.length * 3);
    this.#length += encoder.encodeInto(text, this.#bytes.subarray(this.#length)).written;
  }

  #reserve(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#bytes.length) return;
    if (needed > lengthMax) throw new LimitError(tooLong);
    const larger = new Uint8Array(Math.min(lengthMax, Math.max(needed, this.#bytes.length * 2)));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

export const tooLong = "the answer is too long for one text: ask for less at once";

/** Below it, so many decimals and the digits before them are 32-bit. */
const decimalMax = 400_000;
const powersOfTen: readonly number[] = [1, 10, 100, 1000, 10_000];

const [quote, backslash, zero] = [0x22, 0x5c, 0x30];

/**
 * Does an object list this key before all others, whenever it was added? So it does with numbers
 * from 0 to 2^32 - 2 without zeros in front.
 */
export function isIndexKey(key: string): boolean {
  return /^(?:0|[1-9]\d{0,9})$/.test(key) && Number(key) < 0xffff_ffff;
}
