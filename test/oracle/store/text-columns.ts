/** The columns of a table of texts, for tables that lie elsewhere. */

import { type Column, FrozenColumns } from "../../../src/store/columns/column-source.ts";
import type { TextTable } from "../../../src/store/texts/text-table.ts";

/** Copies under a name. */
export function textColumnsOf(table: TextTable, name = "texts"): FrozenColumns {
  const columns = new FrozenColumns();
  const { count: _, ...rows } = table.rows;
  for (const [part, column] of Object.entries(rows)) {
    columns.keep(`${name}.${part}`, column.slice());
  }
  return columns;
}

/** Columns by their names, as a table reads them. */
export function columnsIn(columns: ReadonlyMap<string, Column>): FrozenColumns {
  const source = new FrozenColumns();
  for (const [name, column] of columns) source.keep(name, column);
  return source;
}
