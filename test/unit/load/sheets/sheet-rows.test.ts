/** Rows of sheets as lines: gaps, widths, merged cells and headings over several columns. */
import { describe, expect, test } from "vitest";
import type { Cell } from "../../../../src/load/held/cells.ts";
import { type Merge, percentOf, put, SheetRows } from "../../../../src/load/sheets/sheet-rows.ts";

type Said = readonly [row: number, cells: Cell[], ...merges: Merge[]];

const across = (top: number, left: number, right: number): Merge => ({
  top,
  left,
  bottom: top,
  right,
});
const down = (top: number, left: number, bottom: number): Merge => ({
  top,
  left,
  bottom,
  right: left,
});

function linesOf(...said: readonly Said[]): readonly (readonly Cell[])[] {
  const rows = new SheetRows();
  for (const [row, cells, ...merges] of said) rows.add(row, cells, merges);
  return rows.end();
}

const none = undefined;
const heading: Said = [0, ["Country", "Cats"], across(0, 1, 2)];

describe("rows become lines", () => {
  test("of their numbers, as wide as those above, and empty where a row says nothing", () => {
    expect(linesOf([2, ["a", "b"]], [3, [none, ""]], [4, ["c"]], [5, ["d", "e", "f"]])).toEqual([
      [],
      [],
      ["a", "b"],
      [],
      ["c", none],
      ["d", "e", "f"],
    ]);
  });

  test("that are taken once, and a heading only when it shows what is below", () => {
    const rows = new SheetRows();
    rows.add(0, ["a"], []);
    expect([rows.take(), rows.take()]).toEqual([[["a"]], []]);
    rows.add(1, ["Country", "Cats"], [across(1, 1, 2)]);
    expect(rows.take()).toEqual([]);
    expect(rows.end()).toEqual([["Country", "Cats"]]);
    expect(rows.end()).toEqual([]);
  });
});

describe("a cell merged downwards", () => {
  test.each<[cell: Cell, isRepeated: boolean]>([
    ["France", true],
    [{ date: "2020-01-01", time: "00:00:00" }, true],
    ["1500", true],
    ["2199", true],
    ["1499", false],
    ["2200", false],
    ["20201", false],
    ["5", false],
    ["1.5", false],
    ["12.5", false],
    [".55", false],
    ["1e10", false],
    ["12020", false],
    ["5.", false],
    [".5", false],
    ["+3", false],
    ["-1e3", false],
    ["-1E-3", false],
    ["1e", true],
    ["a1", true],
    ["1a", true],
    [".", true],
  ])("is repeated below if it is no number, or a year: %o", (cell, isRepeated) => {
    expect(linesOf([0, ["x", cell], down(0, 1, 1)], [1, ["y"]])).toEqual([
      ["x", cell],
      ["y", isRepeated ? cell : none],
    ]);
  });

  test("is repeated to its last row, where nothing stands", () => {
    const [first, ...lines] = linesOf(
      [0, ["France", "Paris"], down(0, 0, 3), down(0, 1, 1)],
      [1, [none, none, "a"]],
      [2, ["Italy", none, "b"]],
      [3, ["", "Rome", "c"]],
      [4, [none, none, "d"]],
    );
    expect([first, ...lines]).toEqual([
      ["France", "Paris"],
      ["France", "Paris", "a"],
      ["Italy", none, "b"],
      ["France", "Rome", "c"],
      [none, none, "d"],
    ]);
  });

  test("is not repeated if it is empty", () => {
    expect(linesOf([0, ["", "a"], down(0, 0, 1)], [1, [none, "b"]])).toEqual([
      ["", "a"],
      [none, "b"],
    ]);
  });
});

