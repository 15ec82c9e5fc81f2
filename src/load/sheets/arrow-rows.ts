/** Arrow: files (Feather 2) and streams, a batch of rows after the other. */
import type { DataType } from "@uwdata/flechette";
import { LoadError } from "../../errors/errors.ts";
import { causeExcerpt } from "../../errors/excerpts.ts";
import type { InputFile } from "../bytes/file-tree.ts";
import { textOf } from "../bytes/native.ts";
import type { Cell } from "../held/cells.ts";
import type { Contents } from "../held/contents.ts";
import { wholeOf } from "../held/file-slices.ts";
import { needed } from "../held/needed-package.ts";
import { decimalText, momentIn, plainCell } from "./column-cells.ts";

const options = { useBigInt: true, useDecimalInt: true, useBigIntTimestamp: true } as const;

/** @throws LoadError if it cannot be read, or its package is not installed. */
export async function openArrow(input: InputFile): Promise<Contents> {
  const { path } = input;
  const arrow = await import("@uwdata/flechette").catch(needed("@uwdata/flechette", path));
  const bytes = await wholeOf(input);
  requireEnd(bytes, path);
  const table = reading(path, () => arrow.tableFromIPC(new Uint8Array(bytes), options));
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
}

function reading<Made>(file: string, read: () => Made): Made {
  try {
    return read();
  } catch (cause) {
    const problem = /codec|compress/i.test(causeExcerpt(cause))
      ? "is compressed: write it uncompressed, as by write_feather(table, path, compression='uncompressed') of pyarrow, or as Parquet"
      : `is no Arrow that can be read${causeExcerpt(cause)}`;
    throw new LoadError(problem, { file }, { cause });
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
