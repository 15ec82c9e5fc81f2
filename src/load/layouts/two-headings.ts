/** Tables with two lines of headings, as `Male` and `Female` below each year. */
import { dateIn } from "../values/table-dates.ts";
import { plainColumns, timeHeading } from "./headings.ts";
import type { Layout } from "./layout.ts";

type Line = readonly string[];

/** Whether a cell is a value, or a sign that there is none. */
const isValue = (cell: string): boolean =>
  /^(?:[-+(]?[\p{Sc}\d][\d.,\s%)]*|[-:.*x\u2026]{0,3})$/iu.test(cell);

/** Words, dates and ages; a unit below each heading is none. */
const isHeading = (cell: string): boolean =>
  dateIn(cell) !== undefined ||
  /\p{L}{3}/u.test(cell) ||
  /^\d{1,3} ?(?:[-\u2013] ?\d{1,3}|\+)$/.test(cell);

/** How many columns at the left have one heading: 0 if that is in doubt. */
function keysOf(upper: Line, lower: Line): number {
  const keys = upper.findIndex((cell, at) => cell !== "" && lower[at] !== "" && cell !== lower[at]);
  const left = upper.slice(0, Math.max(keys, 0));
  const isAbove = left.every((cell) => cell !== "");
  const isBelow = left.every((cell, at) => cell === "" && lower[at] !== "");
  // One heading over all columns may stand above any of them, if nothing shows where they begin.
  const isOne = upper.filter((cell) => cell !== "").length === 1;
  const isDated = left.some((cell, at) => dateIn(cell || (lower[at] ?? "")) !== undefined);
  return !isDated && (isAbove || (isBelow && !isOne)) ? keys : 0;
}

/** Each heading of the upper line counts for the columns right of it. */
function filled(upper: Line, keys: number): string[] {
  let before = "";
  return upper.map((cell, at) => {
    if (cell !== "" || at < keys) before = cell;
    return before;
  });
}

/** Headings of both lines in one, as `2019 Male`; undefined if it is in doubt which ones belong together. */
function joined(upper: Line, lower: Line): string[] | undefined {
  const keys = keysOf(upper, lower);
  if (keys < 1 || upper.length !== lower.length) return undefined;
  const above = filled(upper, keys);
  const parts = above.slice(keys);
  const under = lower.slice(keys);
  if (under.length < 2 || !under.every(isHeading) || !parts.every(isHeading)) return undefined;
  const names = new Set(parts);
  if (names.size === parts.length) return undefined;
  // Where a heading is left out, only groups that are alike show how far it reaches.
  const groups = [...names].map((name) => under.filter((_, at) => parts[at] === name).join("\n"));
  const hasGaps = upper.slice(keys).includes("");
  if (hasGaps && groups.some((group) => group !== groups[0])) return undefined;
  const left = upper.slice(0, keys).map((cell, at) => cell || (lower[at] ?? ""));
  const isDate = (at: number) => timeHeading.test(parts[at]!) && dateIn(under[at]!) !== undefined;
  return [...left, ...parts.map((one, at) => (isDate(at) ? under[at]! : `${one} ${under[at]}`))];
}

const trimmed = (cells: Line): string[] => cells.map((cell) => cell.trim());

export const twoHeadings: Layout = {
  about: "anybody: two lines of headings",
  recognised:
    "texts or dates in two lines above numbers; one in the upper line counts for all columns up to the next one, which have the same headings below",
  reading:
    "both become one heading, as `2019 Male`; with `--variable Population`, sexes and ages in headings are parts of that variable",
  example: `Country,2019,,2020,
,Male,Female,Male,Female
France,32,34,32,34
`,
  isHeader(header, below, [first = []] = []) {
    const headings = joined(header, trimmed(below));
    if (headings === undefined || first.length !== header.length) return false;
    const keys = keysOf(header, trimmed(below));
    const [left, values] = [first.slice(0, keys), trimmed(first).slice(keys)];
    return (
      left.some((cell) => cell.trim() !== "") &&
      values.every(isValue) &&
      values.some((cell) => /\d/.test(cell))
    );
  },
  lay: (header, below) => ({
    columns: plainColumns(joined(header, trimmed(below)) ?? header, []),
    width: header.length,
    labelRows: 1,
    isJudged: true,
  }),
};
