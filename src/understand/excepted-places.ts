/** Places that a question leaves out: "except Texas". */

import { liesWithin } from "../resolve/world-searches.ts";
import type { World } from "../world/world.ts";
import type { AskedText } from "./asked-text.ts";
import { exceptPhrases } from "./phrases.ts";
import type { Meant, Span, UnderstoodPlace } from "./understanding.ts";

const exceptWordsMax = 2;

/** Words [from, to). */
export interface Mention {
  readonly from: number;
  readonly to: number;
}

/** A place that is left out, with the words that say so. */
export interface ExceptedPlace extends Mention {
  readonly meant: Meant;
  readonly span: Span;
}

/** Takes the words of those that are left out; `left` has the others. */
export function withExcepted<Named extends Mention>(
  asked: AskedText,
  named: readonly Named[],
  meantOf: (mention: Named) => Meant,
): { readonly left: readonly Named[]; readonly excepted: readonly ExceptedPlace[] } {
  const left: Named[] = [];
  const excepted: ExceptedPlace[] = [];
  for (const mention of named) {
    const from = exceptedFrom(asked, mention, excepted.at(-1));
    if (from === undefined) left.push(mention);
    else {
      const { to } = mention;
      asked.take(from, to);
      excepted.push({ from, to, meant: meantOf(mention), span: asked.span(from, to) });
    }
  }
  return { left, excepted };
}

/** Where words begin that leave a place out: "except for the US", and after such a place "and Canada". */
function exceptedFrom(
  asked: AskedText,
  { from }: Mention,
  last: Mention | undefined,
): number | undefined {
  if (last !== undefined && joinsOnly(asked, last.to, from)) return last.to;
  let to = from;
  while (
    ["the", "all", "of", "in", "for"].includes(asked.plainAt(to - 1)) &&
    asked.isFree(to - 1)
  ) {
    if (exceptPhrases.has(asked.plain(to - 2, to))) break;
    to--;
  }
  for (let start = to - exceptWordsMax; start < to; start++) {
    if (asked.isFree(start, to) && exceptPhrases.has(asked.plain(start, to))) return start;
  }
  return undefined;
}

const joinsOnly = (asked: AskedText, from: number, to: number): boolean =>
  asked.words.slice(from, to).every(({ plain }) => ["and", "or", "the"].includes(plain));

/** Sets without some places. Of one place nothing can be left out: a number about all of it would be wrong. */
export function withoutExcepted(
  world: World,
  places: readonly UnderstoodPlace[],
  excepted: readonly { readonly meant: Meant }[],
): readonly UnderstoodPlace[] {
  if (excepted.length === 0) return places;
  const without = excepted.map(({ meant }) => meant);
  const hasLess = ({ isSet, entities }: UnderstoodPlace) => {
    const node = world.graph.dictionary.nodeOf(entities);
    if (isSet || node === undefined) return false;
    return without.some(({ dcid }) => dcid === entities || liesWithin(world, dcid, node));
  };
  if (places.some(hasLess)) return [];
  const names = without.map(({ name, dcid }) => name ?? dcid).join(", ");
  return places.map((place) =>
    place.isSet ? { ...place, name: `${place.name} without ${names}`, without } : place,
  );
}
