/** A thread of Node that helps loading. */

import { existsSync } from "node:fs";
import { Worker } from "node:worker_threads";
import type { LoadThread } from "./asked-thread.ts";
import type { ThreadAnswer } from "./thread-protocol.ts";

/** Beside the bundle; sources that run as they are have no such file and one thread. */
const program = new URL("./load-worker.js", import.meta.url);

export function canStartThreads(): boolean {
  return existsSync(program);
}

/** @param file what the thread runs: the bundle of `load-worker.ts`. */
export function startThread(file: URL = program): LoadThread {
  const worker = new Worker(file);
  const thread: LoadThread = {
    post: (message, buffers) => worker.postMessage(message, buffers),
    onAnswer: () => {},
    onError: () => {},
    stop: async () => {
      await worker.terminate();
    },
  };
  worker.on("message", (answer: ThreadAnswer) => thread.onAnswer(answer));
  worker.on("error", (error) => thread.onError(error));
  worker.on("exit", () => thread.onError(new Error("a thread that helps loading has ended")));
  return thread;
}
