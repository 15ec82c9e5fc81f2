/**
 * UTF-8 of blocks of bytes: by Node's Buffer where there is one, which is several times as fast, and
 * by what the language and the web have where there is none.
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
