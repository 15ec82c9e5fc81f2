/** Blocks that are wanted, joined to ranges. */

import { expect, test } from "vitest";
import { joined } from "../../../src/remote/block-cache.ts";

const blocksAt = (byteLength: number, ...positions: readonly number[]) =>
  positions.map((position) => ({ position, byteLength }));
const rangesOf = (...blocks: Parameters<typeof joined>) =>
  joined(...blocks).map(({ start, end, blocks: { length } }) => [start, end, length]);

test("blocks side by side are one range, in whatever order they are wanted", () => {
  expect(rangesOf(blocksAt(4096, 8192, 0, 4096))).toEqual([[0, 12_288, 3]]);
  expect(rangesOf([])).toEqual([]);
});

test("a gap of two blocks is read along, a longer one is not", () => {
  expect(rangesOf(blocksAt(4096, 0, 12_288))).toEqual([[0, 16_384, 2]]);
  expect(rangesOf(blocksAt(4096, 0, 12_289))).toEqual([
    [0, 4096, 1],
    [12_289, 16_385, 1],
  ]);
});

test("between short blocks a gap is short, and between long ones no longer than 32 KiB", () => {
  expect(rangesOf(blocksAt(1024, 0, 3072, 6145))).toEqual([
    [0, 4096, 2],
    [6145, 7169, 1],
  ]);
  const [long, most] = [1 << 18, 1 << 15];
  expect(rangesOf(blocksAt(long, 0, long + most))).toHaveLength(1);
  expect(rangesOf(blocksAt(long, 0, long + most + 1))).toHaveLength(2);
});

test("the longer one of two blocks counts: the last block of a section may be short", () => {
  const short = { position: 4096 + 8192, byteLength: 12 };
  expect(rangesOf([...blocksAt(4096, 0), short])).toEqual([[0, short.position + 12, 2]]);
});

test("a range that would be long is read in parts", () => {
  const positions = Array.from({ length: 1024 }, (_, at) => at * 4096);
  expect(rangesOf(blocksAt(4096, ...positions))).toEqual([
    [0, 1 << 21, 512],
    [1 << 21, 1 << 22, 512],
  ]);
});
