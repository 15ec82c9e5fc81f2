/** What is reported of the rows of a table: their widths, quotes that hide rows, and headers that fit none. */
import { describe, expect, test } from "vitest";
import { FileLog } from "../../../../src/load/bytes/diagnostics.ts";
import { CellRow } from "../../../../src/load/records/cell-columns.ts";
import {
  HeaderFit,
  reportNoRows,
  reportSwallowed,
  reportWidth,
  ShortRows,
} from "../../../../src/load/records/csv-rows.ts";
import { FindingTexts } from "../finding-texts.ts";
import { memoryInput } from "../inputs.ts";

describe("a table without rows", () => {
  const input = memoryInput("a.csv", Buffer.from("a,b,c,d\n"));
  const said = (level: "info" | "error", start?: number, end = 8) => {
    const log = new FindingTexts();
    const chunk = start === undefined ? undefined : { range: { start, end }, firstLine: 1 };
    reportNoRows(new FileLog(log, "a.csv"), level, input, chunk);
    return log.texts;
  };

  test("is reported; as an error with what to do", () => {
    expect(said("info")).toEqual(["info CSV_NoRows a.csv: the table has a header and no rows"]);
    const cure = ": write rows, or take the table out of the load";
    expect(said("error")).toEqual([
      `error CSV_NoRows a.csv: the table has a header and no rows${cure}`,
    ]);
  });

  test("is reported of a chunk that is the whole table, and of no other", () => {
    const reports = [said("info", 0), said("info", 0, 9), said("info", 1), said("info", 0, 7)];
    expect(reports.map(({ length }) => length)).toEqual([1, 1, 0, 0]);
  });
});

test.each<[number, string[], string]>([
  [3, ["a"], "expected 3 columns, found 1; row not loaded"],
  [3, ["a", "1", "234"], "expected 3 columns, found 3; row not loaded"],
  [
    2,
    ["a", "1", "234"],
    "expected 2 columns, found 3; row not loaded; is '1,234' one number? A number with commas needs quotes, as in \"1,234\"",
  ],
  [
    2,
    ["a", "1", " ", ""],
    "expected 2 columns, found 4; row not loaded; nothing stands after the last column: take out the separators at the end of the row",
  ],
])(
  "of %i columns, the row %j is reported with what may have made it so",
  (expected, cells, text) => {
    const log = new FindingTexts();
    reportWidth(new FileLog(log, "a.csv"), expected, cells, 9);
    expect(log.texts).toEqual([`error CSV_InconsistentRows a.csv:9 ${text}`]);
  },
);

describe("a cell that holds rows", () => {
  const swallowed = (header: readonly string[], delimiter: string, cells: readonly string[]) => {
    const log = new FindingTexts();
    const isOne = reportSwallowed(new FileLog(log, "a.csv"), { header, delimiter }, cells, 7);
    expect(log.texts).toHaveLength(isOne ? 1 : 0);
    return log.texts[0];
  };
  const report = (column: string, where: string, last: number) =>
    `error StrSplit_BadQuotesInToken a.csv:7 a quote in column '${column}' is closed ${where}, and the cell holds rows of the table: nothing from line 7 to ${last} is loaded`;
  const three = ["id", "n", "unit"];

  test.each<[string, string[], string, string[], string | undefined]>([
    ["of the next line", three, ",", ["a", "1\nb,2", "u"], report("n", "in the next line", 8)],
    [
      "of several lines",
      three,
      ",",
      ["a", "1\nb,2,u\nc,3,u\nd,4", "u"],
      report("n", "3 lines below", 10),
    ],
    ["in a last column", three, ",", ["a", "1", "u\nb,2,u"], report("unit", "in the next line", 8)],
    [
      "in a first column, of two",
      three,
      ",",
      ["a\nb,2,u\nc", "1", "u"],
      report("id", "2 lines below", 9),
    ],
    ["in a first column, of one", three, ",", ["a\nb", "1", "u"], undefined],
    [
      "with another delimiter",
      three,
      ";",
      ["a", "1\nb;2", "u"],
      report("n", "in the next line", 8),
    ],
    ["with the delimiter of others", three, ";", ["a", "1\nb,2", "u"], undefined],
    ["with a blank after a delimiter", three, ",", ["a", "1\nb, 2", "u"], undefined],
    ["with a blank at its begin", three, ",", ["a", "1\n b,2", "u"], undefined],
    [
      "with blanks before delimiters",
      three,
      ",",
      ["a", "1\nb ,2 ", "u"],
      report("n", "in the next line", 8),
    ],
    ["with a cell too many", three, ",", ["a", "1\nb,2,u", "u"], undefined],
    ["with a cell too few in the middle", three, ",", ["a", "1\nb,2\nc,3", "u"], undefined],
    ["in a table of one column", ["id"], ",", ["a\nb\nc"], undefined],
    [
      "in a column without a name",
      ["id", "", "x"],
      ",",
      ["a", "1\nb,2", "u"],
      report("", "in the next line", 8),
    ],
    [
      "in the second of two that could",
      three,
      ",",
      ["a\nb", "1\nb,2", "u"],
      report("n", "in the next line", 8),
    ],
  ])("%s", (_name, header, delimiter, cells, expected) => {
    expect(swallowed(header, delimiter, cells)).toBe(expected);
  });
});

