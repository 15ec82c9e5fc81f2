/** Words of a question that a variable explains: its texts have them, or its names have words that mean the same. */

import type { Governor } from "../options/governor.ts";
import { abbreviations, inPlainWords } from "../search/everyday-words.ts";
import { meaning } from "../search/meaning.ts";
import { dcidWeight, subjectsOf } from "../search/subjects.ts";
import { searchWordsOf, spacedWords } from "../search/words.ts";
import { isAmount, measuredOf } from "../stats/amounts.ts";
import type { World } from "../world/world.ts";
import { isFiller } from "./asked-runs.ts";
import { averageWords, generalWords, sameWords, statisticWords } from "./phrases.ts";
import type { Meant } from "./understanding.ts";

/** Words that are so similar mean the same: "salary" and "income", not "coal" and "gas". */
const sameMeaning = 0.52;

interface OwnWords {
  readonly all: ReadonlySet<string>;
  /** Of its names and its dcid alone: a description says more than what is measured. */
  readonly named: ReadonlySet<string>;
}

export class ExplainedWords {
  readonly #world: World;
  readonly #hasMeaning: boolean;
  readonly #governor: Governor;
  readonly #known = new Map<string, OwnWords>();

  constructor(world: World, hasMeaning: boolean, governor: Governor) {
    this.#world = world;
    this.#hasMeaning = hasMeaning;
    this.#governor = governor;
  }

  /** The words of a text that say something else than the variable: "solar", if that is all electricity. */
  unexplainedIn(text: string, variable: Meant): ReadonlySet<string> {
    const subjects = subjectsOf(this.#world, this.#governor);
    const isKnown = (word: string) => meaning.table?.has(word) === true;
    const mended = (word: string) =>
      subjects.words.mended(word.toLowerCase(), isKnown, this.#governor);
    const asked = text.split(" ").map((word) => [word, mended(withoutCommas(word))] as const);
    const own = asked.map(([, word]) => word);
    const plain = inPlainWords(own.join(" ")).split(" ");
    // "How long do people live" is explained if "life expectancy" is.
    const isPlain = plain.every((word) => own.includes(word) || this.#explains(word, variable));
    return new Set(
      asked
        .filter(
          ([, word]) => !(isPlain && !plain.includes(word)) && !this.#explains(word, variable),
        )
        .map(([word]) => word),
    );
  }

  #explains(word: string, variable: Meant): boolean {
    // Whether the variable denies something, too, is asked for all words together.
    if (saysNothing(word) || isDenied(word)) return true;
    // What is no amount, such as a rate, is an average already.
    if (averageWords.includes(word) && !isAmountOf(this.#world, variable)) return true;
    const statistic = statisticWords.get(word);
    if (statistic !== undefined) return statistic.test(ownText(variable));
    const own = this.#wordsOf(variable.dcid);
    return [word, ...sameWords.filter((all) => all.includes(word)).flat()].some(
      (one) =>
        [...searchWordsOf(one)].every((part) => own.all.has(part)) || this.#isMeant(one, own),
    );
  }

  #isMeant(word: string, { named }: OwnWords): boolean {
    // There is no other word for a number, and none for an abbreviation but its own: MWh are no GWh.
    if (/\d|^[b-df-hj-np-tv-xz]+$/.test(word) || abbreviations.has(word)) return false;
    const table = this.#hasMeaning ? meaning.table : undefined;
    this.#governor.work(named.size);
    return [...named].some((own) =>
      table === undefined ? stemOf(own) === stemOf(word) : table.cosine(word, own) >= sameMeaning,
    );
  }

  #wordsOf(dcid: string): OwnWords {
    const known = this.#known.get(dcid);
    if (known !== undefined) return known;
    const node = this.#world.graph.dictionary.nodeOf(dcid);
    // A correction may name any variable.
    const texts =
      node === undefined ? [] : [...subjectsOf(this.#world, this.#governor).textsOf(node)];
    const named = texts.filter(({ weight }) => weight >= dcidWeight);
    const wordsIn = (some: readonly { readonly text: string }[]) =>
      searchWordsOf(withoutCommas(some.map(({ text }) => text).join(" ")));
    // "GWh" is one word, and two by its capitals.
    const whole = texts.map(({ text }) => ({ text: text.toLowerCase() }));
    const own = { all: wordsIn([...texts, ...whole]), named: wordsIn(named) };
    this.#known.set(dcid, own);
    return own;
  }
}

/** Whether a value of it can be divided by people. Its first series says the unit. */
export function isAmountOf({ graph, observations }: World, { dcid }: Meant): boolean {
  const node = graph.dictionary.nodeOf(dcid);
  const { start = 0, end = 0 } = node === undefined ? {} : observations.seriesOfVariable(node);
  const units = start < end ? [observations.facetOf(start).unit] : [];
  return isAmount(measuredOf(graph, dcid, units));
}

/** "1,000" is 1000. */
const withoutCommas = (text: string): string => text.replaceAll(/(?<=\d),(?=\d{3})/g, "");

/** The words of its dcid and its name. */
export const ownText = ({ dcid, name = "" }: Meant): string => `${spacedWords(dcid)} ${name}`;

/** "Employed", "employment". */
export const stemOf = (word: string): string => word.slice(0, 5);

/** Whether a word says nothing of what is measured. */
export const saysNothing = (word: string): boolean => isFiller(word) || generalWords.has(word);

export const isDenied = (text: string): boolean => /\b(?:no|not|non|without)\b/i.test(text);
