/** Door of the snapshots. Nothing here reads files: `on-disk` does. */

export { type Crc32, slicingCrc32 } from "./crc32.ts";
export { endBytes, isSnapshot, magicBytes, preludeBytes, readPrelude } from "./format.ts";
export { nearEndOf } from "./header.ts";
export {
  isStream,
  type NodeStream,
  plainHost,
  type SnapshotHost,
  type SnapshotImage,
  type SnapshotStream,
} from "./host.ts";
export { type CommonsHandle, checkHandle, handleOf, SharedColumns } from "./share.ts";
export { Snapshot, type VerifyOptions } from "./snapshot.ts";
export {
  BufferBytes,
  type MemoryPlace,
  type SnapshotBytes,
  type WantedBlock,
} from "./snapshot-bytes.ts";
export { version } from "./version.ts";
export { type OffsetBounds, SectionTable, walkWorld } from "./walk-world.ts";
export {
  checkContents,
  columnsOf,
  contentsOf,
  countsOf,
  type WorldContents,
  worldColumns,
  worldFrom,
} from "./world-contents.ts";
