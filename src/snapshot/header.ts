/** The header of a snapshot: which sections there are, and what is no column. */

import { SnapshotError } from "../errors/errors.ts";
import { excerpt } from "../errors/excerpts.ts";
import type { ElementType } from "../store/columns/column-row.ts";
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
    const header = { library, blockBytes, checksumBytes, sections: entries };
    checkChecksums(header);
    return { ...header, contents: parsePlain(contents) };
  } catch (cause) {
    const reason = excerpt(cause instanceof Error ? cause.message : String(cause));
    const message = `its header is damaged (${reason}): ${again}`;
    throw new SnapshotError("damaged", message, { file, offset: preludeBytes }, { cause });
  }
}

/** The members of a header, before anything in them is checked. */
interface HeaderFields {
  readonly library: string;
  readonly blockBytes: number;
  readonly checksumBytes: number;
  readonly contents: string;
  readonly sections: readonly SectionFields[];
}

interface SectionFields {
  readonly name: string;
  readonly type: string;
  readonly byteLength: number;
  readonly checks: Uint8Array;
}

/** @throws Error for bytes of another form */
function fieldsIn(bytes: Uint8Array): HeaderFields {
  const values = new HeaderValues(bytes);
  const library = values.text();
  const [blockBytes, checksumBytes] = [values.number(), values.number()];
  const contents = values.text();
  const sections: SectionFields[] = [];
  while (!values.isAtEnd) {
    const [name, type] = [values.text(), values.text()];
    sections.push({ name, type, byteLength: values.number(), checks: values.bytes() });
  }
  return { library, blockBytes, checksumBytes, contents, sections };
}

/** By the first byte of a text or of bytes in MessagePack: how many bytes its length takes. */
const textForms: Readonly<Record<number, 1 | 2 | 4>> = { 217: 1, 218: 2, 219: 4 };
const bytesForms: Readonly<Record<number, 1 | 2 | 4>> = { 196: 1, 197: 2, 198: 4 };
const shortText = 0xa0;
const double = 0xcb;

/**
 * Texts, doubles and bytes in MessagePack, one after the other. A decoder of any value makes room for as
 * many parts as a few bytes claim, one list within the other: forged bytes could take all memory.
 */
class HeaderValues {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  text(): string {
    const first = this.#view.getUint8(this.#at);
    const isShort = first >= shortText && first < shortText + 32;
    if (isShort) this.#at += 1;
    // A copy: decoders of browsers refuse shared memory.
    const bytes = isShort ? this.#take(first - shortText) : this.#long(textForms);
    return this.#decoder.decode(bytes.slice());
  }

  bytes(): Uint8Array {
    return this.#long(bytesForms);
  }

  number(): number {
    if (this.#view.getUint8(this.#at) !== double) throw new Error("a part is no number");
    this.#at += 9;
    return this.#view.getFloat64(this.#at - 8);
  }

  #long(forms: typeof textForms): Uint8Array {
    const lengthBytes = forms[this.#view.getUint8(this.#at)];
    if (lengthBytes === undefined) throw new Error("a part has another type");
    let length = 0;
    for (const byte of this.#take(1 + lengthBytes).subarray(1)) length = length * 256 + byte;
    return this.#take(length);
  }

  #take(length: number): Uint8Array {
    const start = this.#at;
    this.#at += length;
    if (this.#at > this.#bytes.length) throw new Error("a part ends after the header");
    return this.#bytes.subarray(start, this.#at);
  }
}

/** Sections lie one after the other, up to the mark of the end. */
function entriesOf(
  rows: readonly SectionFields[],
  start: number,
  fileBytes: number,
): SectionEntry[] {
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

function sectionIn({ name, type, byteLength, checks }: SectionFields): Section | undefined {
  if (!(isElementType(type) && isCount(byteLength))) return undefined;
  const isWhole = byteLength % elementBytes(type) === 0 && checks.byteLength % rowBytes === 0;
  if (!isWhole) return undefined;
  return { name, type, byteLength, checks: new Uint32Array(checks.slice().buffer) };
}

function isBlockLength(value: number): boolean {
  return isCount(value) && value > 0 && value <= blockBytesMax;
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

// Plain data as JSON text, exactly: what is read back is what was written, lone surrogates, `-0`,
// infinities and `undefined` among it. JSON within MessagePack: the engine's own parser is ready at once,
// while a decoder in JavaScript would delay the first answer.

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
