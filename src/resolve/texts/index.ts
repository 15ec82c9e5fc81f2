/** Door of the texts: words, languages, names in order, sentences. */

export { type Named, type NameKind, NameTable, NameTableBuilder, nameKinds } from "./name-table.ts";
export { SentenceIndex, type SentenceMatch } from "./sentence-index.ts";
export { spacedWords } from "./words.ts";
