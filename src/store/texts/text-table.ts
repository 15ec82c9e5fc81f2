/**
 * Texts as UTF-8 bytes in byte order, numbered densely: a smaller id is a smaller text. Not strings
 * in a Map: a Map stops at 16.7 million entries and one string at 512 MB.
 *
 *   bytes        c o u n t r y / g e o I d …     all texts, one after the other
 *   lengths      8       5   6   255 …           u8 per text; 255 means 255 or more
 *   blocks       0               190 …           where the first text of every 16 begins
 *   longIds      3 …                             texts of 255 bytes or more, ascending,
 *   longLengths  3048 …                          and their lengths
 *
 * A text begins where its block does plus the lengths before it: 1.25 bytes per text and a few
 * additions instead of 4 bytes.
 */

import {
  type Column,
  type ColumnSource,
  FrozenColumns,
  hasForFar,
  LateColumn,
} from "../columns/column-source.ts";
import { lowerBound } from "../columns/kernels.ts";
import { releaseScratch, scratchColumn } from "../columns/scratch.ts";
import { PackedTexts, Samples } from "./far-texts.ts";
import { compareBytes, hashBytes, type Utf8Reader, Utf8Scratch, utf8Reader } from "./utf8.ts";

/** log2 of the texts in a block. */
export const blockBits = 4;
export const blockMask: number = (1 << blockBits) - 1;
/** In the column of lengths: the length is in a table of its own. */
export const isLong = 255;
/** The last parts of the names of its columns. */
export const textColumnNames = ["bytes", "lengths", "blocks", "longIds", "longLengths"] as const;
/** Texts of a group are read together, unless they are longer than this. */
const groupBytesMax = 1 << 17;
/** Offsets are 32-bit, and no array is longer. */
export const bytesMax = 0xffff_ffff;
/** Far away, so many bytes are fetched on either side of where a text probably lies. */
const farRoom = 1 << 11;

/** The columns of a table, and how many texts it has. */
export interface TextRows {
  readonly count: number;
  readonly bytes: Uint8Array;
  readonly lengths: Uint8Array;
  readonly blocks: Uint32Array;
  readonly longIds: Uint32Array;
  readonly longLengths: Uint32Array;
}

/** Is shown bytes [start, end) of a text. */
export type TakeBytes = (bytes: Uint8Array, start: number, end: number) => void;

/** Texts found by binary search. */
export class TextTable {
  readonly count: number;
  readonly #scratch = new Utf8Scratch();
  readonly #bytes: LateColumn<Uint8Array>;
  readonly #lengths: LateColumn<Uint8Array>;
  readonly #blocks: LateColumn<Uint32Array>;
  readonly #longIds: LateColumn<Uint32Array>;
  readonly #longLengths: LateColumn<Uint32Array>;
  /** Of a snapshot that lies elsewhere: where the bytes of groups of texts lie. */
  readonly #groups: Samples | undefined;
  /** And texts that stand between one group and the next. */
  readonly #fences: PackedTexts | undefined;
  #read: Utf8Reader | undefined;

  private constructor(source: ColumnSource, name: string, count: number, farName: string) {
    this.count = count;
    this.#bytes = new LateColumn(source, `${name}.bytes`);
    this.#lengths = new LateColumn(source, `${name}.lengths`);
    this.#blocks = new LateColumn(source, `${name}.blocks`);
    this.#longIds = new LateColumn(source, `${name}.longIds`);
    this.#longLengths = new LateColumn(source, `${name}.longLengths`);
    const [starts, fences] = [`${farName}.starts`, `${farName}.fences`];
    this.#groups = hasForFar(source, starts) ? new Samples(source, starts, count) : undefined;
    const isFenced = hasForFar(source, `${fences}.ends`);
    this.#fences = isFenced ? new PackedTexts(source, fences) : undefined;
  }

  /**
   * The table whose columns were written under a name; `count` is its number of texts.
   *
   * @param farName what the columns for readers far away are called in front of their own names
   */
  static readFrom(
    source: ColumnSource,
    name: string,
    count: number,
    farName: string = name,
  ): TextTable {
    return new TextTable(source, name, count, farName);
  }

  /** Is a text found without an index in as few rounds as with one? */
  get isFenced(): boolean {
    return this.#fences !== undefined && this.#groups !== undefined;
  }

  get byteLength(): number {
    return (
      this.#bytes.rowsIn(0, 0).byteLength +
      this.#lengths.rows.byteLength +
      this.#blocks.rows.byteLength +
      this.#longIds.rows.byteLength +
      this.#longLengths.rows.byteLength
    );
  }

  textOf(id: number): string {
    const start = this.#startOf(id);
    const end = start + this.#lengthOf(id);
    const bytes = this.#bytes.rowsIn(start, end);
    this.#read ??= utf8Reader(bytes);
    return this.#read(start, end);
  }

  /** Was the length of a text fetched? See `LazyRows`. */
  hasText(id: number): boolean {
    return this.#lengths.hasRow(id);
  }

