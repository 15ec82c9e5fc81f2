/**
 * Similarity of a question to many short texts: the cosine of the angle between their words, each
 * weighted by how rare it is. Equal texts have 1, texts without a common word 0.
 *
 *   words      w0       w1    w2 …        distinct, numbered as they appeared
 *   offsets    0        3     4           sentences with word w: [w] … [w + 1]
 *   sentences  s2 s7 s9 s1    s4 …
 *   weights    ln(1 + sentences ÷ sentences with the word)
 *   lengths    √Σ weight²                 per sentence
 *
 * Not a whole search engine: over the schema's 130,000 sentences MiniSearch takes 110 MB and up to
 * half a second for a question of common words, these columns a few megabytes and milliseconds.
 */

import SearchableMap from "minisearch/SearchableMap";
import { offsetsOf, scatter, Uint32Builder } from "../store/index.ts";
import { wordsOf } from "./words.ts";

/** More of a question is not looked at. */
const questionLengthMax = 2000;
const questionWordsMax = 64;

/** What a misspelt word counts for, and from which length on one letter may be wrong. */
const misspeltFactor = 0.6;
const misspeltLengthMin = 4;
/** Unknown words of one question that are compared with all known ones. */
const misspeltMax = 8;

/**
 * What a sentence must have in common with a question, as a share of the most that one has: half,
 * with room for the rounding of sums.
 */
const matchMin = 0.499_999;

export class SentenceIndexBuilder {
  readonly #numbers = new Map<string, number>();
  readonly #words = new Uint32Builder();
  readonly #sentences = new Uint32Builder();
  #count = 0;

  /** Number of the sentence: 0, 1, 2, … */
  add(text: string): number {
    for (const word of wordsOf(text)) {
      const number = this.#numbers.get(word) ?? this.#numbers.size;
      this.#numbers.set(word, number);
      this.#words.push(number);
      this.#sentences.push(this.#count);
    }
    return this.#count++;
  }

  freeze(): SentenceIndex {
    const words = this.#words.values.subarray(0, this.#words.length);
    const offsets = offsetsOf(words, words.length, this.#numbers.size);
    const order = scatter(words, offsets);
    const sentences = order.map((row) => this.#sentences.values[row] as number);
    return new SentenceIndex(this.#numbers, offsets, sentences, this.#count);
  }
}

export class SentenceIndex {
  readonly #count: number;
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #offsets: Uint32Array;
  readonly #sentences: Uint32Array;
  readonly #lengths: Float64Array;
  /** Reused by every question. */
  readonly #shared: Float64Array;
  /** Made by the first question with an unknown word. */
  #spellings: SearchableMap<number> | undefined;

  constructor(
    numbers: ReadonlyMap<string, number>,
    offsets: Uint32Array,
    sentences: Uint32Array,
    count: number,
  ) {
    this.#count = count;
    this.#numbers = numbers;
    this.#offsets = offsets;
    this.#sentences = sentences;
    this.#lengths = new Float64Array(count);
    this.#shared = new Float64Array(count);
    for (let word = 0; word < numbers.size; word++) this.#addTo(this.#lengths, word, 1);
    for (let sentence = 0; sentence < count; sentence++) {
      this.#lengths[sentence] = Math.sqrt(this.#lengths[sentence] as number);
    }
  }

  /**
   * Similarity of each sentence in 0 … 1; 0 also where what it has in common with the question
   * weighs less than half of what the best one has: more words narrow the answer. Words that no
   * sentence has lower every similarity. The array is good until the next call.
   */
  similarities(question: string): Float64Array {
    const shared = this.#shared.fill(0);
    const { known, weight } = this.#lookUp(question);
    for (const [word, factor] of known) this.#addTo(shared, word, factor);
    const commonMin = matchMin * greatestOf(shared);
    const questionLength = Math.sqrt(weight);
    for (let sentence = 0; sentence < shared.length; sentence++) {
      const common = shared[sentence] as number;
      const isMatch = common > 0 && common >= commonMin;
      const length = questionLength * (this.#lengths[sentence] as number);
      shared[sentence] = isMatch ? Math.min(1, common / length) : 0;
    }
    return shared;
  }

  #lookUp(question: string) {
    const known: [word: number, factor: number][] = [];
    let unknown = 0;
    for (const word of wordsOf(question.slice(0, questionLengthMax), questionWordsMax)) {
      const number = this.#numbers.get(word);
      if (number !== undefined) {
        known.push([number, 1]);
        continue;
      }
      const meant = unknown++ < misspeltMax ? this.#closestTo(word) : undefined;
      if (meant !== undefined) known.push([meant, misspeltFactor]);
    }
    // Sums come out the same in whatever order the words stand.
    known.sort(([a], [b]) => a - b);
    const knownWeight = known.reduce((sum, [word]) => sum + this.#weightOf(word), 0);
    const foreign = unknown - known.filter(([, factor]) => factor < 1).length;
    return { known, weight: knownWeight + foreign * Math.log1p(this.#count) ** 2 };
  }

  /** The most common of the words that differ in one letter. */
  #closestTo(word: string): number | undefined {
    if (word.length < misspeltLengthMin) return undefined;
    this.#spellings ??= spellingsOf(this.#numbers);
    let closest: number | undefined;
    for (const [number] of this.#spellings.fuzzyGet(word, 1).values()) {
      const isCloser = closest === undefined || this.#weightOf(number) < this.#weightOf(closest);
      if (isCloser) closest = number;
    }
    return closest;
  }

  /** The square, as everything here needs it. */
  #weightOf(word: number): number {
    const having = (this.#offsets[word + 1] as number) - (this.#offsets[word] as number);
    return Math.log1p(this.#count / having) ** 2;
  }

  #addTo(sums: Float64Array, word: number, factor: number): void {
    const addend = this.#weightOf(word) * factor;
    const end = this.#offsets[word + 1] as number;
    for (let row = this.#offsets[word] as number; row < end; row++) {
      const sentence = this.#sentences[row] as number;
      sums[sentence] = (sums[sentence] as number) + addend;
    }
  }
}

/** 0 when there are none. */
function greatestOf(values: Float64Array): number {
  let greatest = 0;
  for (const value of values) if (value > greatest) greatest = value;
  return greatest;
}

function spellingsOf(numbers: ReadonlyMap<string, number>): SearchableMap<number> {
  const spellings = new SearchableMap<number>();
  for (const [word, number] of numbers) spellings.set(word, number);
  return spellings;
}
