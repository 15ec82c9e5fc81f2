export { ArcTable, type PredicateId } from "./arc-table.ts";
export { Bitmap } from "./bitmap.ts";
export { type ChunkRows, chunkBits, chunkMask, Float64Chunks, Uint32Chunks } from "./chunks.ts";
export {
  Float64Builder,
  type IdColumn,
  narrowColumn,
  type Range,
  Uint32Builder,
} from "./column.ts";
export { Dictionary, type DictionaryMeta, noTerm, type Ranks, type TermId } from "./dictionary.ts";
export { type Direction, Graph, type GraphMeta } from "./graph.ts";
export { type CollectedTriples, GraphBuilder } from "./graph-builder.ts";
export { freezingGraph } from "./graph-freeze.ts";
export { type HandedOver, handOver, takeOver } from "./hand-over.ts";
export { groupOf, lowerBound, offsetsOf, radixSort, scatter } from "./kernels.ts";
export { LateColumn } from "./late-column.ts";
export {
  type Column,
  type ColumnSink,
  type ColumnSource,
  type LazyBytes,
  type LazyRows,
  wholeRows,
} from "./sections.ts";
export { ColumnArena, type ColumnType, FrozenColumns } from "./segments.ts";
export { doShares, type Freezing, freezeHere, type Share, type ShareAnswer } from "./shares.ts";
export { inOrder, type Stretches, StretchLog } from "./stretches.ts";
export { type CollectedTexts, freezeTexts } from "./text-freeze.ts";
export { TextTable } from "./text-table.ts";
export { LooseTextBuilder, TextTableBuilder } from "./text-table-builder.ts";
export { compareUtf8 } from "./utf8.ts";
export { closure, passes, type TermFilter, termTest } from "./walk.ts";
