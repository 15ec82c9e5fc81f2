/**
 * Similarity of a question to many short texts. MiniSearch finds and ranks them by the words they
 * share with it (BM25+). Its scores have no upper end; here they are shares of the best possible.
 * For the schema's 130,000 sentences it takes two seconds and 100 MB once, and then milliseconds
 * for most questions, a tenth of a second for one about people at large.
 */

import MiniSearch, { type BM25Params } from "minisearch";
import SearchableMap from "minisearch/SearchableMap";

/** More of a question is not looked at. */
const questionLengthMax = 2000;
const questionWordsMax = 64;

/**
 * Once this many sentences are found, commoner words only rank them: a found sentence costs a few
 * objects, and one sentence in three has the word "person".
 */
const foundMax = 20_000;

/** What a misspelt word counts for, and how many of its letters are wrong: about one in seven. */
const misspeltFactor = 0.6;
const wrongLettersMax = 2;
const lettersPerWrongOne = 7;

/**
 * What a sentence must score, as a share of the best one: just what it does with half of the words
 * if they are equally rare. More words narrow the answer.
 */
const matchMin = 0.25;

/** The library's own choice, written out because the best possible score depends on it. */
const bm25: BM25Params = { k: 1.2, b: 0.7, d: 0.5 };

export interface SentenceMatch {
  readonly sentence: number;
  /** Share of the score that a sentence of just the question's words would have: (0, 1]. */
  readonly similarity: number;
}

interface Term {
  readonly word: string;
  /** Sentences that have the word. */
  readonly count: number;
  /** 1, or less for a word that is only meant. */
  readonly factor: number;
}

export class SentenceIndex {
  /** Keeps numbers of sentences, not their texts. */
  readonly #index = new MiniSearch<{ id: number; words: string }>({
    fields: ["words"],
    searchOptions: { bm25 },
  });
  /** Sentences that have a word. */
  readonly #counts = new SearchableMap<number>();
  #sentenceCount = 0;
  /** Words of all sentences. */
  #wordCount = 0;

  /** Sentences are numbered as they come: 0, 1, 2, … */
  add(text: string): void {
    const id = this.#sentenceCount++;
    const words = searchWordsOf(text);
    for (const word of words) this.#counts.update(word, (count = 0) => count + 1);
    if (words.size > 0) this.#index.add({ id, words: [...words].join(" ") });
    this.#wordCount += words.size;
  }

  /** Wanted sentences that have words of the question, the most similar first. */
  search(question: string, isWanted: (sentence: number) => boolean): SentenceMatch[] {
    const terms = this.#termsOf(question);
    const finders = findersOf(terms);
    const found = new Set<number>();
    const results = this.#index.search(terms.map(({ word }) => word).join(" "), {
      boostTerm: (_, at) => terms[at]?.factor ?? 1,
      // Asked for every word of every sentence, in the order of the terms.
      boostDocument: (sentence: number, word) => {
        if (finders.has(word) && isWanted(sentence)) found.add(sentence);
        return found.has(sentence) ? 1 : 0;
      },
    });
    const best = this.#bestScore(terms);
    const least = matchMin * (results[0]?.score ?? 0);
    return results
      .filter(({ score }) => score >= least)
      .map(({ id, score }) => ({ sentence: id as number, similarity: Math.min(1, score / best) }));
  }

  /** Distinct, the rarest first. Words that no sentence has are there, too. */
  #termsOf(question: string): Term[] {
    const terms = new Map<string, Term>();
    for (const asked of searchWordsOf(question.slice(0, questionLengthMax), questionWordsMax)) {
      const word = this.#counts.has(asked) ? asked : (this.#closestTo(asked) ?? asked);
      const factor = word === asked ? 1 : misspeltFactor;
      if (terms.get(word)?.factor === 1) continue;
      terms.set(word, { word, count: this.#counts.get(word) ?? 0, factor });
    }
    return [...terms.values()].sort((a, b) => a.count - b.count || (a.word < b.word ? -1 : 1));
  }

  /**
   * Of the words with the fewest other letters the most common one. The library's fuzzy search
   * would prefer the rarest: "propulsion" to "population".
   */
  #closestTo(word: string): string | undefined {
    const wrongMax = Math.min(wrongLettersMax, Math.round(word.length / lettersPerWrongOne));
    if (wrongMax === 0 || isNumber.test(word)) return undefined;
    const [closest] = [...this.#counts.fuzzyGet(word, wrongMax)].sort(
      ([a, [countA, wrongA]], [b, [countB, wrongB]]) =>
        wrongA - wrongB || countB - countA || (a < b ? -1 : 1),
    );
    return closest?.[0];
  }

  /**
   * BM25+ of a sentence that has the words and no others, times their number: MiniSearch multiplies
   * by the number of words found.
   */
  #bestScore(terms: readonly Term[]): number {
    const { k, b, d } = bm25;
    const sentences = this.#index.documentCount;
    const length = (terms.length * sentences) / this.#wordCount;
    const saturation = d + (k + 1) / (1 + k * (1 - b + b * length));
    const rarity = terms.reduce(
      (sum, { count }) => sum + Math.log1p((sentences - count + 0.5) / (count + 0.5)),
      0,
    );
    return terms.length * saturation * rarity;
  }
}

