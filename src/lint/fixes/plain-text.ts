/** Bytes of a file as text: UTF-8 without a byte order mark, whatever they were. */

import { isUtf8 } from "../../load/bytes/native.ts";

const lineFeed = 0x0a;

/**
 * The text of a file in UTF-8 or, with a byte order mark, in UTF-16. A line that is not UTF-8 is read as
 * Windows-1252, which holds Latin-1: one such line does not change the others.
 * @returns undefined for what is no text.
 */
export function plainText(bytes: Uint8Array): string | undefined {
  const text = utf16Of(bytes) ?? utf8Of(bytes);
  const isText = text !== undefined && !text.includes("\0");
  return isText ? text.replace(/^\ufeff/, "") : undefined;
}

function utf16Of(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return decoded(bytes, "utf-16le");
  if (first === 0xfe && second === 0xff) return decoded(bytes, "utf-16be");
  return undefined;
}

function utf8Of(bytes: Uint8Array): string | undefined {
  if (isUtf8(bytes)) return decoded(bytes, "utf-8");
  const lines: string[] = [];
  for (let start = 0; start < bytes.length; ) {
    const feed = bytes.indexOf(lineFeed, start);
    const end = feed < 0 ? bytes.length : feed + 1;
    const line = bytes.subarray(start, end);
    lines.push(decoded(line, isUtf8(line) ? "utf-8" : "windows-1252"));
    start = end;
  }
  const text = lines.join("");
  // Bytes that mean nothing in Windows-1252: it is another encoding, or no text.
  return /[\u0080-\u009f]/.test(text) ? undefined : text;
}

function decoded(bytes: Uint8Array, encoding: string): string {
  // As a stream: of a whole text in windows-1252, Node 20 reads no character above U+00FF.
  return new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes, { stream: true });
}
