/** "Did you mean": the known names that are written most like an unknown one. */

import { distance } from "fastest-levenshtein";

const nearestMax = 3;

/** Longer names are like no other: to compare them takes too long. */
const lengthMax = 400;

/** Letters by which a name may differ, where the nearest one differs by so many: beyond them it is another name. */
const stepsBeside = (steps: number): number => 2 * steps + 1;

/**
 * The three nearest, each once, the nearest first; those that differ in capitals, `_` and `-` only come before others,
 * and names that are much farther than the nearest are left out.
 *
 * @param stepsMax letters that may differ; default: any number
 */
export function nearest(
  name: string,
  known: Iterable<string>,
  stepsMax: number = Number.POSITIVE_INFINITY,
): string[] {
  if (name.length > lengthMax) return [];
  const wanted = lettersOf(name);
  const best: { readonly text: string; readonly steps: number }[] = [];
  for (const text of known) {
    // At least as many steps as the lengths differ by.
    const worst = best[nearestMax - 1]?.steps ?? stepsMax + 1;
    if (Math.abs(text.length - name.length) >= worst || text.length > lengthMax) continue;
    const isSame = lettersOf(text) === wanted;
    const steps = isSame ? 0 : distance(name, text);
    // A node and a literal may have the same text.
    if (steps >= worst || best.some((other) => other.text === text)) continue;
    const at = best.findIndex((other) => other.steps > steps);
    best.splice(at < 0 ? best.length : at, 0, { text, steps });
    best.length = Math.min(best.length, nearestMax);
  }
  const stepsLast = stepsBeside(best[0]?.steps ?? 0);
  return best.filter(({ steps }) => steps <= stepsLast).map(({ text }) => text);
}

/** `RESOURCE_EXHAUSTED` and `resourceExhausted` have the same. */
const lettersOf = (name: string): string => name.toLowerCase().replace(/[_-]/g, "");

/** Of three letters one may differ. */
const lettersPerSlip = 3;

/** The known name that was meant, if any: no other is as near, and few letters differ. */
export function meant(name: string, known: Iterable<string>): string[] {
  const letters = name.replace(/^-+/, "").length;
  return nearest(name, known, Math.ceil(letters / lettersPerSlip)).slice(0, 1);
}

/** The end of a message. */
export function didYouMean(near: readonly string[]): string {
  const quoted = near.map((name) => `'${name}'`);
  return quoted.length === 0 ? "" : `; did you mean ${quoted.join(", ")}?`;
}
