export { Bitmap } from "./bitmap.ts";
export {
  Float64Builder,
  type IdColumn,
  narrowColumn,
  type Range,
  Uint32Builder,
} from "./column.ts";
export { Dictionary, noTerm, type TermId } from "./dictionary.ts";
export { ArcTable, type Direction, Graph, type PredicateId } from "./graph.ts";
export { GraphBuilder, type Ranks } from "./graph-builder.ts";
export { groupOf, lowerBound, offsetsOf, radixSort, scatter } from "./kernels.ts";
export type { Column, ColumnSink, ColumnSource, LazyBytes } from "./sections.ts";
export { TextTable, TextTableBuilder } from "./text-table.ts";
export { compareUtf8 } from "./utf8.ts";
export { closure, passes, type TermFilter } from "./walk.ts";
