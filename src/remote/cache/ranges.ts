/** Blocks that are wanted, as ranges that are read. */

import type { ByteRange } from "../store/index.ts";

/** A block of a snapshot by its place. */
export interface BlockPlace {
  readonly position: number;
  readonly byteLength: number;
}

/** A range that is read, and the blocks in it. */
export interface BlockRange extends ByteRange {
  readonly blocks: readonly BlockPlace[];
}

/** A request costs more than these bytes do that nobody wants. */
const gapMax = 1 << 15;
/** Longer ranges are read in parts, side by side. */
const rangeMax = 1 << 21;

/** Ascending ranges. What lies between two near blocks is read along. */
export function joined(blocks: readonly BlockPlace[]): BlockRange[] {
  const ranges: { start: number; end: number; blocks: BlockPlace[] }[] = [];
  for (const block of [...blocks].sort((one, other) => one.position - other.position)) {
    const end = block.position + block.byteLength;
    const last = ranges.at(-1);
    const isNear = last !== undefined && block.position - last.end <= gapMax;
    if (last === undefined || !isNear || end - last.start > rangeMax) {
      ranges.push({ start: block.position, end, blocks: [block] });
    } else {
      last.end = Math.max(last.end, end);
      last.blocks.push(block);
    }
  }
  return ranges;
}
