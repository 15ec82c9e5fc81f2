/** UTF-8 in and out, its byte order, and its hash, for the many short texts of a graph. */

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** A larger scratch buffer is given back by the next text: one long request must not keep it. */
const scratchKeptMax = 1 << 20;

/** A reused buffer that holds one encoded text. */
export class Utf8Scratch {
  bytes: Uint8Array = new Uint8Array(256);

  /**
   * Writes a text from the start of `bytes` and returns its length in bytes, or -1 for a text with
   * a lone surrogate: it has no UTF-8 form, so no stored text equals it.
   */
  write(text: string): number {
    const length = text.length;
    if (this.bytes.length < length * 3 || this.bytes.length > scratchKeptMax) {
      this.bytes = new Uint8Array(length * 3 + 256);
    }
    const bytes = this.bytes;
    for (let at = 0; at < length; at++) {
      const unit = text.charCodeAt(at);
      if (unit >= 0x80) return text.isWellFormed() ? encoder.encodeInto(text, bytes).written : -1;
      bytes[at] = unit;
    }
    return length;
  }
}

/** The text of bytes [start, end), which are valid UTF-8. */
export type Utf8Reader = (start: number, end: number) => string;

/** Buffers of early Node 20 cannot read past this: they take offsets as signed 32-bit numbers. */
const bufferBytesMax = 0x7fff_ffff;

/**
 * A reader over one array: Node's Buffer where it can, since it is twice as fast.
 *
 * @param form "latin1" reads ASCII alone, and faster
 */
export function utf8Reader(bytes: Uint8Array, form: "utf8" | "latin1" = "utf8"): Utf8Reader {
  if (typeof Buffer === "undefined" || bytes.length > bufferBytesMax) {
    // A copy: the decoders of browsers refuse shared memory.
    return (start, end) => decoder.decode(bytes.slice(start, end));
  }
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return (start, end) => buffer.toString(form, start, end);
}

/** Compares two texts as their UTF-8 bytes would: negative, zero or positive. */
export function compareUtf8(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const unitA = a.charCodeAt(at);
    const unitB = b.charCodeAt(at);
    if (unitA === unitB) continue;
    // A surrogate is part of a code point above every other UTF-16 unit.
    const astralA = unitA >= 0xd800 && unitA < 0xe000;
    const astralB = unitB >= 0xd800 && unitB < 0xe000;
    if (astralA !== astralB) return astralA ? 1 : -1;
    return unitA - unitB;
  }
  return a.length - b.length;
}

/** Compares bytes [startA, endA) of `a` with bytes [startB, endB) of `b`. */
export function compareBytes(
  a: Uint8Array,
  startA: number,
  endA: number,
  b: Uint8Array,
  startB: number,
  endB: number,
): number {
  const length = Math.min(endA - startA, endB - startB);
  for (let at = 0; at < length; at++) {
    const difference = a[startA + at]! - b[startB + at]!;
    if (difference !== 0) return difference;
  }
  return endA - startA - (endB - startB);
}

// The hash of a text: 32 bits from its length and its bytes, four at a time.

const multiplier = 0x9e37_79b1;

/** The hash of a text of so many bytes, before its words. */
export function hashStart(length: number): number {
  return Math.imul(length, 0x85eb_ca6b);
}

/** Takes four bytes in, the first the highest; the last ones are padded with zeros. */
export function hashWord(hash: number, word: number): number {
  return Math.imul(((hash << 5) | (hash >>> 27)) ^ word, multiplier);
}

/** Mixes once more, into a signed number of 32 bits: both the highest and the lowest bits are used as if they were random. */
export function hashEnd(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b_3c6d);
  const more = Math.imul(mixed ^ (mixed >>> 12), 0x297a_2d39);
  return more ^ (more >>> 15);
}

/** The hash of bytes [start, end). */
export function hashBytes(bytes: Uint8Array, start: number, end: number): number {
  let hash = hashStart(end - start);
  let at = start;
  for (; at + 4 <= end; at += 4) {
    hash = hashWord(
      hash,
      (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!,
    );
  }
  if (at < end) {
    let word = bytes[at]! << 24;
    if (at + 1 < end) word |= bytes[at + 1]! << 16;
    if (at + 2 < end) word |= bytes[at + 2]! << 8;
    hash = hashWord(hash, word);
  }
  return hashEnd(hash);
}
