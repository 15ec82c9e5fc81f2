/** Tables that code writes row by row, as the loader reads them. A page loads this with the first of them. */

import { LoadError } from "../../errors/errors.ts";
import { describeArgument } from "../../errors/excerpts.ts";
import { csvRow } from "../../export/csv-text.ts";
import { checkColumns } from "../../load/described/check-columns.ts";
import type { TableColumns } from "../../load/described/column-option.ts";
import { readContent } from "../source-content.ts";
import type { AddedTable, TableRow } from "../world-maker.ts";

/** What the columns of a table hold, however the option would have to find out how it is written. */
export function columnsOfRows({ columns }: AddedTable): TableColumns {
  checkColumns(columns);
  return { ...columns, delimiter: ",", encoding: "utf-8" };
}

/**
 * All rows as CSV.
 *
 * @param label what errors call the table
 * @throws CommonsError `LOAD` (rejects) for a row that is none
 */
export async function bytesOfRows(
  table: AddedTable,
  label: string,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const { rows, columns } = table;
  table.bytes ??= readContent(piecesOf(rows, columns.decimal ?? ".", label), label, signal).then(
    (bytes) => bytes ?? new Uint8Array(0),
  );
  return await table.bytes;
}

/** Whoever reads a piece waits for it: that takes longer than to make a line. */
const pieceLength = 1 << 16;

/** Rows as lines of CSV, after a line of headings; many lines in a piece. */
async function* piecesOf(
  rows: Iterable<TableRow> | AsyncIterable<TableRow>,
  decimal: "." | ",",
  label: string,
): AsyncGenerator<string, void, undefined> {
  let headings: readonly string[] | undefined;
  let line = 1;
  let piece = "";
  for await (const row of rows) {
    line += 1;
    const where = { file: label, line };
    if (typeof row !== "object" || row === null || Array.isArray(row)) {
      throw new LoadError(`a row is an object of cells, not ${describeArgument(row)}`, where);
    }
    if (headings === undefined) {
      headings = Object.keys(row);
      piece = csvRow(headings);
    }
    const known = headings;
    const further = Object.keys(row).find((heading) => !known.includes(heading));
    if (further !== undefined) {
      const message = `the first row has no ${describeArgument(further)}: give all rows the same cells`;
      throw new LoadError(message, where);
    }
    piece += csvRow(known.map((heading) => cellOf(row[heading], decimal, where)));
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = "";
  }
  yield piece;
}

/** @throws CommonsError `LOAD` for what is no cell; a `Date` is none, since its day depends on the place */
function cellOf(
  cell: unknown,
  decimal: "." | ",",
  where: { readonly file: string; readonly line: number },
): string {
  switch (typeof cell) {
    case "undefined":
      return "";
    case "string":
    case "boolean":
    case "bigint":
      return String(cell);
    case "number":
      return String(cell).replace(".", decimal);
    default:
      if (cell === null) return "";
      throw new LoadError(`a cell is a text or a number, not ${describeArgument(cell)}`, where);
  }
}
