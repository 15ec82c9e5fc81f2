/** Door of remote worlds. */

export type { PassLimits } from "./question.ts";
export {
  openRemote,
  type RemoteCommons,
  type RemoteOptions,
  RemoteReader,
} from "./remote-commons.ts";
export type { ReadEvent, Traffic } from "./store-reader.ts";
export {
  type BlockStore,
  type ByteRange,
  type HttpOptions,
  httpBlocks,
  type PostgresClient,
  type PublishOptions,
  type PublishSource,
  postgresBlocks,
  publish,
  type ReadOptions,
  RemoteError,
  type RemoteFault,
  type StoredSnapshot,
} from "./stores/index.ts";
