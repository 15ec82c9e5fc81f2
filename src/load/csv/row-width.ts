/** Rows that have not as many cells as their header. */
import type { FileLog } from "../report/index.ts";

/** A row with all its cells: empty ones at its end may be missing, or be too many. */
export function wholeRow(cells: readonly string[], width: number): readonly string[] | undefined {
  if (cells.length === width) return cells;
  if (cells.length < width) return [...cells, ...new Array<string>(width - cells.length).fill("")];
  return cells.slice(width).every((cell) => cell === "") ? cells.slice(0, width) : undefined;
}

export function reportWidth(log: FileLog, expected: number, found: number, line: number): void {
  const message = () => `expected ${expected} columns, found ${found}; row not loaded`;
  log.report({ level: "error", counter: "CSV_InconsistentRows", line, message });
}
