/**
 * Searching in bytes of text, several at a time. Each search has an end that its caller knows to be
 * there; up to 7 bytes after it are read.
 */

const commaByte = 0x2c;
const quoteByte = 0x22;
const lineFeed = 0x0a;
const zeroByte = 0x30;
const nineByte = 0x39;

/** Four times the same byte. */
const aboveCommas = 0x2d2d2d2d;
const quotes = 0x22222222;
const feeds = 0x0a0a0a0a;
const backslashes = 0x5c5c5c5c;
const spaces = 0x20202020;
const ones = 0x01010101;
const topBits = 0x80808080;

/**
 * Not 0 if one of the four bytes is a comma or below, as all are that end a cell or a value. The
 * lowest bit that is set is the top bit of the first such byte; higher ones may be wrong.
 */
function lowBytes(four: number): number {
  return (four - aboveCommas) & ~four & topBits;
}

/** The byte among four that the lowest bit belongs to, of bits as `lowBytes` makes them. */
function firstOf(bits: number): number {
  return (31 - Math.clz32(bits & -bits)) >> 3;
}

/**
 * Offset of the first byte at or after `start` that has a mark among `stops`.
 * @param stops marks commas and bytes below
 */
export function lowStop(
  bytes: Uint8Array,
  view: DataView,
  start: number,
  stops: Uint8Array,
): number {
  let at = start;
  for (;;) {
    const low = lowBytes(view.getInt32(at, true));
    if (low === 0) {
      at += 4;
      continue;
    }
    at += firstOf(low);
    if (stops[bytes[at]!] !== 0) return at;
    at += 1;
  }
}

/** Offset of the comma, line feed or quote at or after `start`. */
export function bareEnd(bytes: Uint8Array, view: DataView, start: number): number {
  let at = start;
  for (;;) {
    const low = lowBytes(view.getInt32(at, true));
    if (low === 0) {
      at += 4;
      continue;
    }
    at += firstOf(low);
    const byte = bytes[at]!;
    if (byte === commaByte || byte === lineFeed || byte === quoteByte) return at;
    at += 1;
  }
}

/** Offset of the quote or line feed at or after `start`. */
export function quoteEnd(view: DataView, start: number): number {
  for (let at = start; ; at += 4) {
    const four = view.getInt32(at, true);
    const quote = four ^ quotes;
    const feed = four ^ feeds;
    // As above: the lowest bit is right.
    const found = (((quote - ones) & ~quote) | ((feed - ones) & ~feed)) & topBits;
    if (found !== 0) return at + firstOf(found);
  }
}

/** Offset of the quote, backslash or control character at or after `start`. */
export function jsonTextStop(view: DataView, start: number): number {
  for (let at = start; ; at += 4) {
    const four = view.getInt32(at, true);
    const quote = four ^ quotes;
    const slash = four ^ backslashes;
    const found =
      (((quote - ones) & ~quote) | ((slash - ones) & ~slash) | ((four - spaces) & ~four)) & topBits;
    if (found !== 0) return at + firstOf(found);
  }
}

/** Are the bytes of `wanted` those at `start`? */
export function standsAt(bytes: Uint8Array, start: number, wanted: Uint8Array): boolean {
  for (let at = 0; at < wanted.length; at++) if (bytes[start + at] !== wanted[at]) return false;
  return true;
}

/** Offset after the digits at `start`; `start` itself where there are none. */
export function digitsEnd(bytes: Uint8Array, start: number): number {
  let at = start;
  while (bytes[at]! >= zeroByte && bytes[at]! <= nineByte) at += 1;
  return at;
}

/**
 * Says whether the bytes [start, end) are also those at `other`; false as well, though seldom, of
 * some that are: eight bytes with U+007F and an astral character may be no number.
 */
export function repeats(view: DataView, start: number, end: number, other: number): boolean {
  let at = start;
  let before = other;
  // As numbers: what is equal has the same bytes, since text holds no NUL.
  for (; at + 8 <= end; at += 8) {
    if (view.getFloat64(at, true) !== view.getFloat64(before, true)) return false;
    before += 8;
  }
  if (at + 4 <= end) {
    if (view.getInt32(at, true) !== view.getInt32(before, true)) return false;
    at += 4;
    before += 4;
  }
  if (at === end) return true;
  const differing = view.getInt32(at, true) ^ view.getInt32(before, true);
  return (differing & ((1 << ((end - at) * 8)) - 1)) === 0;
}
