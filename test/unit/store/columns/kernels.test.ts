import { describe, expect, test } from "vitest";
import type { IdColumn } from "../../../../src/store/columns/column-source.ts";
import {
  groupOf,
  lowerBound,
  offsetsOf,
  radixSort,
  sameWords,
  scatter,
} from "../../../../src/store/columns/kernels.ts";

/** A column far longer than memory: row r holds ⌊r / 2⌋. */
function hugeColumn<T>(length: number): T {
  const at = (_: object, key: string | symbol) =>
    key === "length" ? length : Math.floor(Number(key) / 2);
  return new Proxy({}, { get: at }) as T;
}

describe("lowerBound", () => {
  test("finds the first of equal rows, and the end past the last", () => {
    const column = Uint8Array.of(1, 3, 3, 3, 9);
    expect([0, 1, 2, 3, 4, 9, 10].map((key) => lowerBound(column, key, 0, 5))).toEqual([
      0, 0, 1, 1, 4, 4, 5,
    ]);
  });

  test("searches an empty part", () => {
    expect(lowerBound(new Uint32Array(0), 5, 0, 0)).toBe(0);
    expect([0, 9].map((key) => lowerBound(Uint32Array.of(1, 2, 3), key, 2, 2))).toEqual([2, 2]);
  });

  test("takes a key that the column's width cannot hold", () => {
    expect(lowerBound(Uint8Array.of(254, 255), 256, 0, 2)).toBe(2);
  });

  test("searches rows whose numbers do not fit 31 bits", () => {
    const rows = 0xffff_fff0;
    const column = hugeColumn<IdColumn>(rows);
    expect(lowerBound(column, 2_000_000_000, 3_000_000_000, rows)).toBe(4_000_000_000);
    expect(lowerBound(column, 0xffff_ffff, 0, rows)).toBe(rows);
  });
});

describe("groupOf", () => {
  test("skips empty groups at the start, between and at the end", () => {
    const offsets = Uint32Array.of(0, 0, 2, 2, 2, 3, 3);
    expect([0, 1, 2].map((row) => groupOf(offsets, row))).toEqual([1, 1, 4]);
  });

  test("searches offsets whose numbers do not fit 31 bits", () => {
    const offsets = hugeColumn<Uint32Array>(0xffff_fff0);
    expect(groupOf(offsets, 2_000_000_000)).toBe(4_000_000_001);
  });
});

describe("offsetsOf, scatter and radixSort", () => {
  test("take nothing at all", () => {
    const offsets = offsetsOf(new Uint8Array(0), 0, 0);
    expect([...offsets]).toEqual([0]);
    expect(scatter(new Uint8Array(0), offsets).length).toBe(0);
    const order = new Uint32Array(0);
    radixSort(order, 0, 0, new Uint32Array(0), new Uint32Array(0));
    expect(order.length).toBe(0);
  });

  test("offsetsOf counts only the given rows of a longer column", () => {
    expect([...offsetsOf(Uint8Array.of(1, 0, 1, 1), 2, 2)]).toEqual([0, 1, 2]);
  });

  test("radixSort of an empty part between rows leaves them", () => {
    const order = Uint32Array.of(2, 1, 0);
    radixSort(order, 1, 1, Uint8Array.of(5, 5, 0), new Uint32Array(3));
    expect([...order]).toEqual([2, 1, 0]);
  });

  test("radixSort takes every digit of every width into account", () => {
    const keys = Uint32Array.of(0x0100_0000, 0x0001_0000, 0x100, 1, 0xffff_ffff, 0);
    const order = Uint32Array.of(0, 1, 2, 3, 4, 5);
    radixSort(order, 0, 6, keys, new Uint32Array(6));
    expect([...order]).toEqual([5, 3, 2, 1, 0, 4]);
  });
});

test("sameWords compares as many words as it is told, wherever they begin", () => {
  const [a, b] = [Uint32Array.of(9, 1, 2, 3), Uint32Array.of(1, 2, 4)];
  expect(sameWords(a, 1, b, 0, 2)).toBe(true);
  expect(sameWords(a, 1, b, 0, 3)).toBe(false);
  expect(sameWords(a, 0, b, 0, 1)).toBe(false);
  expect(sameWords(a, 0, b, 1, 0)).toBe(true);
});
