/** A saved store in a process of its own. Prints figures. */

import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { answerParent, childTask } from "../machine/child.ts";
import { settledMemory } from "../machine/memory.ts";
import { type EntrantName, entrants } from "../peers/entrants.ts";
import { readQuestions } from "./questions.ts";

export interface ReopenTask {
  readonly entrant: EntrantName;
  readonly store: string;
  readonly questions: string;
  /**
   * `first`: until the first answers. `whole`: until all is read and checked. `bytes`: the bytes of
   * the file at `store` and no more, into memory that was not used before.
   */
  readonly mode: "first" | "whole" | "bytes";
}

const { entrant, store, questions: path, mode } = childTask<ReopenTask>();
const chunkLength = 4 << 20;

answerParent(await measure());

async function measure(): Promise<Record<string, number>> {
  if (mode === "bytes") return { "reopen.bytes": readBytes() };
  const questions = readQuestions(readFileSync(path, "utf8"));
  const contestant = await entrants[entrant].enter(store);
  const before = await settledMemory();
  const start = performance.now();
  await contestant.reopen!(mode === "whole");
  const opened = performance.now() - start;
  if (mode === "whole") {
    return { "reopen.whole": opened, "reopen.rss": (await settledMemory()).rss - before.rss };
  }
  await contestant.answers.q1!(questions.q1[0]!);
  const first = performance.now() - start;
  const beforeSeries = performance.now();
  await contestant.answers.o1?.(questions.o1[0]!);
  return {
    "reopen.open": opened,
    "reopen.first": first,
    "reopen.first_series": performance.now() - beforeSeries,
  };
}

function readBytes(): number {
  const start = performance.now();
  const file = openSync(store, "r");
  const bytes = new Uint8Array(new SharedArrayBuffer(fstatSync(file).size));
  for (let at = 0; at < bytes.length; ) {
    at += readSync(file, bytes, at, Math.min(chunkLength, bytes.length - at), null);
  }
  closeSync(file);
  return performance.now() - start;
}
