/** Parts of the engine that a page loads when a question first needs them. Elsewhere all are there before. */

import { engineParts } from "../commons/commons.ts";
import { isInPage } from "./stores/in-page.ts";

export const areLate = isInPage();

/** What was wanted and not there. */
const missed = new Set<(typeof engineParts)[number]>();

if (areLate) {
  for (const part of engineParts) {
    // It has nothing to give: it hears that the part is wanted.
    part.provide((() => void missed.add(part)) as () => never);
  }
}

/**
 * Loads what was wanted in vain. Who can ask again asks again then.
 *
 * @returns (resolves) whether there was something
 */
export async function loadMissed(): Promise<boolean> {
  const parts = [...missed];
  await Promise.all(parts.map((part) => part.load()));
  missed.clear();
  return parts.length > 0;
}
