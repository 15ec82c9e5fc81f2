/** Door of the readers of sources as they stand in the files: node blocks and lines. */
export {
  type BlockForm,
  type BlockVisitor,
  linesAt,
  type SourceBlock,
  visitBlocks,
} from "./node-blocks.ts";
