/** Door of texts: tables in byte order, and the dictionary of a world's terms. */

export {
  Dictionary,
  type DictionaryMeta,
  noTerm,
  type Ranks,
  type TermId,
  type TextShare,
} from "./dictionary.ts";
export { indexShare } from "./hashed-text-table.ts";
export type { CollectedTexts } from "./text-arena.ts";
export { SortSpace } from "./text-buckets.ts";
export { freezeTexts, type SortAnswer, sortShare } from "./text-freeze.ts";
export { type SplitAnswer, splitShare } from "./text-split.ts";
export { TextTable } from "./text-table.ts";
export { LooseTextBuilder, TextTableBuilder } from "./text-table-builder.ts";
export { compareUtf8 } from "./utf8.ts";
