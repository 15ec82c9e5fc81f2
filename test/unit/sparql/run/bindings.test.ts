import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LimitError } from "../../../../src/errors/errors.ts";
import { Governor } from "../../../../src/options/governor.ts";
import {
  type CompareRows,
  OrderedCollector,
  PlainCollector,
  type RowCollector,
  RowSet,
  RowTable,
} from "../../../../src/sparql/run/bindings.ts";
import type { Meter } from "../../../../src/sparql/run/search.ts";

/** Lets so many bytes pass. */
function meter(bytes = Number.POSITIVE_INFINITY): Meter {
  const governor = new Governor({ maxMemoryBytes: bytes });
  return { work: (steps) => governor.work(steps), bytes: (count) => governor.bytes(count) };
}

/** Adds up the steps and the counts that it gets. */
function counter(): Meter & { steps: number; count: number } {
  return {
    steps: 0,
    count: 0,
    work(steps) {
      this.steps += steps;
    },
    bytes(count) {
      this.count += count;
    },
  };
}

const collected = (collector: RowCollector, width: number): number[][] => {
  const rows: number[][] = [];
  collector.each((number) =>
    rows.push(Array.from({ length: width }, (_, at) => collector.rows.at(number, at))),
  );
  return rows;
};
const byFirst: CompareRows = (rows, a, b) => rows.at(a, 0) - rows.at(b, 0);

describe("a row set", () => {
  test("numbers distinct rows in the order of their first appearance, beyond 32 bits too", () => {
    const set = new RowSet(2, meter());
    const rows = [
      [1, 2],
      [2, 1],
      [1, 2 ** 40],
      [1, 2],
      [1, 2 ** 41],
      [-1, 2],
    ];
    expect(rows.map((row) => set.add(row))).toEqual([0, 1, 2, 0, 3, 4]);
  });

  test("keeps its numbers while it grows", () => {
    const set = new RowSet(1, meter());
    const values = [...Array(1000).keys()];
    for (const _ of "..") expect(values.map((value) => set.add([value * 7]))).toEqual(values);
    expect(set.rows.count).toBe(1000);
  });

  test("counts the memory of its rows, and the cells that move when it grows, 64 rows at a time", () => {
    const told = counter();
    const set = new RowSet(2, told);
    for (let value = 0; value < 32; value++) set.add([value, 1]);
    expect([told.steps, told.count]).toEqual([0, 32 * (16 + 24)]);
    set.add([5, 1]);
    expect([told.steps, told.count]).toEqual([0, 32 * (16 + 24)]);
    for (let value = 32; value < 130; value++) set.add([value, 1]);
    expect([told.steps, told.count]).toEqual([3 * 64 * 3, 130 * (16 + 24)]);
  });

  test("stops at its limit", () => {
    const table = new RowTable(3, meter(50));
    table.push([1, 2, 3]);
    table.push([1, 2, 3]);
    expect(() => table.push([1, 2, 3])).toThrow(LimitError);
  });
});

describe("a row table", () => {
  test.each([7, 16_384, 16_385])("holds rows of %i cells beyond its first chunk", (width) => {
    const table = new RowTable(width, counter());
    const count = Math.ceil(34_000 / width);
    const row = new Float64Array(width);
    const rowOf = (first: number) => {
      row.fill(first);
      row[width - 1] = first + 1;
      return row;
    };
    const numbers = Array.from({ length: count }, (_, at) => table.push(rowOf(at)));
    expect(numbers).toEqual([...numbers.keys()]);
    // The spare place after the last row, and a row that takes the place of another.
    const middle = count >>> 1;
    table.set(count, rowOf(-7));
    table.set(middle, rowOf(2 ** 40));
    const wrong = [...numbers, count].filter((number) => {
      const first = number === count ? -7 : number === middle ? 2 ** 40 : number;
      const cells = [table.at(number, 0), table.at(number, width - 2), table.at(number, width - 1)];
      return (
        !table.equals(number, rowOf(first)) || cells.join() !== `${first},${first},${first + 1}`
      );
    });
    expect(wrong).toEqual([]);
    expect(table.equals(1, rowOf(0))).toBe(false);
    expect(table.count).toBe(count);
  });

  test("tells rows apart by their last cell", () => {
    const table = new RowTable(3, meter());
    table.push([1, 2, 3]);
    expect(
      [
        [1, 2, 3],
        [1, 2, 4],
        [1, 3, 3],
        [2, 2, 3],
      ].map((row) => table.equals(0, row)),
    ).toEqual([true, false, false, false]);
  });
});

