/** Plain data as MessagePack, exactly: what is read back is what was written. */

import { decode, ExtData, encode } from "@msgpack/msgpack";

/** Extension type of a text that MessagePack's UTF-8 would change; its data are UTF-16 units. */
const utf16Type = 1;

/**
 * Values are undefined, booleans, numbers, texts, bytes, and lists and objects of them; names of
 * fields are ours and never data. Every number takes nine bytes: doubles hold `-0` and 2 ** 53, and
 * the length of a header does not depend on the offsets in it.
 */
export function encodePlain(value: unknown): Uint8Array {
  return encode(portable(value), { forceIntegerToFloat: true });
}

/** @throws Error for bytes that `encodePlain` did not write */
export function decodePlain(bytes: Uint8Array): unknown {
  // Decoders of text refuse shared memory.
  return restored(decode(bytes.slice()));
}

function portable(value: unknown): unknown {
  if (typeof value === "string") return isExactAsUtf8(value) ? value : utf16Of(value);
  if (Array.isArray(value)) return value.map(portable);
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, portable(field)]));
}

function restored(value: unknown): unknown {
  if (value === null) return undefined;
  if (value instanceof ExtData) return textOfUtf16(value);
  if (Array.isArray(value)) return value.map(restored);
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, restored(field)]));
}

function isFields(value: unknown): value is object {
  return typeof value === "object" && value !== null && !(value instanceof Uint8Array);
}

/** A lone surrogate has no UTF-8 form, and decoders drop the mark that a text may begin with. */
function isExactAsUtf8(text: string): boolean {
  return text.isWellFormed() && !text.startsWith("\ufeff");
}

function utf16Of(text: string): ExtData {
  const data = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at++) data.setUint16(at * 2, text.charCodeAt(at), true);
  return new ExtData(utf16Type, new Uint8Array(data.buffer));
}

function textOfUtf16({ data }: ExtData): string {
  const bytes = typeof data === "function" ? data(0) : data;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let text = "";
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    text += String.fromCharCode(view.getUint16(at, true));
  }
  return text;
}
