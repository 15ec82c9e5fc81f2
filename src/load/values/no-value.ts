/** Cells that mean: there is no value. One list for all readers. */
import { shown } from "../bytes/diagnostics.ts";
import { trim } from "./mcf-value.ts";
import type { ValuePlace } from "./observation-parts.ts";

/** Words of the official importer, in any case of letters: they stand for any cell without content. */
const nothing: ReadonlySet<string> = new Set([
  "",
  "-",
  "nil",
  "n/a",
  "na",
  "none",
  "null",
  "<na>",
  "nan",
  "-nan",
  "#n/a",
  "#n/a n/a",
  "#na",
  "1.#ind",
  "-1.#ind",
  "1.#qnan",
  "-1.#qnan",
]);

export function isNothing(cell: string): boolean {
  return cell.length < 9 && nothing.has(cell.toLowerCase());
}

/** Signs of statistical offices in columns of values; elsewhere they may be codes. */
const noValueForm =
  /^(?:[\u2013\u2014/:*xn.~]|\.{2,5}|\u2026|\*{2,4}|-{2,3}|n\. ?[adv]\.|[ks]\. ?[ad]\.|nd|n\/d|s\/d|\((?:x|d|na|s|nd|l|nm|t)\))$/i;

/** Whether a cell with text, below a heading of values, is a word or a sign for none. */
export function saysNoValue(cell: string): boolean {
  const text = trim(cell);
  return text !== "" && (isNothing(text) || (text.length < 6 && noValueForm.test(text)));
}

/** Counts a cell that says so: an empty one needs no word. */
export function reportNoValue(cell: string, { log, line, where }: ValuePlace): void {
  const message = () => `${shown(cell)} says that there is no value: ${where()}`;
  log.report({ level: "info", counter: "Sanity_NoValueInObs", line, message });
}
