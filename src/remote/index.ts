/** Door of worlds that lie elsewhere. */

export type { ReadEvent, Traffic } from "./cache/index.ts";
export { type HttpOptions, httpBlocks } from "./http/index.ts";
export { openRemote } from "./open-remote.ts";
export {
  type PostgresClient,
  type PublishOptions,
  type PublishSource,
  postgresBlocks,
  publish,
} from "./postgres/index.ts";
export type { PassLimits } from "./questions/index.ts";
export { type RemoteCommons, type RemoteOptions, RemoteReader } from "./remote-commons.ts";
export {
  type BlockStore,
  type ByteRange,
  type ReadOptions,
  RemoteError,
  type RemoteFault,
  type StoredSnapshot,
} from "./store/index.ts";
