/** Tables as Arrow: texts as dictionaries, numbers as they are. */

import type { NumberColumn, TableColumn } from "./column-data.ts";
import { type DictionaryPage, DictionaryPages, optionalPackage } from "./column-files.ts";

/** `file` has an index at its end (Feather 2); `stream` is read from its beginning. */
export type ArrowFormat = "file" | "stream";

/** What every `Table` of the package `@uwdata/flechette` has. */
export interface ArrowTable {
  readonly numRows: number;
  readonly names: readonly string[];
  /** A column by its name. */
  getChild(name: string): ArrowColumn;
  /** An object for each row, with its cells by name of the column. */
  toArray(): object[];
}

/** What every `Column` of that package has. */
export interface ArrowColumn extends Iterable<unknown> {
  readonly length: number;
  /** The cell of a row; null where there is none. */
  at(row: number): unknown;
}

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
  return arrow.tableToIPC(tableOf(arrow, columns, length), { format })!;
}

/**
 * Columns that need no other codes are those of the table itself: nothing is copied.
 *
 * @throws TypeError (rejects) when the package `@uwdata/flechette` is not installed
 */
export async function arrowTableOf(columns: readonly TableColumn[], length: number) {
  return tableOf(await loadArrow(), columns, length);
}

function tableOf(arrow: ArrowPackage, columns: readonly TableColumn[], length: number) {
  const pages = new DictionaryPages(0, length);
  const data = columns.map((column): [string, ReturnType<typeof textsOf>] => [
    column.name,
    column.kind === "number" ? numbersOf(arrow, column) : textsOf(arrow, pages.pageOf(column)),
  ]);
  return arrow.tableFromColumns(data);
}

const noBits = new Uint8Array(0);

function numbersOf(arrow: ArrowPackage, { values, validity, nullCount }: NumberColumn) {
  const bits = nullCount === 0 ? noBits : validity;
  return new arrow.Column([batchOf(arrow, arrow.float64(), { values, validity: bits, nullCount })]);
}

function textsOf(arrow: ArrowPackage, { texts, codes, nullCount }: DictionaryPage) {
  // The package finds a dictionary by the object of its type.
  const textType = arrow.utf8();
  const type = arrow.dictionary(textType, arrow.int32());
  const isPlain = nullCount === 0 || nullCount === codes.length;
  const bits = new Uint8Array(nullCount === 0 ? 0 : (codes.length + 7) >>> 3);
  const batch = batchOf(arrow, type, {
    values: isPlain ? codes : withoutNulls(codes, bits),
    validity: bits,
    nullCount,
  });
  batch.setDictionary(arrow.columnFromArray([...texts], textType));
  return new arrow.Column([batch]);
}

/** Codes with 0 for -1, which stands for null. @param validity gets a bit per row: 1 where there is a text */
function withoutNulls(codes: Int32Array, validity: Uint8Array): Int32Array {
  const values = new Int32Array(codes.length);
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row]!;
    if (code < 0) continue;
    values[row] = code;
    validity[row >>> 3]! |= 1 << (row & 7);
  }
  return values;
}

interface BatchData {
  readonly values: Float64Array | Int32Array;
  readonly validity: Uint8Array;
  readonly nullCount: number;
}

function batchOf(arrow: ArrowPackage, type: ArrowType, data: BatchData) {
  const Batch = arrow.batchType(type);
  return new Batch({ type, length: data.values.length, ...data });
}

type ArrowType = Parameters<ArrowPackage["batchType"]>[0];
