/** Door of texts: tables in byte order, and the dictionary of a world's terms. */

export {
  Dictionary,
  type DictionaryMeta,
  farKnown,
  farLiterals,
  farNodes,
  literalsName,
  nodesName,
  noTerm,
  type Ranks,
  type TermId,
  type TextShare,
} from "./dictionary.ts";
export { fenceBetween, packedTexts, Samples, sampleBits, samplesOf } from "./far-texts.ts";
export type { CollectedTexts } from "./text-arena.ts";
export { SortSpace } from "./text-buckets.ts";
export {
  freezeTexts,
  type SortAnswer,
  type SplitAnswer,
  sortShare,
  splitShare,
} from "./text-freeze.ts";
export {
  blockBits,
  blockMask,
  blocksOf,
  bytesMax as tableBytesMax,
  indexShare,
  isLong,
  slotLayout,
  type TakeBytes,
  type TextRows,
  TextTable,
  textColumnNames,
} from "./text-table.ts";
export { LooseTextBuilder, TextTableBuilder } from "./text-table-builder.ts";
export {
  compareBytes,
  compareUtf8,
  hashBytes,
  hashEnd,
  hashStart,
  hashWord,
  Utf8Scratch,
} from "./utf8.ts";
