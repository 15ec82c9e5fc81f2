/** Door of columns: bits, slabs, memory, and the kernels that work on them. */

export { ChunkLog, type ChunkRuns, inOrder } from "./chunk-order.ts";
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
  ColumnArena,
  type ColumnSource,
  type ColumnType,
  derived,
  type FreezeStep,
  type Freezing,
  FrozenColumns,
  freezeWith,
  type IdColumn,
  LateColumn,
  type LazyBytes,
  type LazyRows,
  narrowColumn,
  type Range,
  sharedColumn,
  sharedCopy,
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
export {
  Float64Builder,
  Float64Slabs,
  type SlabRows,
  sharedRows,
  slabBits,
  slabMask,
  Uint32Builder,
  Uint32Slabs,
} from "./growing-columns.ts";
export { Bitmap, IdSet } from "./id-sets.ts";
export { groupOf, lowerBound, offsetsOf, radixSort, sameWords, scatter } from "./kernels.ts";
export { handOver, releaseScratch, scratchColumn, takeOver } from "./scratch.ts";
export {
  type PageNeed,
  rowOf,
  type Walk,
  type WalkedColumns,
  WalkedRows,
  walkColumn,
} from "./walked-columns.ts";
