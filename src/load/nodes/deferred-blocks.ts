/** Blocks that the reader of a chunk cannot import: local names hold across all files of a load. */
import { dcidOf, isObservation, type NodeBlock } from "../values/index.ts";
import type { BlockSource } from "./node-identity.ts";

/** Plain data; lines count from 1 in the chunk. */
export interface DeferredBlocks {
  readonly blocks: readonly NodeBlock[];
  /** They are those of one row of a table. */
  readonly isRow: boolean;
}

/** Whether a block gives or needs a local name. Nothing refers to an observation without a dcid. */
export function hasLocalNames(block: NodeBlock, { prefixes }: BlockSource): boolean {
  const { name, values } = block;
  if (values.some(({ kind }) => kind === "local")) return true;
  // A prefix alone is no dcid.
  if (dcidOf(name, prefixes)) return false;
  return !isObservation(block) || values.some(({ property }) => property === "dcid");
}

/** The same blocks with the lines of the file. @param before lines before the chunk */
export function placedBlocks(blocks: readonly NodeBlock[], before: number): NodeBlock[] {
  return blocks.map((block) => ({
    ...block,
    line: block.line + before,
    values: block.values.map((value) => ({ ...value, line: value.line + before })),
  }));
}
