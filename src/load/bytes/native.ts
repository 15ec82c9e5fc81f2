/**
 * What loops over blocks of bytes need of the machine. UTF-8 is read by Node's Buffer where there is one,
 * which is several times as fast, and by what the language and the web have where there is none. Searches
 * look at several bytes at a time. V8 keeps the layout of the classes that loops use.
 */

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const strictDecoder = new TextDecoder("utf-8", { ignoreBOM: true, fatal: true });
const encoder = new TextEncoder();

/** The part of `node:buffer` that is no method of a Buffer; Node has it from 20.16 on. */
interface BufferModule {
  isAscii(bytes: Uint8Array): boolean;
  isUtf8(bytes: Uint8Array): boolean;
}

// Not imported: a page has no such module.
const { process } = globalThis as {
  process?: { getBuiltinModule?(name: string): unknown };
};
const native = process?.getBuiltinModule?.("node:buffer") as BufferModule | undefined;
const hasBuffer = typeof Buffer !== "undefined";

/** The same memory, whose searches are native where that is possible. */
export function searchable(bytes: Uint8Array, end: number = bytes.length): Uint8Array {
  return hasBuffer ? Buffer.from(bytes.buffer, bytes.byteOffset, end) : bytes.subarray(0, end);
}

/**
 * Offset of the first `wanted`, which are some bytes, at or after `start`; -1 if there are none.
 * @param bytes as `searchable` returns them.
 */
export function indexOfBytes(bytes: Uint8Array, wanted: Uint8Array, start: number): number {
  if (hasBuffer) return (bytes as Buffer).indexOf(wanted, start);
  let at = bytes.indexOf(wanted[0]!, start);
  while (at >= 0 && !wanted.every((byte, index) => bytes[at + index] === byte)) {
    at = bytes.indexOf(wanted[0]!, at + 1);
  }
  return at;
}

/** The text in bytes [start, end) of UTF-8. */
export function textOf(bytes: Uint8Array, start: number, end: number): string {
  if (!hasBuffer) return decoder.decode(bytes.subarray(start, end));
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString("utf8");
}

/** The text of all of the bytes, which are UTF-8. */
export function wholeText(bytes: Uint8Array): string {
  if (!hasBuffer) return decoder.decode(bytes);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return text.toString(native?.isAscii(bytes) === true ? "latin1" : "utf8");
}

export function isUtf8(bytes: Uint8Array): boolean {
  if (native !== undefined) return native.isUtf8(bytes);
  try {
    strictDecoder.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** UTF-8 of a text; a lone surrogate becomes U+FFFD. */
export function bytesOfText(text: string): Uint8Array {
  return hasBuffer ? Buffer.from(text, "utf8") : encoder.encode(text);
}

/**
 * The same text in its own memory. A slice keeps the whole block alive that it was cut from;
 * whatever outlives its block (names, pending nodes, examples) must be copied out of it.
 */
export function ownCopy(text: string): string {
  if (!hasBuffer) return decoder.decode(encoder.encode(text));
  return Buffer.from(text, "utf8").toString("utf8");
}

/** One after the other in memory of their own. */
export function concatenated(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return searchable(whole);
}

// Searching in bytes of text. Each search has an end that its caller knows to be there; up to 7 bytes
// after it are read.

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

/**
 * V8 forgets how the objects of a class are laid out, and the code that was compiled for them, once a
 * collection of garbage finds none of them alive. After the seventh object it also decides how many
 * members lie in the object itself: none, if all others are gone. Loads are long and rare, so both would
 * happen to each class that their loops use. Therefore one object of each is kept.
 */
const kept = new Map<unknown, object | undefined>();

/**
 * To be called by the constructor of a class that loops use.
 * @param make an object of the class that holds nothing large
 */
export function keepOne(kind: unknown, make: () => object): void {
  if (kept.has(kind)) return;
  // The constructor calls this again.
  kept.set(kind, undefined);
  kept.set(kind, make());
}