describe("rows that end before the last column", () => {
  /** What is reported of a table with the header `a,b,c` and an empty name, whose rows begin in line 2. */
  function said(...rows: readonly string[]) {
    const found = new ShortRows(["a", "b", "c", ""]);
    for (const [at, row] of rows.entries()) found.row(row.split(","), at + 2);
    const log = new FindingTexts();
    found.end(new FileLog(log, "a.csv"));
    expect(log.texts).toHaveLength(found.isOdd ? 1 : 0);
    return [found.isOdd, found.mayBeOdd, log.texts[0]];
  }
  const report = (line: number, cells: number, short: number) =>
    `warning CSV_ShortRows a.csv:${line} has ${cells} cells, the header has 3: is a separator missing? Rows as short: ${short}`;

  test.each<[string, string[], unknown[]]>([
    ["none", ["1,2,3", "4,5,6"], [false, false, undefined]],
    ["one of three", ["1,2,3", "4,5", "7,8,9"], [true, true, report(3, 2, 1)]],
    [
      "two of five, of which the first is shown",
      ["1,2,3", "4,5", "7,8,9", "x,y", "1,2,3"],
      [true, true, `${report(3, 2, 2)} [2 times]`],
    ],
    ["one of two", ["1,2,3", "4,5"], [false, true, undefined]],
    ["most", ["1,2,3", "4,5", "6,7"], [false, false, undefined]],
    ["all", ["4,5"], [false, false, undefined]],
    ["a note, which stands alone", ["1,2,3", "note", "4,5,6", ",note"], [false, false, undefined]],
    ["one where others leave cells empty", ["1,2,3", "4,5", "7,8,"], [false, false, undefined]],
    ["one where others are wider", ["1,2,3,4", "4,5", "7,8,9,"], [true, true, report(3, 2, 1)]],
  ])("%s", (_name, rows, expected) => {
    expect(said(...rows)).toEqual(expected);
  });

  test("are counted among rows that were read as bytes", () => {
    const usual = (last: string) => {
      const row = new CellRow(true);
      row.starts.set([0, 2, 4]);
      row.ends.set([1, 3, 4 + last.length]);
      row.count = 3;
      return row;
    };
    const found = new ShortRows(["a", "b", "c"]);
    found.row(["4", "5"], 8);
    found.usual(usual("x"));
    expect([found.isOdd, found.mayBeOdd, found.line]).toEqual([false, true, 8]);
    found.usual(usual("x"));
    expect([found.isOdd, found.problem]).toEqual([
      true,
      "has 2 cells, the header has 3: is a separator missing? Rows as short: 1",
    ]);
    found.usual(usual(""));
    expect([found.isOdd, found.mayBeOdd]).toEqual([false, false]);
  });
});

describe("a header above rows", () => {
  const fewer = (names: number, range: string) =>
    `the header has ${names} names, and each row has ${range} cells: which name has no column? Take it out, or write the separators of empty cells`;
  const more = (names: number, range: string) =>
    `the header has ${names} names, and each row has ${range} cells: is a name missing, or has a number a comma and no quotes, as in "4,20"?`;

  test.each<[string, string, string[], string | undefined]>([
    ["that fit", "a,b,c", ["1,2,3"], undefined],
    ["of which one fits", "a,b,c", ["1,2", "1,2,3", "1,2,3,4"], undefined],
    ["that fit but for empty cells", "a,b,c", ["1,2,3,,"], undefined],
    ["that lack the cell of an empty name", "a,b,", ["1,2"], undefined],
    ["that all lack a cell", "a,b,c", ["1,2", "3,4"], fewer(3, "2")],
    ["of which one lacks a cell", "a,b,c", ["1,2"], fewer(3, "2")],
    ["that lack one cell or two", "a,b,c,d", ["1,2", "1,2,3"], fewer(4, "2 to 3")],
    ["that all have a cell too many", "a,b,c", ["1,2,3,4", "5,6,7,8"], more(3, "4")],
    ["that have one cell too many or two", "a,b", ["1,2,3", "1,2,3,4"], more(2, "3 to 4")],
    ["of which one has a cell too many", "a,b,c", ["1,2,3,4"], undefined],
    ["that are too short and too long", "a,b,c", ["1,2", "1,2,3,4"], undefined],
    ["that are notes", "a,b,c", ["note", ",x", ""], undefined],
    ["that are missing", "a,b,c", [], undefined],
    ["beside a note", "a,b,c", ["note", "1,2"], fewer(3, "2")],
  ])("%s", (_name, header, rows, problem) => {
    const fit = new HeaderFit(header.split(","));
    for (const row of rows) fit.row(row.split(","));
    expect(fit.problem).toBe(problem);
  });

  test("fits from the first row on that shows it", () => {
    const fit = new HeaderFit(["a", "b", "c", ""]);
    const rows = [["1", "2"], ["1", "2", "3", "", "x"], ["1", "2", "3"], ["1"]];
    expect(rows.map((row) => fit.row(row))).toEqual([false, false, true, true]);
  });
});
