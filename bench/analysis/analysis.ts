/**
 * `npm run bench analysis`: 24 questions by verbs of tables, beside DuckDB with one thread and with two over
 * the same rows. Answers are compared; an unequal one ends the bench with 1. Prints medians of the clock, for
 * machines that do nothing else: on a busy one only ratios of one run mean something.
 *
 *     --places N    places with 102 numbers of years and 72 of months each; default 3000. 20000 make 3.7 million rows
 *     --rounds N    answers of each, in turns; default 7
 *     --only NAME   questions whose names contain this
 */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Commons, Table } from "../../src/index.ts";
import { median } from "../contest/figures.ts";
import { writeLines } from "../formats/write-lines.ts";
import { open } from "../library.ts";
import { DuckDbConnection, duckDbPackage } from "../peers/duckdb/connection.ts";
import { isInstalled } from "../peers/installed.ts";
import { duration, table, times } from "../report/table.ts";
import { type AnalysisQuestion, type AnswerRow, analysisQuestions } from "./analysis-questions.ts";
import { graphOf, lines, placeOf, stateOf } from "./analysis-world.ts";

const { values: given } = parseArgs({
  options: {
    places: { type: "string", default: "3000" },
    rounds: { type: "string", default: "7" },
    only: { type: "string", default: "" },
  },
});
const [places, rounds] = [Number(given.places), Number(given.rounds)];

const folder = mkdtempSync(join(tmpdir(), "pocket-commons-analysis-"));
try {
  await compare();
} finally {
  rmSync(folder, { recursive: true });
}

async function compare(): Promise<void> {
  const [graph, observations] = [join(folder, "graph.mcf"), join(folder, "observations.csv")];
  writeFileSync(graph, graphOf(places));
  await writeLines(observations, lines(places));
  const commons = await open([graph, observations]);
  const peers = isInstalled(duckDbPackage)
    ? [await duckDb(observations, 1), await duckDb(observations, 2)]
    : [];
  if (peers.length === 0) console.log("without DuckDB: npm run bench -- --peers installs it");
  const rows: string[][] = [];
  const ratios: number[] = [];
  for (const question of analysisQuestions.filter(({ name }) => name.includes(given.only))) {
    const answers = [
      async () => shown(question, await question.ours(commons)),
      ...peers.map((peer) => async () => (await peer.rows(question.sql)) as AnswerRow[]),
    ];
    const found = await Promise.all(answers.map(async (answer) => await answer()));
    for (const other of found.slice(1)) requireEqual(question.name, found[0]!, other);
    const [ours = 0, ...theirs] = await timesOf(question, commons, peers);
    if (theirs[0] !== undefined) ratios.push(ours / theirs[0]);
    rows.push([
      question.name,
      ...[ours, ...theirs].map(duration),
      ...theirs.map((time) => times(ours / time)),
    ]);
  }
  const heads = [
    "question",
    "ours",
    "DuckDB, 1 thread",
    "2 threads",
    "ours / 1 thread",
    "ours / 2 threads",
  ];
  const shownHeads = peers.length === 0 ? heads.slice(0, 2) : heads;
  console.log(table(shownHeads, rows, 1));
  if (ratios.length > 0) {
    const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
    console.log(
      `geometric mean of ours / 1 thread: ${mean.toFixed(2)}; greatest ${Math.max(...ratios).toFixed(2)}`,
    );
  }
  for (const peer of peers) peer.close();
}

async function duckDb(observations: string, threads: number): Promise<DuckDbConnection> {
  const peer = await DuckDbConnection.open(threads);
  const placesFile = join(folder, "places.csv");
  const list = Array.from({ length: places }, (_, at) => `${placeOf(at)},${stateOf(at)}\n`);
  writeFileSync(placesFile, `dcid,state\n${list.join("")}`);
  await peer.run(`CREATE TABLE obs AS SELECT entity, variable, cast(date AS VARCHAR) AS date,
    cast(value AS DOUBLE) AS value, import_name AS facet
    FROM read_csv('${observations}', header = true, all_varchar = true) ORDER BY variable, entity, date`);
  await peer.run(
    `CREATE TABLE place AS SELECT * FROM read_csv('${placesFile}', header = true, all_varchar = true)`,
  );
  return peer;
}

/** Medians in milliseconds: of us, and of each peer, in turns. */
async function timesOf(
  { ours, sql }: AnalysisQuestion,
  commons: Commons,
  peers: readonly DuckDbConnection[],
): Promise<number[]> {
  const steps = [
    async () => await ours(commons),
    ...peers.map((peer) => async () => await peer.run(sql)),
  ];
  const took: number[][] = steps.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [at, step] of steps.entries()) {
      const start = performance.now();
      await step();
      took[at]!.push(performance.now() - start);
    }
  }
  return took.map((list) => median(list));
}

function shown({ columns }: AnalysisQuestion, answer: Table): AnswerRow[] {
  const names = answer.columns.map(({ name }) => name);
  const places = columns.map((name) => names.indexOf(name));
  if (places.includes(-1)) throw new Error(`no column among ${names.join(", ")}`);
  return Array.from(answer.rows(), (row) => places.map((at) => row[at] ?? null));
}

/** @throws Error with the first row in which they differ */
function requireEqual(
  name: string,
  ours: readonly AnswerRow[],
  theirs: readonly AnswerRow[],
): void {
  const [one, other] = [ours, theirs].map((rows) => rows.map(plain).sort());
  if (one!.length !== other!.length)
    throw new Error(`${name}: ${one!.length} rows, not ${other!.length}`);
  const at = one!.findIndex((row, place) => row !== other![place]);
  if (at >= 0) throw new Error(`${name}: ${one![at]}, not ${other![at]}`);
}

/** Numbers to nine digits: sums in another order differ in the last ones. */
function plain(row: readonly unknown[]): string {
  const cells = row.map((cell) => {
    if (cell === null || cell === undefined) return "";
    return typeof cell === "string" ? cell : String(Number(Number(cell).toPrecision(9)));
  });
  return cells.join(" ");
}
