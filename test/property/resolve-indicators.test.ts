import fc from "fast-check";
import { expect, test } from "vitest";
import { Indicators } from "../../src/resolve/indicators.ts";
import { type TripleRow, worldOf } from "../oracle/small-world.ts";

const numRuns = Number(process.env["FC_RUNS"] ?? 200);

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

/** Ten thousandths of the cosine, by the textbook. */
function naiveScores(sentences: readonly Sentence[], asked: ReadonlySet<string>) {
  const weight = (of: string) => {
    const having = sentences.filter(({ words }) => words.has(of)).length;
    return Math.log1p(sentences.length / Math.max(1, having)) ** 2;
  };
  const total = (words: Iterable<string>) => [...words].reduce((sum, of) => sum + weight(of), 0);
  const shared = ({ words }: Sentence) => total([...asked].filter((of) => words.has(of)));
  const most = Math.max(0, ...sentences.map(shared));
  const scores = new Map<string, number>();
  for (const one of sentences) {
    const common = shared(one);
    if (common === 0 || common < most * 0.499_999) continue;
    const score = (10_000 * common) / Math.sqrt(total(asked) * total(one.words));
    scores.set(one.dcid, Math.max(scores.get(one.dcid) ?? 0, score));
  }
  return scores;
}

test("scores are the cosines of the best sentences, and rank by score and dcid", () => {
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
      const found = new Indicators(world)
        .search(asked.join(" "), ["StatisticalVariable", "Topic"])
        .map(({ node, score }) => ({ dcid: world.graph.dictionary.textOf(node), score }));
      const sentences = list.flatMap(({ name, description }, at): Sentence[] => {
        // The same text twice is one literal.
        const texts = new Set([name.join(" "), ...(description ? [description.join("-")] : [])]);
        return [...texts].map((text) => ({ dcid: `v/${at}`, words: new Set(text.split(/[ -]/)) }));
      });
      const expected = naiveScores(sentences, new Set(asked));
      expect(found.map(({ dcid }) => dcid).sort()).toEqual([...expected.keys()].sort());
      for (const { dcid, score } of found) {
        expect(Math.abs(score * 10_000 - expected.get(dcid)!)).toBeLessThan(0.51);
      }
      const ranked = [...found].sort((a, b) => b.score - a.score || (a.dcid < b.dcid ? -1 : 1));
      expect(found).toEqual(ranked);
    }),
    { numRuns },
  );
});
