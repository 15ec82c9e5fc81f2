/** Searches by words as plain loops over texts. */
import { searchWordsOf } from "../../../src/search/words.ts";

/** How many letters differ: added, left out, changed, or exchanged with the next one. */
export function naiveWrongLetters(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const changed = rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isExchanged = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const exchanged = i > 1 && j > 1 && isExchanged ? rows[i - 2]![j - 2]! + 1 : changed;
      rows[i]![j] = Math.min(changed, exchanged, rows[i - 1]![j]! + 1, rows[i]![j - 1]! + 1);
    }
  }
  return rows.at(-1)!.at(-1)!;
}

/** Two letters of a word may be wrong where it has eight, one where it has four. Numbers are not guessed. */
export function naiveNearest(asked: string, words: readonly string[]) {
  const allowed = /^\d+$/.test(asked) ? 0 : asked.length < 4 ? 0 : asked.length < 8 ? 1 : 2;
  const wrong = words.map((word) => naiveWrongLetters(asked, word));
  const least = Math.min(allowed, ...wrong);
  const near = words.filter((_, at) => allowed > 0 && wrong[at] === least);
  return { wrong: least, near };
}

interface NaiveText {
  readonly owner: number;
  readonly weight: number;
  readonly words: ReadonlySet<string>;
}

export class NaiveIndex {
  readonly texts: readonly NaiveText[];
  readonly words: readonly string[];
  /** By word: how many texts have it. */
  readonly #counts = new Map<string, number>();

  constructor(texts: readonly (readonly [owner: number, text: string, weight: number])[]) {
    this.texts = texts.map(([owner, text, weight]) => ({
      owner,
      weight,
      words: searchWordsOf(text),
    }));
    for (const word of this.texts.flatMap(({ words }) => [...words])) {
      this.#counts.set(word, (this.#counts.get(word) ?? 0) + 1);
    }
    this.words = [...this.#counts.keys()];
  }

  having(word: string): number {
    return this.#counts.get(word) ?? 0;
  }

  /** The most common ones first. */
  near(asked: string) {
    const { wrong, near } = naiveNearest(asked, this.words);
    near.sort((a, b) => this.having(b) - this.having(a) || (a < b ? -1 : 1));
    return { wrong, near: near.slice(0, 3) };
  }

  rarity(word: string): number {
    const having = this.having(word);
    return Math.log(1 + (this.texts.length - having + 0.5) / (having + 0.5));
  }

  square(words: Iterable<string>): number {
    return [...words].reduce((sum, word) => sum + this.rarity(word) ** 2, 0);
  }

  compared(question: string): { readonly share: number; readonly cosine: number }[] {
    const counted = new Map<string, number>();
    let length = 0;
    for (const asked of searchWordsOf(question)) {
      const isKnown = this.words.includes(asked);
      const word = isKnown ? asked : this.near(asked).near[0];
      if (word === undefined) length += this.square([asked]);
      else if (!counted.has(word)) {
        length += this.square([word]);
        counted.set(word, this.square([word]) * (isKnown ? 1 : 0.5));
      }
    }
    return this.texts.map(({ words }) => {
      const common = [...counted].reduce((sum, [word, of]) => sum + (words.has(word) ? of : 0), 0);
      if (common === 0) return { share: 0, cosine: 0 };
      const cosine = Math.min(1, common / Math.sqrt(length * this.square(words)));
      return { share: common / length, cosine };
    });
  }

  /** What each of its words counts for one that somebody types. */
  like(asked: string): Map<string, number> {
    const factorOf = (word: string) =>
      word === asked
        ? 1
        : word.startsWith(asked)
          ? 0.7
          : asked.length > 2 && word.includes(asked)
            ? 0.3
            : 0;
    const all = this.words.map((word) => [word, factorOf(word)] as const);
    return new Map(all.filter(([, factor]) => factor > 0));
  }

  scores(known: ReadonlyMap<string, number>): Map<number, number> {
    const best = new Map<number, number>();
    for (const { owner, weight, words } of this.texts) {
      for (const [word, factor] of known) {
        if (!words.has(word)) continue;
        const score = weight * factor * (1 + 1 / Math.log2(1 + this.having(word)));
        best.set(owner, Math.max(best.get(owner) ?? 0, score));
      }
    }
    return best;
  }
}

/** Owners by the words of a question that they have in any index, then by score, then ascending. */
export function naiveFind(indexes: readonly NaiveIndex[], question: string) {
  const found = new Map<number, { owner: number; words: number; score: number }>();
  const words = [...searchWordsOf(question)].map((asked) => {
    let known = indexes.map((index) => index.like(asked));
    const isSlip = known.every(({ size }) => size === 0);
    if (isSlip) {
      const near = indexes.map((index) => index.near(asked));
      const least = Math.min(...near.filter((of) => of.near.length > 0).map(({ wrong }) => wrong));
      known = near.map(
        ({ wrong, near }) => new Map(wrong === least ? near.map((word) => [word, 0.5]) : []),
      );
    }
    for (const [at, index] of indexes.entries()) {
      for (const [owner, score] of index.scores(known[at]!)) {
        const of = found.get(owner) ?? { owner, words: 0, score: 0 };
        found.set(owner, { owner, words: of.words + 1, score: of.score + score });
      }
    }
    return { asked, found: [...new Set(known.flatMap((of) => [...of.keys()]))].sort(), isSlip };
  });
  return { matches: [...found.values()], words };
}
