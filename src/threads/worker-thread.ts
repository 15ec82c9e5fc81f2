/** A thread of Node that reads parts. */

import { existsSync } from "node:fs";
import { Worker } from "node:worker_threads";
import type { PartThread } from "./part-pool.ts";
import type { PartAnswer } from "./part-protocol.ts";

/** Beside the bundle; sources that run as they are have no such file and one thread. */
const program = new URL("./load-worker.js", import.meta.url);

export function canStartThreads(): boolean {
  return existsSync(program);
}

export function startThread(): PartThread {
  const worker = new Worker(program);
  const thread: PartThread = {
    post: (message) => worker.postMessage(message),
    onAnswer: () => {},
    onError: () => {},
    stop: async () => {
      await worker.terminate();
    },
  };
  worker.on("message", (answer: PartAnswer) => thread.onAnswer(answer));
  worker.on("error", (error) => thread.onError(error));
  return thread;
}
