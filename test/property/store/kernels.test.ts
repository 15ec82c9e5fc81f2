import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { narrowColumn } from "../../../src/store/columns/column-source.ts";
import {
  groupOf,
  lowerBound,
  offsetsOf,
  radixSort,
  scatter,
} from "../../../src/store/columns/kernels.ts";
import {
  naiveGroups,
  naiveLowerBound,
  naiveOffsets,
  naiveSort,
} from "../../oracle/store/naive-kernels.ts";
import { runs } from "../runs.ts";

const widths = [0xff, 0xffff, 0xffff_ffff];

/** A column of any width: small keys that repeat, or all that fit. */
const columns = fc.tuple(fc.constantFrom(...widths), fc.boolean()).chain(([valueMax, isSmall]) =>
  fc.array(fc.integer({ min: 0, max: isSmall ? 7 : valueMax }), { maxLength: 60 }).map((values) => {
    const column = narrowColumn(values.length, valueMax);
    column.set(values);
    return column;
  }),
);

const smallKeys = fc.array(fc.nat(7), { maxLength: 60 });
const permutationOf = (length: number) =>
  fc.shuffledSubarray([...Array(length).keys()], { minLength: length, maxLength: length });

describe("kernels do what their plain twins do", () => {
  test("lowerBound, within any part of a column", () => {
    fc.assert(
      fc.property(columns, fc.nat(60), fc.nat(60), fc.nat(0x1_0000), (column, a, b, other) => {
        column.sort();
        const [start, end] = [
          Math.min(a, b, column.length),
          Math.min(Math.max(a, b), column.length),
        ];
        for (const key of [0, other, ...column, ...[...column].map((value) => value + 1)]) {
          expect(lowerBound(column, key, start, end)).toBe(
            naiveLowerBound(column, key, start, end),
          );
        }
      }),
      runs(200),
    );
  });

  test("offsetsOf and groupOf, with groups that are empty", () => {
    fc.assert(
      fc.property(smallKeys, (keys) => {
        const sorted = Uint8Array.from(keys).sort();
        const offsets = offsetsOf(sorted, sorted.length, 9);
        expect([...offsets]).toEqual(naiveOffsets(keys, 9));
        const rows = [...sorted.keys()];
        expect(rows.map((row) => groupOf(offsets, row))).toEqual(naiveGroups(offsets));
        expect(naiveGroups(offsets)).toEqual([...sorted]);
      }),
      runs(200),
    );
  });

  test("scatter keeps the order of the rows, or the given one", () => {
    const keysInOrder = smallKeys.chain((keys) =>
      fc.tuple(fc.constant(keys), permutationOf(keys.length)),
    );
    fc.assert(
      fc.property(keysInOrder, ([keys, order]) => {
        const column = Uint16Array.from(keys);
        const offsets = offsetsOf(column, keys.length, 8);
        expect([...scatter(column, offsets)]).toEqual(naiveSort([...keys.keys()], keys));
        expect([...scatter(column, offsets, Uint32Array.from(order))]).toEqual(
          naiveSort(order, keys),
        );
      }),
      runs(200),
    );
  });

  test("radixSort sorts its part, stably, and leaves the rest alone", () => {
    const sorts = columns.chain((keys) =>
      fc.record({
        keys: fc.constant(keys),
        order: permutationOf(keys.length),
        start: fc.nat(keys.length),
        end: fc.nat(keys.length),
      }),
    );
    fc.assert(
      fc.property(sorts, ({ keys, order, start, end }) => {
        const sorted = Uint32Array.from(order);
        radixSort(sorted, start, end, keys, new Uint32Array(keys.length));
        const last = Math.max(start, end);
        expect([...sorted]).toEqual([
          ...order.slice(0, start),
          ...naiveSort(order.slice(start, last), keys),
          ...order.slice(last),
        ]);
      }),
      runs(300),
    );
  });
});
