/** Rows of the page as files. */

import type { DataColumn } from "../parts/data-table.tsx";
import { csvText } from "./csv.tsx";
import { saveFile } from "./save.tsx";

interface Rows<Row> {
  readonly columns: readonly DataColumn<Row>[];
  readonly rows: readonly Row[];
}

function cellsOf<Row>({ columns, rows }: Rows<Row>) {
  return rows.map((row) => columns.map((column) => column.valueOf(row)));
}

async function saveParquet<Row>(table: Rows<Row>, name: string): Promise<void> {
  const { parquetOf } = await import("./parquet.ts");
  const columns = table.columns.map((one) => ({ name: one.name, isNumber: one.isNumber === true }));
  const bytes = parquetOf({ columns, rows: cellsOf(table) });
  saveFile(`${name}.parquet`, "application/vnd.apache.parquet", [bytes]);
}

/** Buttons for the rows that a table of the page has, in two forms. */
export function SaveRows<Row>({
  table,
  name,
}: {
  readonly table: Rows<Row>;
  readonly name: string;
}) {
  const saveCsv = () => {
    const names = table.columns.map((column) => column.name);
    saveFile(`${name}.csv`, "text/csv", [csvText({ names, rows: cellsOf(table) })]);
  };
  return (
    <div class="save">
      <button type="button" class="button" onClick={saveCsv}>
        Save CSV
      </button>
      <button type="button" class="button" onClick={() => void saveParquet(table, name)}>
        Save Parquet
      </button>
    </div>
  );
}
