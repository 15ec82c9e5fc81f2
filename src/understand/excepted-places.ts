/** Places that a question leaves out: "except Texas". */

import { liesWithin } from "../resolve/world-searches.ts";
import type { World } from "../world/world.ts";
import type { AskedText } from "./asked-text.ts";
import { exceptPhrases } from "./phrases.ts";
import type { Meant, Span, UnderstoodPlace } from "./understanding.ts";

const exceptWordsMax = 2;
/** Words between those that leave a place out and its name: "except for the state of Texas". */
const passedWords = new Set("the all those of in for state county country city".split(" "));

/** Words [from, to). */
export interface Mention {
  readonly from: number;
  readonly to: number;
}

/** A place that is left out, with the words that say so. */
export interface ExceptedPlace extends Mention {
  /** All that its name may mean, the best first. */
  readonly meanings: readonly Meant[];
  readonly span: Span;
}

/** Takes the words of those that are left out; `left` has the others. */
export function withExcepted<Named extends Mention>(
  asked: AskedText,
  named: readonly Named[],
  meaningsOf: (mention: Named) => readonly Meant[],
): { readonly left: readonly Named[]; readonly excepted: readonly ExceptedPlace[] } {
  const left: Named[] = [];
  const excepted: ExceptedPlace[] = [];
  for (const mention of named) {
    const from = exceptedFrom(asked, mention, excepted.at(-1));
    if (from === undefined) left.push(mention);
    else {
      const { to } = mention;
      asked.take(from, to);
      excepted.push({ from, to, meanings: meaningsOf(mention), span: asked.span(from, to) });
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
  while (passedWords.has(asked.plainAt(to - 1)) && asked.isFree(to - 1)) {
    to--;
  }
  for (let start = to - exceptWordsMax; start < to; start++) {
    if (asked.isFree(start, to) && exceptPhrases.has(asked.plain(start, to))) return start;
  }
  return undefined;
}

function joinsOnly(asked: AskedText, from: number, to: number): boolean {
  const [joint = "and", ...passed] = asked.words.slice(from, to).map(({ plain }) => plain);
  return ["and", "or", "the"].includes(joint) && passed.every((word) => passedWords.has(word));
}

/** Sets without some places. Of one place nothing can be left out: a number about all of it would be wrong. */
export function withoutExcepted(
  world: World,
  places: readonly UnderstoodPlace[],
  excepted: readonly { readonly meanings: readonly Meant[] }[],
): readonly UnderstoodPlace[] {
  if (excepted.length === 0) return places;
  const best = excepted.flatMap(({ meanings }) => meanings.slice(0, 1));
  const hasLess = ({ entities }: UnderstoodPlace) => {
    const node = world.graph.dictionary.nodeOf(entities);
    if (node === undefined) return false;
    return best.some(({ dcid }) => dcid === entities || liesWithin(world, dcid, node));
  };
  if (places.some(hasLess)) return [];
  return places.map((place) => {
    if (!place.isSet) return place;
    // Of the states, it is the state of a name that is left out.
    const without = excepted.flatMap(
      ({ meanings }) => meanings.find(({ type }) => type === place.type) ?? meanings.slice(0, 1),
    );
    const names = without.map(({ name, dcid }) => name ?? dcid).join(", ");
    return { ...place, name: `${place.name} without ${names}`, without };
  });
}
