/** `line cell|cell` of each record, or `line !` of a bad one. */
import { describe, expect, test } from "vitest";
import { CsvRecords } from "../../../../src/load/records/csv-records.ts";

function recordsOf(text: string, delimiter = ","): string[] {
  const records = new CsvRecords({ delimiter, hasEscapes: true });
  const found: string[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    const record = records.add(line, index + 1);
    if (record === undefined) continue;
    found.push(`${record.line} ${"message" in record ? "!" : record.cells.join("|")}`);
    expect(records.open).toBeUndefined();
  }
  if (records.open !== undefined) found.push(`${records.open.line} open`);
  return found;
}

describe("records", () => {
  test("are lines, blank ones left out", () => {
    expect(recordsOf("a,b\n\n \t\nc,d\n")).toEqual(["1 a|b", "4 c|d"]);
  });

  test("go on in quotes and after a backslash", () => {
    expect(recordsOf('"a\n\nb",c\nd')).toEqual(["1 a\n\nb|c", "4 d"]);
    expect(recordsOf("a\\\nb,c\nd")).toEqual(["1 a\nb|c", "3 d"]);
  });

  test("stay open without an end", () => {
    expect(recordsOf('a\n"b\nc')).toEqual(["1 a", "2 open"]);
    expect(recordsOf("a\\")).toEqual(["1 open"]);
  });

  test.each(['"a"b,c', '"a" b', '"a" "b"', 'x, "a"\\,'])(
    "with text behind a closing quote are bad: %s",
    (text) => {
      expect(recordsOf(`${text}\nc`)).toEqual(["1 !", "2 c"]);
    },
  );

  test.each([
    ['"a" ,b', "a|b"],
    ['"a""b",c', 'a"b|c'],
    ['""', ""],
    ['a"b', 'a"b'],
    [' "a"', "a"],
    ['a "b" c', 'a "b" c'],
    ['"\\"a\\"",b', '"a"|b'],
    // A carriage return is text where escapes are read.
    ['\r"a"', '\r"a"'],
  ])("quotes at other places are fine: %s", (text, cells) => {
    expect(recordsOf(`${text}\nc`)).toEqual([`1 ${cells}`, "2 c"]);
  });

  test("say how long they are while they go on", () => {
    const records = new CsvRecords({ delimiter: ",", hasEscapes: false });
    const sizes = ["a", 'b,"cd', "", "e"].map((line, index) => {
      records.add(line, index + 1);
      return records.open;
    });
    expect(sizes).toEqual([undefined, ...[6, 7, 9].map((size) => ({ line: 2, size }))]);
    records.add('"', 5);
    records.add('"', 6);
    expect(records.open).toEqual({ line: 6, size: 2 });
  });

  test.each([
    [true, '"a"b', "text follows the closing quote of a cell: 'b'"],
    [true, '"a"\r', "text follows the closing quote of a cell: '\r'"],
    [false, '"a" é b', "text follows the closing quote of a cell: 'é'"],
    [
      false,
      "a\rb",
      "a carriage return stands within the row; if all lines end with it, as on old Macs, save the file with LF or CRLF",
    ],
  ])("that are bad say why: escapes %s, %j", (hasEscapes, line, message) => {
    const records = new CsvRecords({ delimiter: ",", hasEscapes });
    expect(records.add(line, 3)).toEqual({ line: 3, message, cells: expect.any(Array) });
  });
});

describe("records of a program to which a backslash is a character", () => {
  test("are read as they were written, where escapes make no sense of them", () => {
    const json = '"{\\"type\\": \\"Point\\", \\"at\\": [1, 2]}"';
    const written = `"${json.replaceAll('"', '""')}"`;
    expect(written.slice(0, 12)).toBe('"""{\\""type\\');
    expect(recordsOf(`a,${written},b\nc`)).toEqual([`1 a|${json}|b`, "2 c"]);
  });

  test("go on after line ends", () => {
    expect(recordsOf('"{""a"":\n""\\""b\\""""}",c\nd')).toEqual(['1 {"a":\n"\\"b\\""}|c', "3 d"]);
  });

  test("are one record in either reading", () => {
    // Without escapes these were two rows, and a row that never ends.
    expect(recordsOf('"a\\"\nb"c\nd')).toEqual(["1 !", "3 d"]);
    expect(recordsOf('"\\"" x\nd')).toEqual(["1 !", "2 d"]);
  });

  test("that are bad in either reading stay bad", () => {
    expect(recordsOf('"a\\""b"c,d\ne')).toEqual(["1 !", "2 e"]);
  });
});

describe("escapes", () => {
  const unescaped = (cell: string, delimiter = ","): string => {
    const records = new CsvRecords({ delimiter, hasEscapes: true });
    const record = records.add(cell, 1);
    return record === undefined || "message" in record ? "bad" : record.cells.join("|");
  };

  test.each([
    ["\\n", "\n"],
    ["a\\tb", "a\tb"],
    ["\\r\\b\\f", "\r\b\f"],
    ["\\\\n", "\\n"],
    ['\\"a\\"', '"a"'],
    ["a\\,b", "a,b"],
    ["\\x\\:", "\\x\\:"],
    ["a\rb", "a\rb"],
    ["plain", "plain"],
    ["\\😀", "\\😀"],
  ])("%s", (cell, text) => {
    expect(unescaped(cell)).toBe(text);
  });

  test("of another delimiter", () => {
    expect(unescaped("a\\\tb\\,", "\t")).toBe("a\tb\\,");
  });
});

test.each([
  ["escapes within quotes", `"${"\\n".repeat(3e5)}"`],
  ["quotes within quotes", `"${'""'.repeat(3e5)}"`],
  ["cells in quotes", '"a",'.repeat(3e5)],
  ["text without quotes", `\\n${"a".repeat(6e5)}`],
])("a long line of %s takes no longer than its length asks for", (_name, line) => {
  const records = new CsvRecords({ delimiter: ",", hasEscapes: true });
  const start = performance.now();
  expect(records.add(line, 1)).toHaveProperty("cells");
  expect(performance.now() - start).toBeLessThan(2_000);
});
