/** The header of a snapshot: which sections there are, and what is no column. */

import { decode, encode } from "@msgpack/msgpack";
import { excerpt, SnapshotError } from "../errors/index.ts";
import { type ElementType, elementBytes, isElementType } from "./elements.ts";
import { again, aligned, endBytes, type Prelude, preludeBytes } from "./format.ts";
import { parsePlain, printPlain } from "./plain-data.ts";

export interface SectionEntry {
  readonly name: string;
  readonly type: ElementType;
  /** From the start of the file, a multiple of 64. */
  readonly offset: number;
  readonly byteLength: number;
  /** CRC-32 of each block; the last block may be shorter than the others. */
  readonly checks: Uint32Array;
}

export interface Header {
  /** Version of the library that wrote the file. */
  readonly library: string;
  /** Length of the blocks that checksums are of. */
  readonly blockBytes: number;
  readonly sections: readonly SectionEntry[];
  /** Plain data of whoever saved. */
  readonly contents: unknown;
}

/**
 * MessagePack. Every number takes nine bytes: a double holds any offset, and the length of a header
 * does not depend on the offsets in it.
 */
export function encodeHeader({ library, blockBytes, sections, contents }: Header): Uint8Array {
  const table = sections.map(({ name, type, offset, byteLength, checks }) => [
    name,
    type,
    offset,
    byteLength,
    bytesOf(checks),
  ]);
  const header = { library, blockBytes, sections: table, contents: printPlain(contents) };
  return encode(header, { forceIntegerToFloat: true });
}

/**
 * The header, with every number in it checked against the others and the file.
 * @throws SnapshotError `damaged`
 */
export function decodeHeader(
  bytes: Uint8Array,
  { fileBytes }: Prelude,
  file: string | undefined,
): Header {
  try {
    const header: unknown = decode(bytes);
    if (!isFields(header)) throw new Error("it has no fields");
    const { library, blockBytes, sections, contents } = header;
    if (typeof library !== "string" || typeof contents !== "string") {
      throw new Error("a text is missing");
    }
    if (!(isCount(blockBytes) && blockBytes > 0)) throw new Error("blocks have no length");
    if (!Array.isArray(sections)) throw new Error("it lists no sections");
    const entries = entriesOf(sections, blockBytes, preludeBytes + bytes.length, fileBytes);
    return { library, blockBytes, sections: entries, contents: parsePlain(contents) };
  } catch (cause) {
    const reason = excerpt(cause instanceof Error ? cause.message : String(cause));
    const message = `its header is damaged (${reason}): ${again}`;
    throw new SnapshotError("damaged", message, { file, offset: preludeBytes }, { cause });
  }
}

/**
 * Sections lie one after the other, each where the one before allows, up to the mark of the end.
 */
function entriesOf(
  sections: readonly unknown[],
  blockBytes: number,
  start: number,
  fileBytes: number,
): SectionEntry[] {
  let end = start;
  const entries = sections.map((section, at) => {
    const entry = entryOf(section, blockBytes);
    if (entry?.offset !== aligned(end)) throw new Error(`section ${at + 1} cannot be`);
    end = entry.offset + entry.byteLength;
    return entry;
  });
  if (aligned(end) + endBytes !== fileBytes) throw new Error("the sections have another length");
  if (new Set(entries.map(({ name }) => name)).size < entries.length) {
    throw new Error("two sections have one name");
  }
  return entries;
}

function entryOf(section: unknown, blockBytes: number): SectionEntry | undefined {
  if (!Array.isArray(section)) return undefined;
  const [name, type, offset, byteLength, checks] = section;
  if (typeof name !== "string" || !isElementType(type)) return undefined;
  if (!(isCount(offset) && isCount(byteLength) && checks instanceof Uint8Array)) return undefined;
  const isWhole = byteLength % elementBytes(type) === 0;
  const isChecked = checks.byteLength === 4 * Math.ceil(byteLength / blockBytes);
  if (!(isWhole && isChecked)) return undefined;
  return { name, type, offset, byteLength, checks: new Uint32Array(checks.slice().buffer) };
}

function bytesOf(checks: Uint32Array): Uint8Array {
  return new Uint8Array(checks.buffer, checks.byteOffset, checks.byteLength);
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && typeof value === "number" && value >= 0;
}
