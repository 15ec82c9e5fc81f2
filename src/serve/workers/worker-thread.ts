/** A thread of Node that answers requests. */
import { existsSync } from "node:fs";
import { Worker } from "node:worker_threads";
import type { AnswerThread, FromWorker } from "./worker-protocol.ts";

/** Beside the bundle; sources that run as they are have no such file. */
const program = new URL("./serve-worker.js", import.meta.url);

/** @throws TypeError where the program of the thread is missing */
export function startAnswerThread(): AnswerThread {
  if (!existsSync(program)) throw new TypeError("workers need the built package");
  const worker = new Worker(program);
  const thread: AnswerThread = {
    post: (message) => worker.postMessage(message),
    onAnswer: () => undefined,
    onEnd: () => undefined,
    stop: async () => {
      await worker.terminate();
    },
  };
  worker.on("message", (message: FromWorker) => thread.onAnswer(message));
  // An error is followed by the end.
  worker.on("error", () => undefined);
  worker.once("exit", () => thread.onEnd());
  return thread;
}
