/** Texts as UTF-8 in one buffer, which is used again and again: for answers of many short cells. */

import { type Utf8Reader, utf8Reader } from "../store/texts/utf8.ts";
import { decimalText } from "./decimals.ts";

const encoder = new TextEncoder();
const nothing = new Uint8Array(0x80);

const [minus, point, zero] = [0x2d, 0x2e, 0x30];
/** More than the digits of an integer of 32 bits, its sign, and a point with zeros. */
const decimalMax = 32;
const integerMax = 0x7fff_ffff;

export class TextBytes {
  /** Bytes that are written. */
  length = 0;
  #bytes: Uint8Array<ArrayBuffer>;
  #read: Utf8Reader | undefined;

  /** @param size in the beginning */
  constructor(size: number) {
    this.#bytes = new Uint8Array(size);
  }

  /** What is written, as a text; the buffer is empty then. */
  taken(): string {
    this.#read ??= utf8Reader(this.#bytes);
    const text = this.#read(0, this.length);
    this.length = 0;
    return text;
  }

  add(text: string): void {
    this.addWithout(nothing, text);
  }

  /** @returns false, and nothing is written, if the text has a character of ASCII that is unwanted: 1 at its place */
  addWithout(unwanted: Uint8Array, text: string): boolean {
    const { length } = text;
    this.#needs(length * 3);
    const bytes = this.#bytes;
    const start = this.length;
    let isAscii = true;
    for (let at = 0; at < length; at++) {
      const unit = text.charCodeAt(at);
      if (unit >= 0x80) isAscii = false;
      else if (unwanted[unit] === 1) return false;
      bytes[start + at] = unit;
    }
    this.length += isAscii ? length : encoder.encodeInto(text, bytes.subarray(start)).written;
    return true;
  }

  byte(byte: number): void {
    this.#needs(1);
    this.#bytes[this.length++] = byte;
  }

  // Calls that copy bytes are faster than loops from a dozen bytes on.

  copy(bytes: Uint8Array): void {
    this.#needs(bytes.length);
    this.#bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** Once more what is written at [start, end). */
  repeat(start: number, end: number): void {
    this.#needs(end - start);
    this.#bytes.copyWithin(this.length, start, end);
    this.length += end - start;
  }

  /** As `decimalText`. */
  decimal(mantissa: number, decimals: number): void {
    if (mantissa > integerMax || mantissa < -integerMax) {
      this.add(decimalText(mantissa, decimals));
      return;
    }
    this.#needs(decimalMax);
    const bytes = this.#bytes;
    let rest = mantissa | 0;
    if (rest < 0) {
      bytes[this.length++] = minus;
      rest = -rest;
    }
    let digits = 1;
    for (let power = 10; rest >= power; power *= 10) digits++;
    if (decimals === 0) {
      for (let at = this.length + digits; at > this.length; ) {
        const tenth = (rest / 10) | 0;
        bytes[--at] = zero + rest - tenth * 10;
        rest = tenth;
      }
      this.length += digits;
      return;
    }
    if (digits <= decimals) digits = decimals + 1;
    let at = this.length + digits;
    this.length = at + 1;
    for (let digit = 0; digit < digits; digit++) {
      if (digit === decimals && digit > 0) bytes[at--] = point;
      const tenth = (rest / 10) | 0;
      bytes[at--] = zero + rest - tenth * 10;
      rest = tenth;
    }
  }

  #needs(count: number): void {
    const needed = this.length + count;
    if (needed <= this.#bytes.length) return;
    const bytes = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    bytes.set(this.#bytes.subarray(0, this.length));
    this.#bytes = bytes;
    this.#read = undefined;
  }
}
