import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LimitError } from "../../../../src/errors/errors.ts";
import { Governor } from "../../../../src/governor/index.ts";
import {
  type CompareRows,
  OrderedCollector,
  PlainCollector,
  type RowCollector,
  RowSet,
  RowTable,
} from "../../../../src/sparql/run/bindings.ts";
import type { Meter } from "../../../../src/sparql/run/terms.ts";

/** Lets so many bytes pass. */
function meter(bytes = Number.POSITIVE_INFINITY): Meter {
  const governor = new Governor({ maxBytes: bytes });
  return { work: (steps) => governor.work(steps), bytes: (count) => governor.bytes(count) };
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
    for (let round = 0; round < 2; round++) {
      for (let value = 0; value < 1000; value++) expect(set.add([value * 7])).toBe(value);
    }
    expect(set.rows.count).toBe(1000);
  });

  test("stops at its limit", () => {
    const table = new RowTable(3, meter(50));
    table.push([1, 2, 3]);
    table.push([1, 2, 3]);
    expect(() => table.push([1, 2, 3])).toThrow(LimitError);
  });
});

describe("collectors", () => {
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
