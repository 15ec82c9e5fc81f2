/**
 * One contestant in a process of its own: loads the tables, answers every question, saves. Prints
 * a `ContestResult`.
 */

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { answerParent, childTask } from "../machine/child.ts";
import { peakRss, settledMemory } from "../machine/memory.ts";
import type { Contestant, Tables } from "../peers/contestant.ts";
import { type EntrantName, entrants, type Part } from "../peers/entrants.ts";
import { type Effort, timeCalls } from "./clock.ts";
import { type Figures, prefixed } from "./figures.ts";
import { readQuestions } from "./questions.ts";
import { linesOf, type RowName, rowNames } from "./rows.ts";

export interface ContestTask {
  readonly entrant: EntrantName;
  readonly part: Part;
  readonly tables: Tables;
  /** Path of the file of all questions. */
  readonly questions: string;
  /** Path of the contestant's own files, without an ending. */
  readonly store: string;
  /** Rows that are asked; empty when only loading counts. */
  readonly rows: readonly RowName[];
  readonly effort: Effort;
  readonly saves: boolean;
}

export interface ContestResult {
  readonly version: string;
  readonly figures: Figures;
  /** Hash of the answer to each argument, as many as were checked. */
  readonly answers: Readonly<Partial<Record<RowName, readonly string[]>>>;
  /** Lines of the checked answers. */
  readonly lines: Readonly<Partial<Record<RowName, number>>>;
  /** Answers to q3, whose members are checked where the world is known. */
  readonly pages: readonly (readonly string[])[];
  /** What was written, for `reopen-process.ts`. */
  readonly hasStore: boolean;
}

/** So many answers of a row are checked, if that takes no longer. */
const checkedMax = 60;
const checkMillisecondsMax = 8000;

const task = childTask<ContestTask>();
const questions = readQuestions(readFileSync(task.questions, "utf8"));
const contestant = await entrants[task.entrant].enter(task.store);
const base = await settledMemory();
const figures: Record<string, number> = {};
const answers: Partial<Record<RowName, readonly string[]>> = {};
const lineCounts: Partial<Record<RowName, number>> = {};
const pages: string[][] = [];

await loadAll(contestant, task.part);
await contestant.settle?.();
const rows = rowNames.filter(
  (name) => task.rows.includes(name) && contestant.answers[name] !== undefined,
);
for (const name of rows) answers[name] = await check(name);
for (const name of rows) {
  const ask = contestant.answers[name] as Ask;
  Object.assign(figures, prefixed(name, await timeCalls(ask, questions[name], task.effort)));
}
const hasStore = await save();
await contestant.close?.();

const result: ContestResult = {
  version: contestant.version,
  figures,
  answers,
  lines: lineCounts,
  pages,
  hasStore,
};
answerParent(result);

type Ask = (argument: unknown) => unknown;

async function loadAll(loading: Contestant, part: Part): Promise<void> {
  if (part === "both" && loading.loadBoth !== undefined) {
    await load("both", async () => await loading.loadBoth!(task.tables));
    return;
  }
  if (loading.loadTriples !== undefined) {
    await load("triples", async () => await loading.loadTriples!(task.tables));
  }
  if (part === "triples" || loading.loadObservations === undefined) return;
  await load("observations", async () => await loading.loadObservations!(task.tables));
}

async function load(name: string, run: () => Promise<number>): Promise<void> {
  const before = await settledMemory();
  const cpuBefore = process.cpuUsage();
  const start = performance.now();
  const count = await run();
  const time = performance.now() - start;
  const { user, system } = process.cpuUsage(cpuBefore);
  const peak = peakRss();
  const after = await settledMemory();
  const measured = {
    time,
    cpu: (user + system) / 1000,
    rows: count,
    rss: after.rss - before.rss,
    heap: after.heap - before.heap,
    /** Above what the process had before anything was loaded. */
    peak: peak - base.rss,
    /** Of the whole process. */
    most: peak,
  };
  Object.assign(figures, prefixed(`load.${name}`, measured));
}

async function check(name: RowName): Promise<readonly string[]> {
  const ask = contestant.answers[name] as Ask;
  const hashes: string[] = [];
  let count = 0;
  const end = performance.now() + checkMillisecondsMax;
  for (const argument of questions[name] as readonly unknown[]) {
    const answer = await ask(argument);
    if (name === "q3") pages.push(answer as string[]);
    const lines = linesOf(name, answer as never);
    count += lines.length;
    hashes.push(createHash("sha256").update(lines.join("\n")).digest("hex").slice(0, 16));
    if (hashes.length === checkedMax || performance.now() > end) break;
  }
  lineCounts[name] = count;
  // Per answer: what some rows' times are in proportion to.
  figures[`${name}.lines`] = count / hashes.length;
  return hashes;
}

async function save(): Promise<boolean> {
  if (!task.saves || contestant.save === undefined) return false;
  const start = performance.now();
  const path = await contestant.save();
  figures["save.time"] = performance.now() - start;
  figures["save.bytes"] = bytesOf(path);
  return true;
}

/** Of a file, or of all files in a folder. */
function bytesOf(path: string): number {
  const found = statSync(path);
  if (!found.isDirectory()) return found.size;
  return readdirSync(path).reduce((sum, name) => sum + bytesOf(join(path, name)), 0);
}
