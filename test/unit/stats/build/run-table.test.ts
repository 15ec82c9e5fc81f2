import { describe, expect, test } from "vitest";
import { DateLists, DateRunsBuilder, rankLists } from "../../../../src/stats/build/run-table.ts";

const list = (runs: DateRunsBuilder, at: number) => [
  ...runs.codes.subarray(runs.startOf(at), runs.endOf(at)),
];

describe("lists of dates", () => {
  test("are kept once", () => {
    const runs = new DateRunsBuilder();
    const codes = Uint32Array.of(9, 1, 2, 3, 1, 2, 3, 9);
    const first = runs.add(codes, 1, 4);
    expect(runs.add(codes, 4, 7)).toBe(first);
    expect(runs.count).toBe(1);
    expect(runs.codeCount).toBe(3);
    expect(list(runs, first)).toEqual([1, 2, 3]);
  });

  test("differ by length, order and codes", () => {
    const runs = new DateRunsBuilder();
    const lists = [[1, 2], [1, 2, 3], [2, 1], [1], [1, 3], [0, 1, 2], []];
    const numbers = lists.map((codes) => runs.add(Uint32Array.from(codes), 0, codes.length));
    expect(new Set(numbers).size).toBe(lists.length);
    expect(numbers.map((number) => list(runs, number))).toEqual(lists);
  });

  test("are found again among thousands", () => {
    const runs = new DateRunsBuilder();
    const codes = Uint32Array.from({ length: 3000 }, (_, at) => (at * 7) % 3000);
    const add = () => Array.from({ length: 2990 }, (_, at) => runs.add(codes, at, at + (at % 9)));
    const numbers = add();
    const count = runs.count;
    expect(add()).toEqual(numbers);
    expect(runs.count).toBe(count);
  });

  test("take the ranks of their dates", () => {
    const runs = new DateRunsBuilder();
    const number = runs.add(Uint32Array.of(2, 0, 1), 0, 3);
    const lists = runs.take();
    rankLists(lists, Uint32Array.of(20, 30, 10));
    const read = new DateLists(lists);
    expect([...read.codes.subarray(read.startOf(number), read.endOf(number))]).toEqual([
      10, 20, 30,
    ]);
  });
});
