/**
 * One build of the library in a process of its own: loads the tables, then times slices of calls as
 * its parent asks for them. `POCKET_COMMONS_LIBRARY` says which build.
 */

import { readFileSync } from "node:fs";
import { median } from "../contest/figures.ts";
import { type Questions, readQuestions } from "../contest/questions.ts";
import type { RowName } from "../contest/rows.ts";
import { open } from "../library.ts";
import { childTask, reasonOf } from "../machine/child.ts";
import type { Contestant, Tables } from "../peers/contestant.ts";
import { entrants } from "../peers/entrants.ts";
import { type RequestKind, requestsOf } from "../requests/requests.ts";

export interface AgainstTask {
  readonly tables: Tables;
  readonly questions: string;
  /** Path of its own files, without an ending. */
  readonly store: string;
}

/** What is timed: a row of the comparison, a kind of request, or the whole way to a world. */
export type Subject =
  | { readonly kind: "row"; readonly name: RowName }
  | { readonly kind: "request"; readonly name: RequestKind }
  | { readonly kind: "load" | "save" | "reopen" };

export interface Slice {
  readonly subject: Subject;
  readonly milliseconds: number;
}

/** Calls are timed in batches that take about so long, so that the clock costs nothing. */
const batchMilliseconds = 0.5;

const { tables, questions: path, store } = childTask<AgainstTask>();
const questions: Questions = readQuestions(readFileSync(path, "utf8"));
const requests = requestsOf(questions);
const enter = async () => await entrants.pocket.enter(store);
const contestant = await enter();
await contestant.loadBoth!(tables);
const commons = await open([tables.triples, tables.observations]);
await contestant.save!();
let next = 0;

process.on("message", (slice: Slice) => {
  const answer = (result: number | string) => process.send!(result);
  // An older build may not have what a row needs.
  void measure(slice).then(answer, (error: unknown) => answer(reasonOf(error)));
});
process.send!("ready");

/** @returns milliseconds of processor time of a call, or of the one thing that was done */
async function measure({ subject, milliseconds }: Slice): Promise<number> {
  globalThis.gc?.();
  switch (subject.kind) {
    case "row": {
      const ask = contestant.answers[subject.name] as (argument: unknown) => unknown;
      const given = questions[subject.name] as readonly unknown[];
      return await timeBatches(() => ask(given[next++ % given.length]), milliseconds);
    }
    case "request": {
      const given = requests[subject.name];
      return await timeBatches(async () => {
        const { path: to, post } = given[next++ % given.length]!;
        await (await commons.fetch(to, post)).text();
      }, milliseconds);
    }
    case "load":
      return await timeOnce(async () => await (await enter()).loadBoth!(tables));
    case "save":
      return await timeOnce(async () => await contestant.save!());
    case "reopen": {
      const again: Contestant = await enter();
      return await timeOnce(async () => {
        await again.reopen!(false);
        await again.answers.q1!(questions.q1[0]!);
      });
    }
  }
}

async function timeOnce(run: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage();
  await run();
  return millisecondsSince(start);
}

/** Of processor time, in which other programs do not count. */
function millisecondsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** @returns the median of the batches' milliseconds per call */
async function timeBatches(call: () => unknown, milliseconds: number): Promise<number> {
  const times: number[] = [];
  const end = performance.now() + milliseconds;
  let calls = 1;
  do {
    const start = process.cpuUsage();
    for (let at = 0; at < calls; at++) {
      const answer = call();
      if (answer instanceof Promise) await answer;
    }
    const time = millisecondsSince(start);
    if (time >= batchMilliseconds) times.push(time / calls);
    else calls *= 2;
  } while (performance.now() < end || times.length === 0);
  return median(times);
}
