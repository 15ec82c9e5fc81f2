import { describe, expect, test } from "vitest";
import {
  allowance,
  baselineOf,
  growthFaults,
  type Sample,
} from "../../../../bench/soak/samples.ts";

const sample = (requests: number, more: Partial<Sample> = {}): Sample => ({
  requests,
  seconds: 1,
  heap: 30e6,
  external: 5e6,
  rss: 140e6,
  ...more,
});

describe("memory at the end", () => {
  test("is compared with that after a hundred thousand requests", () => {
    const samples = [50_000, 100_000, 150_000, 2_000_000].map((count) => sample(count));
    expect(baselineOf(samples).requests).toBe(100_000);
  });

  test("of a short run is compared with that after a fifth of it", () => {
    const samples = [1000, 2000, 5000, 10_000].map((count) => sample(count));
    expect(baselineOf(samples).requests).toBe(2000);
  });

  test("may be what it was and what is allowed", () => {
    const last = sample(2_000_000, { heap: 30e6 + allowance.heap, rss: 100e6 });
    expect(growthFaults(sample(100_000), last)).toEqual([]);
  });

  test("that grew by more is told, part by part, with the bytes of a request", () => {
    const last = sample(2_100_000, { heap: 62e6, external: 9e6, rss: 180e6 });
    expect(growthFaults(sample(100_000), last)).toEqual([
      "heap grew by 32.00 MB in 2000000 requests (16.0 bytes each), allowed are 4.00 MB",
      "external grew by 4.00 MB in 2000000 requests (2.0 bytes each), allowed are 1.00 MB",
      "rss grew by 40.00 MB in 2000000 requests (20.0 bytes each), allowed are 32.00 MB",
    ]);
  });

  test("may grow by more while memories with a bound still fill", () => {
    expect(growthFaults(sample(2000), sample(10_000, { heap: 40e6 }))).toEqual([]);
    expect(growthFaults(sample(2000), sample(10_000, { heap: 50e6 }))).toHaveLength(1);
  });
});
