/** "Did you mean": the known names that are written most like an unknown one. */

import { distance } from "fastest-levenshtein";

const nearestMax = 3;

/** The three nearest, the nearest first; those that differ in capitals only come before others. */
export function nearest(name: string, known: Iterable<string>): string[] {
  const wanted = name.toLowerCase();
  const best: { readonly text: string; readonly steps: number }[] = [];
  for (const text of known) {
    // At least as many steps as the lengths differ by.
    const worst = best[nearestMax - 1]?.steps ?? Number.POSITIVE_INFINITY;
    if (Math.abs(text.length - name.length) >= worst) continue;
    const steps = text.toLowerCase() === wanted ? 0 : distance(name, text);
    if (steps >= worst) continue;
    const at = best.findIndex((other) => other.steps > steps);
    best.splice(at < 0 ? best.length : at, 0, { text, steps });
    best.length = Math.min(best.length, nearestMax);
  }
  return best.map(({ text }) => text);
}
