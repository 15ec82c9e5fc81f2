/** Buckets of texts by their first two bytes, where an empty text stands before a record of a high id. */
import { expect, test } from "vitest";
import {
  bucketCount,
  bucketsOf,
  countBuckets,
  SortSpace,
} from "../../../../src/store/texts/text-buckets.ts";
import { splitShare } from "../../../../src/store/texts/text-freeze.ts";

/** An empty text, and "a" after it, whose id would be a bucket if it were text. */
const [empty, a] = [
  [7, 0],
  [0x62_0000, 1, 0x6100_0000],
];
const words = Uint32Array.from([0, ...empty, ...a]);
const region = () => ({ words: words.slice(), base: 0, start: 1, end: words.length });

test("an empty text is counted in the first bucket, whatever follows it", () => {
  const counts = new Uint32Array(bucketCount + 1);
  countBuckets(region(), counts);
  expect([...counts.entries()].filter(([, count]) => count > 0)).toEqual([
    [1, 1],
    [0x6101, 1],
  ]);
});

test("an empty text is of the first range, whatever follows it", () => {
  const texts = { regions: [region()], count: 2, byteCount: 1 };
  const ranges = splitShare({ kind: "split", part: { texts, firstId: 0 }, pivots: [1, 0x6101] });
  expect(ranges.map(({ count, byteCount }) => [count, byteCount])).toEqual([
    [1, 0],
    [1, 1],
    [0, 0],
  ]);
});

test("an empty text gets the first entry of many, whatever follows it", () => {
  const many = Array.from({ length: 4999 }, (_, at) => [0x62_0000 + at, 1, 0x6100_0000]).flat();
  const all = Uint32Array.from([0, ...empty, ...many]);
  const regions = [{ words: all, base: 0, start: 1, end: all.length }];
  const { entries } = bucketsOf(regions, 5000, new SortSpace());
  expect([entries[0], entries[4], entries[4 * 4999]]).toEqual([7, 0x62_0000, 0x62_0000 + 4998]);
});

test("texts that begin with the highest two bytes get the last entries of many", () => {
  const high = [1, 2, 0xffff_0000];
  const many = Array.from({ length: 4999 }, (_, at) => [at + 2, 1, 0x6100_0000]).flat();
  const all = Uint32Array.from([0, ...high, ...many]);
  const regions = [{ words: all, base: 0, start: 1, end: all.length }];
  const { buckets, starts, entries } = bucketsOf(regions, 5000, new SortSpace());
  expect([buckets.at(-1), starts.at(-2), starts.at(-1)]).toEqual([0xffff, 4999, 5000]);
  expect([entries[0], entries[4 * 4999]]).toEqual([2, 1]);
});
