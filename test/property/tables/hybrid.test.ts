/** Runs and packed groups, read back number by number as the format of Parquet says. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { hybridBytes, runBytes } from "../../../src/tables/parquet.ts";
import { runs } from "../runs.ts";

/** The first numbers of a run of bytes. */
function decoded(bytes: Uint8Array, width: number, count: number): number[] {
  const numbers: number[] = [];
  let at = 0;
  const varint = () => {
    let [value, shift] = [0, 0];
    for (; bytes[at]! > 0x7f; shift += 7) value |= (bytes[at++]! & 0x7f) << shift;
    return value | (bytes[at++]! << shift);
  };
  while (at < bytes.length) {
    const head = varint();
    if (head % 2 === 1) {
      for (let bit = 0; bit < (head >> 1) * 8 * width; bit += width) {
        let value = 0;
        for (let one = 0; one < width; one++) {
          const place = at * 8 + bit + one;
          value |= ((bytes[place >> 3]! >> (place & 7)) & 1) << one;
        }
        numbers.push(value);
      }
      at += (head >> 1) * width;
    } else {
      let value = 0;
      for (let shift = 0; shift < width; shift += 8) value |= bytes[at++]! << shift;
      for (let one = 0; one < head >> 1; one++) numbers.push(value);
    }
  }
  return numbers.slice(0, count);
}

const numbers = fc.integer({ min: 1, max: 24 }).chain((width) =>
  fc.record({
    width: fc.constant(width),
    values: fc
      .array(
        fc.record({
          value: fc.integer({ min: 0, max: 2 ** width - 1 }),
          count: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 40 })),
        }),
        { maxLength: 40 },
      )
      .map((parts) => parts.flatMap(({ value, count }) => Array<number>(count).fill(value))),
  }),
);

test("numbers come back, however long their runs are", () => {
  fc.assert(
    fc.property(numbers, ({ width, values }) => {
      const bytes = hybridBytes(Int32Array.from(values), width);
      expect(decoded(bytes, width, values.length)).toEqual(values);
    }),
    runs(300),
  );
});

test("a dictionary of one text has numbers of no bits", () => {
  expect([...hybridBytes(new Int32Array(20), 0)]).toEqual([40]);
  expect([...hybridBytes(new Int32Array(3), 0)]).toEqual([3]);
});

test("a run of levels is its length and one byte", () => {
  expect([...runBytes(1, 3)]).toEqual([6, 1]);
  expect(decoded(runBytes(0, 70_000), 1, 70_000)).toEqual(Array(70_000).fill(0));
});
