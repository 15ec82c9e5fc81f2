/** An open snapshot: its header is read and checked, its sections are when they are needed. */

import { SnapshotError } from "../errors/errors.ts";
import {
  type Column,
  ColumnArena,
  type ColumnSource,
  type LazyRows,
} from "../store/columns/column-source.ts";
import type { Crc32 } from "../store/columns/crc32.ts";
import { EnginePart } from "../world/engine-part.ts";
import {
  again,
  aligned,
  endBytes,
  isEndMark,
  type Prelude,
  preludeBytes,
  readPrelude,
  requireLittleEndian,
  tagOfPrelude,
} from "./format.ts";
import { blockCount, checksumsName, decodeHeader, type Header, nearSections } from "./header.ts";
import { SectionTable } from "./section-table.ts";
import type { SnapshotBytes } from "./snapshot-bytes.ts";
import {
  type BlockChecks,
  checksInMemory,
  runBytesOf,
  type SectionContext,
  StoredSection,
  wholeBlocks,
} from "./stored-section.ts";
import { checkContents, columnRowsOf, countsOf, type WorldContents } from "./world-contents.ts";

/** What a walk reads at once of a column that is not in memory. */
const walkBytes = 1 << 16;

/**
 * What is checked of a snapshot. `checksums`: its bytes. `structure`: its bytes, and the columns
 * against each other, which a checksum cannot show: whoever changes a file may write its checksums.
 */
export type SnapshotCheck = "checksums" | "structure";

/** What checks the structure. */
export const structurePart = new EnginePart<typeof import("./walk-world.ts")>(
  "the check of a structure",
  async () => await import("./walk-world.ts"),
);

export class Snapshot implements ColumnSource {
  /** Version of the library that saved it. */
  readonly library: string;
  /** What was saved with the columns. */
  readonly contents: unknown;
  /** Changes when the contents do: length and checksum of the header, on which all checksums depend. */
  readonly tag: string;
  readonly #stored: SnapshotBytes;
  readonly #crc32: Crc32;
  readonly #header: Header;
  readonly #headerEnd: number;
  readonly #sections: ReadonlyMap<string, StoredSection>;
  #isWhole = false;

  /**
   * @throws SnapshotError when this is not a snapshot, its end is missing, its header is damaged,
   * or
   * its version is another one
   */
  constructor(stored: SnapshotBytes, crc32: Crc32) {
    requireLittleEndian();
    const prelude = checkedPrelude(stored, crc32);
    const header = checkedHeader(stored, prelude, crc32);
    this.library = header.library;
    this.contents = header.contents;
    this.tag = tagOfPrelude(prelude);
    this.#stored = stored;
    this.#crc32 = crc32;
    this.#header = header;
    this.#headerEnd = preludeBytes + prelude.headerBytes;
    const context = { blockBytes: header.blockBytes, crc32, arena: new ColumnArena() };
    this.#sections = sectionsOf(header, stored, context);
  }

  get file(): string | undefined {
    return this.#stored.file;
  }

  /** Is there such a section? */
  readonly has = (name: string): boolean => this.#sections.has(name);

  column(name: string): Column {
    return this.#section(name).column();
  }

  lazyRows(name: string): LazyRows {
    return this.#section(name).lazyRows();
  }

