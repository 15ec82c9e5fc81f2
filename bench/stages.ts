/** The stages of a run: the world, the comparison, and what only Pocket Commons is measured by. */

import type { Commons } from "../src/index.ts";
import { NaiveWorld } from "./answers/naive.ts";
import { dictionaryCases } from "./cases/dictionary.ts";
import { expressionCases } from "./cases/expression.ts";
import { fullEffort, type Result, runCase, smokeEffort } from "./cases/harness.ts";
import { loadCases } from "./cases/load.ts";
import { nodeCases } from "./cases/node.ts";
import { observationCases } from "./cases/observation.ts";
import { contestEffort, smokeEffort as smokeContestEffort } from "./contest/clock.ts";
import { type ContestOutcome, runContest } from "./contest/contest.ts";
import type { Figures } from "./contest/figures.ts";
import type { Scale } from "./data/scales.ts";
import { open } from "./library.ts";
import { type LoadResult, measureMcf, runLoad } from "./loads/loads.ts";
import { BusyMeter, loadAverage } from "./machine/busy.ts";
import { runChild } from "./machine/child.ts";
import { type BenchOptions, chosenRows, isChosen, partNames } from "./options.ts";
import { hasAllForms, type PreparedWorld, prepareWorld } from "./prepared-world.ts";
import { type ScaleResults, thisMachine } from "./report/results.ts";
import type { RequestsTask } from "./requests/requests-process.ts";
import { measureStart } from "./start/start.ts";

export interface Outcome {
  readonly results: ScaleResults;
  /** What was answered or loaded wrongly, in words. */
  readonly faults: readonly string[];
}

const minute = 60_000;
/** After these a process of a contestant is given up. */
const timeouts: Readonly<Record<Scale, number>> = {
  T: minute,
  S: 5 * minute,
  M: 20 * minute,
  L: 60 * minute,
};
const ownRounds = 3;
const startRounds = 7;
const requestMilliseconds = 3000;
const requestsProcess = new URL("./requests/requests-process.js", import.meta.url);
const cases = [...dictionaryCases, ...expressionCases, ...nodeCases, ...observationCases];

export async function measureAll(options: BenchOptions, folder: string): Promise<Outcome> {
  const loadBefore = loadAverage();
  const busy = new BusyMeter();
  checkNames(options);
  progress(`world of scale ${options.scale}`);
  const naive = options.naive ? new NaiveWorld() : undefined;
  const world = prepareWorld(folder, options.scale, naive === undefined ? [] : [naive]);
  const contest = await compare(options, world, folder);
  const own = await measureOwn(options, world, folder);
  const loads = await measureLoads(options, world);
  const results = await measureCases(options, world, naive);
  const { others } = busy;
  const machine = {
    loadBefore,
    loadAfter: loadAverage(),
    ...(others === undefined ? {} : { others }),
  };
  const { triples, observations } = world.plan.size;
  return {
    results: {
      scale: options.scale,
      machine: thisMachine(machine),
      triples,
      observations,
      entries: contest.entries,
      own,
      loads,
      cases: results,
      disturbances: contest.disturbances,
    },
    faults: [...contest.faults, ...faultsOf(loads), ...faultsOf(results)],
  };
}

async function compare(
  options: BenchOptions,
  { plan, files, questionsPath }: PreparedWorld,
  folder: string,
): Promise<ContestOutcome> {
  const rows = chosenRows(options);
  if (rows.length === 0 && !isChosen(options, "load")) {
    return { entries: [], faults: [], disturbances: [] };
  }
  return await runContest({
    entrants: options.entrants,
    rows,
    rounds: options.rounds,
    effort: options.isSmoke ? smokeContestEffort : contestEffort,
    timeout: timeouts[options.scale],
    tables: files,
    questions: questionsPath,
    folder,
    plan,
  });
}

async function measureOwn(
  options: BenchOptions,
  { files, questionsPath }: PreparedWorld,
  folder: string,
): Promise<Figures> {
  const own: Record<string, number> = {};
  const { isSmoke, scale } = options;
  if (isChosen(options, "start")) {
    progress("start-up");
    Object.assign(own, await measureStart(folder, isSmoke ? 1 : startRounds));
  }
  const mcf = options.mcf ?? (hasAllForms(scale) ? files.mcf : undefined);
  if (isChosen(options, "mcf") && mcf !== undefined) {
    progress("MCF");
    Object.assign(own, await measureMcf(mcf, isSmoke ? 1 : ownRounds));
  }
  if (isChosen(options, "requests") && scale !== "L") {
    progress("requests");
    const task: RequestsTask = {
      files: [files.triples, files.observations],
      questions: questionsPath,
      milliseconds: isSmoke ? 1 : requestMilliseconds,
    };
    Object.assign(own, await runChild<Figures>(requestsProcess, task));
  }
  return own;
}

/** All forms of files, read back statement by statement; larger worlds have only tables. */
async function measureLoads(
  options: BenchOptions,
  { files, digests }: PreparedWorld,
): Promise<LoadResult[]> {
  const loads: LoadResult[] = [];
  if (!hasAllForms(options.scale)) return loads;
  for (const each of loadCases.filter(({ name }) => isChosen(options, name))) {
    progress(`${each.name} ${each.title}`);
    const expected = {
      triples: (each.hasGraph ? digests.world : digests.sources).triples,
      observations: (each.hasObservations ? digests.world : digests.sources).observations,
    };
    loads.push(await runLoad(each, files, options.isSmoke ? 1 : ownRounds, expected));
  }
  return loads;
}

async function measureCases(
  options: BenchOptions,
  { files, questions }: PreparedWorld,
  naive: NaiveWorld | undefined,
): Promise<Result[]> {
  const results: Result[] = [];
  const chosen = cases.filter(({ name }) => isChosen(options, name));
  if (chosen.length === 0 || options.scale === "L") return results;
  const commons: Commons = await open([files.triples, files.observations]);
  for (const each of chosen) {
    progress(`${each.name} ${each.title}`);
    const effort = options.isSmoke ? smokeEffort : fullEffort;
    results.push(...(await runCase(each, commons, questions, effort, naive)));
  }
  return results;
}

function faultsOf(results: readonly (LoadResult | Result)[]): string[] {
  return results.flatMap(({ fault, ...each }) => {
    const contestant = "contestant" in each ? ` by ${each.contestant}` : "";
    return fault === undefined ? [] : [`${each.case}, ${each.title}${contestant}: ${fault}`];
  });
}

/** @throws Error when nothing has one of the chosen names */
function checkNames({ only = [] }: BenchOptions): void {
  const rows = chosenRows({ only: undefined });
  const names = [...rows, ...partNames, ...[...loadCases, ...cases].map(({ name }) => name)];
  const unknown = only.filter((each) => !names.some((name) => isChosen({ only: [each] }, name)));
  if (unknown.length === 0) return;
  const known = [...new Set(names)].join(", ");
  throw new Error(`there is nothing called ${unknown.join(", ")}; there are ${known}`);
}

function progress(text: string): void {
  console.error(`${text} …`);
}
