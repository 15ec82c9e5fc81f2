import { beforeEach, describe, expect, test, vi } from "vitest";

let { releaseScratch, scratchColumn } = await import("../../../../src/store/columns/scratch.ts");

describe("scratch columns", () => {
  // Memory that other tests gave back would be taken again.
  beforeEach(async () => {
    vi.resetModules();
    ({ releaseScratch, scratchColumn } = await import("../../../../src/store/columns/scratch.ts"));
  });

  test("are zeroed, aligned, writable and apart from each other at every size", () => {
    const lengths = [0, 1, 1 << 15, (1 << 15) + 1, 1 << 20, 1 << 23, 5 << 20, 5 << 20, 5 << 20];
    const columns = lengths.map((length) => scratchColumn(Uint32Array, length));
    for (const [at, column] of columns.entries()) {
      expect(column.length).toBe(lengths[at]);
      expect(column.byteOffset % 64).toBe(0);
      expect(column.every((value) => value === 0)).toBe(true);
      column.fill(at + 1);
    }
    for (const [at, column] of columns.entries()) {
      expect(column.every((value) => value === at + 1)).toBe(true);
    }
  });

  test("of a mapping of their own are gone when they are released, others stay", () => {
    const [large, small] = [
      scratchColumn(Float64Array, 1 << 22),
      scratchColumn(Uint8Array, 1 << 18),
    ];
    large[1] = small[1] = 7;
    const before = process.memoryUsage().arrayBuffers;
    releaseScratch(large, small, large);
    expect(large.length).toBe(0);
    expect(small[1]).toBe(7);
    expect(before - process.memoryUsage().arrayBuffers).toBeGreaterThanOrEqual(8 << 22);
  });

  test("that were given back are taken again, zeroed and apart from each other", () => {
    const first = scratchColumn(Uint32Array, 1 << 19).fill(7);
    const { buffer, byteOffset } = first;
    releaseScratch(first);
    const left = scratchColumn(Uint8Array, 1_000_001);
    const right = scratchColumn(Uint16Array, 1 << 18);
    // Not compared by the matcher, which would print them.
    expect(left.buffer === buffer && right.buffer === buffer).toBe(true);
    expect(left.byteOffset).toBe(byteOffset);
    expect(right.byteOffset).toBe(byteOffset + 1_000_064);
    expect(left.every((value) => value === 0)).toBe(true);
    left.fill(1);
    expect(right.every((value) => value === 0)).toBe(true);
    right.fill(2);
    expect(left.every((value) => value === 1)).toBe(true);
  });
});
