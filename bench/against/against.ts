/**
 * `npm run bench -- --against REVISION`: this build against the build of another revision. Two
 * processes hold the same world and take turns of a few hundredths of a second, so that a slow
 * minute of the machine is both's. A turn of one and the next turn of the other make a ratio.
 */

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { median } from "../contest/figures.ts";
import { rowNames, rowTitles } from "../contest/rows.ts";
import type { PreparedWorld } from "../prepared-world.ts";
import { duration, table } from "../report/table.ts";
import { requestKinds } from "../requests/requests.ts";
import type { AgainstTask, Slice, Subject } from "./against-process.ts";
import { checkOut, runIn } from "./revision.ts";

export interface AgainstOptions {
  /** A revision as git names it, or a checkout in which it is built. */
  readonly revision: string;
  /** Pairs of turns of each row. */
  readonly pairs: number;
  /** Rows that would begin later are left out and named. Building counts. Default: no limit. */
  readonly seconds: number | undefined;
  readonly isChosen: (name: string) => boolean;
}

/** What one row took before and now, in milliseconds of processor time, and what that says. */
export interface Comparison {
  readonly name: string;
  readonly title: string;
  readonly before: number;
  readonly now: number;
  readonly ratio: Interval;
}

/** The median of ratios, and between which two the true one lies with a probability of 95 %. */
export interface Interval {
  readonly low: number;
  readonly median: number;
  readonly high: number;
}

interface Measured {
  readonly name: string;
  readonly title: string;
  readonly subject: Subject;
}

const turnMilliseconds = 40;
const warmUpMilliseconds = 600;
/** Pairs of what takes seconds are fewer. */
const longShare = 0.25;

const measured: readonly Measured[] = [
  ...rowNames.map((name): Measured => {
    return { name, title: rowTitles[name], subject: { kind: "row", name } };
  }),
  ...requestKinds.map((name): Measured => {
    return { name: `fetch_${name}`, title: "through fetch", subject: { kind: "request", name } };
  }),
  { name: "load", title: "both tables", subject: { kind: "load" } },
  { name: "save", title: "a snapshot", subject: { kind: "save" } },
  { name: "reopen", title: "a snapshot, to the first answer", subject: { kind: "reopen" } },
];

const processModule = fileURLToPath(new URL("./against-process.js", import.meta.url));
const ownBuild = new URL("../../../dist/index.js", import.meta.url);

/** @returns a comparison per chosen row; progress goes to standard error */
export async function compareAgainst(
  { revision, pairs, seconds = Number.POSITIVE_INFINITY, isChosen }: AgainstOptions,
  { files, questionsPath }: PreparedWorld,
): Promise<Comparison[]> {
  const end = performance.now() + seconds * 1000;
  const folder = mkdtempSync(join(tmpdir(), "pocket-commons-against-"));
  const sides: ChildProcess[] = [];
  try {
    const isBuilt = existsSync(join(revision, "dist", "index.js"));
    const checkout = isBuilt ? resolve(revision) : join(folder, "checkout");
    if (!isBuilt) {
      console.error(`building ${revision} …`);
      checkOut(revision, checkout);
      runIn(checkout, "npm", "run", "--silent", "build");
    }
    const builds = [pathToFileURL(join(checkout, "dist", "index.js")), ownBuild];
    for (const [at, library] of builds.entries()) {
      const store = join(folder, String(at));
      const task: AgainstTask = { tables: files, questions: questionsPath, store };
      sides.push(await start(library, task));
    }
    const [before, now] = sides as [ChildProcess, ChildProcess];
    const found: Comparison[] = [];
    for (const row of measured.filter(({ name }) => isChosen(name))) {
      if (performance.now() > end) {
        console.error(`${row.name} left out: no time`);
        continue;
      }
      console.error(`${row.name} …`);
      const compared = await compare(row, before, now, pairs);
      if (typeof compared !== "string") found.push(compared);
      else console.error(`${row.name} left out: ${compared}`);
    }
    return found;
  } finally {
    for (const side of sides) side.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns why a build cannot answer the row, if one cannot */
async function compare(
  { name, title, subject }: Measured,
  before: ChildProcess,
  now: ChildProcess,
  pairs: number,
): Promise<Comparison | string> {
  const isLong = subject.kind !== "row" && subject.kind !== "request";
  const count = isLong ? Math.max(3, Math.round(pairs * longShare)) : pairs;
  const warmUp: Slice = { subject, milliseconds: warmUpMilliseconds };
  for (const side of [before, now]) {
    const answer = await ask(side, warmUp);
    if (typeof answer === "string") return answer;
  }
  const times: [before: number, now: number][] = [];
  const slice: Slice = { subject, milliseconds: turnMilliseconds };
  for (let pair = 0; pair < count; pair++) {
    // Who begins changes, so that what the first turn leaves to the second cancels out.
    if (pair % 2 === 0) {
      const first = await turn(before, slice);
      times.push([first, await turn(now, slice)]);
    } else {
      const first = await turn(now, slice);
      times.push([await turn(before, slice), first]);
    }
  }
  return {
    name,
    title,
    before: median(times.map(([time]) => time)),
    now: median(times.map(([, time]) => time)),
    ratio: intervalOf(times.map(([old, recent]) => recent / old)),
  };
}

/** By the ranks of a sign test, which asks nothing of how the ratios are spread. */
export function intervalOf(ratios: readonly number[]): Interval {
  const sorted = ratios.toSorted((a, b) => a - b);
  const rank = Math.max(0, Math.floor((sorted.length - 1.96 * Math.sqrt(sorted.length)) / 2));
  return { low: sorted[rank]!, median: median(sorted), high: sorted[sorted.length - 1 - rank]! };
}

/** `slower` and `faster` only when the whole interval is beyond `tolerance`. */
export function verdictOf({ low, high }: Interval, tolerance = 0.05): string {
  if (low > 1 + tolerance) return "slower";
  if (high < 1 / (1 + tolerance)) return "faster";
  return high <= 1 + tolerance ? "no slower" : "cannot tell";
}

export function printComparisons(comparisons: readonly Comparison[], revision: string): string {
  return table(
    ["row", "what", revision, "now", "ratio", "95 %", "verdict"],
    comparisons.map(({ name, title, before, now, ratio }) => [
      name,
      title,
      duration(before),
      duration(now),
      ratio.median.toFixed(2),
      `${ratio.low.toFixed(2)}–${ratio.high.toFixed(2)}`,
      verdictOf(ratio),
    ]),
    2,
  );
}

async function start(library: URL, task: AgainstTask): Promise<ChildProcess> {
  const child = fork(processModule, [JSON.stringify(task)], {
    execArgv: ["--expose-gc"],
    env: { ...process.env, POCKET_COMMONS_LIBRARY: library.href },
  });
  await answerOf(child);
  return child;
}

async function turn(child: ChildProcess, slice: Slice): Promise<number> {
  const answer = await ask(child, slice);
  if (typeof answer === "string") throw new Error(answer);
  return answer;
}

async function ask(child: ChildProcess, slice: Slice): Promise<number | string> {
  child.send(slice);
  return (await answerOf(child)) as number | string;
}

/** @throws Error when the process ended instead */
async function answerOf(child: ChildProcess): Promise<unknown> {
  const stopped = new AbortController();
  const { signal } = stopped;
  const ended = once(child, "exit", { signal }).then(([code]) => {
    throw new Error(`a process of the comparison ended with exit code ${code}`);
  });
  try {
    return ((await Promise.race([once(child, "message", { signal }), ended])) as unknown[])[0];
  } finally {
    ended.catch(() => undefined);
    stopped.abort();
  }
}