const isNumber = /^\p{N}+$/u;

/** The rarest words that have no more than `foundMax` sentences together, but at least one. */
function findersOf(terms: readonly Term[]): ReadonlySet<string> {
  const finders = new Set<string>();
  let sentences = 0;
  for (const { word, count } of terms) {
    if (sentences > 0 && sentences + count > foundMax) break;
    sentences += count;
    finders.add(word);
  }
  return finders;
}

/** Words without a meaning of their own: they join others, or fit every variable. */
const functionWords = new Set([
  ...["a", "an", "and", "are", "as", "at", "by", "for", "from", "how", "in", "is", "many", "much"],
  ...["of", "on", "or", "that", "the", "there", "to", "was", "were", "what", "which", "with"],
  ...["count", "number"],
]);

/** Plurals without an s, and the words that dcids have for them. */
const otherWords: ReadonlyMap<string, string> = new Map([
  ["children", "child"],
  ["man", "male"],
  ["men", "male"],
  ["people", "person"],
  ["woman", "female"],
  ["women", "female"],
]);

/** Longer words, such as hashes, are cut here. */
const wordLengthMax = 64;

/** `GDPPerCapita_2.5`: GDP, Per, Capita, 2, 5. */
const wordPattern = /\p{Lu}+(?![\p{Ll}\p{M}])|\p{Lu}?[\p{Ll}\p{Lt}\p{Lm}\p{Lo}\p{M}]+|\p{N}+/gu;
const accents = /[\u0300-\u036f]+/g;
const beyondAscii = /[^\0-\x7f]/;

/** Distinct words that mean something, as they first appear and at most `wordsMax`. */
export function searchWordsOf(text: string, wordsMax = Number.POSITIVE_INFINITY): Set<string> {
  const plain = beyondAscii.test(text) ? text.normalize("NFKD").replace(accents, "") : text;
  const words = new Set<string>();
  for (const [written] of plain.matchAll(wordPattern)) {
    if (words.size >= wordsMax) break;
    const word = singular(written.slice(0, wordLengthMax).toLowerCase());
    if (!functionWords.has(word)) words.add(otherWords.get(word) ?? word);
  }
  return words;
}

/** The words as they are written, with spaces between them: a dcid made readable. */
export function spacedWords(text: string): string {
  return text.match(wordPattern)?.join(" ") ?? text;
}

/** English plurals, roughly; it is enough that both sides of a comparison are treated alike. */
function singular(word: string): string {
  if (word.length < 4 || !word.endsWith("s") || /(?:ss|us|is)$/.test(word)) return word;
  return word.endsWith("ies") ? `${word.slice(0, -3)}y` : word.slice(0, -1);
}
