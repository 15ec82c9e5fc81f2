/** Cells and rows of CSV as RFC 4180 has them, lines ending in LF. */

const special = /[",\r\n]/;

export function csvCell(text: string): string {
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function csvRow(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(",")}\n`;
}

const chunkLength = 1 << 16;

/** How many lines were taken. */
interface LineCount {
  lines: number;
}

/** Joins many short texts into fewer long ones. */
export function* chunked(
  lines: Iterable<string>,
  count: LineCount = { lines: 0 },
): Generator<string> {
  let chunk = "";
  for (const line of lines) {
    chunk += line;
    count.lines += 1;
    if (chunk.length < chunkLength) continue;
    yield chunk;
    chunk = "";
  }
  if (chunk !== "") yield chunk;
}
