import { describe, expect, test } from "vitest";
import { intervalOf, verdictOf } from "../../../../bench/against/against.ts";

describe("the interval of ratios", () => {
  test("is what 95 of 100 samples' medians lie between, by rank", () => {
    const ratios = Array.from({ length: 40 }, (_, at) => 1 + ((at * 7) % 40) / 100);
    const { low, median, high } = intervalOf(ratios);
    expect(low).toBeCloseTo(1.13);
    expect(median).toBeCloseTo(1.195);
    expect(high).toBeCloseTo(1.26);
  });

  test("of a few ratios is all of them", () => {
    expect(intervalOf([3, 1, 2])).toEqual({ low: 1, median: 2, high: 3 });
    expect(intervalOf([1.5])).toEqual({ low: 1.5, median: 1.5, high: 1.5 });
  });

  test("is not moved by a few wild ones", () => {
    const calm = Array.from({ length: 38 }, () => 1);
    expect(intervalOf([...calm, 50, 0.01])).toEqual({ low: 1, median: 1, high: 1 });
  });
});

test("a verdict is given only when the whole interval agrees", () => {
  const verdict = (low: number, high: number) => verdictOf({ low, median: (low + high) / 2, high });
  expect(verdict(1.06, 1.2)).toBe("slower");
  expect(verdict(1.04, 1.2)).toBe("cannot tell");
  expect(verdict(0.9, 1.05)).toBe("no slower");
  expect(verdict(0.7, 0.94)).toBe("faster");
  expect(verdict(0.5, 2)).toBe("cannot tell");
});
