import { describe, expect, test } from "vitest";
import { unfinished } from "../../../../src/load/csv/csv-scanner.ts";
import { TableScanner } from "../../../../src/load/tables/table-scanner.ts";

/** The sound rows of a text of three columns: `=` in front of each cell that repeats the one above. */
function rowsOf(text: string, tail = 2): string[][] {
  const bytes = Buffer.from(`${text}\0\0\0\0\0\0\0`);
  const end = bytes.length - 7;
  const scanner = new TableScanner(3, tail);
  scanner.open(bytes, bytes.lastIndexOf("\n") + 1);
  const rows: string[][] = [];
  for (let at = 0; at < end; ) {
    at = scanner.row(at, end, true);
    expect(at).not.toBe(unfinished);
    const cells = Array.from({ length: 3 }, (_, cell) => {
      const isRepeated = (scanner.repeated >> cell) & 1;
      const found = bytes.toString("utf8", scanner.starts[cell], scanner.ends[cell]);
      return `${isRepeated ? "=" : ""}${found}`;
    });
    rows.push(scanner.isSound ? cells : [scanner.isMalformed ? "bad" : `${scanner.count}`]);
  }
  return rows;
}

describe("rows tell which cells repeat the row before", () => {
  test.each([
    [
      "plain",
      "a,b,c\na,bb,c\na,bb,d\n",
      [
        ["a", "b", "c"],
        ["=a", "bb", "=c"],
        ["=a", "=bb", "d"],
      ],
    ],
    [
      "one begins with the other",
      "abcd,abcd,abcd\nabc,abcde,abc\nabcd,abcd,abcde\n",
      [
        ["abcd", "abcd", "abcd"],
        ["abc", "abcde", "abc"],
        ["abcd", "abcd", "abcde"],
      ],
    ],
    [
      "blanks and other bytes below the comma",
      "a b,c d e,(f)\na b,c d f,(f)\na b,c,(f) \n",
      [
        ["a b", "c d e", "(f)"],
        ["=a b", "c d f", "=(f)"],
        ["=a b", "c", "(f) "],
      ],
    ],
    [
      "empty cells",
      ",,\n,,\na,,\n",
      [
        ["", "", ""],
        ["=", "=", "="],
        ["a", "=", "="],
      ],
    ],
    [
      "CR LF",
      "a,b,c\r\na,b,c\r\nx,y,\r\n",
      [
        ["a", "b", "c"],
        ["=a", "=b", "=c"],
        ["x", "y", ""],
      ],
    ],
    [
      "quotes",
      'a,"b",c\na,b,"c"\na,"b",c\na,b",c\na,"b"",",c\n',
      [
        ["a", "b", "c"],
        ["=a", "=b", "=c"],
        ["=a", "=b", "=c"],
        ["=a", 'b"', "=c"],
        ["=a", 'b",', "=c"],
      ],
    ],
    [
      "rows that are none",
      'a,b,c\na,b\n\na,b,c\na,b,c,d\na,b,c\na,"b"c,c\na,b,c\n',
      [
        ["a", "b", "c"],
        ["2"],
        ["1"],
        ["a", "b", "c"],
        ["4"],
        ["a", "b", "c"],
        ["bad"],
        ["a", "b", "c"],
      ],
    ],
    [
      "a last row without a line feed",
      "a,b,c\na,b,c",
      [
        ["a", "b", "c"],
        ["=a", "=b", "=c"],
      ],
    ],
  ])("%s", (_name, text, rows) => {
    expect(rowsOf(text)).toEqual(rows);
    expect(rowsOf(text, 1)).toEqual(rows);
    expect(rowsOf(text, 3)).toEqual(rows);
  });

  test("the cells of a tail that comes back are known by the row before", () => {
    expect(rowsOf("a,x,y\nb,x,y\nc,x,z\nd,x,z\ne,x,y\n", 1)).toEqual([
      ["a", "x", "y"],
      ["b", "=x", "=y"],
      ["c", "=x", "z"],
      ["d", "=x", "=z"],
      ["e", "=x", "y"],
    ]);
  });

  test("nothing is repeated in other bytes, or when the row before is to be forgotten", () => {
    const bytes = Buffer.from("a,b,c\na,b,c\na,b,c\n\0\0\0\0\0\0\0");
    const scanner = new TableScanner(3, 2);
    scanner.open(bytes, 18);
    scanner.row(0, 18, false);
    scanner.row(6, 18, false);
    expect(scanner.repeated).toBe(0b111);
    scanner.forget();
    scanner.row(12, 18, false);
    expect(scanner.repeated).toBe(0);
    scanner.open(Buffer.from(bytes), 18);
    scanner.row(0, 18, false);
    expect(scanner.repeated).toBe(0);
  });

  test("a row that is not finished can be asked for again", () => {
    const text = 'a,b,c\na,b,"\n"';
    const bytes = Buffer.from(`${text}\n\0\0\0\0\0\0\0`);
    const scanner = new TableScanner(3, 2);
    scanner.open(bytes, text.lastIndexOf("\n") + 1);
    expect(scanner.row(0, 11, false)).toBe(6);
    expect(scanner.row(6, 11, false)).toBe(unfinished);
    expect(scanner.row(6, 11, false)).toBe(unfinished);
    expect(scanner.row(6, 14, false)).toBe(14);
    expect(scanner.innerLines).toBe(1);
  });
});
