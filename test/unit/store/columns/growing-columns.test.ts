import { describe, expect, test } from "vitest";
import { LimitError } from "../../../../src/errors/errors.ts";
import {
  Float64Slabs,
  slabBits,
  slabMask,
  Uint32Slabs,
} from "../../../../src/store/columns/growing-columns.ts";

describe.each([
  ["Uint32Slabs", Uint32Slabs],
  ["Float64Slabs", Float64Slabs],
])("%s", (_, Slabs) => {
  test("keeps every value through all sizes of the first slab and into the second", () => {
    const column = new Slabs();
    const rows = slabMask + 10;
    for (let row = 0; row < rows; row++) column.push(row ^ 5);
    expect(column.length).toBe(rows);
    expect(column.slabCount).toBe(2);
    const probes = [0, 1023, 1024, 1 << 14, 1 << 18, slabMask, slabMask + 1, rows - 1];
    expect(probes.map((row) => column.at(row))).toEqual(probes.map((row) => row ^ 5));
    expect(column.slab(0).length).toBe(2 ** slabBits);
    expect([...column.slab(1)].map((value) => value ^ 5)).toEqual(
      Array.from({ length: 9 }, (_, at) => slabMask + 1 + at),
    );
    column.set(slabMask + 1, 7);
    expect(column.at(slabMask + 1)).toBe(7);
    column.drop(0);
    expect(column.at(slabMask + 1)).toBe(7);
    column.release();
    expect(column.length).toBe(0);
    column.push(3);
    expect([...column.slab(0)]).toEqual([3]);
  });

  test("refuses more rows than row numbers reach", () => {
    const column = new Slabs();
    Object.defineProperty(column, "length", { value: 0xffff_fffe });
    expect(() => {
      for (let row = 0; row < 2000; row++) column.push(row);
    }).toThrow(new LimitError("a table holds at most 4294967294 rows"));
  });
});
