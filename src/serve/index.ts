/** Door of the server. */
export { type Served, type ServedElsewhere, type Serving, serve } from "./serve.ts";
export type { AccessLine, ServeOptions } from "./server-options.ts";
export type { FromWorker, ToWorker } from "./workers/index.ts";
export { createWorkerSide } from "./workers/index.ts";
