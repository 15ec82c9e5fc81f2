/**
 * The bytes of a snapshot around its sections; docs/snapshots.md describes all of them. Every number
 * is little-endian, as the columns are that lie in the file as they lie in memory.
 */

import { SnapshotError } from "../errors/errors.ts";
import type { ElementType } from "../store/columns/column-row.ts";
import type { Column } from "../store/columns/column-source.ts";
import type { Crc32 } from "../store/columns/crc32.ts";

/** The only version that is written and read. */
export const formatVersion = 8;

/** No text file begins like this, and a transfer that changes line ends breaks it. */
const magic = Uint8Array.of(0x89, 0x50, 0x4f, 0x43, 0x4b, 0x45, 0x54, 0x0a);
const endMagic = Uint8Array.of(0x89, 0x50, 0x4f, 0x43, 0x4b, 0x45, 0x4e, 0x44);

export const magicBytes = magic.length;
/** Magic, version, length of the header, length of the file, CRC-32 of header and prelude. */
export const preludeBytes = 32;
/** Magic of the end and the length of the file. */
export const endBytes = 16;
/** Sections begin at multiples of a cache line, which suits every type of element. */
const alignment = 64;

export interface Prelude {
  readonly headerBytes: number;
  readonly fileBytes: number;
  readonly headerCheck: number;
}

export function aligned(offset: number): number {
  return Math.ceil(offset / alignment) * alignment;
}

export function isSnapshot(bytes: Uint8Array): boolean {
  return bytes.length >= magicBytes && startsWith(bytes, magic);
}

/** What servers answer instead of a file, some with status 200. */
export const page = "a web page, which servers send for addresses that they do not have";

/** @param bytes their first ones are enough */
export function isPage(bytes: Uint8Array): boolean {
  const first = new TextDecoder().decode(bytes.subarray(0, preludeBytes));
  return /^\s*<(?:!doctype )?html/i.test(first);
}

export function preludeOf(prelude: Prelude, crc32: Crc32): Uint8Array {
  const bytes = new Uint8Array(preludeBytes);
  const view = new DataView(bytes.buffer);
  bytes.set(magic);
  view.setUint32(8, formatVersion, true);
  view.setUint32(12, prelude.headerBytes, true);
  view.setBigUint64(16, BigInt(prelude.fileBytes), true);
  view.setUint32(24, prelude.headerCheck, true);
  view.setUint32(28, crc32(bytes.subarray(0, 28)), true);
  return bytes;
}

/**
 * @param bytes the first bytes of the file: 32 unless it is shorter
 * @throws SnapshotError `foreign`, `newer`, `older`, `truncated`, `damaged`
 */
export function readPrelude(bytes: Uint8Array, crc32: Crc32, file: string | undefined): Prelude {
  const fail = (fault: SnapshotError["fault"], message: string) =>
    new SnapshotError(fault, message, { file, offset: 0 });
  if (bytes.length === 0) throw fail("foreign", "is empty, not a snapshot");
  if (!startsWith(bytes, magic)) {
    const named = file === undefined ? ': other files need a name, as { "a.csv": bytes }' : "";
    throw fail("foreign", `is not a snapshot${isPage(bytes) ? `: it is ${page}` : named}`);
  }
  if (bytes.length < preludeBytes) throw fail("truncated", `ends in its first bytes: ${again}`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = view.getUint32(8, true);
  const versions = `format version ${version}, and this version of pocket-commons reads`;
  if (version > formatVersion) {
    throw fail("newer", `${versions} up to ${formatVersion}: update it, or ${again}`);
  }
  if (version < formatVersion) throw fail("older", `${versions} ${formatVersion}: ${again}`);
  if (view.getUint32(28, true) !== crc32(bytes.subarray(0, 28))) {
    throw fail("damaged", `its first bytes are damaged: ${again}`);
  }
  return {
    headerBytes: view.getUint32(12, true),
    fileBytes: Number(view.getBigUint64(16, true)),
    headerCheck: view.getUint32(24, true),
  };
}

/** A short text that changes when the contents do. */
export function tagOfPrelude({ fileBytes, headerCheck }: Prelude): string {
  return `${fileBytes.toString(16)}-${headerCheck.toString(16)}`;
}

/** What to do about most faults. */
export const again = "save it again from the data";

export function endMarkOf(fileBytes: number): Uint8Array {
  const bytes = new Uint8Array(endBytes);
  bytes.set(endMagic);
  new DataView(bytes.buffer).setBigUint64(8, BigInt(fileBytes), true);
  return bytes;
}

export function isEndMark(bytes: Uint8Array, fileBytes: number): boolean {
  const expected = endMarkOf(fileBytes);
  return bytes.length === endBytes && startsWith(bytes, expected);
}

/** Columns are used as they lie in the file, in the one order of bytes that nearly all machines have. */
export function requireLittleEndian(firstByte = new Uint8Array(Uint16Array.of(1).buffer)[0]): void {
  if (firstByte === 1) return;
  throw new SnapshotError(
    "unreadable",
    "this machine is big-endian, and snapshots are little-endian: load the data itself",
  );
}

/** Do bytes agree with as much of the beginning as there is? */
function startsWith(bytes: Uint8Array, beginning: Uint8Array): boolean {
  const length = Math.min(bytes.length, beginning.length);
  for (let at = 0; at < length; at++) if (bytes[at] !== beginning[at]) return false;
  return true;
}

// Types of elements, as a section table names them.

const arrays = {
  u8: Uint8Array,
  u16: Uint16Array,
  u32: Uint32Array,
  i8: Int8Array,
  i16: Int16Array,
  i32: Int32Array,
  f64: Float64Array,
} as const satisfies Record<ElementType, unknown>;

type ColumnConstructor = new (
  buffer: ArrayBufferLike,
  byteOffset: number,
  length: number,
) => Column;

export function isElementType(name: unknown): name is ElementType {
  return typeof name === "string" && Object.hasOwn(arrays, name);
}

export function elementBytes(type: ElementType): number {
  return arrays[type].BYTES_PER_ELEMENT;
}

export function elementTypeOf(column: Column): ElementType {
  for (const type of Object.keys(arrays)) {
    if (isElementType(type) && column[Symbol.toStringTag] === arrays[type].name) return type;
  }
  throw new Error("a column is a typed array of a known type");
}

/** Bytes of a buffer as a column, in place. */
export function columnOver(
  type: ElementType,
  buffer: ArrayBufferLike,
  byteOffset: number,
  byteLength: number,
): Column {
  const ArrayOf: ColumnConstructor = arrays[type];
  return new ArrayOf(buffer, byteOffset, byteLength / elementBytes(type));
}
