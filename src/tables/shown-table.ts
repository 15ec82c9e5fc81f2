/** The first rows of a table as text, for people who print it. */

import { type Cell, cellOf, type TableColumn } from "./column-data.ts";

const rowsShown = 10;
const columnsShown = 8;
const widthMax = 24;

/** `Table of 52 rows`, and the first rows under the names of their columns. */
export function shownTable(columns: readonly TableColumn[], length: number): string {
  const shown = columns.slice(0, columnsShown);
  const rows = Array.from({ length: Math.min(length, rowsShown) }, (_, row) => row);
  const texts = shown.map((column) => {
    const cells = [column.name, ...rows.map((row) => textOf(cellOf(column, row)))].map(cut);
    const width = Math.max(...cells.map((cell) => cell.length));
    const isNumber = column.kind === "number";
    return cells.map((cell) => (isNumber ? cell.padStart(width) : cell.padEnd(width)));
  });
  const lines = [0, ...rows.map((row) => row + 1)].map((line) =>
    texts
      .map((cells) => cells[line])
      .join("  ")
      .trimEnd(),
  );
  const left = [
    length > rowsShown ? `${length - rowsShown} more rows` : "",
    columns.length > columnsShown
      ? `more columns: ${columns
          .slice(columnsShown)
          .map(({ name }) => name)
          .slice(0, 20)
          .join(", ")}`
      : "",
  ].filter((text) => text !== "");
  const count = length === 1 ? "1 row" : `${length} rows`;
  return [`Table of ${count}`, ...lines, ...left.map((text) => `… ${text}`)].join("\n");
}

const textOf = (cell: Cell): string => (cell === null ? "" : String(cell));

// Control characters of a cell do not reach a terminal.
const cut = (text: string): string => {
  const plain = text.replace(/\p{Cc}/gu, " ");
  return plain.length > widthMax ? `${plain.slice(0, widthMax - 1)}…` : plain;
};
