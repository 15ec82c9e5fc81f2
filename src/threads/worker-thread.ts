/** A thread of Node that helps loading. */

import { existsSync } from "node:fs";
import { Worker } from "node:worker_threads";
import type { HelperThread } from "./helper.ts";
import type { HelperAnswer } from "./thread-protocol.ts";

/** Beside the bundle; sources that run as they are have no such file and one thread. */
const program = new URL("./load-worker.js", import.meta.url);

export function canStartThreads(): boolean {
  return existsSync(program);
}

export function startThread(): HelperThread {
  const worker = new Worker(program);
  const thread: HelperThread = {
    post: (message, buffers) => worker.postMessage(message, buffers),
    onAnswer: () => {},
    onError: () => {},
    stop: async () => {
      await worker.terminate();
    },
  };
  worker.on("message", (answer: HelperAnswer) => thread.onAnswer(answer));
  worker.on("error", (error) => thread.onError(error));
  worker.on("exit", () => thread.onError(new Error("a thread that helps loading has ended")));
  return thread;
}
