/** Worlds that lie elsewhere, as blocks in a store: `openRemote`, and the stores. */

export {
  type BlockStore,
  type ByteRange,
  type HttpOptions,
  httpBlocks,
  openRemote,
  type PassLimits,
  type PostgresClient,
  type PublishOptions,
  type PublishSource,
  postgresBlocks,
  publish,
  type ReadEvent,
  type ReadOptions,
  type RemoteCommons,
  RemoteError,
  type RemoteFault,
  type RemoteOptions,
  RemoteReader,
  type StoredSnapshot,
  type Traffic,
} from "./remote/index.ts";
