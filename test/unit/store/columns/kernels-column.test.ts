import { describe, expect, test } from "vitest";
import { LimitError } from "../../../../src/errors/errors.ts";
import { narrowColumn } from "../../../../src/store/columns/column-source.ts";
import { Float64Builder, Uint32Builder } from "../../../../src/store/columns/growing-columns.ts";

describe("narrowColumn", () => {
  test.each([
    [-1, 1],
    [0, 1],
    [255, 1],
    [256, 2],
    [65535, 2],
    [65536, 4],
    [0xffff_ffff, 4],
  ])("a largest value of %i takes %i bytes", (valueMax, bytes) => {
    const column = narrowColumn(3, valueMax);
    expect(column.BYTES_PER_ELEMENT).toBe(bytes);
    expect(column.length).toBe(3);
    column[1] = Math.max(valueMax, 0);
    expect(column[1]).toBe(Math.max(valueMax, 0));
  });
});

describe.each([
  ["Uint32Builder", Uint32Builder],
  ["Float64Builder", Float64Builder],
])("%s", (_, Builder) => {
  test("keeps every value as it grows past its first size", () => {
    const builder = new Builder();
    const first = builder.values.length;
    for (let value = 0; value < first * 5; value++) builder.push(value);
    expect(builder.length).toBe(first * 5);
    expect([...builder.values.subarray(0, builder.length)]).toEqual([
      ...Array(builder.length).keys(),
    ]);
  });

  test("refuses more rows than row numbers reach", () => {
    const builder = new Builder();
    builder.length = 0xffff_fffe;
    // A stand-in: the real array would take 16 GB.
    Object.assign(builder, { values: { length: 0xffff_fffe } });
    expect(() => builder.push(1)).toThrow(new LimitError("a table holds at most 4294967294 rows"));
  });
});
