import { describe, expect, test } from "vitest";
import { DiagnosticLog, FileLog } from "../../../../src/load/bytes/diagnostics.ts";
import {
  reportSwallowed,
  reportWidth,
  surplusCause,
  wholeRow,
} from "../../../../src/load/records/csv-rows.ts";

describe("a row", () => {
  test.each([
    ["as wide as the header stays the same", ["a", "", "c"], ["a", "", "c"]],
    ["lacks empty cells at its end", ["a"], ["a", "", ""]],
    ["has no cell at all", [], ["", "", ""]],
    ["has empty cells too many", ["a", "b", "c", "", ""], ["a", "b", "c"]],
  ])("that %s is whole", (_, cells, expected) => {
    expect(wholeRow(cells, 3, ",")).toEqual(expected);
  });

  test.each([
    ["behind the last column", ["a", "b", "c", "d"]],
    ["behind an empty one", ["a", "b", "c", "", "e"]],
    ["before an empty one", ["a", "b", "c", "d", ""]],
  ])("with something %s is not", (_, cells) => {
    expect(wholeRow(cells, 3, ",")).toBeUndefined();
  });

  test("of the right width is given back as it is", () => {
    const cells = ["a", "b"];
    expect(wholeRow(cells, 2, ",")).toBe(cells);
  });
});

test.each([
  [",", ["Utah", "63", "377", ""], false],
  [",", ["Utah", "63", "377", "", ""], false],
  [";", ["Utah", "63", "377", ""], true],
  ["\t", ["Utah", "63", "377", ""], true],
  [",", ["Utah", "63", "37", ""], true],
  [",", ["Utah", "2023", "377", ""], true],
  [",", ["06", "01", "377", ""], true],
])("parted by %j, cells %j are a row of three columns: %s", (delimiter, cells, isWhole) => {
  expect(wholeRow(cells, 3, delimiter)).toEqual(isWhole ? cells.slice(0, 3) : undefined);
});

test("a row of another width is reported with both widths", () => {
  const log = new DiagnosticLog();
  reportWidth(new FileLog(log, "a.csv"), 3, ["a", "b", "c", "d", "e"], 7);
  expect(log.summary().counters).toEqual([
    expect.objectContaining({
      level: "error",
      counter: "CSV_InconsistentRows",
      count: 1,
      examples: [
        expect.objectContaining({
          file: "a.csv",
          line: 7,
          message: "expected 3 columns, found 5; row not loaded",
        }),
      ],
    }),
  ]);
});

test.each([
  [["x", "1", "234"], 2, "1,234"],
  [["x", "-12", "345.6", "y"], 3, "-12,345.6"],
  [["+999", "000.25"], 1, "+999,000.25"],
  [["x", "1", "23"], 2, undefined],
  [["x", "1", "2345"], 2, undefined],
  [["x", "1", "234."], 2, undefined],
  [["x", "1", "x234"], 2, undefined],
  [["x", "1", "", "234"], 2, undefined],
  [["x", "1234", "567"], 2, undefined],
  [["x", "1x", "234"], 2, undefined],
  [["x", "x1", "234"], 2, undefined],
  [["234", "x", "1"], 2, undefined],
  [["x", "1", "234"], 4, undefined],
])("cells %j of %d columns: a number without quotes is %s", (cells, expected, number) => {
  const cut = number === undefined ? "" : `; is '${number}' one number? `;
  const found = surplusCause(cells, expected);
  expect([found.startsWith(cut), found === ""]).toEqual([true, number === undefined]);
});

test.each([
  [["p", "2020", "314", "158", "33", "8"], "'314,158', '158,33', '33,8'"],
  [["p", "2020", "1", "234", "5"], "'1,234', '234,5'"],
  [["1", "234", "567", "8", "9", "10"], "'1,234', '234,567', '567,8', '8,9'"],
])("of cells %j the numbers that they may be are asked for", (cells, numbers) => {
  expect(surplusCause(cells, cells.length - 1)).toBe(
    `; which of ${numbers} is one number? A number with commas needs quotes`,
  );
});

test.each([
  ["2020", "5"],
  ["234.5", "5"],
  ["234", "5.5"],
])("%s and %s are no number with a comma before decimals", (left, right) => {
  expect(surplusCause(["1", "234", "x", left, right], 4)).toContain("is '1,234' one number?");
});

test("a row with empty cells after the last column may lose separators, if no two cells are one number", () => {
  const end = "take out the separators at the end of the row";
  expect(surplusCause(["x", "5", ""], 2)).toBe(`; nothing stands after the last column: ${end}`);
  expect(surplusCause(["x", "227", "177", "", " "], 3)).toBe(
    `; is '227,177' one number? A number with commas needs quotes, as in "227,177". If no two cells are one number, ${end}`,
  );
  expect(surplusCause(["x", "", "5"], 2)).toBe("");
});

test.each([
  ["rows below a last cell", ["a", "1", "u\nb,2,u\nc,3,u"], 2],
  ["the next row alone", ["a", "1\nb,2", "u"], 1],
  ["rows below a first cell", ["a\nb,2,u\nc", "3", "u"], 2],
])("a cell that holds %s is an error with its lines", (_, cells, below) => {
  const { found, messages } = swallowed(cells);
  expect(found).toBe(true);
  expect(messages).toEqual([
    expect.stringContaining(`nothing from line 7 to ${7 + below} is loaded`),
  ]);
});

test.each([
  ["one line", ["a", "1,2", "u"]],
  ["lines of a text with commas", ["a", "Main Street 1,\nOld Town, North", "u"]],
  ["lines without commas", ["a", "first\nsecond", "u"]],
  ["lines with fewer cells than rows", ["a", "1\nb,2\nc,3", "u"]],
])("a cell that holds %s is none of these", (_, cells) => {
  expect(swallowed(cells)).toEqual({ found: false, messages: [] });
});

function swallowed(cells: readonly string[]) {
  const messages: string[] = [];
  const log = new DiagnosticLog({ onDiagnostic: ({ message }) => messages.push(message) });
  const shape = { header: ["id", "n", "unit"], delimiter: "," };
  const found = reportSwallowed(new FileLog(log, "a.csv"), shape, cells, 7);
  return { found, messages };
}
