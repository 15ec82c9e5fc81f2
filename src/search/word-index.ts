/**
 * Words of many texts, and whom the texts are about. Two questions are asked of it: who has these words,
 * whole, begun, inside others or misspelt, as somebody types them; and how similar each text is.
 */
import { type Governor, unlimited } from "../options/governor.ts";
import { Uint32Builder } from "../store/columns/growing-columns.ts";
import { TextRuns } from "./text-runs.ts";
import { meaningWord, searchWordsOf, spacedWords, writtenWords } from "./words.ts";

/** More of a question is not looked at. */
const questionLengthMax = 2000;
const questionWordsMax = 64;

/** What a match of a word counts for. */
export const factors = { whole: 1, beginning: 0.7, part: 0.3, slip: 0.5 } as const;
/** Parts shorter than this are in too many words. */
const partMin = 3;
/** Words that are equally near to a misspelt one. */
const slipsMax = 3;

const writtenWord = /[\p{L}\p{M}\p{N}]+/gu;

/** Per text, from 0 to 1. */
interface Comparison {
  /** Which part of the question the text has, rare words counting more. */
  readonly shares: Float32Array;
  /** The same for a text that has nothing else; less the more else it has. */
  readonly cosines: Float32Array;
}

/** Which texts have which words. */
interface Postings {
  /** Per word: where its texts begin in `texts`; one more than there are words. */
  readonly starts: Uint32Array;
  readonly texts: Uint32Array;
  /** Per word: what it says, the more the fewer texts have it. */
  readonly rarities: Float32Array;
  /** Per text: the length of its vector of rarities. */
  readonly lengths: Float32Array;
}

export class WordIndex {
  readonly #numbers = new Map<string, number>();
  readonly #words: string[] = [];
  /** Of the texts, until the first question. */
  #runs = new TextRuns();
  /** Per run: where its words begin in `#runWords`; those that only join others are left out. */
  #runStarts = new Uint32Builder();
  #runWords = new Uint32Builder();
  /** Per text. */
  readonly #owners = new Uint32Builder();
  readonly #weights = new Uint32Builder();
  #postings: Postings | undefined;

  get textCount(): number {
    return this.#owners.length;
  }

  /**
   * Texts are numbered as they come. All come before the first question.
   *
   * @param owner whom it is about
   * @param weight what a match in this text counts for
   */
  add(owner: number, text: string, weight = 1): void {
    this.#owners.push(owner);
    this.#weights.push(weight);
    this.#runs.add(text);
    const { written } = this.#runs;
    for (let run = this.#runStarts.length; run < written.length; run++)
      this.#readRun(written[run]!);
  }

  #readRun(run: string): void {
    this.#runStarts.push(this.#runWords.length);
    const written = writtenWords(run);
    for (let at = 0; at < written.length; at++) {
      const word = meaningWord(written[at]!);
      if (word !== undefined) this.#runWords.push(this.#numberOf(word));
    }
  }

  /** Runs of the texts, until the first question. */
  get runs(): TextRuns {
    return this.#runs;
  }

