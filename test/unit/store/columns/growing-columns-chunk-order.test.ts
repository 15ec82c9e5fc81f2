import { expect, test } from "vitest";
import { ChunkLog, inOrder } from "../../../../src/store/columns/growing-columns.ts";

/** What a builder took: the number of each chunk and its first run. */
function builderOf(runs: number, ...begun: (readonly [number, number])[]) {
  const chunkRuns = new ChunkLog();
  for (const [number, start] of begun) chunkRuns.begin(number, start);
  return { chunkRuns, runs };
}

test("chunkRuns of several builders come by number, and by builder among equal ones", () => {
  const first = builderOf(9, [4, 2], [1, 5]);
  const second = builderOf(6, [2, 0], [4, 3]);
  const found = inOrder([first, second]);
  expect(found.map(({ builder, start, end }) => [builder, start, end])).toEqual([
    [0, 0, 2],
    [0, 5, 9],
    [1, 0, 3],
    [0, 2, 5],
    [1, 3, 6],
  ]);
});

test("chunkRuns in which nothing came are left out", () => {
  expect(inOrder([builderOf(0), builderOf(3, [7, 3])])).toEqual([
    { number: 0, builder: 1, start: 0, end: 3 },
  ]);
});
