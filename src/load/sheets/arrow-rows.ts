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
import { needed } from "../held/needed-package.ts";
import { requireSoundLists } from "./arrow-lists.ts";
import { unpackLz4Frame } from "./byte-walk.ts";
import { decimalText, momentIn, plainCell } from "./column-cells.ts";

const options = { useBigInt: true, useDecimalInt: true, useBigIntTimestamp: true } as const;

/** @throws LoadError if it cannot be read, or its package is not installed. */
export async function openArrow(input: InputFile): Promise<Contents> {
  const { path } = input;
  const arrow = await import("@uwdata/flechette").catch(needed("@uwdata/flechette", path));
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
  const { compressors } = await import("hyparquet-compressors").catch(
    needed("hyparquet-compressors", file),
  );
  return reading(file, () => withCodecs(arrow, bytes, { zstd: compressors.ZSTD }, file));
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
    return (value) => decimalText(BigInt(value as bigint), scale);
  }
  return plainCell;
}
