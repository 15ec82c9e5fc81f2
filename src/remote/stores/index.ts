/** Door of the stores: what a store is, and those over HTTP and PostgreSQL. */

export {
  type BlockStore,
  type ByteRange,
  type ReadOptions,
  RemoteError,
  type RemoteFault,
  reasonOf,
  type StoredSnapshot,
} from "./block-store.ts";
export { type HttpOptions, httpBlocks } from "./http-blocks.ts";
export { type PostgresClient, postgresBlocks } from "./postgres-blocks.ts";
export { type PublishOptions, type PublishSource, publish } from "./postgres-publish.ts";
export { inTime, tried } from "./tries.ts";
