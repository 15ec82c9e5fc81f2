/** Asks random questions of a world that lies elsewhere, and watches how much memory this process takes. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readQuestions } from "../contest/questions.ts";
import { Random } from "../data/random.ts";
import { answerParent, childTask } from "../machine/child.ts";
import { settle } from "../machine/memory.ts";
import { type NamedPlace, rowsOf } from "./rows.ts";

export interface MemoryTask {
  readonly port: number;
  /** The folder of the world. */
  readonly data: string;
  readonly questions: number;
  readonly cacheBytes: number;
  readonly named: readonly NamedPlace[];
}

/** Bytes. */
export interface MemoryAnswer {
  readonly start: number;
  readonly peak: number;
  /** Questions that were refused. */
  readonly failed: number;
  /** Of the first that was. */
  readonly reason: string;
}

const { httpBlocks, openRemote } = (await import(
  new URL("../../../dist/remote.js", import.meta.url).href
)) as typeof import("../../src/remote.ts");

const { port, data, questions, cacheBytes, named } = childTask<MemoryTask>();
const known = readQuestions(readFileSync(join(data, "questions.json"), "utf8"));
const blocks = httpBlocks(`http://127.0.0.1:${port}/world.pocket`);
const on = await openRemote(blocks, { maxCacheBytes: cacheBytes });
await settle();
const start = process.memoryUsage.rss();
const random = new Random(1);
// A path of SPARQL takes a second.
const rows = rowsOf(known, named).filter(({ name }) => !/path/.test(name));
const samplePer = 50;
let peak = start;
let failed = 0;
let reason = "";
for (let at = 0; at < questions; at++) {
  const [few, many] = [random.below(40), random.below(190)];
  const row = random.pick(rows);
  const argument = /->name|ten ids/.test(row.name)
    ? many
    : /LATEST of 100/.test(row.name)
      ? few % 30
      : few;
  try {
    await row.ask(on, argument);
  } catch (error) {
    if (failed++ === 0) reason = `${row.name}: ${(error as Error).message}`;
  }
  if (at % samplePer === 0) peak = Math.max(peak, process.memoryUsage.rss());
}
on.close();
answerParent({ start, peak, failed, reason } satisfies MemoryAnswer);
