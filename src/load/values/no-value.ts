/** What a cell says when there is no value (behaviour: inputs 5.3). */

/** Words for "there is no value"; in any case of letters. */
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