  /** Shows where the bytes of a text lie. */
  bytesOf(id: number, take: TakeBytes): void {
    const start = this.#startOf(id);
    const end = start + this.#lengthOf(id);
    take(this.#bytes.rowsIn(start, end), start, end);
  }

  /** Id of a text, or undefined. */
  idOf(text: string): number | undefined {
    const length = this.#scratch.write(text);
    if (length < 0) return undefined;
    const id = this.lowerBoundOf(this.#scratch.bytes, length);
    return id < this.count && this.compareTo(id, this.#scratch.bytes, length) === 0
      ? id
      : undefined;
  }

  /** First id whose text is not below bytes [0, length). */
  lowerBoundOf(bytes: Uint8Array, length: number): number {
    let low = 0;
    let high = this.count;
    if (this.#fences !== undefined && this.#groups !== undefined) {
      [low, high] = this.#groupOf(this.#fences.countUpTo(bytes, length) - 1, this.#groups);
    }
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.compareTo(middle, bytes, length) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Ids of texts that begin with a text, ascending and at most `most`; none while they are not here yet. */
  beginningWith(text: string, most: number): number[] {
    const length = this.#scratch.write(text);
    const first = length < 0 ? this.count : this.lowerBoundOf(this.#scratch.bytes, length);
    const ids: number[] = [];
    if (first < this.count && !this.hasText(first)) return ids;
    // All are read before one is compared, so that they are fetched together.
    const end = Math.min(this.count, first + most);
    for (let id = first; id < end; id++) ids.push(id);
    const texts = ids.map((id) => this.textOf(id));
    return ids.filter((_, at) => texts[at]!.startsWith(text));
  }

  /** Order of text `id` against bytes [0, length). */
  compareTo(id: number, bytes: Uint8Array, length: number): number {
    const start = this.#startOf(id);
    const end = start + this.#lengthOf(id);
    return compareBytes(this.#bytes.rowsIn(start, end), start, end, bytes, 0, length);
  }

  /** The texts of a group, read together. */
  #groupOf(group: number, groups: Samples): [first: number, end: number] {
    if (group < 0) return [0, 0];
    const first = group * 2 ** groups.bits;
    const end = Math.min(this.count, first + 2 ** groups.bits);
    const span = groups.spanOf(group);
    this.#lengths.wish(first, end);
    this.#blocks.wish(first >>> blockBits, ((end - 1) >>> blockBits) + 1);
    if (span.end - span.start <= groupBytesMax) this.#bytes.wish(span.start, span.end);
    return [first, end];
  }

  /** Hashes of all texts, in the order of their ids. */
  hashes(): Int32Array {
    const bytes = this.#bytes.rows;
    const hashes = scratchColumn(Int32Array, this.count);
    let start = 0;
    for (let id = 0; id < this.count; id++) {
      const end = start + this.#lengthOf(id);
      hashes[id] = hashBytes(bytes, start, end);
      start = end;
    }
    return hashes;
  }

  /** All columns, read as a whole. */
  get rows(): TextRows {
    return {
      count: this.count,
      bytes: this.#bytes.rows,
      lengths: this.#lengths.rows,
      blocks: this.#blocks.rows,
      longIds: this.#longIds.rows,
      longLengths: this.#longLengths.rows,
    };
  }

  #startOf(id: number): number {
    if (this.#groups !== undefined && this.#bytes.takesWishes) {
      const { start, end } = this.#groups.near(id, farRoom);
      this.#bytes.wish(start, end);
    }
    const block = id >>> blockBits;
    const first = id - (id & blockMask);
    const lengths = this.#lengths.rowsIn(first, id + 1);
    let start = this.#blocks.rowsIn(block, block + 1)[block]!;
    for (let before = first; before < id; before++) {
      const length = lengths[before]!;
      start += length === isLong ? this.#longLengthOf(before) : length;
    }
    return start;
  }

  #lengthOf(id: number): number {
    const length = this.#lengths.rowsIn(id, id + 1)[id]!;
    return length === isLong ? this.#longLengthOf(id) : length;
  }

  #longLengthOf(id: number): number {
    const ids = this.#longIds.rows;
    return this.#longLengths.rows[lowerBound(ids, id, 0, ids.length)]!;
  }
}

/** How many blocks so many texts have. */
export function blocksOf(count: number): number {
  return Math.ceil(count / (blockMask + 1));
}

// A text table with a hash index, for what is looked up by text all the time.
//
//   slots   0   t7|3   0   t2|1   …      open addressing: id + 1 in the low bits, bits of the
//                                        text's hash above them, 0 is free
//
// The bits of the hash differ for nearly all other texts, so that the index can be four fifths full
// and still compare one text only: 5 bytes per text.

const slotsPerText = 1.25;

/** Texts to be hashed into slots, which are zeros. */
export interface IndexShare {
  readonly kind: "index";
  /** Columns of the texts in the order of `textColumnNames`. */
  readonly texts: readonly Column[];
  readonly count: number;
  readonly slots: Uint32Array;
}

export class HashedTextTable {
  readonly texts: TextTable;
  readonly #scratch = new Utf8Scratch();
  readonly #idBits: number;
  readonly #slots: LateColumn<Uint32Array>;
  readonly #slotCount: number;

  private constructor(source: ColumnSource, name: string, texts: TextTable) {
    this.texts = texts;
    this.#slots = new LateColumn(source, `${name}.slots`);
    this.#slotCount = slotCountOf(texts.count);
    this.#idBits = idBitsOf(texts.count);
  }

  static readFrom(
    source: ColumnSource,
    name: string,
    count: number,
    farName: string = name,
  ): HashedTextTable {
    return new HashedTextTable(source, name, TextTable.readFrom(source, name, count, farName));
  }

  /** A table whose other columns lie under a name; its index is made by `share`. */
  static prepare(
    columns: FrozenColumns,
    name: string,
    { count }: TextTable,
  ): { table: HashedTextTable; share: IndexShare } {
    const slots = columns.make(`${name}.slots`, Uint32Array, slotCountOf(count));
    const texts = textColumnNames.map((part) => columns.column(`${name}.${part}`));
    const table = HashedTextTable.readFrom(columns, name, count);
    return { table, share: { kind: "index", texts, count, slots } };
  }

  /** Adds the index to the columns of a table that lie there under a name. */
  static index(columns: FrozenColumns, name: string, texts: TextTable): HashedTextTable {
    const { table, share } = HashedTextTable.prepare(columns, name, texts);
    indexShare(share);
    return table;
  }

  get byteLength(): number {
    return this.texts.byteLength + this.#slots.rows.byteLength;
  }

  /** Id of a text, or undefined: one hash and usually one comparison. */
  idOf(text: string): number | undefined {
    // Slots lie anywhere, and lead anywhere: a round of reads each.
    if (this.texts.isFenced) return this.texts.idOf(text);
    const length = this.#scratch.write(text);
    if (length < 0) return undefined;
    const { bytes } = this.#scratch;
    const size = this.#slotCount;
    const idMask = idMaskOf(this.#idBits);
    const hash = hashBytes(bytes, 0, length);
    const tag = tagOf(hash, this.#idBits);
    let slot = slotOf(hash, size);
    for (let stored = this.#slotAt(slot); stored !== 0; stored = this.#slotAt(slot)) {
      const id = ((stored & idMask) >>> 0) - 1;
      if ((stored & ~idMask) === tag && this.texts.compareTo(id, bytes, length) === 0) {
        return id;
      }
      slot = slot + 1 === size ? 0 : slot + 1;
    }
    return undefined;
  }

  #slotAt(slot: number): number {
    return this.#slots.rowsIn(slot, slot + 1)[slot]!;
  }
}

/** Kernel: fills the slots. */
export function indexShare({ texts, count, slots }: IndexShare): void {
  const columns = new FrozenColumns();
  for (const [at, part] of textColumnNames.entries()) columns.keep(`texts.${part}`, texts[at]!);
  const hashes = TextTable.readFrom(columns, "texts", count).hashes();
  const size = slots.length;
  const idBits = idBitsOf(count);
  for (let id = 0; id < hashes.length; id++) {
    let slot = slotOf(hashes[id]!, size);
    while (slots[slot] !== 0) slot = slot + 1 === size ? 0 : slot + 1;
    slots[slot] = (tagOf(hashes[id]!, idBits) | (id + 1)) >>> 0;
  }
  releaseScratch(hashes);
}

/** How an index of so many texts lies: what a reader looks for, and where it begins. */
export function slotLayout(texts: number): {
  readonly size: number;
  readonly idMask: number;
  readonly slotOf: (hash: number) => number;
  readonly storedOf: (hash: number, id: number) => number;
} {
  const size = slotCountOf(texts);
  const idBits = idBitsOf(texts);
  return {
    size,
    idMask: idMaskOf(idBits),
    slotOf: (hash) => slotOf(hash, size),
    storedOf: (hash, id) => (tagOf(hash, idBits) | (id + 1)) >>> 0,
  };
}

function slotCountOf(texts: number): number {
  return Math.ceil(texts * slotsPerText) + 1;
}

/** Bits that ids plus one need. */
function idBitsOf(count: number): number {
  return 32 - Math.clz32(count);
}

function idMaskOf(idBits: number): number {
  return idBits === 32 ? -1 : (1 << idBits) - 1;
}

/** The lowest bits of a hash, above the bits of an id. */
function tagOf(hash: number, idBits: number): number {
  return (hash << idBits) & ~idMaskOf(idBits);
}

/** Where a hash belongs: its share of the whole range by its highest bits, so any size will do. */
function slotOf(hash: number, size: number): number {
  return ((hash >>> 0) * (size / 2 ** 32)) >>> 0;
}
