import fc from "fast-check";
import { expect, test } from "vitest";
import { searchIndicators } from "../../../src/search/subjects.ts";
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

const rarityOf = (sentences: readonly Sentence[], word: string): number => {
  const having = sentences.filter(({ words }) => words.has(word)).length;
  return Math.log(1 + (sentences.length - having + 0.5) / (having + 0.5));
};

test("scores are cosines of rarities, of what has half of the words, and rank by score and dcid", () => {
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
      const text = asked.join(" ");
      const found = searchIndicators(world, text, ["StatisticalVariable", "Topic"], {
        meaning: false,
      }).map(({ node, score }) => ({ dcid: world.graph.dictionary.textOf(node), score }));
      const described = list.flatMap(({ name, description }, at): Sentence[] => {
        // The same text twice is one literal.
        const texts = new Set([name.join(" "), ...(description ? [description.join("-")] : [])]);
        return [...texts].map((text) => ({ dcid: `v/${at}`, words: new Set(text.split(/[ -]/)) }));
      });
      const dcids = list.map((_, at) => ({ dcid: `v/${at}`, words: new Set(["v", `${at}`]) }));
      const all = [...described, ...dcids];
      const square = (words: Iterable<string>) =>
        [...words].reduce((sum, word) => sum + rarityOf(all, word) ** 2, 0);
      const question = new Set(asked);
      const compared = described.map(({ dcid, words }) => {
        const common = square([...question].filter((word) => words.has(word)));
        return { dcid, share: common, score: common / Math.sqrt(square(question) * square(words)) };
      });
      const most = Math.max(0, ...compared.map(({ share }) => share));
      const best = new Map<string, number>();
      for (const { dcid, share, score } of compared) {
        // On the very border, sums may be rounded to either side.
        expect(share === 0 || Math.abs(share / most - 0.499) > 1e-5).toBe(true);
        if (share < most * 0.499 || share === 0) continue;
        best.set(dcid, Math.max(best.get(dcid) ?? 0, score));
      }
      expect(found.map(({ dcid }) => dcid).sort()).toEqual([...best.keys()].sort());
      for (const { dcid, score } of found) {
        expect(Math.abs(score - best.get(dcid)!)).toBeLessThan(0.000_17);
      }
      const ranked = [...found].sort((a, b) => b.score - a.score || (a.dcid < b.dcid ? -1 : 1));
      expect(found).toEqual(ranked);
    }),
    { numRuns },
  );
});
