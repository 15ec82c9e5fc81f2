/** "Is … meant?": the known name that an unknown one is a slip of the pen of. */
import { distance } from "fastest-levenshtein";

// Longer texts are no names: comparing them would take long.
const nameMax = 200;

/**
 * The known name that is meant, if one is: the nearest one, and of several the first.
 * @param most letters of a long name that may be wrong.
 */
export function slipOf(name: string, known: Iterable<string>, most: 1 | 2 = 2): string | undefined {
  let meant: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const other of known) {
    if (other === name) return undefined;
    const wrong = wrongLetters(name, other, most);
    if (wrong < least) [meant, least] = [other, wrong];
  }
  return meant;
}

/** The heading that is meant, if one is. Short ones are near to all others. */
export const headingMeant = (heading: string, header: readonly string[]): string | undefined =>
  heading.length < 3 ? undefined : slipOf(heading, header);

/** The same as the end of a message; empty if none is meant. */
export function hintOf(name: string, known: Iterable<string>): string {
  const meant = slipOf(name, known);
  return meant === undefined ? "" : `; is '${meant}' meant?`;
}

/**
 * One letter is wrong, or two of many, or letters changed places: how many, whatever their case.
 * Infinity for what is no slip.
 */
function wrongLetters(name: string, known: string, most: 1 | 2): number {
  const none = Number.POSITIVE_INFINITY;
  if (Math.abs(name.length - known.length) > 2 || name.length > nameMax) return none;
  const wrong = distance(name.toLowerCase(), known.toLowerCase());
  const { length } = known.slice(known.indexOf(":") + 1);
  if (wrong <= (length < 8 ? 1 : most)) return wrong;
  return wrong === 2 && hasSameLetters(name, known) ? wrong : none;
}

/** Whether names have the same letters in any order and case. */
export function hasSameLetters(name: string, other: string): boolean {
  return name.length === other.length && sorted(name) === sorted(other);
}

function sorted(text: string): string {
  return [...text.toLowerCase()].sort().join("");
}
