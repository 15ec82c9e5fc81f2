/** Door of the snapshots. Nothing here knows files: `snapshot-file` does. */

export type { WorldContents } from "./contents-shape.ts";
export {
  isStream,
  type NodeStream,
  plainHost,
  type SnapshotHost,
  type SnapshotStream,
} from "./host.ts";
export type { SnapshotImage } from "./image.ts";
export {
  type Crc32,
  endBytes,
  isSnapshot,
  magicBytes,
  nearEndOf,
  preludeBytes,
  readPrelude,
  slicingCrc32,
} from "./layout/index.ts";
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
export { countsOf, worldColumns } from "./world-columns.ts";
export {
  checkContents,
  columnsOf,
  contentsOf,
  worldFrom,
} from "./world-contents.ts";
