/** Records that cannot be read: which lines are left out, which are read again, and why. */
import { describe, expect, test } from "vitest";
import { FileLog } from "../../../../src/load/bytes/diagnostics.ts";
import {
  type CsvDialect,
  CsvRecords,
  onDamagedRow,
  reportBadRecord,
} from "../../../../src/load/records/csv-records.ts";
import { FindingTexts } from "../finding-texts.ts";

const escaped: CsvDialect = { delimiter: ",", hasEscapes: true };
const exported: CsvDialect = { delimiter: ",", hasEscapes: false };
const exact: CsvDialect = { ...exported, isExact: true };

/** A line that starts with this is not UTF-8. */
const damaged = "~";

/** `line cell|cell` of each record, `line ! why` of a bad one, `line !` of one that is reported. */
function recordsOf(dialect: CsvDialect, text: string): string[] {
  const records = new CsvRecords(dialect);
  const found: string[] = [];
  const take: Parameters<CsvRecords["end"]>[0] = (record) => {
    const why = "message" in record ? `! ${record.message ?? ""}`.trimEnd() : undefined;
    found.push(`${record.line} ${why ?? record.cells.join("|")}`);
  };
  const lines = text.split("\n");
  for (const [at, line] of lines.entries()) {
    const isDamaged = line.startsWith(damaged);
    records.line(line, at + 1, take, isDamaged, at < lines.length - 1);
  }
  records.end(take);
  expect(records.open).toBe(undefined);
  return found;
}

const twice = "a quote within a cell is written twice";
const neverEnds = (column: number) =>
  `! a quoted cell never ends: its quote is in column ${column}; ${twice}`;
const follows = "text follows the closing quote of a cell";
const below = (column: number, why: string, where: string) =>
  `! the quote in column ${column} is not closed in its line, and ${why} ${where}; ${twice}`;

describe("records with escapes", () => {
  test.each<[string, string, string[]]>([
    ["a quote that never ends", 'a,"b\nc,d\ne', [`1 ${neverEnds(3)}`, "2 c|d", "3 e"]],
    [
      "an escaped line that never ends",
      "a\\\nb\\",
      ["1 ! an escaped line never ends", "2 ! an escaped line never ends"],
    ],
    ["text after a quote", '"a"b,c\nd', [`1 ! ${follows}: 'b'`, "2 d"]],
    [
      "text after the quote of the next line",
      '"a\nb"c\nd',
      [`1 ${below(1, `${follows}: 'c'`, "in the next line")}`, '2 b"c', "3 d"],
    ],
    [
      "text after the quote of a later line",
      'x,"a\nb\n"c\nd',
      [`1 ${below(3, `${follows}: 'c'`, "2 lines below")}`, "2 b", `3 ${neverEnds(1)}`, "4 d"],
    ],
    ["a line that is not UTF-8", "a,b\n~c\nd", ["1 a|b", "2 !", "3 d"]],
    ["a quoted cell of which a line is not UTF-8", '"a\n~b",c\nd', ["1 !", "3 d"]],
    ["a bad record whose first line is not UTF-8", '~,"a\nb"c\nd', ["1 !", '2 b"c', "3 d"]],
    [
      "a bad record whose next line is not UTF-8",
      '"a\n~b"c\nd',
      [`1 ${below(1, `${follows}: 'c'`, "in the next line")}`, "2 !", "3 d"],
    ],
  ])("%s", (_name, text, records) => {
    expect(recordsOf(escaped, text)).toEqual(records);
  });
});

describe("records of programs", () => {
  const cr =
    "! a carriage return stands within the row; if all lines end with it, as on old Macs, save the file with LF or CRLF";
  test.each<[string, string, string[]]>([
    ["blanks around cells and in quotes", ' a , " b " ,c \n', ["1 a|b|c"]],
    ["a backslash like any other character", 'a\\,b\\"\nc\\', ['1 a\\|b\\"', "2 c\\"]],
    ["a backslash in quotes", '"a\\",b\n', ["1 a\\|b"]],
    ["a CR within a row", "a\rb\nc", [`1 ${cr}`, "2 c"]],
    ["a CR after a quote", '"a"\rb\nc', [`1 ${cr}`, "2 c"]],
    ["a CR and text after a quote", '"a" b\rc\nd', [`1 ! ${follows}: 'b'`, "2 d"]],
    ["a CR in quotes", '"a\rb",c', ["1 a\rb|c"]],
    ["a quote after text", 'a"b",c', ['1 a"b"|c']],
    ["a quote after blanks", ' \t"a b" \t,c', ["1 a b|c"]],
    ["quotes that are all of a cell", '"","""",a', ['1 |"|a']],
  ])("%s", (_name, text, records) => {
    expect(recordsOf(exported, text)).toEqual(records);
  });

  test("say what a cell without quotes means, by their dialect", () => {
    const bare = (cell: string) => `<${cell}>`;
    expect(recordsOf({ ...exported, bare }, 'a, b ,"c",d"\ne\n\n')).toEqual([
      '1 <a>|<b>|c|<d">',
      "2 <e>",
    ]);
  });
});

describe("exact records", () => {
  test.each<[string, string, string[]]>([
    [
      "blanks and CRs of cells",
      ' a,\tb \r\n"c" ,d\r\ne\r',
      ["1  a|\tb ", `2 ! ${follows}`, "3 e\r"],
    ],
    [
      "CRs after quotes",
      '"a"\r\n"b"\r,c\n"d"\rx\n"e"\r',
      ["1 a", "2 b|c", `3 ! ${follows}`, "4 e"],
    ],
    ["empty lines, with a CR or with quotes", '\n\r\n""\n""\r\na', ["5 a"]],
    ["empty cells that are several", ',\n"",\n,""', ["1 |", "2 |", "3 |"]],
    ["a quote that never ends", 'a\n"b\nc', ["1 a", `2 ${neverEnds(1)}`, "3 c"]],
    [
      "text after the quote of a later line",
      'x,"a\n\nb"c\nd',
      [`1 ${below(3, follows, "2 lines below")}`, '3 b"c', "4 d"],
    ],
    ["line ends in quotes, as they are", '"a\r\n\nb",c\r\nd', ["1 a\r\n\nb|c", "4 d"]],
    ["backslashes like any other character", 'a\\,"b\\"\nc\\', ["1 a\\|b\\", "2 c\\"]],
  ])("%s", (_name, text, records) => {
    expect(recordsOf(exact, text)).toEqual(records);
  });
});

test("a bad record is reported, unless a line of it was", () => {
  const log = new FindingTexts();
  const file = new FileLog(log, "a.csv");
  reportBadRecord({ line: 3, cells: [], message: "it is bad" }, file);
  reportBadRecord({ line: 4, cells: [], message: undefined }, file);
  expect(log.texts).toEqual(["error StrSplit_BadQuotesInToken a.csv:3 it is bad; row not loaded"]);
});

test("a damaged line is reported; that of a header stops the load", () => {
  const log = new FindingTexts();
  const onDamage = onDamagedRow(new FileLog(log, "a.csv"), (line) => line === 1);
  onDamage(2, () => "it is damaged");
  expect(log.texts).toEqual([
    "error Source_NotUtf8 a.csv:2 it is damaged; the row, node or statement of this line is left out",
  ]);
  expect(() => onDamage(1, () => "it is damaged")).toThrow(
    expect.objectContaining({ file: "a.csv", line: 1, problem: "it is damaged" }),
  );
  expect(log.texts).toHaveLength(1);
});
