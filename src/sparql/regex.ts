/**
 * Regular expressions whose time grows with the length of the text and not beyond: JavaScript's own
 * backtrack, and a hostile pattern would keep a process busy for hours. The syntax is RE2's: no
 * references back, no looking around, and `\w`, `\d`, `\s` and `\b` know ASCII alone.
 */

import { RE2JS, RE2JSException, RE2JSSyntaxException } from "re2js";

export class RegexError extends Error {}

/** Steps that a pattern may have once its repetitions are written out. */
const stepsMax = 2000;
/** Up to here all states of a pattern fit in the library's cache, so that each is built once. */
const cachedStepsMax = 16;

const flagBits: ReadonlyMap<string, number> = new Map([
  ["i", RE2JS.CASE_INSENSITIVE],
  ["s", RE2JS.DOTALL],
  ["m", RE2JS.MULTILINE],
]);

export class Regex {
  readonly #compiled: RE2JS;
  readonly #steps: number;

  /** Flags: any of `i`, `s` and `m`. Throws RegexError. */
  constructor(pattern: string, flags: string) {
    this.#compiled = compiled(pattern, flags);
    this.#steps = this.#compiled.programSize();
    if (this.#steps > stepsMax) throw new RegexError("it is too long");
  }

  /** Does the pattern occur in the text? */
  test(text: string): boolean {
    return this.#compiled.test(text);
  }

  /** How much work a test may be, as a number of triples that take as long to look at. */
  workOn(text: string): number {
    const perCharacter = this.#steps <= cachedStepsMax ? 2 : 2 * this.#steps;
    return perCharacter * (text.length + 1);
  }
}

function compiled(pattern: string, flags: string): RE2JS {
  let bits = 0;
  for (const flag of flags) {
    const bit = flagBits.get(flag);
    if (bit === undefined) throw new RegexError(`unknown flag "${flag}"`);
    bits |= bit;
  }
  try {
    return RE2JS.compile(pattern, bits);
  } catch (error) {
    if (error instanceof RE2JSSyntaxException) throw new RegexError(error.getDescription());
    if (error instanceof RE2JSException) throw new RegexError(error.message);
    throw error;
  }
}
