/** RFC 4180 read byte by byte: what stands between commas or in quotes, and nothing else. */
export interface NaiveRow {
  readonly line: number;
  readonly cells: readonly string[];
  /** Text follows a closing quote, or there is none. */
  readonly isBad: boolean;
}

/** The rows. What follows the first line of a bad one is read as if it began there. */
export function naiveTable(text: string): NaiveRow[] {
  const rows: NaiveRow[] = [];
  let at = 0;
  let line = 1;
  while (at < text.length) {
    const [cells, start, from] = [[] as string[], line, at];
    let isBad = false;
    let isOpen = false;
    for (;;) {
      let cell = "";
      if (text[at] === '"') {
        for (at += 1; text[at] !== '"' || text[at + 1] === '"'; at++) {
          isOpen ||= at >= text.length;
          if (isOpen) break;
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
    const feed = text.indexOf("\n", from);
    isBad ||= isOpen;
    if (isBad && feed >= 0) [line, at] = [start + 1, feed + 1];
    if (isOpen || cells.length > 1 || cells[0] !== "") rows.push({ line: start, cells, isBad });
  }
  return rows;
}
