/** Tables as Arrow: texts as dictionaries, numbers as they are. */

import type { TableColumn } from "./column-data.ts";
import { DictionaryPages, optionalPackage } from "./column-files.ts";

/** `file` has an index at its end (Feather 2); `stream` is read from its beginning. */
export type ArrowFormat = "file" | "stream";

/** The optional package, loaded when a table is written. */
async function loadArrow() {
  try {
    return await import("@uwdata/flechette");
  } catch (error) {
    throw optionalPackage("@uwdata/flechette", "Arrow", error);
  }
}

type ArrowPackage = Awaited<ReturnType<typeof loadArrow>>;

/** @throws TypeError (rejects) when the package `@uwdata/flechette` is not installed */
export async function arrowOf(
  columns: readonly TableColumn[],
  length: number,
  format: ArrowFormat,
): Promise<Uint8Array> {
  const arrow = await loadArrow();
  const pages = new DictionaryPages(0, length);
  const data = columns.map((column): [string, ReturnType<typeof columnOf>] => [
    column.name,
    columnOf(arrow, column, pages, length),
  ]);
  return arrow.tableToIPC(arrow.tableFromColumns(data), { format })!;
}

function columnOf(
  arrow: ArrowPackage,
  column: TableColumn,
  pages: DictionaryPages,
  length: number,
) {
  if (column.kind === "number") {
    const { values, validity, nullCount } = column;
    return new arrow.Column([
      batchOf(arrow, arrow.float64(), { length, nullCount, values, validity }),
    ]);
  }
  const { texts, codes, nullCount } = pages.pageOf(column);
  const validity = new Uint8Array((length + 7) >>> 3);
  for (let row = 0; row < length; row++) {
    if (codes[row]! < 0) codes[row] = 0;
    else validity[row >>> 3]! |= 1 << (row & 7);
  }
  // The package finds a dictionary by the object of its type.
  const textType = arrow.utf8();
  const type = arrow.dictionary(textType, arrow.int32());
  const batch = batchOf(arrow, type, { length, nullCount, values: codes, validity });
  batch.setDictionary(arrow.columnFromArray([...texts], textType));
  return new arrow.Column([batch]);
}

interface BatchData {
  readonly length: number;
  readonly nullCount: number;
  readonly values: Float64Array | Int32Array;
  readonly validity: Uint8Array;
}

function batchOf(arrow: ArrowPackage, type: ArrowType, data: BatchData) {
  const Batch = arrow.batchType(type);
  return new Batch({ type, ...data });
}

type ArrowType = Parameters<ArrowPackage["batchType"]>[0];
