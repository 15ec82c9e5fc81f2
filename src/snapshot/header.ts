/** The header of a snapshot: which sections there are, and what is no column. */

import { SnapshotError } from "../errors.ts";
import { type ElementType, elementBytes, isElementType } from "./elements.ts";
import { again, aligned, endBytes, type Prelude, preludeBytes } from "./format.ts";
import { decodePlain, encodePlain } from "./plain-data.ts";

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

export function encodeHeader({ library, blockBytes, sections, contents }: Header): Uint8Array {
  const table = sections.map(({ checks, ...entry }) => ({ ...entry, checks: bytesOf(checks) }));
  return encodePlain({ library, blockBytes, sections: table, contents });
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
  const fail = (what: string, cause?: unknown) =>
    new SnapshotError(
      "damaged",
      `its header is damaged (${what}): ${again}`,
      { file, offset: preludeBytes },
      { cause },
    );
  let header: unknown;
  try {
    header = decodePlain(bytes);
  } catch (cause) {
    throw fail("not readable", cause);
  }
  if (!isFields(header)) throw fail("no fields");
  const { library, blockBytes, sections, contents } = header;
  if (typeof library !== "string") throw fail("library");
  if (!(isCount(blockBytes) && blockBytes > 0)) throw fail("blockBytes");
  if (!Array.isArray(sections)) throw fail("sections");
  const entries: SectionEntry[] = [];
  let end = preludeBytes + bytes.length;
  for (const section of sections) {
    const entry = entryOf(section, blockBytes);
    if (entry?.offset !== aligned(end)) throw fail(`section ${entries.length + 1}`);
    end = entry.offset + entry.byteLength;
    entries.push(entry);
  }
  if (aligned(end) + endBytes !== fileBytes) throw fail("length of the sections");
  return { library, blockBytes, sections: entries, contents };
}

function entryOf(section: unknown, blockBytes: number): SectionEntry | undefined {
  if (!isFields(section)) return undefined;
  const { name, type, offset, byteLength, checks } = section;
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