  /**
   * Reads and checks everything; the file is not needed any more.
   * @throws SnapshotError (rejects) when something is damaged or cannot be read
   */
  async readAll(): Promise<void> {
    if (this.#isWhole) return;
    for (const section of this.#sections.values()) await section.readAll();
    this.#checkPadding();
    this.#isWhole = true;
    this.#stored.close();
  }

  /** Nothing is read any more: what is not in memory yet is gone. */
  close(): void {
    this.#stored.close();
  }

  /**
   * Reads and checks the sections whose checksums are in the header, as far as all sections' are not.
   * @throws SnapshotError when one is damaged or cannot be read
   */
  readNear(): void {
    const near = nearSections(this.#header.sections);
    for (const { name } of near) this.#section(name).column();
  }

  /**
   * Checks what was not checked yet, and keeps nothing of it.
   * @throws SnapshotError naming section and offset
   */
  verify(check?: SnapshotCheck): void {
    if (!this.#isWhole) this.#verifyBlocks();
    if (check === "structure") this.#verifyStructure();
  }

  /**
   * Checks the lengths of all sections, and has each offset checked when its block is first read: none
   * leads beyond the rows that there are. The contents were checked before.
   * @throws SnapshotError `damaged` when a section has another length than the header says
   */
  guard(): void {
    const table = this.#table(walkBytes, this.contents as WorldContents);
    table.checkLengths();
    for (const [name, bounds] of table.offsets()) this.#section(name).guard(bounds);
  }

  #verifyBlocks(): void {
    const { blockBytes, checksumBytes, sections } = this.#header;
    const longest = sections.reduce((most, { byteLength }) => Math.max(most, byteLength), 0);
    const runBytes = Math.max(runBytesOf(blockBytes), runBytesOf(checksumBytes));
    const scratch = new ArrayBuffer(Math.min(longest, runBytes));
    for (const section of this.#sections.values()) section.verify(scratch);
    this.#checkPadding();
  }

  /**
   * Its sections as columns, of which nothing was read.
   * @param pageBytes what is read at once of a section
   * @throws SnapshotError `damaged` when its contents do not describe a world
   */
  sectionTable(pageBytes: number = walkBytes): SectionTable {
    const { contents, file } = this;
    checkContents(contents, file);
    return this.#table(pageBytes, contents);
  }

  #table(pageBytes: number, contents: WorldContents): SectionTable {
    const columns = this.#header.sections.filter(({ name }) => name !== checksumsName);
    const read = (name: string, start: number, end: number) => this.#section(name).page(start, end);
    const [counts, rows] = [countsOf(contents), columnRowsOf(contents)];
    return new SectionTable(columns, counts, pageBytes, this.file, read, rows);
  }

  #verifyStructure(): void {
    const { blockBytes } = this.#header;
    const isInMemory = [...this.#sections.values()].every(({ isWhole }) => isWhole);
    const pageBytes = isInMemory ? Number.MAX_SAFE_INTEGER : wholeBlocks(walkBytes, blockBytes);
    const table = this.sectionTable(pageBytes);
    // What is read for what follows from a whole world is let go afterwards.
    const source = isInMemory ? this : new Snapshot(this.#stored, this.#crc32);
    structurePart.require().walkWorld(table, this.contents as WorldContents, source);
  }

  #section(name: string): StoredSection {
    const section = this.#sections.get(name);
    if (section === undefined) {
      throw new SnapshotError("damaged", `has no section '${name}': ${again}`, {
        file: this.#stored.file,
        section: name,
      });
    }
    return section;
  }

  /** Bytes between the sections say nothing, so that a change to them is the only one unseen. */
  #checkPadding(): void {
    let end = this.#headerEnd;
    for (const { offset, byteLength } of this.#header.sections) {
      this.#checkZeros(end, offset);
      end = offset + byteLength;
    }
    this.#checkZeros(end, aligned(end));
  }

  #checkZeros(start: number, end: number): void {
    if (readBytes(this.#stored, start, end).every((byte) => byte === 0)) return;
    throw new SnapshotError("damaged", `has bytes where none belong, at ${start}: ${again}`, {
      file: this.#stored.file,
      offset: start,
    });
  }
}

/** Sections whose checksums are in the header have them there, the others in the first section. */
function sectionsOf(
  { sections, blockBytes, checksumBytes }: Header,
  stored: SnapshotBytes,
  context: SectionContext,
): ReadonlyMap<string, StoredSection> {
  const made = new Map<string, StoredSection>();
  const checksumContext = { ...context, blockBytes: checksumBytes };
  let apart: Omit<BlockChecks, "first"> | undefined;
  let first = 0;
  for (const entry of sections) {
    const checks = apart === undefined ? checksInMemory(entry.checks) : { ...apart, first };
    const isChecksums = apart === undefined && entry.name === checksumsName;
    const ownContext = isChecksums ? checksumContext : context;
    const section = new StoredSection(entry, checks, stored, ownContext);
    made.set(entry.name, section);
    if (apart !== undefined) first += blockCount(entry.byteLength, blockBytes);
    else if (isChecksums) {
      apart = { sums: section.lazyRows(), isHere: (row) => section.hasRow(row) };
    }
  }
  return made;
}

function checkedPrelude(stored: SnapshotBytes, crc32: Crc32): Prelude {
  const { file, byteLength } = stored;
  const first = readBytes(stored, 0, Math.min(preludeBytes, byteLength));
  const prelude = readPrelude(first, crc32, file);
  const { fileBytes, headerBytes } = prelude;
  if (fileBytes > byteLength) {
    const lost = `${fileBytes - byteLength} of its ${fileBytes} bytes are missing`;
    throw new SnapshotError("truncated", `${lost}: copy it once more, or ${again}`, {
      file,
      offset: byteLength,
    });
  }
  if (fileBytes < byteLength || preludeBytes + headerBytes + endBytes > fileBytes) {
    throw new SnapshotError("damaged", `is ${byteLength} bytes long, not ${fileBytes}: ${again}`, {
      file,
      offset: fileBytes,
    });
  }
  if (!isEndMark(readBytes(stored, fileBytes - endBytes, fileBytes), fileBytes)) {
    throw new SnapshotError("truncated", `its end was never written or is damaged: ${again}`, {
      file,
      offset: fileBytes - endBytes,
    });
  }
  return prelude;
}

function checkedHeader(stored: SnapshotBytes, prelude: Prelude, crc32: Crc32): Header {
  const { file } = stored;
  const bytes = readBytes(stored, preludeBytes, preludeBytes + prelude.headerBytes);
  if (crc32(bytes) !== prelude.headerCheck) {
    throw new SnapshotError("damaged", `its header is damaged: ${again}`, {
      file,
      offset: preludeBytes,
    });
  }
  return decodeHeader(bytes, prelude, file);
}

function readBytes(stored: SnapshotBytes, start: number, end: number): Uint8Array {
  const bytes = new Uint8Array(end - start);
  stored.read(bytes, start);
  return bytes;
}
