/** RFC 4180 read byte by byte: what stands between commas or in quotes, and nothing else. */
export interface NaiveRow {
  readonly line: number;
  readonly cells: readonly string[];
  /** Text follows a closing quote. */
  readonly isBad: boolean;
}

/** @returns the rows up to one that never ends, and the line of that one. */
export function naiveTable(text: string): { rows: NaiveRow[]; open: number | undefined } {
  const rows: NaiveRow[] = [];
  let at = 0;
  let line = 1;
  while (at < text.length) {
    const [cells, start] = [[] as string[], line];
    let isBad = false;
    for (;;) {
      let cell = "";
      if (text[at] === '"') {
        for (at += 1; text[at] !== '"' || text[at + 1] === '"'; at++) {
          if (at >= text.length) return { rows, open: start };
          if (text[at] === "\n") line += 1;
          if (text[at] === '"') at += 1;
          cell += text[at];
        }
        const rest = /^[^,\n]*/.exec(text.slice(at + 1))![0];
        isBad ||= rest !== "" && rest !== "\r";
        at += 1 + rest.length;
      } else {
        cell = /^[^,\n]*/.exec(text.slice(at))![0];
        at += cell.length;
        if (text[at] === "\n") cell = cell.replace(/\r$/, "");
      }
      cells.push(cell);
      at += 1;
      if (text[at - 1] !== ",") break;
    }
    line += 1;
    if (cells.length > 1 || cells[0] !== "") rows.push({ line: start, cells, isBad });
  }
  return { rows, open: undefined };
}
