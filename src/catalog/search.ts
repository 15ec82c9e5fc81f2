/** Which lines of a list are wanted. */

import { type Graph, noTerm, type TermId } from "../store/index.ts";
import type { CatalogSearch } from "./entries.ts";

/** What every line about a node begins with. */
export function named(graph: Graph, node: TermId): { dcid: string; name?: string } {
  const dcid = graph.dictionary.textOf(node);
  const name = graph.nameOf(node);
  return name === noTerm ? { dcid } : { dcid, name: graph.dictionary.textOf(name) };
}

export function textsOf({ dictionary }: Graph, terms: readonly TermId[]): string[] {
  return terms.map((term) => dictionary.textOf(term));
}

/**
 * The items whose text a search finds, in their order.
 *
 * @throws RangeError for an offset or a limit that is no count
 */
export function* found<Item>(
  items: Iterable<Item>,
  textOf: (item: Item) => string,
  { search = "", offset = 0, limit = Number.POSITIVE_INFINITY }: CatalogSearch,
): Generator<Item> {
  checkCount("offset", offset);
  checkCount("limit", limit);
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const end = offset + limit;
  let at = 0;
  for (const item of items) {
    if (at >= end) return;
    if (words.length > 0 && !holdsAll(textOf(item), words)) continue;
    if (at++ >= offset) yield item;
  }
}

function holdsAll(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return words.every((word) => lower.includes(word));
}

function checkCount(name: string, value: number): void {
  if (value >= 0 && (Number.isInteger(value) || value === Number.POSITIVE_INFINITY)) return;
  throw new RangeError(`'${name}' is a number of lines, not ${value}`);
}
