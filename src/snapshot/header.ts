/** The header of a snapshot: which sections there are, and what is no column. */

import { excerpt, SnapshotError } from "../errors/index.ts";
import type { ElementType } from "../store/index.ts";
import {
  again,
  aligned,
  elementBytes,
  endBytes,
  isElementType,
  type Prelude,
  preludeBytes,
} from "./format.ts";

/** Whoever reads a byte of a block reads and checks all of it. */
const blockBytesMax = 1 << 24;

/** A section, as the header has it. */
export interface Section {
  readonly name: string;
  readonly type: ElementType;
  readonly byteLength: number;
  /**
   * CRC-32 of each block; the last block may be shorter than the others. Empty for sections after
   * the one with the checksums.
   */
  readonly checks: Uint32Array;
}

/** A section and its place. */
export interface SectionEntry extends Section {
  /** From the start of the file, a multiple of 64. */
  readonly offset: number;
}

/**
 * The section with the CRC-32 of each block of all sections after it, in their order. A header with all
 * of them would be long, and one question needs few.
 */
export const checksumsName = "checksums";
/** Bytes of a checksum. */
const rowBytes = 4;
/** The sections before that one: small ones that most questions read. */
export function nearSections(entries: readonly SectionEntry[]): readonly SectionEntry[] {
  const place = entries.findIndex(({ name }) => name === checksumsName);
  return entries.slice(0, Math.max(0, place));
}

/**
 * Where the near sections end that a reader far away reads with the header; the end of the header where it
 * is not all there, or is damaged.
 * @param head the first bytes of the file
 */
export function nearEndOf(head: Uint8Array, prelude: Prelude): number {
  const end = preludeBytes + prelude.headerBytes;
  if (end > head.length) return end;
  try {
    const { sections } = decodeHeader(head.subarray(preludeBytes, end), prelude, undefined);
    const last = nearSections(sections).at(-1);
    return last === undefined ? end : last.offset + last.byteLength;
  } catch {
    return end;
  }
}

export interface Header {
  /** Version of the library that wrote the file. */
  readonly library: string;
  /** Length of the blocks that checksums are of. */
  readonly blockBytes: number;
  /** The same of the section with checksums: a reader far away needs few of them. */
  readonly checksumBytes: number;
  readonly sections: readonly SectionEntry[];
  /** Plain data of whoever saved. */
  readonly contents: unknown;
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
    const { library, blockBytes, checksumBytes, sections, contents } = fieldsIn(bytes);
    if (!(isBlockLength(blockBytes) && isBlockLength(checksumBytes))) {
      throw new Error("blocks cannot be so long");
    }
    if (checksumBytes % rowBytes !== 0) throw new Error("a block ends within a checksum");
    const entries = entriesOf(sections, preludeBytes + bytes.length, fileBytes);
    const header = { library, blockBytes, checksumBytes, sections: entries, contents };
    checkChecksums(header);
    return header;
  } catch (cause) {
    const reason = excerpt(cause instanceof Error ? cause.message : String(cause));
    const message = `its header is damaged (${reason}): ${again}`;
    throw new SnapshotError("damaged", message, { file, offset: preludeBytes }, { cause });
  }
}

/** The members of a header, before anything in them is checked. */
interface HeaderFields {
  readonly library: string;
  readonly blockBytes: unknown;
  readonly checksumBytes: unknown;
  readonly sections: readonly unknown[];
  readonly contents: unknown;
}

const fieldNames = ["library", "blockBytes", "checksumBytes", "sections", "contents"] as const;

/** JSON text: the offsets of sections are not in it, since they follow from the lengths. */
export function encodeHeader(header: Omit<Header, "sections">, sections: readonly Section[]) {
  const { library, blockBytes, checksumBytes, contents } = header;
  const rows = sections.map(({ name, type, byteLength, checks }) => {
    return [name, type, byteLength, ...checks];
  });
  const text = printPlain({ library, blockBytes, checksumBytes, sections: rows, contents });
  return new TextEncoder().encode(text);
}

