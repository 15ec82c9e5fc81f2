/** The hash of a text: 32 bits from its length and its bytes, four at a time. */

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
