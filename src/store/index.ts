export { ArcTable, type PredicateId } from "./arc-table.ts";
export { Bitmap } from "./bitmap.ts";
export { chunkBits, chunkMask, Float64Chunks, Uint32Chunks } from "./chunks.ts";
export {
  Float64Builder,
  type IdColumn,
  narrowColumn,
  type Range,
  Uint32Builder,
} from "./column.ts";
export { Dictionary, type DictionaryMeta, noTerm, type Ranks, type TermId } from "./dictionary.ts";
export { type Direction, Graph, type GraphMeta } from "./graph.ts";
export { GraphBuilder } from "./graph-builder.ts";
export { groupOf, lowerBound, offsetsOf, radixSort, scatter } from "./kernels.ts";
export { LateColumn } from "./late-column.ts";
export { releaseScratch, scratchColumn } from "./scratch.ts";
export {
  type Column,
  type ColumnSink,
  type ColumnSource,
  type LazyBytes,
  type LazyRows,
  wholeRows,
} from "./sections.ts";
export { ColumnArena, type ColumnType, FrozenColumns } from "./segments.ts";
export { TextTable } from "./text-table.ts";
export { LooseTextBuilder, TextTableBuilder } from "./text-table-builder.ts";
export { compareUtf8 } from "./utf8.ts";
export { closure, passes, type TermFilter, termTest } from "./walk.ts";
