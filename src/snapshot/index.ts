/** Door of the snapshots. Nothing here knows files: `snapshot-file` does. */

export { type Crc32, slicingCrc32 } from "./crc32.ts";
export { isSnapshot, magicBytes } from "./format.ts";
export { plainHost, type SnapshotHost } from "./host.ts";
export { imageOf, type SnapshotImage } from "./image.ts";
export { isStream, type NodeStream, type SnapshotStream, saveToStream } from "./save-stream.ts";
export { type CommonsHandle, checkHandle, handleOf, SharedColumns } from "./share.ts";
export { Snapshot } from "./snapshot.ts";
export { BufferBytes, type MemoryPlace, type SnapshotBytes } from "./snapshot-bytes.ts";
export { version } from "./version.ts";
export { columnsOf, contentsOf, type WorldContents, worldFrom } from "./world-contents.ts";
