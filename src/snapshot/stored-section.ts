/** One section of a snapshot: its memory, and which of its blocks were read and checked. */

import { SnapshotError } from "../errors/errors.ts";
import {
  type Column,
  type ColumnArena,
  type LazyRows,
  wholeRows,
} from "../store/columns/column-source.ts";
import type { Crc32 } from "../store/columns/crc32.ts";
import { again, columnOver, elementBytes } from "./format.ts";
import { blockCount, type SectionEntry } from "./header.ts";
import type { OffsetBounds } from "./section-table.ts";
import type { MemoryPlace, SnapshotBytes } from "./snapshot-bytes.ts";

/** Few calls of the system, and the checksums are taken from the processor's cache. */
const runBytes = 1 << 18;

/** Bytes that are read at once at most. */
export function runBytesOf(blockBytes: number): number {
  return wholeBlocks(runBytes, blockBytes);
}

/** As many blocks as fit into so many bytes, one at least. */
export function wholeBlocks(bytes: number, blockBytes: number): number {
  return Math.max(blockBytes, bytes - (bytes % blockBytes));
}

/** More than one of so many blocks is much of a section. */
const muchRead = 8;

/** Blocks first … last - 1 of a section, unchecked and side by side. */
interface Run {
  readonly first: number;
  readonly last: number;
}

/** What the sections of a snapshot have in common. */
export interface SectionContext {
  readonly blockBytes: number;
  readonly crc32: Crc32;
  /** Where what is read goes. */
  readonly arena: ColumnArena;
}

/** Checksums of blocks; that of a section's first block is in row `first`. */
export interface BlockChecks {
  readonly sums: LazyRows;
  readonly first: number;
  /** Can a row be read now? If not, it is wanted. */
  readonly isHere: (row: number) => boolean;
}

/** Checksums that are all in memory. */
export function checksInMemory(sums: Uint32Array): BlockChecks {
  return { sums: wholeRows(sums), first: 0, isHere: () => true };
}

export class StoredSection {
  readonly #entry: SectionEntry;
  readonly #checks: BlockChecks;
  readonly #stored: SnapshotBytes;
  readonly #blockBytes: number;
  readonly #crc32: Crc32;
  readonly #arena: ColumnArena;
  readonly #inPlace: MemoryPlace | undefined;
  /** 1 for a block that may be used. */
  readonly #checked: Uint8Array;
  #uncheckedCount: number;
  #offsets: OffsetBounds | undefined;
  #memory: MemoryPlace | undefined;
  #rows: Column | undefined;

  constructor(
    entry: SectionEntry,
    checks: BlockChecks,
    stored: SnapshotBytes,
    { blockBytes, crc32, arena }: SectionContext,
  ) {
    this.#entry = entry;
    this.#checks = checks;
    this.#stored = stored;
    this.#blockBytes = blockBytes;
    this.#crc32 = crc32;
    this.#arena = arena;
    this.#inPlace = stored.inPlace(entry.offset, elementBytes(entry.type));
    this.#memory = this.#inPlace;
    this.#uncheckedCount = blockCount(entry.byteLength, blockBytes);
    this.#checked = new Uint8Array(this.#uncheckedCount);
  }

  /**
   * Checks each offset when its block is first read: a checksum shows damage, not intent, and a forged
   * number could keep a question busy for hours.
   */
  guard(offsets: OffsetBounds): void {
    this.#offsets = offsets;
  }

  get isWhole(): boolean {
    return this.#uncheckedCount === 0;
  }

