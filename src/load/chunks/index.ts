/** Door of the chunks: large files that several threads read at once. */
export {
  type ChunkFormat,
  type ChunkReader,
  type ChunkReport,
  type ChunkSizes,
  type ChunkTask,
  type OnChunk,
  usualSizes,
  warmSizes,
} from "./chunk-format.ts";
export { type ChunkRun, readInChunks } from "./load-in-chunks.ts";
export { ChunksOfFile } from "./read-chunk.ts";
