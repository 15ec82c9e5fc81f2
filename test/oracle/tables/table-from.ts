/** Tables out of plain rows. */

import { type Cell, numberColumn, type TableColumn } from "../../../src/tables/column-data.ts";
import { Table } from "../../../src/tables/column-table.ts";

export type PlainRow = Readonly<Record<string, Cell>>;

/** A column is of numbers if one of its cells is a number; texts may stand in the list twice. */
export function tableFrom(rows: readonly PlainRow[], names = Object.keys(rows[0] ?? {})): Table {
  const columns = names.map((name): TableColumn => {
    const cells = rows.map((row) => row[name] ?? null);
    if (cells.some((cell) => typeof cell === "number")) {
      return numberColumn(
        name,
        Float64Array.from(cells, (cell) => (cell === null ? Number.NaN : Number(cell))),
      );
    }
    const codes = Uint32Array.from(cells.keys());
    return { kind: "text", name, codes, texts: cells as (string | null)[] };
  });
  return new Table(columns, rows.length, { notNumbers: 0, undivided: 0, unknown: [] });
}