describe("a heading over several columns", () => {
  test.each<[what: string, below: Cell[], joined: string[]]>([
    ["years", [none, "2019", "2020"], ["Country", "Cats 2019", "Cats 2020"]],
    ["texts", ["", "few", "many"], ["Country", "Cats few", "Cats many"]],
    ["the same text", ["Country", "Cats", "many"], ["Country", "Cats", "Cats many"]],
    ["nothing in one", [none, "few"], ["Country", "Cats few", "Cats"]],
    [
      "days",
      [none, { date: "2020-01-01", time: "00:00:00" }, "b"],
      ["Country", "Cats 2020-01-01", "Cats b"],
    ],
    ["more columns", [none, "a", "b", "Dogs"], ["Country", "Cats a", "Cats b", "Dogs"]],
  ])("is joined with %s below", (_, below, joined) => {
    expect(linesOf(heading, [1, below], [2, ["FRA", "1", "2"]])).toEqual([
      [],
      joined,
      ["FRA", "1", "2", ...Array<undefined>(joined.length - 3).fill(none)],
    ]);
  });

  test.each<[what: string, below: Cell[]]>([
    ["a number", [none, "2019", "5"]],
    ["another heading where nothing is merged", ["Name", "2019", "2020"]],
    ["the same heading twice", [none, "a", "a"]],
    ["another heading on its right", [none, "a", "b", "Birds"]],
  ])("is not joined with %s below", (_, below) => {
    const [row, cells, wide] = heading;
    const upper: Said = below.length === 4 ? [row, [...cells, none, "Dogs"], wide!] : heading;
    expect(linesOf(upper, [1, below])).toEqual([upper[1], below]);
  });

  test("leaves an empty line below a title", () => {
    const [, cells, wide] = heading;
    const lines = linesOf(
      [0, ["Title"]],
      [1, cells, { ...wide!, top: 1, bottom: 1 }],
      [2, [none, "a", "b"]],
    );
    expect(lines).toEqual([["Title"], [], ["Country", "Cats a", "Cats b"]]);
  });

  test("is joined with nothing but the next row", () => {
    expect(linesOf(heading, [2, [none, "2019", "2020"]])).toEqual([
      ["Country", "Cats"],
      [],
      [none, "2019", "2020"],
    ]);
  });

  test("is joined with headings over fewer columns, and these with those below", () => {
    const lines = linesOf(
      [0, ["Country", "Cats"], across(0, 1, 4)],
      [1, [none, "Men", none, "Women"], across(1, 1, 2), across(1, 3, 4)],
      [2, [none, "2019", "2020", "2019", "2020"]],
    );
    const heads = ["Cats Men 2019", "Cats Men 2020", "Cats Women 2019", "Cats Women 2020"];
    expect(lines).toEqual([[], [], ["Country", ...heads]]);
  });

  test("is a title if it stands alone, and no heading without merged cells", () => {
    const below: Cell[] = [none, "2019", "2020"];
    expect(linesOf([0, ["Cats"], across(0, 0, 2)], [1, below])).toEqual([["Cats"], below]);
    expect(linesOf([0, ["Country", "Cats"]], [1, below])).toEqual([["Country", "Cats"], below]);
    const names: Cell[] = ["Country", "2019", "2020"];
    expect(linesOf([0, [none, "Cats", ""], across(0, 1, 2)], [1, names])).toEqual([
      [none, "Cats", ""],
      names,
    ]);
  });

  test("stands in the first forty rows", () => {
    const at = (row: number) =>
      linesOf([row, ["Country", "Cats"], across(row, 1, 2)], [row + 1, [none, "a", "b"]]);
    expect(at(39).slice(39)).toEqual([[], ["Country", "Cats a", "Cats b"]]);
    expect(at(40).slice(40)).toEqual([
      ["Country", "Cats"],
      [none, "a", "b"],
    ]);
  });
});

test.each([
  ["0.07", "7%"],
  ["7.0000000000000007E-2", "7%"],
  ["-0.5", "-50%"],
  ["", ""],
  ["x", "x"],
  ["Infinity", "Infinity"],
])("the percentage %j is shown as %j", (value, shown) => {
  expect(String(percentOf(value))).toBe(shown);
});

test("a cell beyond the end of its row leaves no hole", () => {
  const cells: Cell[] = ["a"];
  put(cells, 3, "d");
  put(cells, 0, "b");
  expect([...cells.keys(), ...cells]).toEqual([0, 1, 2, 3, "b", none, none, "d"]);
  expect(1 in cells).toBe(true);
});

describe("merged cells", () => {
  test("that reach downwards alone make no heading", () => {
    expect(linesOf([0, ["Country", "Year"], down(0, 0, 1)], [1, [none, "2019"]])).toEqual([
      ["Country", "Year"],
      ["Country", "2019"],
    ]);
  });

  test("over columns and rows stand in each row, in the first of their columns", () => {
    const block: Merge = { top: 0, left: 1, bottom: 1, right: 2 };
    expect(linesOf([0, ["Country", "Cats"], block], [1, [none, none, none, "Dogs"]])).toEqual([
      [],
      ["Country", "Cats", "Cats", "Dogs"],
    ]);
  });

  test("of several names reach below together, each to its own end", () => {
    const lines = linesOf(
      [1, ["a", "b", "c"], down(1, 0, 2), down(1, 1, 3), down(1, 2, 1)],
      [2, [none, none, "d"]],
      [3, ["e"]],
      [4, ["f"]],
    );
    expect(lines).toEqual([
      [],
      ["a", "b", "c"],
      ["a", "b", "d"],
      ["e", "b", none],
      ["f", none, none],
    ]);
  });
});

describe("a heading over several columns, below another", () => {
  const lower = (...cells: Cell[]): Said => [1, cells, across(1, 1, 2)];
  test.each<[what: string, upper: Said, below: Said, lines: readonly (readonly Cell[])[]]>([
    [
      "repeats its text over both columns",
      heading,
      lower(none, "few"),
      [[], ["Country", "Cats few", "Cats few"]],
    ],
    ["says the same once", heading, lower("Country", "Cats"), [[], ["Country", "Cats", "Cats"]]],
    [
      "is a row of its own beside another word",
      heading,
      lower("Name", "few"),
      [
        ["Country", "Cats"],
        ["Name", "few"],
      ],
    ],
    [
      "is a row of its own beside a number",
      heading,
      lower("7", "few"),
      [
        ["Country", "Cats"],
        ["7", "few"],
      ],
    ],
  ])("%s", (_, upper, below, lines) => {
    expect(linesOf(upper, below)).toEqual(lines);
  });
});

test.each([
  ["1", "100%"],
  ["0", "0%"],
  ["12.5", "1250%"],
  ["0.005", "0.5%"],
  [" ", "0%"],
  ["-Infinity", "-Infinity"],
  ["1e3", "100000%"],
])("a hundred times %j is %j", (value, shown) => {
  expect(String(percentOf(value))).toBe(shown);
});
