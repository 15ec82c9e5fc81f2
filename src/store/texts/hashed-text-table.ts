/**
 * A text table with a hash index, for what is looked up by text all the time.
 *
 *   slots   0   t7|3   0   t2|1   …      open addressing: id + 1 in the low bits, bits of the
 *                                        text's hash above them, 0 is free
 *
 * The bits of the hash differ for nearly all other texts, so that the index can be four fifths full
 * and still compare one text only: 5 bytes per text.
 */

import {
  type Column,
  type ColumnSource,
  FrozenColumns,
  LateColumn,
  releaseScratch,
} from "../columns/index.ts";
import { TextTable, textColumnNames } from "./text-table.ts";
import { hashBytes, Utf8Scratch } from "./utf8.ts";

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
