/** Whom several indexes of words know by the words of a question: a file of its own, since `resolve` does without it. */

import type { Governor } from "../options/governor.ts";
import { askedWords, factors, type WordIndex } from "./word-index.ts";

/** A word of a question, and what it was taken for. */
export interface ReadWord {
  readonly asked: string;
  /** Empty: no text has a word like it. */
  readonly found: readonly string[];
  /** Whether `found` are other words, written alike. */
  readonly isSlip: boolean;
}

interface WordMatch {
  readonly owner: number;
  /** Words of the question that the texts of the owner have. */
  readonly words: number;
  readonly score: number;
}

/**
 * Owners in several indexes with any word of a question: those with the most words first, of these the
 * best. A word is misspelt where no index has a word like it.
 */
export function findIn(
  indexes: readonly WordIndex[],
  question: string,
  governor?: Governor,
): { readonly matches: readonly WordMatch[]; readonly words: readonly ReadWord[] } {
  const found = new Map<number, { words: number; score: number }>();
  const words = askedWords(question).map((asked): ReadWord => {
    let known = indexes.map((index) => index.like(asked));
    const isSlip = known.every(({ size }) => size === 0);
    if (isSlip) known = slipsIn(indexes, asked, governor);
    for (const [at, index] of indexes.entries()) {
      for (const [owner, score] of index.scores(known[at]!)) {
        const before = found.get(owner);
        if (before === undefined) found.set(owner, { words: 1, score });
        else {
          before.words++;
          before.score += score;
        }
      }
    }
    const names = known.flatMap((of, at) =>
      [...of.keys()].map((word) => indexes[at]!.wordOf(word)),
    );
    return { asked, found: [...new Set(names)], isSlip };
  });
  const matches = [...found]
    .map(([owner, of]) => ({ owner, ...of }))
    .sort((a, b) => b.words - a.words || b.score - a.score || a.owner - b.owner);
  return { matches, words };
}

/** Per index, the words that are as near as in any of them. */
function slipsIn(
  indexes: readonly WordIndex[],
  asked: string,
  governor: Governor | undefined,
): ReadonlyMap<number, number>[] {
  const near = indexes.map((index) => index.near(asked, governor));
  // Without a word, it is what a word may have at most.
  const least = Math.min(...near.map(({ wrong }) => wrong));
  return near.map(
    ({ wrong, words }) =>
      new Map(wrong > least ? [] : words.map((word) => [word, factors.slip] as const)),
  );
}
