/** Door of the threads that help loading. */
export type { HelperThread } from "./helper.ts";
export { LoadHelper } from "./load-helper.ts";
export { ThreadPool } from "./thread-pool.ts";
export type { HelperAnswer, HelperMessage } from "./thread-protocol.ts";
export { canStartThreads, startThread } from "./worker-thread.ts";
