/** Door of the bytes of files: blocks, ranges and lines of them, and how far a load has come. */
export {
  BlockReader,
  type FileChunk,
  readBytes,
  readText,
  refuseUtf16,
  unreadable,
} from "./byte-blocks.ts";
export {
  bareEnd,
  cellEnd,
  digitsEnd,
  jsonTextStop,
  quoteEnd,
  repeats,
  standsAt,
} from "./byte-search.ts";
export type {
  ByteRange,
  ByteSource,
  FileEntry,
  FileStats,
  FileTree,
  InputFile,
  LoadHost,
  RawBytes,
  Records,
  RowForm,
  SqliteFile,
} from "./file-tree.ts";
export {
  eachLine,
  type LineHandler,
  nulProblem,
  readLines,
  requireLength,
  requireLengths,
  requireLines,
  requireText,
  textStart,
} from "./lines.ts";
export { everythingElse, type LoadProgress, Progress } from "./load-progress.ts";
export { MemoryTree, memoryRoot, webHost } from "./memory-tree.ts";
export {
  bytesOfText,
  concatenated,
  indexOfBytes,
  isUtf8,
  ownCopy,
  searchable,
  textOf,
  wholeText,
} from "./native.ts";
export {
  basename,
  byteOrder,
  dirname,
  extname,
  isAbsolute,
  join,
  normalize,
  relative,
  resolve,
} from "./paths.ts";
