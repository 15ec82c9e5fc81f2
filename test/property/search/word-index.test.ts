/** Searches by words against plain loops over texts. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { findIn } from "../../../src/search/find-in.ts";
import { nearestOf, WordIndex } from "../../../src/search/word-index.ts";
import { NaiveIndex, naiveFind, naiveNearest } from "../../oracle/search/naive-words.ts";
import { runs } from "../runs.ts";

const { numRuns } = runs(4000);

const usual = fc.constantFrom("port", "seaport", "portal", "harbour", "harbor", "population");
const others = fc.constantFrom("pope", "pop", "card", "cart", "care", "trees", "2020", "20201");
const joining = fc.constantFrom("of", "the", "many", "counts", "numbers");
/** A word with up to three slips. */
const slip = fc
  .tuple(
    fc.oneof(usual, others),
    fc.array(fc.tuple(fc.nat(9), fc.nat(3), fc.constantFrom("a", "r", "x")), { maxLength: 3 }),
  )
  .map(([word, slips]) =>
    slips.reduce<string>((letters, [place, kind, letter]) => {
      const at = place % Math.max(letters.length, 1);
      const [before, one, after] = [letters.slice(0, at), letters[at] ?? "", letters.slice(at + 1)];
      if (kind === 0) return before + letter + one + after;
      if (kind === 1) return before + after;
      if (kind === 2) return before + letter + after;
      return before + after.slice(0, 1) + one + after.slice(1);
    }, word),
  );
const word = fc.oneof(
  { weight: 4, arbitrary: usual },
  { weight: 4, arbitrary: others },
  { weight: 2, arbitrary: joining },
  { weight: 2, arbitrary: slip },
  fc.constantFrom("Été", "हिन्दी", "加州", "po", "e"),
);
const between = fc.constantFrom(" ", " ", ", ", "_", " – ", "-");
const text = fc
  .oneof(
    { weight: 4, arbitrary: fc.array(fc.tuple(word, between), { maxLength: 5 }) },
    fc.array(fc.tuple(joining, between), { maxLength: 2 }),
  )
  .map((words) => words.map(([one, mark]) => one + mark).join(""));
const texts = fc.array(fc.tuple(fc.nat(4), text, fc.integer({ min: 1, max: 3 })), { maxLength: 8 });

function indexOf(given: readonly (readonly [number, string, number])[]): WordIndex {
  const index = new WordIndex();
  for (const [owner, one, weight] of given) index.add(owner, one, weight);
  return index;
}

test("the nearest words are those with the fewest wrong letters, in their order", () => {
  const words = fc.uniqueArray(fc.oneof(usual, others, slip), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(slip, words, (asked, all) => {
      const { wrong, at } = nearestOf(asked, all);
      const naive = naiveNearest(asked, all);
      expect(at.map((one) => all[one])).toEqual(naive.near);
      if (at.length > 0) expect(wrong).toBe(naive.wrong);
    }),
    { numRuns },
  );
});

test("shares and similarities are those of the words that text and question have in common", () => {
  fc.assert(
    fc.property(texts, text, (given, question) => {
      const { shares, cosines } = indexOf(given).compared(question);
      const wanted = new NaiveIndex(given).compared(question);
      expect(shares).toHaveLength(given.length);
      for (const [at, { share, cosine }] of wanted.entries()) {
        expect(shares[at]).toBeCloseTo(share, 5);
        expect(cosines[at]).toBeCloseTo(cosine, 5);
      }
    }),
    { numRuns },
  );
});

test("whole words, beginnings, parts and slips find owners in several indexes", () => {
  fc.assert(
    fc.property(fc.array(texts, { minLength: 1, maxLength: 3 }), text, (given, question) => {
      const { matches, words } = findIn(given.map(indexOf), question);
      const wanted = naiveFind(
        given.map((one) => new NaiveIndex(one)),
        question,
      );
      expect(words.map((one) => ({ ...one, found: [...one.found].sort() }))).toEqual(wanted.words);
      const rounded = (all: readonly { owner: number; words: number; score: number }[]) =>
        all
          .map(({ score, ...of }) => ({ ...of, score: Math.round(score * 1e6) }))
          .sort((a, b) => b.words - a.words || b.score - a.score || a.owner - b.owner);
      expect(rounded(matches)).toEqual(rounded(wanted.matches));
      const ranks = matches.map(({ owner, words, score }) => ({ owner, words, score }));
      expect(ranks).toEqual(
        [...ranks].sort((a, b) => b.words - a.words || b.score - a.score || a.owner - b.owner),
      );
    }),
    { numRuns },
  );
});

test("a question is mended where neither others nor texts know a word", () => {
  const isKnown = (one: string) => one === "cares";
  fc.assert(
    fc.property(texts, fc.array(word, { minLength: 1, maxLength: 4 }), (given, asked) => {
      const naive = new NaiveIndex(given);
      const plain = asked.filter((one) => /^[a-z]+$/.test(one) && !/s$/.test(one));
      const wanted = plain.map((one) => {
        if (isKnown(one) || naive.words.includes(one)) return one;
        return naive.near(one).near[0] ?? one;
      });
      expect(indexOf(given).mended(plain.join(" "), isKnown)).toBe(wanted.join(" "));
    }),
    { numRuns },
  );
});