  /** Reads bytes [start, end). @throws SnapshotError when a block is damaged or cannot be read */
  need(start: number, end: number): void {
    if (this.#uncheckedCount === 0 || start >= end) return;
    let first = Math.floor(start / this.#blockBytes);
    const last = Math.floor((end - 1) / this.#blockBytes);
    while (first <= last && this.#checked[first] === 1) first++;
    if (first > last) return;
    // Where many blocks were needed, others around them will be: reading several costs little more.
    const isNear = this.#stored.isAbsent === undefined && this.#isMuchRead();
    const step = isNear ? runBytesOf(this.#blockBytes) / this.#blockBytes : 1;
    const stop = Math.min(this.#checked.length, last + step - (last % step));
    for (const run of this.#runs(first - (first % step), stop)) this.#fill(run);
  }

  #isMuchRead(): boolean {
    const blocks = this.#checked.length;
    return (blocks - this.#uncheckedCount) * muchRead > blocks;
  }

  /** Can the block of a row be read now? If not, it is wanted. */
  hasRow(row: number): boolean {
    const start = row * elementBytes(this.#entry.type);
    this.need(start, start + 1);
    return this.#checked[Math.floor(start / this.#blockBytes)] === 1;
  }

  /** The whole section. @throws SnapshotError as `need` */
  column(): Column {
    this.need(0, this.#entry.byteLength);
    return this.#allRows();
  }

  /** As soon as it can be read. @throws SnapshotError (rejects) as `need` */
  async readAll(): Promise<void> {
    for (const run of this.#runs(0, this.#checked.length)) {
      await this.#stored.ready(this.#positionOf(run.first) + this.#bytesOf(run));
      this.#fill(run);
    }
  }

  lazyRows(): LazyRows {
    const section = this;
    const rows = this.#allRows();
    const size = rows.BYTES_PER_ELEMENT;
    const isEven = this.#blockBytes % size === 0;
    return {
      rows,
      pieceLength: isEven ? this.#blockBytes / size : undefined,
      get isWhole() {
        return section.isWhole;
      },
      need: (start, end) => this.need(start * size, end * size),
      hasRow: (row) => this.hasRow(row),
    };
  }

  /**
   * Checks what was not checked yet, and does not keep it.
   * @param scratch of `runBytesOf` a block
   * @throws SnapshotError as `need`
   */
  verify(scratch: ArrayBuffer): void {
    for (const run of this.#runs(0, this.#checked.length)) {
      if (this.#inPlace !== undefined) this.#accept(run);
      else {
        const target = new Uint8Array(scratch, 0, this.#bytesOf(run));
        this.#stored.read(target, this.#positionOf(run.first));
        this.#check(run, { buffer: scratch, byteOffset: 0 });
      }
    }
  }

  /**
   * Rows [start, end), checked. What is not in memory is read anew, and not kept.
   * @throws SnapshotError as `need`
   */
  page(start: number, end: number): Column {
    const { type, byteLength } = this.#entry;
    const size = elementBytes(type);
    if (this.#inPlace !== undefined || this.isWhole) return this.column().subarray(start, end);
    const from = start * size;
    const to = Math.min(end * size, byteLength);
    const first = Math.floor(from / this.#blockBytes);
    const run = { first, last: Math.ceil(to / this.#blockBytes) };
    const bytes = new Uint8Array(this.#bytesOf(run));
    this.#stored.read(bytes, this.#positionOf(first));
    this.#check(run, bytes);
    const offset = from - first * this.#blockBytes;
    const isAskew = offset % size !== 0;
    const { buffer } = isAskew ? bytes.slice(offset) : bytes;
    return columnOver(type, buffer, isAskew ? 0 : offset, to - from);
  }

  #allRows(): Column {
    if (this.#rows === undefined) {
      const { buffer, byteOffset } = this.#place();
      const { type, byteLength } = this.#entry;
      this.#rows = columnOver(type, buffer, byteOffset, byteLength);
    }
    return this.#rows;
  }

  #fill(run: Run): void {
    if (this.#inPlace === undefined) {
      this.#stored.read(this.#view(run, this.#place()), this.#positionOf(run.first));
    }
    this.#accept(run);
  }

  #accept(run: Run): void {
    const { buffer, byteOffset } = this.#place();
    this.#check(run, { buffer, byteOffset: byteOffset + run.first * this.#blockBytes });
    if (this.#offsets !== undefined) this.#checkOffsets(run, this.#offsets);
    for (let block = run.first; block < run.last; block++) {
      this.#uncheckedCount -= 1 - (this.#checked[block] ?? 0);
      this.#checked[block] = 1;
    }
  }

  /** @param at where the first block of the run lies */
  #check({ first, last }: Run, { buffer, byteOffset }: MemoryPlace): void {
    const { name } = this.#entry;
    const { sums, first: firstSum } = this.#checks;
    sums.need(firstSum + first, firstSum + last);
    for (let block = first; block < last; block++) {
      const length = this.#bytesOf({ first: block, last: block + 1 });
      const start = byteOffset + (block - first) * this.#blockBytes;
      const sum = sums.rows[firstSum + block];
      if (this.#crc32(new Uint8Array(buffer, start, length)) === sum) continue;
      const offset = this.#positionOf(block);
      throw new SnapshotError(
        "damaged",
        `section '${name}' is damaged in the ${length} bytes from ${offset}: ${again}`,
        { file: this.#stored.file, section: name, offset },
      );
    }
  }

  /** @throws SnapshotError for an offset that leads beyond all rows */
  #checkOffsets(run: Run, { stride, most }: OffsetBounds): void {
    const rows = this.#allRows();
    const size = rows.BYTES_PER_ELEMENT;
    const from = run.first * this.#blockBytes;
    const end = Math.ceil((from + this.#bytesOf(run)) / size);
    let row = Math.ceil(Math.floor(from / size) / stride) * stride;
    while (row < end && (rows[row] ?? most) <= most) row += stride;
    if (row >= end) return;
    const { name, offset } = this.#entry;
    const message = `row ${row} of section '${name}' cannot be true: it was forged or damaged`;
    const where = { file: this.#stored.file, section: name, offset: offset + row * size };
    throw new SnapshotError("damaged", message, where);
  }

  *#runs(from: number, to: number): Iterable<Run> {
    const blocksMax = runBytesOf(this.#blockBytes) / this.#blockBytes;
    for (let first = from; first < to; ) {
      let last = first;
      while (last < to && last - first < blocksMax && this.#isDue(last, to)) last++;
      if (last > first) yield { first, last };
      first = Math.max(last, first + 1);
    }
  }

  /** Is a block to be read now? Another one may wait for more than the block itself: [block, to). */
  #isDue(block: number, to: number): boolean {
    if (this.#checked[block] !== 0) return false;
    if (this.#stored.isAbsent === undefined) return true;
    const isAbsent = this.#stored.isAbsent({
      position: this.#positionOf(block),
      byteLength: this.#bytesOf({ first: block, last: block + 1 }),
      wantedEnd: this.#positionOf(block) + this.#bytesOf({ first: block, last: to }),
      sectionEnd: this.#positionOf(0) + this.#entry.byteLength,
    });
    const { first, isHere } = this.#checks;
    return isHere(first + block) && !isAbsent;
  }

  #view(run: Run, { buffer, byteOffset }: MemoryPlace): Uint8Array {
    return new Uint8Array(buffer, byteOffset + run.first * this.#blockBytes, this.#bytesOf(run));
  }

  #positionOf(block: number): number {
    return this.#entry.offset + block * this.#blockBytes;
  }

  /** Length of a run: the last block of a section may be a short one. */
  #bytesOf({ first, last }: Run): number {
    return Math.min(last * this.#blockBytes, this.#entry.byteLength) - first * this.#blockBytes;
  }

  #place(): MemoryPlace {
    // Eight-byte elements suit every type, and a section of them may have more than 4 GiB.
    this.#memory ??= this.#arena.column(Float64Array, Math.ceil(this.#entry.byteLength / 8));
    return this.#memory;
  }
}
