/**
 * What a search by name compares: keys of literals, and a number for each key, by which a snapshot finds
 * the literals (see `SearchColumns`).
 */

import { hashBytes, Utf8Scratch } from "../texts/utf8.ts";

/** Properties whose literals name a subject, and how: as its name, by another one, by a code. */
export const nameProperties = {
  names: ["name"],
  alternates: ["alternateName", "nameWithLanguage", "shortDisplayName"],
  codes: ["abbreviation", "countryAlpha2Code", "countryAlpha3Code", "isoCode"],
} as const;

/** How a literal names its subjects, as bits. */
export type NameRoles = number;

/** The bit of each property that names. */
export const nameRoles: ReadonlyMap<string, NameRoles> = new Map(
  Object.values(nameProperties).flatMap((list, at) => list.map((property) => [property, 1 << at])),
);

const [nameBit, alternateBit, codeBit] = [1, 2, 4];

const separators = /[\s,]+/g;
const tag = /@[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*$/;
/** Where versions of Unicode still add pairs of letters: a hash must be the same in all of them. */
const unsettled = /[\u{10000}-\u{10ffff}\u1c80-\u1c8f\ua7c0-\ua7ff]+/gu;

const none = 0x80;
const never = 0x40;
const utf8 = new Utf8Scratch();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Case, spaces and commas do not count; composed and combined accents are the same. */
export function nameKeyOf(text: string): string {
  return text.normalize("NFC").toLowerCase().replaceAll(separators, "");
}

/** The text before a language tag, `Kalifornien@de`, or all of it when it has none. */
export function textWithoutLanguage(text: string): string {
  const at = text.lastIndexOf("@");
  return at > 0 && tag.test(text.slice(at)) ? text.slice(0, at) : text;
}

/** A code as it is written. ISO 3166-2: the part of a country has the country's code in front. */
export function codesOf(text: string): string[] {
  const dash = text.indexOf("-");
  return dash < 0 ? [text] : [text, text.slice(dash + 1)];
}

/** The number of a key; a code has that of its key. */
export function nameHashOf(key: string): number {
  const length = utf8.write(key.replaceAll(unsettled, ""));
  return hashBytes(utf8.bytes, 0, length) >>> 0;
}

/**
 * What each byte is in a key; from `none` on for those that do not count, and those that must not be in a
 * name of some role.
 */
const folded = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte >= 0x80) return none | never;
  if (byte === 0x2d) return none | codeBit;
  if (byte === 0x40) return none | alternateBit;
  const key = nameKeyOf(String.fromCharCode(byte));
  return key === "" ? none : key.charCodeAt(0);
});
const scratchMax = 1 << 16;
let scratch = new Uint8Array(256);

/**
 * Writes the key of bytes [start, end) into the scratch.
 * @returns its length; -1 when its letters need more than ASCII, or it names in several ways
 */
function writeKey(bytes: Uint8Array, start: number, end: number, roles: NameRoles): number {
  if (scratch.length < end - start || scratch.length > scratchMax) {
    scratch = new Uint8Array(Math.max(256, end - start));
  }
  const target = scratch;
  const odd = roles | never;
  let length = 0;
  for (let at = start; at < end; at++) {
    const letter = folded[bytes[at]!]!;
    if (letter < none) target[length++] = letter;
    else if ((letter & odd) !== 0) return -1;
    else if (letter > none) target[length++] = bytes[at]!;
  }
  return length;
}

/** The number of the only key of a literal with the bytes [start, end); -1 where `nameHashes` shows its keys. */
export function plainNameHash(
  bytes: Uint8Array,
  start: number,
  end: number,
  roles: NameRoles,
): number {
  const length = writeKey(bytes, start, end, roles);
  return length < 0 ? -1 : hashBytes(scratch, 0, length) >>> 0;
}

/** The numbers of the keys of a literal with the bytes [start, end), each once. */
export function nameHashes(
  bytes: Uint8Array,
  start: number,
  end: number,
  roles: NameRoles,
): Iterable<number> {
  const hash = plainNameHash(bytes, start, end, roles);
  return hash >= 0 ? [hash] : hashesOfText(decoder.decode(bytes.slice(start, end)), roles);
}

/**
 * Is a key that of the bytes [start, end), in whatever way they name? Undefined when only the text can show it:
 * of their text.
 */
export function isPlainKey(
  bytes: Uint8Array,
  start: number,
  end: number,
  key: string,
): boolean | undefined {
  const length = writeKey(bytes, start, end, alternateBit | codeBit);
  if (length < 0) return undefined;
  if (length !== key.length) return false;
  for (let at = 0; at < length; at++) if (scratch[at] !== key.charCodeAt(at)) return false;
  return true;
}

function hashesOfText(text: string, roles: NameRoles): Iterable<number> {
  if (roles === nameBit) return [nameHashOf(nameKeyOf(text))];
  const texts: string[] = [];
  if ((roles & nameBit) !== 0) texts.push(text);
  if ((roles & alternateBit) !== 0) texts.push(textWithoutLanguage(text));
  if ((roles & codeBit) !== 0) texts.push(...codesOf(text));
  return new Set(texts.map((one) => nameHashOf(nameKeyOf(one))));
}

/** The columns of a snapshot that have them: see `SearchColumns`. */
export const searchNames = { starts: "far.search.starts", rows: "far.search.rows" } as const;

const rowsPerBucket = 128;

/** How many buckets so many rows have. */
export function bucketCountOf(rows: number): number {
  let buckets = 1;
  while (rows > buckets * rowsPerBucket) buckets *= 2;
  return buckets;
}

/** The bucket of a number. */
export function bucketOf(hash: number, buckets: number): number {
  return Math.floor((hash * buckets) / 2 ** 32);
}
