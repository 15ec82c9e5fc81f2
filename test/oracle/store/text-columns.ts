/** The columns of a table of texts, for tables that lie elsewhere. */

import { FrozenColumns, type TextTable } from "../../../src/store/index.ts";

/** Copies under a name. */
export function textColumnsOf(table: TextTable, name = "texts"): FrozenColumns {
  const columns = new FrozenColumns();
  const { count: _, ...rows } = table.rows;
  for (const [part, column] of Object.entries(rows)) {
    columns.keep(`${name}.${part}`, column.slice());
  }
  return columns;
}