describe("collectors", () => {
  test("ask for no more rows where the page is empty", () => {
    const page = { offset: 0, limit: 0 };
    const collectors = [
      new PlainCollector(1, page, false, meter()),
      new PlainCollector(1, page, true, meter()),
      new OrderedCollector(1, page, false, meter(), byFirst),
      new OrderedCollector(1, page, true, meter(), byFirst),
    ];
    // What came before it was known that none is wanted is not on the page.
    for (const collector of collectors.slice(1)) expect(collector.add([1])).toBe(false);
    expect(collectors[0]!.add([1])).toBe(false);
  });

  test("with DISTINCT pass over the rows before the page", () => {
    const collector = new PlainCollector(1, { offset: 1, limit: 2 }, true, meter());
    expect([5, 5, 6, 7].map((value) => collector.add([value]))).toEqual([true, true, true, false]);
    expect(collected(collector, 1)).toEqual([[6], [7]]);
  });

  test.each([
    [1024, false],
    [1025, true],
  ])("with an order of %i rows count comparisons: %s", (limit, isCounted) => {
    const told = counter();
    const collector = new OrderedCollector(1, { offset: 0, limit }, false, told, byFirst);
    for (let value = 3000; value > 0; value--) collector.add([value]);
    expect(collected(collector, 1).map(([value]) => value)).toEqual(
      Array.from({ length: limit }, (_, at) => at + 1),
    );
    // Each comparison is two steps, and a heap takes some ten of them for each row.
    expect(told.steps > 3000 * 2).toBe(isCounted);
    expect(told.steps).toBeLessThan(3000 * 2 * 40);
    expect(told.steps % 128).toBe(0);
    expect(told.count).toBe(limit * (8 + 24));
  });

  test("without an order end when the page is full", () => {
    const collector = new PlainCollector(1, { offset: 1, limit: 2 }, false, meter());
    expect([5, 5, 6].map((value) => collector.add([value]))).toEqual([true, true, false]);
    expect(collected(collector, 1)).toEqual([[5], [6]]);
  });

  test("without an order hold no more than the page, however deep it is", () => {
    const collector = new PlainCollector(1, { offset: 1000, limit: 2 }, false, meter(24));
    for (let value = 0; collector.add([value]); value++);
    expect(collected(collector, 1)).toEqual([[1000], [1001]]);
  });

  test("count each row once for DISTINCT", () => {
    const collector = new PlainCollector(1, { offset: 0, limit: 2 }, true, meter());
    expect([5, 5, 6].map((value) => collector.add([value]))).toEqual([true, true, false]);
    expect(collected(collector, 1)).toEqual([[5], [6]]);
  });

  test("with an order keep no more rows than the page needs", () => {
    const collector = new OrderedCollector(1, { offset: 0, limit: 3 }, false, meter(108), byFirst);
    for (let value = 100; value > 0; value--) collector.add([value]);
    expect(collected(collector, 1)).toEqual([[1], [2], [3]]);
  });

  test("with an order keep those of equal rows that came first, in that order", () => {
    for (const limit of [1, 2, 3]) {
      const page = { offset: 0, limit };
      const collector = new OrderedCollector(2, page, false, meter(), byFirst);
      for (const row of [
        [5, 1],
        [1, 2],
        [1, 3],
        [1, 4],
        [1, 5],
      ])
        collector.add(row);
      expect(collected(collector, 2)).toEqual(
        [
          [1, 2],
          [1, 3],
          [1, 4],
        ].slice(0, limit),
      );
    }
  });

  test("give the rows that sorting everything gives", () => {
    const rows = fc.array(fc.tuple(fc.nat(5), fc.nat(5)), { maxLength: 40 });
    const limit = fc.oneof(fc.integer({ min: 1, max: 10 }), fc.constant(Number.POSITIVE_INFINITY));
    fc.assert(
      fc.property(rows, fc.nat(4), limit, fc.boolean(), (given, offset, most, isDistinct) => {
        const page = { offset, limit: most };
        const collector = new OrderedCollector(2, page, isDistinct, meter(), byFirst);
        for (const row of given) collector.add(row);
        const distinct = [...new Map(given.map((row) => [row.join(), row])).values()];
        const all = (isDistinct ? distinct : [...given]).sort(([a], [b]) => a - b);
        expect(collected(collector, 2)).toEqual(all.slice(offset, offset + most));
      }),
    );
  });
});
