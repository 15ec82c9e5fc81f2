/** Words of many texts, and what is called so: whole words, beginnings, parts, and slips of the keyboard. */
import { nearest } from "../../errors/nearest.ts";

/** A word of a question, and what it was taken for. */
export interface ReadWord {
  readonly asked: string;
  /** Empty: no text has a word like it. */
  readonly found: readonly string[];
  /** Whether `found` are other words, written alike. */
  readonly isSlip: boolean;
}

interface WordMatch {
  readonly entry: number;
  /** Words of the question that the entry has. */
  readonly words: number;
  readonly score: number;
}

interface WordMatches {
  readonly matches: readonly WordMatch[];
  readonly words: readonly ReadWord[];
}

/** What a match of a word counts for. */
const factors = { whole: 1, beginning: 0.7, part: 0.3, slip: 0.5 } as const;
/** Parts shorter than this are in too many words. */
const partMin = 3;

export class WordIndex {
  /** By word: entries, and what the text that has it counts for. */
  readonly #entries = new Map<string, Map<number, number>>();

  /** @param weight what a match in this text counts for */
  add(entry: number, text: string, weight: number): void {
    for (const word of wordsOf(text)) {
      const known = this.#entries.get(word);
      if (known === undefined) this.#entries.set(word, new Map([[entry, weight]]));
      else known.set(entry, Math.max(weight, known.get(entry) ?? 0));
    }
  }

  /** Entries with any word of a question: those with the most words first, of these the best. */
  find(question: string): WordMatches {
    const found = new Map<number, { words: number; score: number }>();
    const words = askedWords(question).map((asked): ReadWord => {
      const { isSlip, known } = this.#like(asked);
      for (const [entry, score] of this.#scores(known)) {
        const before = found.get(entry) ?? { words: 0, score: 0 };
        found.set(entry, { words: before.words + 1, score: before.score + score });
      }
      return { asked, found: [...known.keys()], isSlip };
    });
    const matches = [...found]
      .map(([entry, of]) => ({ entry, ...of }))
      .sort((a, b) => b.words - a.words || b.score - a.score || a.entry - b.entry);
    return { matches, words };
  }

  /** Per entry the best of its words. A rare word says more than a common one. */
  #scores(known: ReadonlyMap<string, number>): ReadonlyMap<number, number> {
    const best = new Map<number, number>();
    for (const [word, factor] of known) {
      const entries = this.#entries.get(word) ?? new Map<number, number>();
      const rarity = 1 + 1 / Math.log2(1 + entries.size);
      for (const [entry, weight] of entries) {
        best.set(entry, Math.max(best.get(entry) ?? 0, weight * factor * rarity));
      }
    }
    return best;
  }

  #like(asked: string): { readonly isSlip: boolean; readonly known: ReadonlyMap<string, number> } {
    const known = new Map<string, number>();
    for (const word of this.#entries.keys()) {
      if (word === asked) known.set(word, factors.whole);
      else if (word.startsWith(asked)) known.set(word, factors.beginning);
      else if (asked.length >= partMin && word.includes(asked)) known.set(word, factors.part);
    }
    if (known.size > 0) return { isSlip: false, known };
    const steps = asked.length >= 8 ? 2 : asked.length >= 4 ? 1 : 0;
    const alike = steps === 0 ? [] : nearest(asked, this.#entries.keys(), steps);
    return { isSlip: true, known: new Map(alike.map((word) => [word, factors.slip])) };
  }
}

/** They join other words. */
const joining = new Set([
  "a",
  "an",
  "and",
  "by",
  "for",
  "from",
  "in",
  "of",
  "on",
  "the",
  "to",
  "with",
]);

/** Distinct words of a question; those that join others only where there are no others. */
function askedWords(question: string): string[] {
  const all = [...wordsOf(question.slice(0, 400))];
  const telling = all.filter((word) => !joining.has(word));
  return telling.length > 0 ? telling : all;
}

/** `Médian_AgePerson`: median, age, person. Plurals are as their singular. */
function wordsOf(text: string): Set<string> {
  const plain = text.normalize("NFKD").replace(/\p{M}+/gu, "");
  const words = plain.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lt}\p{Lm}]+|\p{N}+/gu) ?? [];
  return new Set(words.map((word) => singular(word.toLowerCase())));
}

const singular = (word: string): string =>
  word.length > 3 && /[^su]s$/.test(word) && !word.endsWith("is") ? word.slice(0, -1) : word;
