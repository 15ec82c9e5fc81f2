/** The header of a snapshot: which sections there are, and what is no column. */

import { encode } from "@msgpack/msgpack";
import { excerpt, SnapshotError } from "../../errors/index.ts";
import { type ElementType, elementBytes, isElementType } from "./elements.ts";
import { again, aligned, endBytes, type Prelude, preludeBytes } from "./format.ts";
import { type RawSection, readHeaderFields } from "./header-reader.ts";
import { parsePlain, printPlain } from "./plain-data.ts";

/** Whoever reads a byte of a block reads and checks all of it. */
const blockBytesMax = 1 << 24;

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
    const { library, blockBytes, sections, contents } = readHeaderFields(bytes);
    if (!(isCount(blockBytes) && blockBytes > 0 && blockBytes <= blockBytesMax)) {
      throw new Error("blocks cannot be so long");
    }
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
  sections: readonly RawSection[],
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

function entryOf(section: RawSection, blockBytes: number): SectionEntry | undefined {
  const { name, type, offset, byteLength, checks } = section;
  if (!(isElementType(type) && isCount(offset) && isCount(byteLength))) return undefined;
  const isWhole = byteLength % elementBytes(type) === 0;
  const isChecked = checks.byteLength === 4 * Math.ceil(byteLength / blockBytes);
  if (!(isWhole && isChecked)) return undefined;
  return { name, type, offset, byteLength, checks: new Uint32Array(checks.slice().buffer) };
}

function bytesOf(checks: Uint32Array): Uint8Array {
  return new Uint8Array(checks.buffer, checks.byteOffset, checks.byteLength);
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}
