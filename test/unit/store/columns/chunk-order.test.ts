import { expect, test } from "vitest";
import { inOrder, StretchLog } from "../../../../src/store/index.ts";

/** What a builder took: the number of each stretch and its first run. */
function builderOf(runs: number, ...begun: (readonly [number, number])[]) {
  const stretches = new StretchLog();
  for (const [number, start] of begun) stretches.begin(number, start);
  return { stretches, runs };
}

test("stretches of several builders come by number, and by builder among equal ones", () => {
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

test("stretches in which nothing came are left out", () => {
  expect(inOrder([builderOf(0), builderOf(3, [7, 3])])).toEqual([
    { number: 0, builder: 1, start: 0, end: 3 },
  ]);
});
