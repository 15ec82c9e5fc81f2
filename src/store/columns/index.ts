/** Door of columns: bits, chunks, memory, and the kernels that work on them. */

export { Bitmap } from "./bitmap.ts";
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
export {
  type ColumnRow,
  type Count,
  type Counts,
  type ElementType,
  idTypes,
  type Offsets,
  u8,
  u32,
} from "./column-row.ts";
export {
  type Column,
  type ColumnSource,
  LateColumn,
  type LazyBytes,
  type LazyRows,
  wholeRows,
} from "./column-source.ts";
export {
  type BlobContent,
  bytesIn,
  bytesOf,
  isBlob,
  isNameless,
  isShared,
  isUrl,
  type NamedBlob,
} from "./foreign-values.ts";
export { type FreezeStep, type Freezing, freezeWith } from "./freezing.ts";
export { groupOf, lowerBound, offsetsOf, radixSort, sameWords, scatter } from "./kernels.ts";
export { type HandedOver, handOver, releaseScratch, scratchColumn, takeOver } from "./scratch.ts";
export {
  ColumnArena,
  type ColumnType,
  FrozenColumns,
  sharedColumn,
  sharedCopy,
} from "./segments.ts";
export { inOrder, type Stretches, StretchLog } from "./stretches.ts";
export {
  type PageNeed,
  rowOf,
  type Walk,
  type WalkedColumns,
  WalkedRows,
  walkColumn,
} from "./walked-columns.ts";
