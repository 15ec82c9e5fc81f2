/** Door of the server. */
export type { AccessLine, ServeOptions } from "./server-options.ts";
export { type Served, type ServedElsewhere, type Serving, serve } from "./serving.ts";
export { createWorkerSide, type FromWorker, type ToWorker } from "./worker-side.ts";
