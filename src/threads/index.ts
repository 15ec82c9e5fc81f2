/** Door of the threads that help loading. */
export type { LoadThread } from "./asked-thread.ts";
export { ThreadPool } from "./thread-pool.ts";
export type { ThreadAnswer, ThreadMessage } from "./thread-protocol.ts";
export { ThreadWork } from "./thread-work.ts";
export { canStartThreads, startThread, warmPool } from "./worker-thread.ts";
