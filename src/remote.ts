/** Worlds that lie elsewhere, as blocks in a store: `openRemote`, and the stores. */

export type { StoredObject } from "./parts/stored-pieces.ts";
export type {
  WorldPointer,
  WorldVersion,
  Writing,
} from "./parts/world-pointer.ts";

export type { OpenedVersion } from "./remote/named-world.ts";
export { openRemote, type RemoteCommons } from "./remote/remote-commons.ts";
export { type RemoteOptions, RemoteReader, type RemoteService } from "./remote/remote-reader.ts";
export type { ReadEvent, Traffic } from "./remote/store-reader.ts";
export {
  type BlockStore,
  type ByteRange,
  type ReadOptions,
  RemoteError,
  type RemoteFault,
  type StoredSnapshot,
} from "./remote/stores/block-store.ts";
export { httpBlocks } from "./remote/stores/http-blocks.ts";
export type { HttpOptions } from "./remote/stores/http-place.ts";
export { type PostgresClient, postgresBlocks } from "./remote/stores/postgres-blocks.ts";
export { type RedisClient, redisBlocks } from "./remote/stores/redis-blocks.ts";
export { httpTarget } from "./remote/versions/http-target.ts";
export { postgresTarget } from "./remote/versions/postgres-target.ts";
export {
  makeCurrent,
  type OperateOptions,
  type PublishOptions,
  type PublishReport,
  type PublishSource,
  publish,
  removeVersions,
  versionsOf,
} from "./remote/versions/publish.ts";
export {
  cacheHeaders,
  type HeldPointer,
  type PublishTarget,
  type PutOptions,
} from "./remote/versions/publish-target.ts";
export { redisTarget } from "./remote/versions/redis-target.ts";
