import { expect, test } from "vitest";
import { median, medians, prefixed } from "../../../../bench/contest/figures.ts";

test("the median of an even number of values lies between the two in the middle", () => {
  expect([median([3, 1, 2]), median([4, 1, 2, 100])]).toEqual([2, 3]);
});

test("a figure's median is over the rounds that have it", () => {
  const rounds = [{ a: 3, once: 7 }, { a: 1 }, { a: 2 }];
  expect(medians(rounds)).toEqual({ a: 2, once: 7 });
});

test("figures of a part are named after it", () => {
  expect(prefixed("load.triples", { time: 1 })).toEqual({ "load.triples.time": 1 });
});
