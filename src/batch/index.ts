/** Door of the batches: statements of one thread on their way to another. */
export { addBatch, type Batch, BatchSink } from "./batch.ts";
