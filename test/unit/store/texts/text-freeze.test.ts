/** What several builders collected becomes one table. */

import { expect, test } from "vitest";
import { LimitError } from "../../../../src/errors/errors.ts";
import { FrozenColumns } from "../../../../src/store/columns/column-source.ts";
import { SortSpace } from "../../../../src/store/texts/text-buckets.ts";
import {
  freezeTexts,
  sortShare,
  splitShare,
  TextFreeze,
} from "../../../../src/store/texts/text-freeze.ts";
import { LooseTextBuilder } from "../../../../src/store/texts/text-table-builder.ts";

const collectedOf = (texts: readonly string[]) => {
  const builder = new LooseTextBuilder();
  for (const text of texts) builder.add(text);
  return builder.take();
};

const words = ["b", "", "abcd", "abcde", "a", "z".repeat(300), "zz", "ä", "q".repeat(13)];
const others = ["abcd", "c", "z".repeat(300), "", "q".repeat(12)];
const third = ["a", "é", "abcdefgh"];
const all = [...words, ...others, ...third];
const order = (texts: readonly string[]) =>
  [...new Set(texts)].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));

test("ids of a builder count on from those of the builders before", () => {
  const { table, ranks } = freezeTexts(
    [words, others, third].map(collectedOf),
    new FrozenColumns(),
    "texts",
  );
  const stored = Array.from({ length: table.count }, (_, id) => table.textOf(id));
  expect(stored).toEqual(order(all));
  expect(Array.from(ranks, (rank) => stored[rank])).toEqual(all);
});

test.each([
  ["without a repeated text", words, ["c", "dd", "x".repeat(20)], third.slice(1)],
  ["with repeated ones in the last range alone", ["a", "b", "z"], ["z", "c"], ["z"]],
  ["with repeated ones in the first range alone", ["a", "b", "z"], ["a", "c"], ["a", "d"]],
  ["with repeated ones in each range", words, others, third],
])("ranges close up, %s", (_, ...builders) => {
  const freeze = new TextFreeze(new FrozenColumns(), "texts", builders.map(collectedOf));
  freeze.divide(freeze.splits([1, 1, 1], 0).map(splitShare));
  const space = new SortSpace();
  const { table, ranks } = freeze.finish(freeze.sorts().map((share) => sortShare(share, space)));
  const stored = Array.from({ length: table.count }, (_, id) => table.textOf(id));
  expect(stored).toEqual(order(builders.flat()));
  expect(Array.from(ranks, (rank) => stored[rank])).toEqual(builders.flat());
  expect(stored.map((text) => table.idOf(text))).toEqual([...stored.keys()]);
});

test("several builders have at most 2^29 texts together", () => {
  const half = { regions: [], count: 2 ** 28, byteCount: 0 };
  const one = { regions: [], count: 1, byteCount: 0 };
  // Columns of so many texts are address space alone.
  expect(new TextFreeze(new FrozenColumns(), "texts", [half, half]).count).toBe(2 ** 29);
  expect(() => new TextFreeze(new FrozenColumns(), "texts", [half, half, one])).toThrow(
    new LimitError("a dictionary holds at most 536870912 texts"),
  );
});

test("texts of more bytes than a table holds are not divided: equal ones may meet in one sort", () => {
  const of = (byteCount: number) =>
    new TextFreeze(new FrozenColumns(), "texts", [{ ...collectedOf(["a", "b"]), byteCount }]);
  expect(of(2 ** 32 - 1).splits([1, 1], 0)).toHaveLength(1);
  expect(of(2 ** 32).splits([1, 1], 0)).toEqual([]);
});