/** @throws Error for bytes of another form */
function fieldsIn(bytes: Uint8Array): HeaderFields {
  // A copy: decoders of browsers refuse shared memory.
  const parsed = parsePlain(new TextDecoder("utf-8", { fatal: true }).decode(bytes.slice()));
  const isMap = typeof parsed === "object" && parsed !== null;
  const isWhole = isMap && fieldNames.every((name) => Object.hasOwn(parsed, name));
  if (!isWhole || Object.keys(parsed).length !== fieldNames.length) {
    throw new Error("it has other fields");
  }
  const fields = parsed as HeaderFields;
  if (typeof fields.library !== "string" || !Array.isArray(fields.sections)) {
    throw new Error("a part has another type");
  }
  return fields;
}

/** Sections lie one after the other, up to the mark of the end. */
function entriesOf(rows: readonly unknown[], start: number, fileBytes: number): SectionEntry[] {
  let end = start;
  const entries = rows.map((row, at) => {
    const section = sectionIn(row);
    if (section === undefined) throw new Error(`section ${at + 1} cannot be`);
    const offset = aligned(end);
    end = offset + section.byteLength;
    return { ...section, offset };
  });
  if (aligned(end) + endBytes !== fileBytes) throw new Error("the sections have another length");
  if (new Set(entries.map(({ name }) => name)).size < entries.length) {
    throw new Error("two sections have one name");
  }
  return entries;
}

/** How many blocks a section has. */
export function blockCount(byteLength: number, blockBytes: number): number {
  return Math.ceil(byteLength / blockBytes);
}

/** @throws Error unless there is one checksum for each block, in the header or in the section for them */
function checkChecksums({
  sections,
  blockBytes,
  checksumBytes,
}: Pick<Header, "sections" | "blockBytes" | "checksumBytes">): void {
  const place = sections.findIndex(({ name }) => name === checksumsName);
  const [inHeader, others] = [sections.slice(0, place + 1), sections.slice(place + 1)];
  const isChecked = inHeader.every(({ name, checks, byteLength }) => {
    const ownBytes = name === checksumsName ? checksumBytes : blockBytes;
    return checks.length === blockCount(byteLength, ownBytes);
  });
  const blocks = others.reduce(
    (sum, { byteLength }) => sum + blockCount(byteLength, blockBytes),
    0,
  );
  const apart = sections[place];
  const isAll = apart?.type === "u32" && apart.byteLength === rowBytes * blocks;
  if (isChecked && isAll && others.every(({ checks }) => checks.length === 0)) return;
  throw new Error("a block has no checksum");
}

function sectionIn(row: unknown): Section | undefined {
  if (!Array.isArray(row)) return undefined;
  const [name, type, byteLength, ...checks] = row as readonly unknown[];
  if (!(typeof name === "string" && isElementType(type) && isCount(byteLength))) return undefined;
  const isWhole = byteLength % elementBytes(type) === 0 && checks.every(isChecksum);
  return isWhole ? { name, type, byteLength, checks: Uint32Array.from(checks) } : undefined;
}

function isChecksum(value: unknown): value is number {
  return isCount(value) && value <= 0xffff_ffff;
}

function isBlockLength(value: unknown): value is number {
  return isCount(value) && value > 0 && value <= blockBytesMax;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0 && !Object.is(value, -0);
}

// Plain data as JSON text, exactly: what is read back is what was written, lone surrogates, `-0`,
// infinities and `undefined` among it. JSON, because the engine's own parser is ready at once: a decoder
// in JavaScript would delay the first answer.

/** What JSON has no form for stands in an object with this one field; names of fields are ours. */
const mark = "$";

/** Values are undefined, booleans, numbers, texts, and lists and objects of them. */
export function printPlain(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    isJson(part) ? part : { [mark]: Object.is(part, -0) ? "-0" : String(part) },
  );
}

/** @throws SyntaxError for a text that is no JSON */
export function parsePlain(text: string): unknown {
  const parsed: unknown = JSON.parse(text);
  return text.includes(`{"${mark}":`) ? restored(parsed) : parsed;
}

function isJson(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value) && !Object.is(value, -0);
  return value !== undefined;
}

/** In place: nothing else has what was parsed. */
function restored(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const { [mark]: marked } = value as { [mark]?: unknown };
  if (marked !== undefined) return marked === "undefined" ? undefined : Number(marked);
  for (const [key, part] of Object.entries(value)) {
    if (typeof part === "object") Reflect.set(value, key, restored(part));
  }
  return value;
}
