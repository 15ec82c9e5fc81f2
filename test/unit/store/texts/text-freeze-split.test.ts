import { expect, test } from "vitest";
import { FrozenColumns } from "../../../../src/store/columns/column-source.ts";
import { SortSpace } from "../../../../src/store/texts/text-buckets.ts";
import {
  sortShare,
  splitShare,
  splitShares,
  TextFreeze,
} from "../../../../src/store/texts/text-freeze.ts";
import { LooseTextBuilder } from "../../../../src/store/texts/text-table-builder.ts";

/** Texts of many beginnings: empty, short, long, and of the lengths at which tables change. */
const texts = Array.from({ length: 800 }, (_, at) => {
  const beginning = String.fromCharCode(33 + ((at * 37) % 90), 33 + ((at * 11) % 90));
  const length = [0, 1, 2, 5, 12, 13, 40, 254, 255, 256, 300][at % 11]!;
  return `${beginning}${at}`.padEnd(length, "x").slice(0, length);
});

function collected(some: readonly string[]) {
  const builder = new LooseTextBuilder();
  return { ids: some.map((text) => builder.add(text)), texts: builder.take() };
}

test("texts of a range are neighbours in order, under ids that count for all builders", () => {
  const [first, second] = [collected(texts.slice(0, 300)), collected(texts.slice(300))];
  const parts = [
    { texts: first.texts, firstId: 0 },
    { texts: second.texts, firstId: first.texts.count },
  ];
  const shares = splitShares(parts, [1, 1, 2]);
  expect(shares.map(({ part }) => part)).toEqual(parts.toReversed());
  const sizes = [0, 0, 0];
  const ids: number[] = [];
  const bounds = [0, ...shares[0]!.pivots, 1 << 16];
  for (const answer of shares.map(splitShare)) {
    for (const [range, { regions, count, byteCount }] of answer.entries()) {
      sizes[range]! += count;
      let [seen, bytes, last] = [0, 0, -1];
      for (const { words, start, end } of regions) {
        for (let at = start; at < end; ) {
          const [id, length] = [words[at]!, words[at + 1]!];
          const bucket = length > 0 ? words[at + 2]! >>> 16 : 0;
          expect(bucket >= bounds[range]! && bucket < bounds[range + 1]!).toBe(true);
          expect(id).toBeGreaterThan(last);
          ids.push(id);
          [seen, bytes, last] = [seen + 1, bytes + length, id];
          at += 2 + Math.ceil(length / 4);
        }
      }
      expect([seen, bytes]).toEqual([count, byteCount]);
    }
  }
  expect(ids.sort((a, b) => a - b)).toEqual([...ids.keys()]);
  expect(ids.length).toBe(first.texts.count + second.texts.count);
  // About a quarter, a quarter and a half.
  expect(sizes[0]! / ids.length).toBeCloseTo(0.25, 1);
  expect(sizes[1]! / ids.length).toBeCloseTo(0.25, 1);
});

test.each([[[1, 1]], [[5, 0, 3, 2]]])("texts divided by %j become one table", (sizes) => {
  const builders = [texts.slice(0, 500), texts.slice(200), []].map(collected);
  const columns = new FrozenColumns();
  const freeze = new TextFreeze(
    columns,
    "texts",
    builders.map((one) => one.texts),
  );
  freeze.divide(freeze.splits(sizes, 0).map(splitShare));
  const space = new SortSpace();
  const { table, ranks } = freeze.finish(freeze.sorts().map((share) => sortShare(share, space)));
  const stored = Array.from({ length: table.count }, (_, id) => table.textOf(id));
  expect(stored).toEqual([...new Set(texts)].sort());
  expect(stored.map((text) => table.idOf(text))).toEqual([...stored.keys()]);
  const given = [...texts.slice(0, 500), ...texts.slice(200)];
  const firsts = [0, builders[0]!.texts.count];
  const all = builders.slice(0, 2).flatMap(({ ids }, at) => ids.map((id) => id + firsts[at]!));
  expect(all.map((id) => stored[ranks[id]!])).toEqual(given);
  const bytes = stored.reduce((sum, text) => sum + text.length, 0);
  const long = stored.filter((text) => text.length >= 255).length;
  expect(table.byteLength).toBe(
    bytes + stored.length + 4 * Math.ceil(stored.length / 16) + 8 * long,
  );
});

test("few texts, or one thread, are not divided", () => {
  const freeze = new TextFreeze(new FrozenColumns(), "texts", [collected(texts).texts]);
  const { count } = freeze;
  expect(freeze.splits([1, 1], count)).toHaveLength(1);
  expect(freeze.splits([1, 1], count + 1)).toEqual([]);
  expect(freeze.splits([1, 1])).toEqual([]);
  expect(freeze.splits([1], 0)).toEqual([]);
});
