/**
 * `npm run bench meaning`: how often a search for variables finds the one that is wanted.
 *
 * Then how many questions in somebody's own words `understand` reads right, about the sample: those of
 * `questions.txt`, by which its rules were tuned, and those of `sealed-questions.txt`, which nobody may look at.
 *
 *     --data FOLDER  has `index.csv` (sentence, dcids) and `queries.csv` (query, dcid)
 *     --every N      asks every Nth query alone
 *
 * The world has a variable or a topic per dcid, and its sentences as descriptions. The table of meanings has
 * learnt from one half of the queries, and its numbers are tuned with it. The other half it has never seen:
 * it is about other variables. A slip is one letter that is left out, doubled, changed, or exchanged with the next.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { Random } from "../data/random.ts";
import { open } from "../library.ts";
import { settledMemory } from "../machine/memory.ts";
import { table } from "../report/table.ts";
import { questionsIn, scoreOf } from "./questions.ts";

interface Query {
  readonly text: string;
  readonly dcid: string;
}

const { values } = parseArgs({
  options: {
    data: { type: "string", default: "." },
    every: { type: "string", default: "1" },
  },
});

/** Lines of two columns; the first may be quoted. */
function pairsIn(file: string): [string, string][] {
  const [, ...lines] = readFileSync(join(values.data, file), "utf8").trim().split(/\r?\n/);
  return lines.map((line) => {
    const [, quoted, plain, second = ""] = /^(?:"((?:[^"]|"")*)"|([^,]*)),(.*)$/.exec(line) ?? [];
    return [quoted?.replaceAll('""', '"') ?? plain ?? "", second];
  });
}

function worldOf(sentences: readonly [string, string][]): string {
  const about = new Map<string, string[]>();
  for (const [sentence, dcids] of sentences) {
    for (const dcid of dcids.split(";")) {
      const known = about.get(dcid);
      if (known === undefined) about.set(dcid, [sentence]);
      else known.push(sentence);
    }
  }
  const rows = ["subject_id,predicate,object_id,object_value"];
  for (const [dcid, texts] of about) {
    const type = dcid.includes("/topic/") ? "Topic" : "StatisticalVariable";
    rows.push(`${dcid},typeOf,${type},`);
    for (const text of texts) rows.push(`${dcid},description,,"${text.replaceAll('"', '""')}"`);
  }
  return rows.join("\n");
}

/** The halves of `build/meaning/texts.py`. */
const isLearnt = (dcid: string): boolean =>
  ((createHash("sha256").update(dcid).digest().at(-1) ?? 0) & 2) === 0;

/** One wrong letter in a word of four letters or more, where there is one. */
function withSlip(text: string, random: Random): string {
  const words = [...text.matchAll(/\p{L}{4,}/gu)];
  const word = words[random.below(words.length)];
  if (word === undefined) return text;
  const at = word.index + 1 + random.below(word[0].length - 2);
  const [before, letter, next, after] = [
    text.slice(0, at),
    text[at],
    text[at + 1],
    text.slice(at + 2),
  ];
  const other = String.fromCharCode(97 + random.below(26));
  const slips = [
    before + next + after,
    before + letter + letter + next + after,
    before + other + next + after,
    before + next + letter + after,
  ];
  return slips[random.below(slips.length)] as string;
}

async function main(): Promise<void> {
  await printQuestions();
  if (!existsSync(join(values.data, "queries.csv"))) {
    console.log(`SKIPPED: ${values.data} has no queries.csv`);
    return;
  }
  const every = Number(values.every);
  const sentences = pairsIn("index.csv");
  const commons = await open({ "world.csv": worldOf(sentences) });
  const search = (text: string, meaning: boolean): readonly string[] => {
    const request = { nodes: [text], resolver: "indicator" } as const;
    const { entities = [] } = commons.v2.resolve(request, { meaning });
    return (entities[0]?.candidates ?? []).map(({ dcid = "" }) => dcid);
  };
  // What any first question makes is no part of the search.
  commons.v2.node({ nodes: ["Count_Person"], property: "->description" });
  const before = await settledMemory();
  const wordsTime = processorTime(() => search("population", false));
  const meaningTime = processorTime(() => search("population", true));
  const after = await settledMemory();
  const queries = pairsIn("queries.csv")
    .map(([text, dcid]): Query => ({ text, dcid }))
    .filter((_, at) => at % every === 0);
  const rows = [true, false].flatMap((half) => {
    const asked = queries.filter(({ dcid }) => isLearnt(dcid) === half);
    const random = new Random(28);
    const slips = asked.map(({ text, dcid }) => ({ text: withSlip(text, random), dcid }));
    const name = half ? "learnt" : "unseen";
    return [true, false].flatMap((meaning) => {
      const by = meaning ? "meaning" : "words";
      const found = (text: string) => search(text, meaning);
      return [
        [name, by, "", ...measured(asked, found)],
        [name, by, "one in each", ...measured(slips, found)],
      ];
    });
  });
  const heads = ["queries", "by", "slips", "number", "at 1", "at 5", "at 10", "MRR", "ms"];
  console.log(table(heads, rows, 3));
  const bytes = readFileSync(new URL("../../../dist/meaning.bin", import.meta.url));
  console.log(
    [
      `${sentences.length} sentences: words ${wordsTime.toFixed(0)} ms, meanings ${meaningTime.toFixed(0)} ms`,
      `memory ${((after.heap - before.heap) / 1e6).toFixed(1)} MB`,
      `table ${(bytes.length / 1e6).toFixed(2)} MB, ${(gzipSync(bytes, { level: 9 }).length / 1e6).toFixed(2)} MB as gzip`,
    ].join("; "),
  );
}

async function printQuestions(): Promise<void> {
  const commons = await open(fileURLToPath(new URL("../../../data-samples", import.meta.url)));
  const rows = [];
  const wrong: string[] = [];
  for (const file of ["questions.txt", "sealed-questions.txt"]) {
    const text = readFileSync(new URL(`../../../bench/meaning/${file}`, import.meta.url), "utf8");
    const score = await scoreOf(questionsIn(text), (asked) => commons.understand(asked));
    const { count, places, variables, intent, together, date } = score;
    const shares = [places, variables, intent, date, together].map((right) =>
      ((100 * right) / count).toFixed(1),
    );
    rows.push([file, String(count), ...shares]);
    if (file === "questions.txt") wrong.push(...score.wrong);
  }
  const heads = ["questions", "number", "places", "variables", "intent", "dates", "first three"];
  console.log(table(heads, rows, 1));
  if (wrong.length > 0) console.log(["Wrong in questions.txt:", ...wrong].join("\n  "));
}

/** Milliseconds of processor time: other programs change them less than those of a clock. */
function processorTime(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function measured(
  queries: readonly Query[],
  found: (text: string) => readonly string[],
): readonly string[] {
  let ranks: readonly number[] = [];
  const time = processorTime(() => {
    ranks = queries.map(({ text, dcid }) => found(text).indexOf(dcid) + 1);
  });
  const hits = [1, 5, 10].map((most) =>
    ((100 * ranks.filter((rank) => rank > 0 && rank <= most).length) / ranks.length).toFixed(1),
  );
  const reciprocal = ranks.reduce((sum, rank) => sum + (rank > 0 ? 1 / rank : 0), 0) / ranks.length;
  return [
    String(queries.length),
    ...hits,
    reciprocal.toFixed(3),
    (time / queries.length).toFixed(2),
  ];
}

await main();
