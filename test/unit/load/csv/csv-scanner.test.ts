import { describe, expect, test } from "vitest";
import { CsvScanner, unfinished } from "../../../../src/load/csv/csv-scanner.ts";

/** Rows of a text: their cells, `!` in front of a malformed row. */
function rowsOf(text: string, capacity = 4): string[][] {
  const bytes = Buffer.from(text);
  const scanner = new CsvScanner(capacity);
  const rows: string[][] = [];
  let at = 0;
  while (at < bytes.length) {
    const next = scanner.row(bytes, at, bytes.length, true);
    if (next === unfinished) return [...rows, ["unfinished"]];
    const cells = Array.from({ length: Math.min(scanner.count, capacity) }, (_, cell) =>
      bytes.toString("utf8", scanner.starts[cell], scanner.ends[cell]),
    );
    if (scanner.count > capacity) cells.push(`+${scanner.count - capacity}`);
    rows.push(scanner.isMalformed ? ["!", ...cells] : cells);
    at = next;
  }
  return rows;
}

describe("rows", () => {
  test.each([
    [
      "plain",
      "a,b\nc,d\n",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    [
      "without a last line feed",
      "a,b\nc,d",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    [
      "CR LF",
      "a,b\r\nc,\r\n",
      [
        ["a", "b"],
        ["c", ""],
      ],
    ],
    [
      "a CR before a comma",
      'a\r,b\n"a"\rx,c\n',
      [
        ["a\r", "b"],
        ["!", "a", "c"],
      ],
    ],
    ["doubled quotes beside bare ones", 'a""b,"c""d"\n', [['a""b', 'c"d']]],
    ["a lone CR", "a\rb,c\r", [["a\rb", "c\r"]]],
    [
      "empty cells",
      ",\n,,\n",
      [
        ["", ""],
        ["", "", ""],
      ],
    ],
    ["an empty line", "a\n\nb", [["a"], [""], ["b"]]],
    ["a comma at the very end", "a,", [["a", ""]]],
    ["quotes", '"a,b","c\nd",e\n', [["a,b", "c\nd", "e"]]],
    ["quotes and CR LF", '"a","b"\r\nc', [["a", "b"], ["c"]]],
    ["doubled quotes", '"a""b""",""""\nc', [['a"b"', '"'], ["c"]]],
    ["empty quotes", '"",""\n', [["", ""]]],
    ["quotes at the end", 'a,"b"', [["a", "b"]]],
    ["quotes within a bare cell", 'a"b",c\n', [['a"b"', "c"]]],
    ["a blank before a quote", 'a, "b"\n', [["a", ' "b"']]],
    ["text behind quotes", '"a"b,c\nd', [["!", "a", "c"], ["d"]]],
    ["a quote that never ends", 'a\n"b,c\n', [["a"], ["unfinished"]]],
    ["UTF-8", "ä,😀\n", [["ä", "😀"]]],
    ["more cells than kept", "a,b,c,d,e,f\n", [["a", "b", "c", "d", "+2"]]],
  ])("%s", (_name, text, rows) => {
    expect(rowsOf(text)).toEqual(rows);
  });

  test("are unfinished until their end is there", () => {
    const bytes = Buffer.from('"a""b",c\r\n');
    const scanner = new CsvScanner(2);
    for (let end = 0; end < bytes.length; end++) {
      expect(scanner.row(bytes, 0, end, false)).toBe(unfinished);
    }
    expect(bytes.toString()).toBe('"a""b",c\r\n');
    expect(scanner.row(bytes, 0, bytes.length, false)).toBe(bytes.length);
    expect([scanner.starts[0], scanner.ends[0], scanner.innerLines]).toEqual([1, 4, 0]);
  });

  test("know the lines within them", () => {
    const bytes = Buffer.from('"a\n\nb",c\n');
    const scanner = new CsvScanner(2);
    scanner.row(bytes, 0, bytes.length, false);
    expect(scanner.innerLines).toBe(2);
  });

  test("end where the text ends, whatever lies behind it", () => {
    const bytes = Buffer.from("a\r\nb");
    const scanner = new CsvScanner(2);
    expect([scanner.row(bytes, 0, 2, true), scanner.ends[0]]).toEqual([2, 2]);
    expect([scanner.row(bytes, 3, 4, true), scanner.ends[0]]).toEqual([4, 4]);
  });

  test("leave the rows before them as they are", () => {
    const bytes = Buffer.from('a,"""b""c"\n"d""e"\n');
    const scanner = new CsvScanner(2);
    const second = scanner.row(bytes, 0, bytes.length, true);
    const first = bytes.toString("utf8", 0, second);
    scanner.row(bytes, second, bytes.length, true);
    expect(bytes.toString("utf8", 0, second)).toBe(first);
  });
});
