/** Door of the workers: threads that answer from one world in shared memory. */

export { WorkerPool } from "./worker-pool.ts";
export type { AnswerThread, FromWorker, ToWorker } from "./worker-protocol.ts";
export { createWorkerSide } from "./worker-side.ts";
export { startAnswerThread } from "./worker-thread.ts";
