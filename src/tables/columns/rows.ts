/** Rows of columns in another order, or some of them. */

import { compareUtf8 } from "../../store/index.ts";
import { numberColumn, type TableColumn } from "./columns.ts";

/** Numbers of all rows, by a column. */
export function sortedRows(
  column: TableColumn,
  length: number,
  order: "ascending" | "descending",
): Uint32Array {
  const ranks = column.kind === "text" ? textRanks(column.texts) : undefined;
  const keys = Float64Array.from({ length }, (_, row) =>
    column.kind === "text" ? ranks![column.codes[row]!]! : column.values[row]!,
  );
  const sign = order === "ascending" ? 1 : -1;
  return Uint32Array.from({ length }, (_, row) => row).sort((a, b) => {
    const [one, other] = [keys[a]!, keys[b]!];
    if (Number.isNaN(one) || Number.isNaN(other)) {
      return Number(Number.isNaN(one)) - Number(Number.isNaN(other));
    }
    return one === other ? 0 : (one - other) * sign;
  });
}

/** Equal texts have equal ranks; NaN where there is none. */
function textRanks(texts: readonly (string | null)[]): Float64Array {
  const ranks = new Float64Array(texts.length).fill(Number.NaN);
  const codes = [...texts.keys()].filter((code) => texts[code] !== null);
  codes.sort((a, b) => compareUtf8(texts[a]!, texts[b]!));
  let rank = 0;
  for (const [at, code] of codes.entries()) {
    if (at > 0 && texts[codes[at - 1]!] !== texts[code]) rank++;
    ranks[code] = rank;
  }
  return ranks;
}

/** Columns that share codes still do. */
export function takeRows(columns: readonly TableColumn[], rows: Uint32Array): TableColumn[] {
  const taken = new Map<Uint32Array, Uint32Array>();
  return columns.map((column) => {
    if (column.kind === "number") {
      return numberColumn(
        column.name,
        Float64Array.from(rows, (row) => column.values[row]!),
      );
    }
    const codes = taken.get(column.codes) ?? rows.map((row) => column.codes[row]!);
    taken.set(column.codes, codes);
    return { ...column, codes };
  });
}
