import { describe, expect, test } from "vitest";
import { releaseScratch, scratchColumn } from "../../../../src/store/columns/scratch.ts";

describe("scratch columns", () => {
  test("are zeroed, writable and apart from each other at every size", () => {
    const lengths = [0, 1, 1 << 15, (1 << 15) + 1, 1 << 20, 1 << 23, 5 << 20];
    const columns = lengths.map((length) => {
      const { buffer, byteOffset, byteLength } = scratchColumn(Uint32Array, length);
      expect(byteLength).toBe(4 * length);
      return Buffer.from(buffer, byteOffset, byteLength);
    });
    for (const [at, column] of columns.entries()) {
      expect(column.equals(Buffer.alloc(column.length))).toBe(true);
      column.fill(at + 1);
    }
    for (const [at, column] of columns.entries()) {
      expect(column.equals(Buffer.alloc(column.length, at + 1))).toBe(true);
    }
  });

  test("that are large are gone when they are released, others stay", () => {
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
});
