/** "Is … meant?": the known name that an unknown one is a slip of the pen of. */
import { distance } from "fastest-levenshtein";

// Longer texts are no names: comparing them would take long.
const nameMax = 200;

/** The known name that is meant, if one is; names that differ in capitals only come first. */
export function slipOf(name: string, known: Iterable<string>): string | undefined {
  let meant: string | undefined;
  for (const other of known) {
    if (other === name) return undefined;
    if (other.toLowerCase() === name.toLowerCase()) meant = other;
    else if (isSlip(name, other)) meant ??= other;
  }
  return meant;
}

/** The same as the end of a message; empty if none is meant. */
export function hintOf(name: string, known: Iterable<string>): string {
  const meant = slipOf(name, known);
  return meant === undefined ? "" : `; is '${meant}' meant?`;
}

/** One letter is wrong, or two of many, or letters changed places. */
function isSlip(name: string, known: string): boolean {
  if (Math.abs(name.length - known.length) > 2 || name.length > nameMax) return false;
  const wrong = distance(name.toLowerCase(), known.toLowerCase());
  const { length } = known.slice(known.indexOf(":") + 1);
  return wrong <= (length < 8 ? 1 : 2) || (wrong === 2 && sorted(name) === sorted(known));
}

function sorted(text: string): string {
  return [...text.toLowerCase()].sort().join("");
}
