import { describe, expect, test } from "vitest";
import {
  CellRow,
  CellText,
  DcidColumn,
  dateColumn,
  KnownColumn,
  repeatedBits,
} from "../../../../src/load/records/cell-columns.ts";
import { RecordingSink } from "../recording-sink.ts";

/** A row with these cells. */
function rowOf(cells: readonly string[], repeated = 0, isCompared = true): CellRow {
  const row = new CellRow(isCompared);
  row.bytes = new TextEncoder().encode(cells.join());
  let at = 0;
  for (const [column, cell] of cells.entries()) {
    row.starts[column] = at;
    row.ends[column] = at + cell.length;
    at += cell.length + 1;
  }
  row.count = cells.length;
  row.repeated = repeated;
  return row;
}

test.each([
  [[0, 2, 3], 0b1101],
  [[30], 1 << 30],
  [[31], 0],
  [[32], 0],
  [[1, 31], 0],
  [[1, -1], 0],
])("columns %j have the bits %i", (columns, bits) => {
  expect(repeatedBits(columns)).toBe(bits);
});

describe("a cell that is said to repeat the row above is not looked at", () => {
  const cells = (text: string) => Array.from({ length: 33 }, () => text);

  test.each([
    [0, "b"],
    [30, "b"],
    [31, "c"],
    [32, "c"],
  ])("in column %i of few distinct cells", (column, expected) => {
    const known = new KnownColumn(column, (cell) => cell);
    expect(known.current).toBeUndefined();
    expect(known.take(rowOf(cells("a")))).toBe("a");
    expect(known.take(rowOf(cells("b"), ~(1 << column)))).toBe("b");
    expect(known.take(rowOf(cells("c"), -1))).toBe(expected);
    expect(known.current).toBe(expected);
  });

  test.each([true, false])("in a column of dcids, compared %s", (isCompared) => {
    const sink = new RecordingSink();
    const column = new DcidColumn(1, sink);
    const take = (cell: string, repeated = 0) => {
      const id = column.take(rowOf(["x", cell], repeated, isCompared));
      expect(column.nodeIn()).toBe(id);
      return id;
    };
    expect(take("a")).toBe(sink.node("a"));
    expect(take("b", 0b01)).toBe(sink.node("b"));
    expect(take("c", 0b10)).toBe(sink.node("b"));
    expect(sink.nodes).toEqual(["a", "b"]);
  });
});

test("a text says what a sink has numbered of it", () => {
  const sink = new RecordingSink();
  const text = new CellText("2020");
  expect([text.hasNode, text.hasDate]).toEqual([false, false]);
  expect(text.nodeIn(sink)).toBe(sink.node("2020"));
  expect([text.hasNode, text.hasDate]).toEqual([true, false]);
  sink.date("1999");
  expect(text.dateIn(sink)).toBe(sink.date("2020"));
  expect([text.hasNode, text.hasDate]).toEqual([true, true]);
  expect([text.nodeIn(sink), text.dateIn(sink)]).toEqual([0, 1]);
});

test.each([
  ["2020-07", "2020-07"],
  ["", undefined],
  ["2020-1", undefined],
])("the cell %j of a column of dates means %s", (cell, expected) => {
  expect(dateColumn(0).take(rowOf([cell]))?.text).toBe(expected);
});
