/** Rows of a table in a layout: which are data, and when cells without a heading are too many. */
import { expect, test } from "vitest";
import { FileLog } from "../../../../src/load/bytes/diagnostics.ts";
import { LaidRows } from "../../../../src/load/layouts/laid-rows.ts";
import type { LaidTable } from "../../../../src/load/layouts/layout.ts";

const columns = [
  { heading: "a", role: "entity", at: 0 },
  { heading: "b", role: "value", at: 1 },
] as const;

function rowsOf(table: Partial<LaidTable> = {}) {
  const told: string[] = [];
  const log = new FileLog(
    { report: (_, { level, line, message }) => void told.push(`${level} ${line} ${message()}`) },
    "t.csv",
  );
  const found = { name: "owid", at: 0, header: ["a", "b", ""] } as const;
  return { told, rows: new LaidRows({ ...found, table: { columns, width: 3, ...table } }, log) };
}

test("cells are trimmed, and what has no heading is not in them", () => {
  const { rows, told } = rowsOf();
  expect(rows.read([" x ", "1 ", ""], 2)).toEqual([["x", "1"]]);
  expect(rows.read(["x", "1", "7"], 3)).toEqual([]);
  expect(rows.read(["a", "b", ""], 4)).toEqual([]);
  expect(rows.read(["note", "", ""], 5)).toEqual([]);
  rows.end();
  expect(told).toEqual([
    "error 3 expected an empty cell where the header has one, in column 3, found '7'; row not loaded",
    "info undefined rows that repeat the header: 1; left out",
    "info undefined rows of notes: 1; left out",
  ]);
});

test.each<[odd: number, all: number, isRefused: boolean]>([
  [1, 1, false],
  [2, 2, true],
  [2, 10, true],
  [2, 11, false],
  [3, 15, true],
  [3, 16, false],
])("%d of %d rows with cells that have no heading are too many: %s", (odd, all, isRefused) => {
  for (const cells of [
    ["x", "1", "7"],
    ["x", "1", "", "7"],
  ]) {
    const { rows } = rowsOf();
    for (let at = 0; at < all; at++) rows.read(at < odd ? cells : ["x", "1", ""], at + 2);
    if (!isRefused) expect(() => rows.end()).not.toThrow();
    else {
      expect(() => rows.end()).toThrow(
        `t.csv: ${odd} of ${all} rows have cells without a heading: is a heading missing?`,
      );
    }
  }
});

test("rows of labels, of other places and below an end are left out", () => {
  const { rows, told } = rowsOf({
    labelRows: 1,
    leaves: ([first]) => (first === "other" ? "rows of others" : undefined),
    isEnd: ([first]) => first === "end",
    unfold: (cells) => [cells, cells],
  });
  const lines = ["label", "x", "other", "end", "x"].map((first) => [first, "1", "9"]);
  expect(lines.map((cells, at) => rows.read(cells, at + 2))).toEqual([
    [],
    [
      ["x", "1"],
      ["x", "1"],
    ],
    [],
    [],
    [],
  ]);
  rows.end();
  expect(told).toEqual([
    "info undefined rows of others: 1; left out",
    "info undefined rows of notes below the table: 2; left out",
  ]);
});

test("a row that cannot be divided is reported with the reason", () => {
  const { rows, told } = rowsOf({
    split: ([first = ""]) => (first === "" ? "no key" : [first, "2"]),
  });
  expect([rows.read(["x", "1", "7"], 2), rows.read(["", "1", "7"], 3)]).toEqual([[["x", "2"]], []]);
  expect(told).toEqual(["error 3 no key; row not loaded"]);
});
