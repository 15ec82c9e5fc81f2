/** Door of the bytes of files: blocks, ranges and lines of them, and how far a load has come. */
export { BlockReader, type ByteRange, type FilePart } from "./byte-blocks.ts";
export { bareEnd, cellEnd, quoteEnd, repeats } from "./byte-search.ts";
export { readBytes, readText, unreadable } from "./byte-stream.ts";
export { tableRanges } from "./file-ranges.ts";
export {
  diskTree,
  type FileEntry,
  type FileStats,
  type FileTree,
  MemoryTree,
  memoryRoot,
} from "./file-tree.ts";
export {
  eachLine,
  nulProblem,
  ownCopy,
  readLines,
  requireLength,
  requireLengths,
  requireText,
  textOf,
  textStart,
} from "./lines.ts";
export { type InputFile, type LoadProgress, Progress } from "./load-progress.ts";
export { byteOrder } from "./text-order.ts";
