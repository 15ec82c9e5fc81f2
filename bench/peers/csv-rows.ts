/** A small fast reader of the generated tables, for engines that have none of their own. */

import { closeSync, openSync, readSync } from "node:fs";

const chunkLength = 4 << 20;
const lineLengthMax = 1 << 16;
const newline = 10;

/** Calls `take` with the cells of every row but the first. @returns how many there were */
export function readRows(path: string, take: (cells: readonly string[]) => void): number {
  let rows = -1;
  for (const text of wholeLines(path)) {
    for (let start = 0, end = 0; start < text.length; start = end + 1) {
      end = text.indexOf("\n", start);
      if (++rows > 0) take(cellsOf(text.slice(start, end)));
    }
  }
  return rows;
}

/** The file as texts that end where a line does. */
function* wholeLines(path: string): Generator<string> {
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.allocUnsafe(chunkLength + lineLengthMax);
    for (let kept = 0; ; ) {
      const read = readSync(file, bytes, kept, chunkLength, null);
      if (read === 0) return;
      const end = bytes.lastIndexOf(newline, kept + read - 1) + 1;
      yield bytes.toString("utf8", 0, end);
      bytes.copyWithin(0, end, kept + read);
      kept += read - end;
    }
  } finally {
    closeSync(file);
  }
}

function cellsOf(line: string): string[] {
  return line.includes('"') ? quotedCellsOf(line) : line.split(",");
}

function quotedCellsOf(line: string): string[] {
  const cells: string[] = [];
  for (const [, quoted, plain] of line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)) {
    cells.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'));
  }
  return cells;
}