  #numberOf(word: string): number {
    const known = this.#numbers.get(word);
    if (known !== undefined) return known;
    const number = this.#words.push(word) - 1;
    this.#numbers.set(word, number);
    return number;
  }

  has(word: string): boolean {
    this.#frozen();
    return this.#numbers.has(word);
  }

  /** A question whose words are spaced. Those that neither others know nor any text has become the words that they are slips of. */
  mended(question: string, isKnown: (word: string) => boolean, governor?: Governor): string {
    const spaced = /\s/.test(question) ? question : spacedWords(question);
    return spaced.replace(writtenWord, (word) => {
      const [asked = word] = searchWordsOf(word);
      if (isKnown(word.toLowerCase()) || this.has(asked)) return word;
      const [meant] = this.near(asked, governor).words;
      return meant === undefined ? word : this.wordOf(meant);
    });
  }

  wordOf(number: number): string {
    return this.#words[number] as string;
  }

  ownerOf(text: number): number {
    return this.#owners.values[text] as number;
  }

  /** Per owner the best of some words. A rare word says more than a common one. */
  scores(known: ReadonlyMap<number, number>): ReadonlyMap<number, number> {
    const { starts, texts } = this.#frozen();
    const best = new Map<number, number>();
    for (const [word, factor] of known) {
      const [start, end] = [starts[word]!, starts[word + 1]!];
      const rarity = factor * (1 + 1 / Math.log2(1 + end - start));
      for (let at = start; at < end; at++) {
        const owner = this.ownerOf(texts[at]!);
        const score = (this.#weights.values[texts[at]!] as number) * rarity;
        if (score > (best.get(owner) ?? 0)) best.set(owner, score);
      }
    }
    return best;
  }

  /** Words that a word is, begins, or is a part of; and what each counts for. */
  like(asked: string): ReadonlyMap<number, number> {
    this.#frozen();
    const known = new Map<number, number>();
    for (const [number, word] of this.#words.entries()) {
      if (word === asked) known.set(number, factors.whole);
      else if (word.startsWith(asked)) known.set(number, factors.beginning);
      else if (asked.length >= partMin && word.includes(asked)) known.set(number, factors.part);
    }
    return known;
  }

  /** Per text, how much of a question it has, and how similar it is. A misspelt word counts half. */
  compared(question: string, governor?: Governor): Comparison {
    const { starts, texts, rarities, lengths } = this.#frozen();
    const shares = new Float32Array(this.textCount);
    const cosines = new Float32Array(this.textCount);
    let length = 0;
    const seen = new Set<number>();
    for (const asked of askedWords(question)) {
      const exact = this.#numbers.get(asked);
      const word = exact ?? this.near(asked, governor).words[0];
      if (word === undefined) length += rarityOf(this.textCount, 0) ** 2;
      if (word === undefined || seen.has(word)) continue;
      seen.add(word);
      const square = rarities[word]! ** 2;
      length += square;
      const share = exact === undefined ? square * factors.slip : square;
      for (let at = starts[word]!; at < starts[word + 1]!; at++) shares[texts[at]!]! += share;
    }
    const root = Math.sqrt(length);
    for (let text = 0; text < shares.length; text++) {
      if (shares[text] === 0) continue;
      cosines[text] = Math.min(1, shares[text]! / (root * lengths[text]!));
      shares[text]! /= length;
    }
    return { shares, cosines };
  }

  /** Words with the fewest wrong letters, the most common first. */
  near(
    asked: string,
    governor?: Governor,
  ): { readonly wrong: number; readonly words: readonly number[] } {
    const { starts } = this.#frozen();
    const { wrong, at } = nearestOf(asked, this.#words, governor);
    const countOf = (word: number) => starts[word + 1]! - starts[word]!;
    const words = at.sort(
      (a, b) => countOf(b) - countOf(a) || (this.#words[a]! < this.#words[b]! ? -1 : 1),
    );
    return { wrong, words: words.slice(0, slipsMax) };
  }

  #frozen(): Postings {
    if (this.#postings !== undefined) return this.#postings;
    const { words, texts: textsOfWords } = this.#pairs();
    const starts = new Uint32Array(this.#words.length + 1);
    for (let pair = 0; pair < words.length; pair++) starts[words[pair]! + 1]!++;
    for (let word = 0; word < this.#words.length; word++) starts[word + 1]! += starts[word]!;
    const rarities = Float32Array.from(this.#words, (_, word) =>
      rarityOf(this.textCount, starts[word + 1]! - starts[word]!),
    );
    const next = starts.slice();
    const texts = new Uint32Array(words.length);
    const lengths = new Float32Array(this.textCount);
    for (let pair = 0; pair < words.length; pair++) {
      const word = words[pair]!;
      const text = textsOfWords[pair]!;
      texts[next[word]!++] = text;
      lengths[text]! += rarities[word]! ** 2;
    }
    for (let text = 0; text < lengths.length; text++) lengths[text] = Math.sqrt(lengths[text]!);
    this.#postings = { starts, texts, rarities, lengths };
    this.#runs = new TextRuns();
    this.#runStarts = new Uint32Builder();
    this.#runWords = new Uint32Builder();
    return this.#postings;
  }

  /** Each word of each text once. It is one loop, which is compiled while it runs. */
  #pairs(): { readonly words: Uint32Array; readonly texts: Uint32Array } {
    const { ids: runs, starts: textStarts } = this.#runs.all;
    this.#runStarts.push(this.#runWords.length);
    const wordStarts = this.#runStarts.values;
    const runWords = this.#runWords.values;
    const words = new Uint32Builder();
    const texts = new Uint32Builder();
    /** Per word: the last text that has it, plus one. */
    const lastTexts = new Uint32Array(this.#words.length);
    const wordless: number[] = [];
    for (let text = 0; text < this.textCount; text++) {
      const before = words.length;
      for (let at = textStarts[text]!; at < textStarts[text + 1]!; at++) {
        const run = runs[at]!;
        for (let of = wordStarts[run]!; of < wordStarts[run + 1]!; of++) {
          const word = runWords[of]!;
          if (lastTexts[word] === text + 1) continue;
          lastTexts[word] = text + 1;
          words.push(word);
          texts.push(text);
        }
      }
      if (words.length === before) wordless.push(text);
    }
    for (const text of wordless) {
      for (const word of searchWordsOf(this.#runs.spaced(text))) {
        words.push(this.#numberOf(word));
        texts.push(text);
      }
    }
    return {
      words: words.values.subarray(0, words.length),
      texts: texts.values.subarray(0, texts.length),
    };
  }
}

export const askedWords = (question: string): readonly string[] => [
  ...searchWordsOf(question.slice(0, questionLengthMax), questionWordsMax),
];

const rarityOf = (texts: number, having: number): number =>
  Math.log1p((texts - having + 0.5) / (having + 0.5));

/** Where the words with the fewest wrong letters stand; none for a word that is too short to guess. */
export function nearestOf(
  asked: string,
  words: Iterable<string>,
  governor: Governor = unlimited,
): { readonly wrong: number; readonly at: number[] } {
  let wrong = wrongLettersIn(asked);
  let at: number[] = [];
  if (wrong === 0) return { wrong, at };
  let number = 0;
  for (const word of words) {
    governor.work(1);
    const here = wrongLetters(asked, word, wrong);
    if (here < wrong) at = [];
    if (here <= wrong) at.push(number);
    wrong = Math.min(wrong, here);
    number++;
  }
  return { wrong, at };
}

/** How many letters of a word may be wrong. Numbers are not guessed. */
function wrongLettersIn(word: string): number {
  if (/^\p{N}+$/u.test(word)) return 0;
  return word.length >= 8 ? 2 : word.length >= 4 ? 1 : 0;
}

/** Letters that were added, left out, changed, or exchanged with the next one; `most + 1` for more than `most`. */
function wrongLetters(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (left.length === 0 || right.length === 0) return Math.max(left.length, right.length);
  if (most === 0) return 1;
  return Math.min(
    wrongLetters(left.slice(1), right, most - 1) + 1,
    wrongLetters(left, right.slice(1), most - 1) + 1,
    wrongLetters(left.slice(1), right.slice(1), most - 1) + 1,
    left[0] === right[1] && left[1] === right[0]
      ? wrongLetters(left.slice(2), right.slice(2), most - 1) + 1
      : most + 1,
  );
}
