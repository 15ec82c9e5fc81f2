/** Arrow: files (Feather 2) and streams, a batch of rows after the other. */

import type { Codec, DataType, Table } from "@uwdata/flechette";
import { LoadError } from "../../errors/errors.ts";
import { causeExcerpt } from "../../errors/excerpts.ts";
import { isBomb } from "../bytes/byte-blocks.ts";
import type { InputFile } from "../bytes/file-tree.ts";
import { textOf } from "../bytes/native.ts";
import type { Cell } from "../held/cells.ts";
import type { Contents } from "../held/contents.ts";
import { wholeOf } from "../held/file-slices.ts";
import { unpackLz4Frame } from "./byte-walk.ts";
import { compressorsFor, decimalOf, momentIn, needed, plainCell } from "./column-cells.ts";

const options = { useBigInt: true, useDecimalInt: true, useBigIntTimestamp: true } as const;

async function packageFor(file: string) {
  try {
    return await import("@uwdata/flechette");
  } catch (error) {
    throw needed("@uwdata/flechette", file, error);
  }
}

/** @throws LoadError if it cannot be read, or its package is not installed. */
export async function openArrow(input: InputFile): Promise<Contents> {
  const { path } = input;
  const arrow = await packageFor(path);
  const bytes = await wholeOf(input);
  const own = new Uint8Array(bytes);
  requireEnd(own, path);
  const table = await tableOf(arrow, own, path);
  const { Type } = arrow;
  const cellsOf = table.schema.fields.map(({ type }) => cellOf(type, Type));
  const rows = function* (): Generator<readonly Cell[]> {
    yield table.names.map(String);
    const columns = table.names.map((_, at) => table.getChildAt(at));
    for (let row = 0; row < table.numRows; row++) {
      yield reading(path, () => columns.map((column, at) => cellsOf[at]!(column.at(row))));
    }
  };
  return { tables: [{ rows }] };
}

const fileMark = "ARROW1";

/** The package reads a file as far as it goes. @throws LoadError if its end is not there. */
function requireEnd(bytes: Uint8Array, file: string): void {
  const isFile = textOf(bytes, 0, Math.min(bytes.length, fileMark.length)) === fileMark;
  const end = bytes.subarray(isFile ? -fileMark.length : -4);
  const isWhole = isFile
    ? textOf(end, 0, end.length) === fileMark && bytes.length > 2 * fileMark.length
    : end.length === 4 && end.every((byte) => byte === 0);
  if (!isWhole) throw new LoadError("is no Arrow, or is cut off", { file });
  reading(file, () => requireSoundLists(bytes, isFile));
}

function reading<Made>(file: string, read: () => Made): Made {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof LoadError) throw cause;
    const problem = `is no Arrow that can be read${causeExcerpt(cause)}`;
    throw new LoadError(problem, { file }, { cause });
  }
}

type ArrowPackage = typeof import("@uwdata/flechette");
type Unpack = (bytes: Uint8Array, length: number) => Uint8Array;

/** @throws LoadError if it cannot be read, or the package for what compresses it is not installed. */
async function tableOf(arrow: ArrowPackage, bytes: Uint8Array, file: string): Promise<Table> {
  try {
    return withCodecs(arrow, bytes, {}, file);
  } catch (error) {
    if (!(error instanceof Error) || !/codec.*zstd/i.test(error.message)) {
      return reading(file, () => {
        throw error;
      });
    }
  }
  const { ZSTD: zstd } = await compressorsFor(file);
  return reading(file, () => withCodecs(arrow, bytes, { zstd }, file));
}

/** The package has one codec for all who use it, so each is there for this one file alone. */
function withCodecs(
  arrow: ArrowPackage,
  bytes: Uint8Array,
  { zstd }: { readonly zstd?: Unpack | undefined },
  file: string,
): Table {
  let expanded = 0;
  const bounded = (unpack: Unpack): Codec => ({
    decode: (packed, length) => {
      expanded += length;
      if (length < 0 || isBomb(expanded, bytes.length)) {
        throw new LoadError("expands too much", { file });
      }
      const whole = unpack(packed, length);
      if (whole.length !== length) throw new Error("a part has another size than it says");
      // Numbers of 64 bits begin at a multiple of eight bytes.
      return whole.byteOffset % 8 === 0 ? whole : whole.slice();
    },
    encode: (plain) => plain,
  });
  const { CompressionType: types, getCompressionCodec: codecOf, setCompressionCodec } = arrow;
  const own = [
    [types.LZ4_FRAME, unpackLz4Frame],
    [types.ZSTD, zstd],
  ] as const;
  const before = own.map(([type]) => codecOf(type));
  for (const [type, unpack] of own) if (unpack) setCompressionCodec(type, bounded(unpack));
  try {
    const table = arrow.tableFromIPC(bytes, options);
    // A row takes a bit at least.
    if (table.numRows > 8 * (bytes.length + expanded)) {
      throw new LoadError("says more rows than it can hold", { file });
    }
    return table;
  } finally {
    for (const [at, [type]] of own.entries()) setCompressionCodec(type, before[at] as Codec);
  }
}

type Types = typeof import("@uwdata/flechette")["Type"];

