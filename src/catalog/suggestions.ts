/** How the end of a text that somebody types may go on: names of places and variables with data. */

import { type OptionRows, requireOptions } from "../options/required-options.ts";
import type { TermId } from "../store/texts/dictionary.ts";
import type { World } from "../world/world.ts";
import { matchesOf, named, observedCountOf, seriesCountOf } from "./everything.ts";

/** What is typed. */
export interface SuggestionSearch {
  /** As it is typed so far. */
  readonly text: string;
  /** Suggestions at most. Default: 8. */
  readonly limit?: number | undefined;
}

/** A name that the end of a text may become. */
export interface Suggestion {
  /** All of the text, with the name at its end. */
  readonly text: string;
  /** Where the name begins. */
  readonly start: number;
  readonly dcid: string;
  readonly name: string;
  readonly kind: "variable" | "node";
}

export const suggestionRows = {
  text: { is: ["text"] },
  limit: { is: ["whole"] },
} satisfies OptionRows<SuggestionSearch>;

/** A name has at most so many words, as far as it is typed. */
const wordsMax = 5;
/** Shorter ends begin too many names. */
const lettersMin = 2;
/** More of a text is not looked at. */
const lengthMax = 2000;

/** Names that begin with the last words of a text, the most words first; of equals the most observed. */
export function suggest(world: World, wanted: SuggestionSearch): Suggestion[] {
  requireOptions("catalog.suggest", wanted, suggestionRows);
  const { limit = 8 } = wanted;
  const text = wanted.text.slice(0, lengthMax);
  const starts = [...text.matchAll(/[^\s,]+/g)].map(({ index }) => index).slice(-wordsMax);
  const found = new Map<TermId, Suggestion>();
  for (const start of starts) {
    const end = text.slice(start);
    if (end.trim().length < lettersMin || found.size >= limit) continue;
    for (const [node, name] of beginningWith(world, end)) {
      const kind = seriesCountOf(world, node) > 0 ? "variable" : "node";
      const { dcid } = named(world, node);
      if (!found.has(node))
        found.set(node, { text: text.slice(0, start) + name, start, dcid, name, kind });
    }
  }
  return [...found.values()].slice(0, limit);
}

function beginningWith(world: World, end: string): [TermId, string][] {
  const lower = end.toLowerCase();
  const countOf = (node: TermId) => observedCountOf(world, node);
  return matchesOf(world, end, false)
    .matches.map(({ owner }): [TermId, string] => [owner, named(world, owner).name ?? ""])
    .filter(([node, name]) => name.toLowerCase().startsWith(lower) && countOf(node) > 0)
    .sort(([a], [b]) => countOf(b) - countOf(a) || a - b);
}
