import fc from "fast-check";
import { expect, test } from "vitest";
import { MadeInSteps } from "../../../src/governor/governor.ts";
import { Indicators } from "../../../src/resolve/indicator-search.ts";
import { type TripleRow, worldOf } from "../../oracle/small-world.ts";
import { runs } from "../runs.ts";

const { numRuns } = runs(100);

// Words of three letters are never taken for misspelt ones.
const word = fc.constantFrom("age", "men", "job", "tax", "sea", "oil");
const sentence = fc.array(word, { minLength: 1, maxLength: 5 });
const variable = fc.record({
  topic: fc.boolean(),
  name: sentence,
  description: fc.option(sentence, { nil: undefined }),
});
const variables = fc.array(variable, { maxLength: 8 });
const question = fc.array(fc.oneof(word, fc.constant("fog")), { maxLength: 4 });

interface Sentence {
  readonly dcid: string;
  readonly words: ReadonlySet<string>;
}

/** BM25+ by the textbook, times the number of common words. */
function textbookScore(
  sentences: readonly Sentence[],
  asked: ReadonlySet<string>,
  words: ReadonlySet<string>,
): number {
  const averageLength = sentences.reduce((sum, one) => sum + one.words.size, 0) / sentences.length;
  const saturation = 0.5 + 2.2 / (1 + 1.2 * (0.3 + (0.7 * words.size) / averageLength));
  const common = [...asked].filter((word) => words.has(word));
  const rarities = common.map((word) => {
    const having = sentences.filter((one) => one.words.has(word)).length;
    return Math.log(1 + (sentences.length - having + 0.5) / (having + 0.5));
  });
  return rarities.reduce((sum, rarity) => sum + rarity, 0) * saturation * common.length;
}

/** Of every dcid the score of the best sentence. */
function textbookScores(sentences: readonly Sentence[], asked: ReadonlySet<string>) {
  const scores = new Map<string, number>();
  for (const { dcid, words } of sentences) {
    const score = textbookScore(sentences, asked, words);
    scores.set(dcid, Math.max(scores.get(dcid) ?? 0, score));
  }
  return scores;
}

test("scores are shares of what the question itself would have, and rank by score and dcid", () => {
  fc.assert(
    fc.property(variables, question, (list, asked) => {
      const rows = list.flatMap(({ topic, name, description }, at): TripleRow[] => [
        [`v/${at}`, "typeOf", topic ? "Topic" : "StatisticalVariable"],
        [`v/${at}`, "name", `=${name.join(" ")}`],
        ...(description === undefined
          ? []
          : [[`v/${at}`, "description", `=${description.join("-")}`] as const]),
      ]);
      const world = worldOf(rows);
      const found = new MadeInSteps(() => Indicators.of(world))
        .finished()
        .search(asked.join(" "), ["StatisticalVariable", "Topic"])
        .map(({ node, score }) => ({ dcid: world.graph.dictionary.textOf(node), score }));
      const sentences = list.flatMap(({ name, description }, at): Sentence[] => {
        // The same text twice is one literal.
        const texts = new Set([name.join(" "), ...(description ? [description.join("-")] : [])]);
        return [...texts].map((text) => ({ dcid: `v/${at}`, words: new Set(text.split(/[ -]/)) }));
      });
      const words = new Set(asked);
      const scores = textbookScores(sentences, words);
      const itself = textbookScore(sentences, words, words);
      for (const { dcid, score } of found) {
        expect(Math.abs(score - scores.get(dcid)! / itself)).toBeLessThan(0.000_051);
      }
      // A quarter of the best is the least. On the very border, sums may be rounded to either side.
      const border = Math.max(0, ...scores.values()) / 4;
      const isFound = (dcid: string) => found.some((one) => one.dcid === dcid);
      for (const [dcid, score] of scores) {
        if (Math.abs(score - border) > 1e-9) expect(isFound(dcid)).toBe(score > border);
      }
      const ranked = [...found].sort((a, b) => b.score - a.score || (a.dcid < b.dcid ? -1 : 1));
      expect(found).toEqual(ranked);
    }),
    { numRuns },
  );
});
