/** Tables with what has one cure: line ends, separators at the end of rows, and cells of findings. */
import type { Cure } from "../../load/bytes/diagnostics.ts";
import { wholeRow } from "../../load/records/csv-rows.ts";

/** A cure, and the line of a row that has the cell. */
export interface PlacedCure extends Cure {
  readonly line: number;
}

interface Cell {
  readonly start: number;
  readonly end: number;
  /** Without its quotes, and the blanks around it. */
  readonly text: string;
}

interface Row {
  readonly line: number;
  readonly cells: readonly Cell[];
}

/**
 * @param path says by its ending what separates cells; else the header does.
 * @returns the same text if it is not clear where its cells end.
 */
export function fixedTable(text: string, path: string, cures: readonly PlacedCure[]): string {
  const delimiter = delimiterOf(text, path);
  const rows = rowsOf(text, delimiter);
  if (rows === undefined) return text;
  const width = widthOf(rows);
  const names = replacementsIn(rows, cures, "property");
  const values = replacementsIn(rows, cures, "value");
  const edits = rows.flatMap(({ cells }, index) => [
    ...newCells(cells.slice(0, width), index === 0 ? names : values, delimiter),
    ...endOf(cells, width, delimiter, text),
  ]);
  let kept = 0;
  const pieces = edits.map(({ start, end, by }) => {
    const before = text.slice(kept, start);
    kept = end;
    return before + by;
  });
  return pieces.join("") + text.slice(kept);
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly by: string;
}

function newCells(cells: readonly Cell[], replacements: Replacements, delimiter: string): Edit[] {
  return cells.flatMap(({ start, end, text }, column) => {
    const to = replacements.get(column)?.get(text);
    return to === undefined ? [] : [{ start, end, by: quoted(to, delimiter) }];
  });
}

/** Without empty cells after the last column, unless two cells may be one number, and with a line feed alone. */
function endOf(cells: readonly Cell[], width: number, delimiter: string, text: string): Edit[] {
  const edits: Edit[] = [];
  const [last, { end }] = [cells[width - 1], cells.at(-1)!];
  const texts = cells.map((cell) => cell.text);
  const isWhole = wholeRow(texts, width, delimiter) !== undefined;
  if (last !== undefined && isWhole) edits.push({ start: last.end, end, by: "" });
  if (text[end] === "\r" && text[end + 1] === "\n")
    edits.push({ start: end, end: end + 1, by: "" });
  return edits;
}

function delimiterOf(text: string, path: string): string {
  if (/\.tsv$/i.test(path)) return "\t";
  const [header = ""] = text.split("\n", 1);
  const count = (mark: string): number => header.split(mark).length;
  const marks = [",", ";", "\t"];
  return marks.reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}

/** @returns undefined for a table with escapes or with quotes that stand elsewhere than around cells. */
function rowsOf(text: string, delimiter: string): Row[] | undefined {
  if (text.includes("\\")) return undefined;
  const rows: Row[] = [];
  // The blanks around a cell in quotes are its own; a cell without quotes has none within it.
  const cell = new RegExp(
    `( *)("(?:[^"]|"")*"|[^"${delimiter}\\r\\n]*)( *)(?=([${delimiter}]|\\r?\\n|$))`,
    "y",
  );
  let line = 1;
  for (let at = 0; at < text.length; ) {
    const cells: Cell[] = [];
    const first = line;
    for (;;) {
      cell.lastIndex = at;
      const found = cell.exec(text);
      if (found === null) return undefined;
      const [whole, , written = "", , end = ""] = found;
      line += written.split("\n").length - 1;
      cells.push({ start: at, end: at + whole.length, text: plain(written) });
      at += whole.length + end.length;
      if (end === delimiter) continue;
      break;
    }
    line += 1;
    rows.push({ line: first, cells });
  }
  return rows;
}

function plain(written: string): string {
  if (!written.startsWith('"')) return written.trim();
  return written.slice(1, -1).replaceAll('""', '"').trim();
}

/** The columns of the header but for those at its end without a name, if no row has anything there. */
function widthOf(rows: readonly Row[]): number {
  const header = rows.find(({ cells }) => cells.some(({ text }) => text !== ""))?.cells ?? [];
  const named = header.findLastIndex(({ text }) => text !== "") + 1;
  const isEmpty = rows.every(({ cells }) =>
    cells.slice(named, header.length).every(({ text }) => text === ""),
  );
  return isEmpty ? named : header.length;
}

/** New texts of cells, by column and text. */
type Replacements = ReadonlyMap<number, ReadonlyMap<string, string>>;

/** The cell of a finding is known if its row has it once. */
function replacementsIn(
  rows: readonly Row[],
  cures: readonly PlacedCure[],
  wanted: Cure["of"],
): Replacements {
  const byLine = new Map(rows.map((row) => [row.line, row]));
  const found = new Map<number, Map<string, string>>();
  for (const { line, of, from, to } of cures) {
    if (of !== wanted) continue;
    const cells = (of === "property" ? rows[0] : byLine.get(line))?.cells ?? [];
    const own = cells.flatMap(({ text }, column) => {
      const prefix = prefixBefore(from, text);
      return prefix === undefined ? [] : [{ column, text, prefix }];
    });
    const [cell] = own;
    if (cell === undefined || own.length > 1) continue;
    const texts = found.get(cell.column) ?? new Map<string, string>();
    found.set(cell.column, texts.set(cell.text, cell.prefix + to));
  }
  return found;
}

/** What stands before a text in a cell that holds it: "", or `dcid:`; undefined if the cell holds something else. */
function prefixBefore(text: string, cell: string): string | undefined {
  if (!cell.endsWith(text)) return undefined;
  const before = cell.slice(0, cell.length - text.length);
  return /^(?:dcid:|dcs:|schema:)?$/i.test(before) ? before : undefined;
}

function quoted(text: string, delimiter: string): string {
  const needsQuotes = text.includes(delimiter) || /["\r\n]/.test(text);
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text;
}
