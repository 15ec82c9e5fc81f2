/** What stands above and below a table: titles, and notes. */
import { isNote, isSourceNote } from "../layouts/headings.ts";

/** The first rows of a table, with what stands around them. */
export interface NotedRows {
  /** Undefined for a file without rows. */
  readonly header: readonly string[] | undefined;
  readonly headerLine: number;
  /** Texts above the header. */
  readonly titles: readonly string[];
  /** Notes below the last row, as `Source: …`. */
  readonly notes?: readonly string[];
  /** The first ones after the header. */
  readonly rows: readonly (readonly string[])[];
  /** Their lines. */
  readonly lines: readonly number[];
  /** Whether these are all. */
  readonly isWhole: boolean;
}

const titlesMax = 40;
/** How many lines with commas may stand above a header. */
const titlesBeside = 3;

/**
 * Finds the header below titles, notes and dates of a publication: the first line that has at least two
 * cells with text, and at least half as many as most rows have. A title with a comma is no header above a line of
 * texts alone that is as wide as most rows.
 */
export function belowTitles<Sample extends NotedRows>(sample: Sample): Sample {
  const all = [sample.header ?? [], ...sample.rows];
  const filled = all.map((row) => row.filter((cell) => cell !== "").length);
  const usual = [...filled].sort((a, b) => a - b)[filled.length >> 1] ?? 0;
  const first = filled.findIndex((count) => count >= 2 && count * 2 >= usual);
  const isWhole = (row: readonly string[]) =>
    row.length === usual && row.every((cell) => cell !== "" && !/^[\d.,]+$/.test(cell));
  const isNarrow = (all[first]?.length ?? 0) < usual;
  const whole = isNarrow ? all.findIndex((row, at) => at > first && isWhole(row)) : -1;
  const at = whole > 0 && whole <= first + titlesBeside ? whole : first;
  if (at < 1 || at > titlesMax) return sample;
  return {
    ...sample,
    header: all[at],
    headerLine: sample.lines[at - 1]!,
    titles: all.slice(0, at).map((cells) => cells.join(" ")),
    rows: sample.rows.slice(at),
    lines: sample.lines.slice(at),
  };
}

/** Without the notes below all rows: their texts may say something about all values. */
export function aboveNotes<Sample extends NotedRows>(sample: Sample): Sample {
  const { header = [], rows, lines, isWhole } = sample;
  const isRow = (row: readonly string[]) => !isNote(row) && !isSourceNote(row, header);
  const last = rows.findLastIndex(isRow);
  const isKept = (_: unknown, at: number) => at <= last || !isSourceNote(rows[at] ?? [], header);
  if (!isWhole || rows.every(isKept)) return sample;
  const notes = rows
    .filter((row, at) => !isKept(row, at))
    .map((row) => row.filter((cell) => cell !== "").join(", "));
  return { ...sample, notes, rows: rows.filter(isKept), lines: lines.filter(isKept) };
}
