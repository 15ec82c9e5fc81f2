/** Answers as Parquet. This module is loaded when the first one is saved. */
import { parquetWriteBuffer } from "hyparquet-writer";

export interface ParquetTable {
  readonly columns: readonly { readonly name: string; readonly isNumber: boolean }[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

export function parquetOf({ columns, rows }: ParquetTable): ArrayBuffer {
  return parquetWriteBuffer({
    columnData: columns.map(({ name, isNumber }, at) => ({
      name,
      data: rows.map((row) => row[at] ?? null),
      type: isNumber ? "DOUBLE" : "STRING",
    })),
  });
}
