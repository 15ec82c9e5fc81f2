/** Door of the threads that help loading. */
export { PartPool } from "./part-pool.ts";
export { buffersOf, PartAway, type PartMessage } from "./part-protocol.ts";
export { canStartThreads, startThread } from "./worker-thread.ts";
