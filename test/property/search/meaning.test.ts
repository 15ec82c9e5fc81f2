/** What searches by meaning find, against a comparison of the question with every text. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { inPlainWords } from "../../../src/search/everyday-words.ts";
import { meaning } from "../../../src/search/meaning.ts";
import { subjectsOf } from "../../../src/search/subjects.ts";
import type { TokenTable } from "../../../src/search/token-table.ts";
import { searchWordsOf, spacedWords } from "../../../src/search/words.ts";
import { NaiveIndex } from "../../oracle/search/naive-words.ts";
import { type TripleRow, worldOf } from "../../oracle/small-world.ts";
import { runs } from "../runs.ts";

const { numRuns } = runs(600);

meaning.provide(() => readFileSync(new URL("../../../src/search/meaning.bin", import.meta.url)));

const word = fc.constantFrom(
  ...["income", "salary", "household", "rain", "jobless", "people", "women", "inhabitants"],
  ...["of", "energy", "farm", "unicorn", "height", "share%", "teenagers", "Total", "wage", "失业"],
);
const sentence = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(" "));
const question = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: word },
      fc.constantFrom("earnings", "wives", "crop", "gas", "您好"),
    ),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .chain((words) => fc.constantFrom("", " ").map((blank) => blank + words.join(" ") + blank));
const variable = fc.record({
  dcid: fc.array(fc.constantFrom("Count", "Person", "Median", "Income", "Rain"), { minLength: 1 }),
  name: fc.option(sentence, { nil: undefined }),
  description: fc.option(sentence, { nil: undefined }),
  isWanted: fc.boolean(),
});
const variables = fc.uniqueArray(variable, {
  maxLength: 8,
  selector: ({ dcid }) => dcid.join("_"),
});

interface Text {
  readonly dcid: string;
  /** What is compared, and what is shown. */
  readonly text: string;
  readonly shown: string;
  readonly isDcid: boolean;
  readonly isOnly: boolean;
}

type Variable = typeof variable extends fc.Arbitrary<infer One> ? One : never;

/** Names with the total, and without it; then the dcid. */
function textsOf({ dcid, name, description }: Variable): Text[] {
  const own = [...new Set([name, description])].filter((text) => text !== undefined);
  const texts = own.flatMap((shown) =>
    [...new Set([shown, shown.replace(/^total\s+/i, "")])].map((text) => ({ text, shown })),
  );
  const id = dcid.join("_");
  return [
    ...texts.map((one) => ({ dcid: id, ...one, isDcid: false, isOnly: false })),
    {
      ...{ dcid: id, text: spacedWords(id), shown: spacedWords(id) },
      ...{ isDcid: true, isOnly: texts.length === 0 },
    },
  ];
}

/** By text: its vector. The same few words come again and again. */
const known = new Map<string, readonly number[]>();

function vectorOf(table: TokenTable, text: string): readonly number[] {
  const vector = known.get(text) ?? [...table.sum(table.piecesOf(text))];
  known.set(text, vector);
  return vector;
}

/** The cosine of what two texts mean. */
function nearness(table: TokenTable, question: string, text: string): number {
  const [asked, given] = [question, text].map((one) => vectorOf(table, one));
  const product = asked!.reduce((sum, value, at) => sum + value * given![at]!, 0);
  return product / (Math.hypot(...asked!) * Math.hypot(...given!) || 1);
}

function naiveSearch(
  texts: readonly Text[],
  isWanted: (dcid: string) => boolean,
  question: string,
  isLoose: boolean,
) {
  const table = meaning.table!;
  const index = new NaiveIndex(texts.map(({ text }, at) => [at, text, 1]));
  const compared = index.compared(question);
  const nearTo = (asked: string) =>
    texts.map(({ text, isDcid, isOnly }) =>
      isDcid && !isOnly ? 0 : nearness(table, inPlainWords(asked), text),
    );
  const most = (all: readonly number[]) =>
    Math.max(0, ...all.map((one, at) => (isWanted(texts[at]!.dcid) ? one : 0)));
  // What has no spaces may be a dcid.
  const near = nearTo(question.includes(" ") ? question : spacedWords(question));
  const words = [...searchWordsOf(question)];
  const foreign = words.filter((one) => !index.words.includes(one));
  const isForeign = foreign.length > 0 && foreign.length * 2 >= words.length;
  const isNoise = isForeign && most(near) < 0.56 && most(nearTo(foreign.join(" "))) < 0.36;
  const best = new Map<string, { score: number; sentence: string }>();
  for (const [at, { dcid, shown, isDcid, isOnly }] of texts.entries()) {
    const { share, cosine } = compared[at]!;
    const meant = isLoose || !isNoise ? near[at]! : 0;
    const mixed = (meant + 0.05 * cosine) / 1.05;
    const similarity = cosine >= 0.99 ? Math.max(0.9, mixed) : mixed;
    const isSame = [shown, ...(cosine >= 0.99 ? [dcid] : [])].some(
      (one) => one.toLowerCase() === question.trim().toLowerCase(),
    );
    if (share < 0.999 && similarity < (isLoose ? 0.25 : 0.42)) continue;
    if (!isWanted(dcid) || (isDcid && !isOnly && !isSame)) continue;
    const score = isSame ? 1 : Math.min(0.9999, Math.max(1e-8, similarity));
    if (score > (best.get(dcid)?.score ?? -1) + 1e-7) best.set(dcid, { score, sentence: shown });
  }
  return best;
}

await meaning.load();

test("meanings count most, words a little, and the question itself above all", () => {
  fc.assert(
    fc.property(variables, question, fc.boolean(), (list, asked, isLoose) => {
      const rows = list.flatMap(({ dcid, name, description }): TripleRow[] => [
        [dcid.join("_"), "typeOf", "StatisticalVariable"],
        ...(name === undefined ? [] : [[dcid.join("_"), "name", `=${name}`] as const]),
        ...(description === undefined
          ? []
          : [[dcid.join("_"), "description", `=${description}`] as const]),
      ]);
      const world = worldOf(rows);
      const { dictionary } = world.graph;
      const wanted = new Set(list.filter((one) => one.isWanted).map(({ dcid }) => dcid.join("_")));
      const texts = list
        .toSorted((a, b) => (a.dcid.join("_") < b.dcid.join("_") ? -1 : 1))
        .flatMap(textsOf);
      // Where a question means nothing, words alone are compared.
      fc.pre(meaning.table!.piecesOf(inPlainWords(asked)).length > 0);
      const naive = naiveSearch(texts, (dcid) => wanted.has(dcid), asked, isLoose);
      const found = subjectsOf(world)
        .search(asked, (node) => wanted.has(dictionary.textOf(node)), { isLoose })
        .map(({ node, ...one }) => ({ dcid: dictionary.textOf(node), ...one }));
      expect(found.map(({ dcid }) => dcid).sort()).toEqual([...naive.keys()].sort());
      for (const { dcid, score, sentence } of found) {
        expect(score).toBeCloseTo(naive.get(dcid)!.score, 4);
        expect(sentence).toBe(naive.get(dcid)!.sentence);
      }
      const ranked = found.toSorted((a, b) => b.score - a.score || (a.dcid < b.dcid ? -1 : 1));
      expect(found).toEqual(ranked);
    }),
    { numRuns },
  );
});
