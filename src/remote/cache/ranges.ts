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

/** A request costs more than what lies between two blocks, up to so many times the longer one of them. */
const gapBlocks = 2;
/** And never more than so many bytes. */
const gapMax = 1 << 15;
/** Longer ranges are read in parts, side by side. */
const rangeMax = 1 << 21;

function gapBetween(before: number, after: number): number {
  return Math.min(gapMax, gapBlocks * Math.max(before, after));
}

/** Ascending ranges. What lies between two near blocks is read along. */
export function joined(blocks: readonly BlockPlace[]): BlockRange[] {
  const ranges: { start: number; end: number; blocks: BlockPlace[] }[] = [];
  for (const block of [...blocks].sort((one, other) => one.position - other.position)) {
    const end = block.position + block.byteLength;
    const last = ranges.at(-1);
    const before = last?.blocks.at(-1)?.byteLength ?? 0;
    const gap = gapBetween(before, block.byteLength);
    const isNear = last !== undefined && block.position - last.end <= gap;
    if (last === undefined || !isNear || end - last.start > rangeMax) {
      ranges.push({ start: block.position, end, blocks: [block] });
    } else {
      last.end = Math.max(last.end, end);
      last.blocks.push(block);
    }
  }
  return ranges;
}
