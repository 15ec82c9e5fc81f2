import { describe, expect, test } from "vitest";
import { LimitError } from "../../../../src/errors/errors.ts";
import { chunkBits, chunkMask, Float64Chunks, Uint32Chunks } from "../../../../src/store/index.ts";

describe.each([
  ["Uint32Chunks", Uint32Chunks],
  ["Float64Chunks", Float64Chunks],
])("%s", (_, Chunks) => {
  test("keeps every value through all sizes of the first chunk and into the second", () => {
    const column = new Chunks();
    const rows = chunkMask + 10;
    for (let row = 0; row < rows; row++) column.push(row ^ 5);
    expect(column.length).toBe(rows);
    expect(column.chunkCount).toBe(2);
    const probes = [0, 1023, 1024, 1 << 14, 1 << 18, chunkMask, chunkMask + 1, rows - 1];
    expect(probes.map((row) => column.at(row))).toEqual(probes.map((row) => row ^ 5));
    expect(column.chunk(0).length).toBe(2 ** chunkBits);
    expect([...column.chunk(1)].map((value) => value ^ 5)).toEqual(
      Array.from({ length: 9 }, (_, at) => chunkMask + 1 + at),
    );
    column.set(chunkMask + 1, 7);
    expect(column.at(chunkMask + 1)).toBe(7);
    column.drop(0);
    expect(column.at(chunkMask + 1)).toBe(7);
    column.release();
    expect(column.length).toBe(0);
    column.push(3);
    expect([...column.chunk(0)]).toEqual([3]);
  });

  test("refuses more rows than row numbers reach", () => {
    const column = new Chunks();
    Object.defineProperty(column, "length", { value: 0xffff_fffe });
    expect(() => {
      for (let row = 0; row < 2000; row++) column.push(row);
    }).toThrow(new LimitError("a table holds at most 4294967294 rows"));
  });
});
