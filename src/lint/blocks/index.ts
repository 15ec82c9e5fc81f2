/** Door of the readers of sources as they stand in the files: node blocks, rows and lines. */
export {
  type BlockForm,
  type BlockVisitor,
  linesAt,
  type SourceBlock,
  type SourceLine,
  visitBlocks,
} from "./node-blocks.ts";
