/** Values of several builders: rows keep their values, with literals by rank. */
import { describe, expect, test } from "vitest";
import { joinValues, odd, RowReader, RowValues } from "../../../../src/stats/build/row-values.ts";
import { isShared } from "../../../../src/store/columns/foreign-values.ts";
import { LooseTextBuilder } from "../../../../src/store/texts/text-table-builder.ts";

function collected(...texts: readonly string[]) {
  const values = new RowValues(new LooseTextBuilder());
  for (const text of texts) values.add(Buffer.from(text), 0, text.length, false);
  return values.take();
}

describe.each([false, true])("values of two builders, shared: %s", (shared) => {
  const ranks = Uint32Array.of(41, 40, 43, 42);
  const { values, firstRows, count } = joinValues(
    [
      { values: collected("y", "12345678901", "2.5", "x"), firstLiteral: 0 },
      { values: collected("7", "z", "98765432101", "1e+21"), firstLiteral: 2 },
      { values: collected(), firstLiteral: 3 },
    ],
    ranks,
    shared,
  );
  const rows = RowReader.of(values);
  const [first, second] = firstRows as [number, number, number];

  test("stand one after another, and are counted without what is between them", () => {
    expect([first, count]).toEqual([0, 8]);
    expect(second).toBeGreaterThanOrEqual(4);
  });

  test("are what they were", () => {
    const numbers = [first + 2, second].map((row) => [rows.mantissaOf(row), rows.decimalsOf(row)]);
    expect(numbers).toEqual([
      [25, 1],
      [7, 0],
    ]);
    expect([rows.mantissaOf(first + 1), rows.mantissaOf(second + 2)]).toEqual([
      12345678901, 98765432101,
    ]);
    expect([rows.decimalsOf(first + 1), rows.decimalsOf(second + 2)]).toEqual([0, 0]);
    expect([rows.decimalsOf(second + 3), rows.oddNumberOf(second + 3)]).toEqual([odd, 1e21]);
  });

  test("have ranks of literals where they are texts", () => {
    const texts = [first, first + 3, second + 1].map((row) => rows.oddWrittenOf(row));
    expect(texts).toEqual([41, 40, 43]);
    const alone = RowReader.of(collected("1e+21"));
    expect(rows.oddWrittenOf(second + 3)).toBe(alone.oddWrittenOf(0));
  });

  test("lie where other threads read them, if they are to", () => {
    for (const { slabs } of Object.values(values)) {
      for (const slab of slabs) expect(isShared(slab.buffer)).toBe(shared);
    }
  });
});

test("values of one builder have the ranks of their literals and stay as they are", () => {
  const given = collected("b", "a", "12345678901", "1e+21", "3");
  const { values } = joinValues(
    [{ values: given, firstLiteral: 0 }],
    Uint32Array.of(41, 40),
    false,
  );
  const rows = RowReader.of(values);
  expect([rows.oddWrittenOf(0), rows.oddWrittenOf(1)]).toEqual([41, 40]);
  expect([rows.mantissaOf(2), rows.mantissaOf(4)]).toEqual([12345678901, 3]);
});