function cellOf(type: DataType, types: Types): (value: unknown) => Cell {
  const ofValue = plainCellOf(type, types);
  return (value) => (value === null || value === undefined ? undefined : ofValue(value));
}

function plainCellOf(type: DataType, types: Types): (value: unknown) => Cell {
  if (type.typeId === types.Dictionary && "dictionary" in type)
    return plainCellOf(type.dictionary, types);
  if (type.typeId === types.Timestamp && "unit" in type) {
    const digits = Number(type.unit) * 3;
    return (value) => momentIn(BigInt(value as bigint), digits);
  }
  if (type.typeId === types.Date) return (value) => momentIn(BigInt(value as number), 3);
  if (type.typeId === types.Decimal && "scale" in type) {
    const { scale } = type;
    return (value) => decimalOf(BigInt(value as bigint), scale);
  }
  return plainCell;
}

const damaged = (what: string) => new Error(what);

/** Fields within fields. */
const depthMost = 64;
const unionType = 14;

/** Where a field of a table lies; undefined if the table does not have it. */
type FieldAt = (field: number) => number | undefined;

class Lists {
  readonly #bytes: Uint8Array;
  /** Entries of all lists together: each takes bytes of the file. */
  #left: number;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#left = bytes.length;
  }

  file(): void {
    const footer = this.#bytes.length - 10;
    const get = this.#table(footer - this.#int(footer));
    this.#schema(get(6));
    for (const field of [8, 10]) {
      this.#list(get(field), 24, (at) => this.#message(this.#long(at)));
    }
    this.#list(get(12), 4);
  }

  stream(): void {
    for (let at: number | undefined = 0; at !== undefined; ) at = this.#message(at);
  }

  /** @returns where the next one begins */
  #message(start: number): number | undefined {
    const isLong = this.#int(start) === -1;
    const at = start + (isLong ? 8 : 4);
    const size = this.#int(at - 4);
    if (size === 0) return undefined;
    if (size < 0 || at + size > this.#bytes.length) throw damaged("a message has no such size");
    const get = this.#table(at);
    const [kind, header, body] = [get(6), get(8), get(10)];
    const bodySize = body === undefined ? 0 : this.#long(body);
    if (bodySize < 0) throw damaged("a message has no such size");
    const type = kind === undefined ? 0 : this.#bytes[kind];
    if (type === 1) this.#schema(header);
    else if (type === 2 && header !== undefined) this.#batch(this.#table(header)(6));
    else if (type === 3) this.#batch(header);
    return at + size + bodySize;
  }

  #batch(at: number | undefined): void {
    if (at === undefined) return;
    const get = this.#table(at);
    // A value takes a bit at least; what is compressed may expand.
    const isPacked = get(10) !== undefined;
    this.#list(get(6), 16, (node) => {
      const bytes = this.#long(node) / 8;
      if (isPacked ? isBomb(bytes, this.#bytes.length) : bytes > this.#bytes.length) {
        throw damaged("says more rows than it can hold");
      }
    });
    this.#list(get(8), 16);
    this.#list(get(12), 8);
  }

  #schema(at: number | undefined): void {
    if (at === undefined) return;
    const get = this.#table(at);
    this.#list(get(6), 4, (field) => this.#field(field, 0));
    this.#list(get(8), 4);
  }

  #field(at: number, depth: number): void {
    if (depth > depthMost) throw damaged("fields are too deep");
    const get = this.#table(at);
    const [kind, type] = [get(8), get(10)];
    const isUnion = kind !== undefined && this.#bytes[kind] === unionType;
    if (isUnion && type !== undefined) this.#list(this.#table(type)(6), 4);
    this.#list(get(14), 4, (child) => this.#field(child, depth + 1));
    this.#list(get(16), 4);
  }

  #list(at: number | undefined, size: number, visit?: (entry: number) => unknown): void {
    if (at === undefined) return;
    const base = at + this.#int(at);
    const count = this.#int(base);
    this.#left -= Math.max(count, 0);
    if (base + 4 + count * size > this.#bytes.length || this.#left < 0)
      throw damaged("a list is longer than its file");
    for (let entry = 0; visit !== undefined && entry < count; entry++)
      visit(base + 4 + entry * size);
  }

  #table(at: number): FieldAt {
    const start = at + this.#int(at);
    const fields = start - this.#int(start);
    const size = this.#short(fields);
    return (field) => {
      const offset = field < size ? this.#short(fields + field) : 0;
      return offset === 0 ? undefined : start + offset;
    };
  }

  #short(at: number): number {
    return ((this.#bytes[at]! | (this.#bytes[at + 1]! << 8)) << 16) >> 16;
  }

  #long(at: number): number {
    return (this.#int(at) >>> 0) + this.#int(at + 4) * 2 ** 32;
  }

  /** As the package reads it: bytes that are not there are zeros. */
  #int(at: number): number {
    const bytes = this.#bytes;
    return bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
  }
}

/**
 * Arrow's own description is checked before its package reads it: of a forged length of a list the package makes a loop
 * of thousands of millions, and a forged size of a message leads it back to where it was.
 *
 * @throws Error if a list or a message is not as long as it says.
 */
export function requireSoundLists(bytes: Uint8Array, isFile: boolean): void {
  const lists = new Lists(bytes);
  if (isFile) lists.file();
  else lists.stream();
}
