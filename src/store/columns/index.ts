/** Door of columns: bits, chunks, memory, and the kernels that work on them. */

export { Bitmap } from "./bitmap.ts";
export { type BlobContent, bytesIn, isBlob, isNameless, type NamedBlob } from "./blobs.ts";
export { bytesOf, isShared, isUrl } from "./brands.ts";
export {
  type ChunkRows,
  chunkBits,
  chunkMask,
  Float64Chunks,
  sharedRows,
  Uint32Chunks,
} from "./chunks.ts";
export {
  Float64Builder,
  type IdColumn,
  narrowColumn,
  type Range,
  Uint32Builder,
} from "./column.ts";
export { type FreezeStep, type Freezing, freezeWith } from "./freezing.ts";
export { type HandedOver, handOver, takeOver } from "./hand-over.ts";
export { groupOf, lowerBound, offsetsOf, radixSort, sameWords, scatter } from "./kernels.ts";
export { LateColumn } from "./late-column.ts";
export { releaseScratch, scratchColumn } from "./scratch.ts";
export {
  checkOffset,
  idTypes,
  type PageNeed,
  type RowType,
  rowOf,
  type Walk,
  type WalkedColumn,
  WalkedRows,
  type WalkedSections,
  walkAscending,
} from "./section-walk.ts";
export {
  type Column,
  type ColumnSink,
  type ColumnSource,
  type LazyBytes,
  type LazyRows,
  wholeRows,
} from "./sections.ts";
export {
  ColumnArena,
  type ColumnType,
  FrozenColumns,
  sharedColumn,
  sharedCopy,
} from "./segments.ts";
export { inOrder, type Stretches, StretchLog } from "./stretches.ts";
