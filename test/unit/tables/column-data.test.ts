/** Columns as plain data: which rows have a number, how rows are sorted and taken, how texts are numbered. */
import { expect, test } from "vitest";
import {
  type Cell,
  Coding,
  numberColumn,
  renumbered,
  type TextColumn,
  takeRows,
  textCodes,
  textsOf,
  withOrigins,
  withValues,
} from "../../../src/tables/column-data.ts";
import { Table } from "../../../src/tables/column-table.ts";
import { tableFrom } from "../../oracle/tables/table-from.ts";

test("a column of numbers has a bit for each of them, and counts the others", () => {
  for (let length = 0; length < 20; length++) {
    for (const every of [1, 2, 3, 7, 20]) {
      const values = Float64Array.from({ length }, (_, row) => (row % every === 1 ? NaN : row));
      const validity = Array.from({ length: Math.ceil(length / 8) }, (_, byte) =>
        [...values.subarray(byte * 8, byte * 8 + 8)]
          .map((value, bit) => (Number.isNaN(value) ? 0 : 2 ** bit))
          .reduce((sum, bit) => sum + bit, 0),
      );
      expect(numberColumn("n", values)).toEqual({
        ...{ kind: "number", name: "n", values, validity: Uint8Array.from(validity) },
        nullCount: values.filter(Number.isNaN).length,
      });
    }
  }
});

test("other numbers of a column have what it says of itself, and bits of their own", () => {
  const origins = [textsOf("unit", ["m"])];
  const column = withOrigins(numberColumn("n", Float64Array.of(1)), origins);
  expect(withValues(column, Float64Array.of(NaN))).toEqual({
    ...{ kind: "number", name: "n", values: Float64Array.of(NaN), validity: Uint8Array.of(0) },
    ...{ nullCount: 1, origins },
  });
  expect(withOrigins(column, undefined)).toBe(column);
});

test.each<[readonly Cell[], readonly number[], readonly number[]]>([
  [
    [2, null, 1, 2, -1],
    [4, 2, 0, 3, 1],
    [0, 3, 2, 4, 1],
  ],
  [
    [Infinity, -Infinity, null, 0, Infinity],
    [1, 3, 0, 4, 2],
    [0, 4, 3, 1, 2],
  ],
  [
    ["b", "a", null, "b", "a", "\uffff", "\u{10000}"],
    [1, 4, 0, 3, 5, 6, 2],
    [6, 5, 0, 3, 1, 4, 2],
  ],
  [
    [null, null, "", null],
    [2, 0, 1, 3],
    [2, 0, 1, 3],
  ],
])("%j sorted is in the order of rows %j, or %j", (cells, ascending, descending) => {
  const table = tableFrom(cells.map((cell, row) => ({ cell, row })));
  const rowsOf = (order: "ascending" | "descending") =>
    table
      .sorted("cell", order)
      .toJSON()
      .map(({ row }) => row);
  expect(rowsOf("ascending")).toEqual(ascending);
  expect(rowsOf("descending")).toEqual(descending);
});

test("texts have a code each, in the order in which they come, after those that are there", () => {
  expect(textsOf("t", ["b", null, "a", "b", null])).toEqual({
    ...{ kind: "text", name: "t", codes: Uint32Array.of(0, 1, 2, 0, 1), texts: ["b", null, "a"] },
  });
  const { texts, codeOf } = textCodes(["x", "y", "x"]);
  expect(["y", "z", "x", "z", null, "w", null].map(codeOf)).toEqual([1, 3, 2, 3, 4, 5, 4]);
  expect(texts).toEqual(["x", "y", "x", "z", null, "w"]);
});

test("things and codes are numbered anew in the order of rows", () => {
  const coding = new Coding(4);
  for (const [row, thing] of [7, -1, 7, 9].entries()) coding.set(row, thing);
  expect([coding.codes, coding.things]).toEqual([Uint32Array.of(0, 1, 0, 2), [7, -1, 9]]);
  expect(renumbered(Uint32Array.of(5, 0, 5, 2, 0), 6)).toEqual({
    ...{ codes: Uint32Array.of(0, 1, 0, 2, 1), things: [5, 0, 2] },
  });
  expect(renumbered(new Uint32Array(0), 3)).toEqual({ codes: new Uint32Array(0), things: [] });
});

test("rows that are taken share codes where the columns did, and keep origins", () => {
  const codes = Uint32Array.of(0, 1, 2);
  const text = (name: string, ...texts: string[]): TextColumn => ({
    ...{ kind: "text", name, codes, texts },
  });
  const number = withOrigins(numberColumn("n", Float64Array.of(1, NaN, 3)), [
    text("unit", "m", "s", "h"),
  ]);
  const taken = takeRows([text("a", "x", "y", "z"), number], Uint32Array.of(2, 2, 1));
  const own = Uint32Array.of(2, 2, 1);
  expect(taken).toEqual([
    { kind: "text", name: "a", codes: own, texts: ["x", "y", "z"] },
    {
      ...numberColumn("n", Float64Array.of(3, 3, NaN)),
      origins: [{ kind: "text", name: "unit", codes: own, texts: ["m", "s", "h"] }],
    },
  ]);
  const [a, n] = taken;
  expect(n?.kind === "number" && n.origins?.[0]?.codes).toBe(a?.kind === "text" && a.codes);
});

test("columns with the names of others have other names, which no column has", () => {
  const column = (name: string, value: number) => numberColumn(name, Float64Array.of(value));
  const about = { notNumbers: 0, undivided: 0, unknown: [] };
  const named = (...names: string[]) =>
    new Table(names.map(column), 1, about).columns.map(({ name }) => name);
  expect(named("a", "b")).toEqual(["a", "b"]);
  expect(named("a", "a", "a")).toEqual(["a", "a_2", "a_3"]);
  expect(named("a", "a", "a_2", "a")).toEqual(["a", "a_3", "a_2", "a_4"]);
});

test("arguments of a table that are wrong are refused by the name of the verb", () => {
  const table = tableFrom([{ a: 1 }]);
  expect(() => table.select(5 as never)).toThrow("select: 'columns' is an object, not 5");
  expect(() => table.head(-1)).toThrow("head: 'count' is a whole number from 0 on, not -1");
  expect(() => table.sorted("a", "up" as never)).toThrow(
    "sorted: 'order' is one of ascending, descending, not \"up\"",
  );
  expect(() => table.rank("a", { order: "up" as never })).toThrow(
    "rank: 'order' is one of ascending, descending, not \"up\"",
  );
});
