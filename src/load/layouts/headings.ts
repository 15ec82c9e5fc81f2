/** What the layouts share: columns by their headings, dates as headings, cells that say nothing. */
import { saysNoValue } from "../values/no-value.ts";
import { dateIn } from "../values/table-dates.ts";
import type { LaidColumn, LayoutRole, Tell } from "./layout.ts";

/** Roles by heading: the first pattern that fits counts. */
export type RoleRows = readonly (readonly [RegExp, LayoutRole])[];

/** @param other the role of headings that no row names. */
export function roleIn(rows: RoleRows, heading: string, other: LayoutRole = "open"): LayoutRole {
  return rows.find(([form]) => form.test(heading))?.[1] ?? other;
}

/** Columns as they stand, by their headings. */
export function plainColumns(
  header: readonly string[],
  rows: RoleRows,
  other: LayoutRole = "open",
): LaidColumn[] {
  return header.map((cell, at) => {
    const heading = cell.trim();
    return { heading, role: roleIn(rows, heading, other), at };
  });
}

/** Whether all these headings are there. */
export function hasAll(header: readonly string[], ...headings: readonly string[]): boolean {
  return headings.every((one) => header.includes(one));
}

/** Whether a heading is a date: `2019`, `2019-Q1`, `1990 [YR1990]`. */
export function isDated(heading: string): boolean {
  return /^\d{4}/.test(heading) && dateIn(dateOf(heading)) !== undefined;
}

/** The heading without what some publishers add: `1990` of `1990 [YR1990]`, `2020M01` of `2020M01 [2020M01]`. */
export function dateOf(heading: string): string {
  return heading.trim().replace(/ ?\[(?:YR)?\d{4}(?:[MQ]\d{1,2})?\]$/, "");
}

/** Columns of values by date. */
export function datedColumns(
  header: readonly string[],
  cell?: LaidColumn["cell"],
): readonly LaidColumn[] {
  return header.flatMap((heading, at) =>
    isDated(heading) ? [{ heading: dateOf(heading), role: "value" as const, at, cell }] : [],
  );
}

/** The cell of a value without a sign that there is none, which is counted. */
export function withoutSign(cell: string, tell: Tell): string {
  const text = cell.trim();
  if (!saysNoValue(text)) return text;
  tell(`cells '${text}', which say that there is no value`);
  return "";
}

/** Whether a row holds one text at its beginning: a footnote, or the date of a publication. */
export function isNote(cells: readonly string[]): boolean {
  return cells[0] !== "" && cells.slice(1).every((cell) => cell === "");
}

/** Which of these headings comes first, in the order of the list. */
export function firstOf(
  headings: readonly string[],
  wanted: readonly string[],
): string | undefined {
  return wanted.find((one) => headings.includes(one));
}

export const quoted = (headings: readonly string[]): string => headings.join(", ").slice(0, 200);

/** Says that dates are below it, and nothing else. */
export const timeHeading =
  /^(?:years?|date|time|months?|quarters?|period|jahre?|stichtag|monate?|zeit|quartale?|ano|m\u00eas|trimestre|ann\u00e9e|a\u00f1o|anno)$/i;

const noteForm =
  /^(?:data )?(?:sources?|notes?|footnotes?|remarks?|quellen?|anmerkung(?:en)?|hinweise?|fu\u00dfnoten?|fuentes?|notas?|remarques?|fontes?|fonti|bron(?:nen)?|k\u00e4lla|kilde|\u017ar\u00f3d\u0142o)\s*:/i;

/** `* Revised`, `(1) With trailers`, `[a] …`, `2) …`, `3/ …`, `.. not available`, `r = revised`. */
const footnoteForm =
  /^(?:[*\u2020\u2021\u00a7]+|\((?:\d{1,2}|\p{L})\)|\[(?:\d{1,2}|\p{L})\]|\d{1,2}(?:\)|\/(?=\s))|[\u00b9\u00b2\u00b3\u2070-\u2079]+|\.{2,3})\s*\p{L}|^\p{L}{1,2} ?= ?\p{L}/u;

/** `2020`, `12*`, `15 (p)`: digits, and one letter at most. */
const numberForm = /^\P{L}*\d\P{L}*\p{L}?\P{L}*$/u;

/**
 * Whether a row says where a table comes from, how it was made, or what a mark in it means: `Source: Ministry of
 * Health, own survey`, which commas part. A number may be a value, but below a heading of dates.
 */
export function isSourceNote(cells: readonly string[], header: readonly string[]): boolean {
  const isValue = (cell: string, at: number) =>
    at > 0 && numberForm.test(cell) && !timeHeading.test(header[at] ?? "");
  const [first = ""] = cells;
  return (noteForm.test(first) || footnoteForm.test(first)) && !cells.some(isValue);
}
