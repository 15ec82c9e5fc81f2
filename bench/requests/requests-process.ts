/** Requests per second, by kind and mixed, on one thread and on several over one store. */

import { readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { readQuestions } from "../contest/questions.ts";
import { open } from "../library.ts";
import { answerParent, childTask } from "../machine/child.ts";
import { mixOf, requestKinds, requestsOf, requestsPerSecond } from "./requests.ts";
import type { WorkerAnswer, WorkerTask } from "./requests-worker.ts";

export interface RequestsTask {
  readonly files: readonly string[];
  readonly questions: string;
  readonly milliseconds: number;
}

const { files, questions, milliseconds } = childTask<RequestsTask>();
const kinds = requestsOf(readQuestions(readFileSync(questions, "utf8")));
const commons = await open(files);
const figures: Record<string, number> = {};
for (const kind of requestKinds) {
  figures[`requests.${kind}`] = await requestsPerSecond(commons, kinds[kind], milliseconds);
}
figures["requests.mix"] = await requestsPerSecond(commons, mixOf(kinds), milliseconds);
for (const threads of [1, 2]) figures[`requests.mix_${threads}`] = await mixOnThreads(threads);
answerParent(figures);

/** All threads wait for each other before they begin. */
async function mixOnThreads(threads: number): Promise<number> {
  const workerData: WorkerTask = { handle: commons.share(), questions, milliseconds };
  const workers = Array.from(
    { length: threads },
    () => new Worker(new URL("./requests-worker.js", import.meta.url), { workerData }),
  );
  await Promise.all(workers.map(async (worker) => await next(worker)));
  const rates = await Promise.all(
    workers.map(async (worker) => {
      worker.postMessage("begin");
      return (await next(worker)) as WorkerAnswer;
    }),
  );
  await Promise.all(workers.map(async (worker) => await worker.terminate()));
  return rates.reduce((sum, rate) => sum + rate, 0);
}

function next(worker: Worker): Promise<unknown> {
  return new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}
