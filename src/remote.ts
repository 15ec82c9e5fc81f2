/** Worlds that lie elsewhere, as blocks in a store: `openRemote`, and the stores. */

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
export { type HttpOptions, httpBlocks } from "./remote/stores/http-blocks.ts";
export { type PostgresClient, postgresBlocks } from "./remote/stores/postgres-blocks.ts";
export {
  type PublishOptions,
  type PublishSource,
  publish,
} from "./remote/stores/postgres-publish.ts";
export type {
  StoredObject,
  StoredPart,
  WorldPointer,
  WorldVersion,
  Writing,
} from "./remote/stores/world-pointer.ts";
