/** One thread of several that answer requests from one store. */

import { once } from "node:events";
import { readFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { readQuestions } from "../contest/questions.ts";
import { attach } from "../library.ts";
import { mixOf, requestsOf, requestsPerSecond } from "./requests.ts";

export interface WorkerTask {
  readonly handle: Parameters<typeof attach>[0];
  readonly questions: string;
  readonly milliseconds: number;
}

/** Requests per second. */
export type WorkerAnswer = number;

const { handle, questions, milliseconds } = workerData as WorkerTask;
const mix = mixOf(requestsOf(readQuestions(readFileSync(questions, "utf8"))));
const commons = attach(handle);
await requestsPerSecond(commons, mix, milliseconds / 4);
parentPort!.postMessage("ready");
await once(parentPort!, "message");
const rate: WorkerAnswer = await requestsPerSecond(commons, mix, milliseconds);
parentPort!.postMessage(rate);
