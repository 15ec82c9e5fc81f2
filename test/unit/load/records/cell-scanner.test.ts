/** Cells of lines of bytes: where they begin and end, which repeat the line above, and which lines are odd. */
import { describe, expect, test } from "vitest";
import { CellScanner, oddLine } from "../../../../src/load/records/cell-scanner.ts";
import type { CsvDialect } from "../../../../src/load/records/csv-records.ts";

const exact: CsvDialect = { delimiter: ",", hasEscapes: false, isExact: true };
const escaped: CsvDialect = { delimiter: ",", hasEscapes: true };
const exported: CsvDialect = { delimiter: ";", hasEscapes: false };

/** Cells of each line, joined by `|`; `odd` for a line that is; the first `wanted` of them. */
function linesOf(dialect: CsvDialect, text: string, wanted?: number): string[] {
  const bytes = Buffer.from(`${text}\n\0\0\0\0\0\0\0`);
  const scanner = new CellScanner(dialect);
  scanner.open(bytes);
  const found: string[] = [];
  for (let at = 0; at < bytes.length - 7; ) {
    const end = bytes.indexOf(10, at) + 1;
    const next =
      wanted === undefined ? scanner.row(bytes, at) : scanner.firstCells(bytes, at, wanted);
    found.push(next === oddLine ? "odd" : scanner.texts().join("|"));
    if (next !== oddLine) expect(next).toBe(end);
    at = end;
  }
  return found;
}

test.each<[string, CsvDialect, string, string[]]>([
  ["blanks of exact cells", exact, ' a ,"b "\n , ', [" a |b ", " | "]],
  ["blanks of cells with escapes", escaped, " a , b", [" a | b"]],
  [
    "blanks around cells of programs",
    exported,
    ' a ;" b\t"; c d ; \n ;\t\n',
    ["a|b|c d|", "|", ""],
  ],
  ["a backslash that escapes", escaped, 'a\\,b\n"a\\"\nc', ["odd", "odd", "c"]],
  ["a backslash that is text", exact, 'a\\,b\n"a\\"\nc', ["a\\|b", "a\\", "c"]],
  ["a mark of damage", exact, 'a\0,b\n"\0"\nc', ["odd", "odd", "c"]],
  ["another delimiter", exported, "a,b;c\n;", ["a,b|c", "|"]],
  ["quotes within a cell", exact, 'a"b\n"a"b"\n"a" ,b\nc', ["odd", "odd", "odd", "c"]],
  [
    "carriage returns",
    exact,
    'a\r,b\na\rb\n"a"\rb\na,b\r\n"a"\r\n\r\n',
    ["odd", "odd", "odd", "a|b", "a", "", ""],
  ],
  ["doubled quotes", exact, '"a""b",c,""""\n"""a""","b"\n""""""', ['a"b|c|"', '"a"|b', '""']],
  ["doubled quotes in a line that is odd", exact, '"a""b","c"d\n"a""b",c', ["odd", 'a"b|c']],
])("%s", (_name, dialect, text, lines) => {
  expect(linesOf(dialect, text)).toEqual(lines);
});

describe("the first cells of a line", () => {
  test.each<[string, number, string, string[]]>([
    ["are as many as are wanted", 2, "a,b,c,d\ne,f\n", ["a|b", "e|f", ""]],
    ["are all there are", 3, "a,b\nc", ["a|b", "c"]],
    ["may be quoted, with doubled quotes", 2, '"a,b","c""d",e\n"f",g', ['a,b|c"d', "f|g"]],
    ["are followed by text up to a line feed", 1, "a,b c;d\r\ne,", ["a", "e"]],
    ["are all cells where quotes follow", 1, 'a,"b"\nc,"d""e",f\ng', ["a|b", 'c|d"e|f', "g"]],
    ["are odd where they are", 1, 'a"b,c\nd', ["odd", "d"]],
    ["are odd where the rest is", 1, 'a,b"c\nd,e\rf\ng,"h"i\nj', ["odd", "odd", "odd", "j"]],
    ["begin again where quotes follow doubled ones", 1, '"a""b","c"\nd,e', ['a"b|c', "d"]],
  ])("%s", (_name, wanted, text, lines) => {
    expect(linesOf(exact, text, wanted)).toEqual(lines);
  });

  test("say nothing of the line above, which does not count for the next one", () => {
    const bytes = Buffer.from("a,b\na,b\na,b\na,b\n\0\0\0\0\0\0\0");
    const scanner = new CellScanner(exact);
    scanner.open(bytes);
    const repeated = [
      scanner.row(bytes, 0) && scanner.repeated,
      scanner.firstCells(bytes, 4, 2) && scanner.repeated,
      scanner.row(bytes, 8) && scanner.repeated,
      scanner.row(bytes, 12) && scanner.repeated & 0b11,
    ];
    expect(repeated).toEqual([0, 0, 0, 0b11]);
  });
});

describe("cells that repeat the line above", () => {
  /** For each line its cells, those that repeat with `=` before them. */
  function marked(text: string, forget: (line: number) => boolean = () => false): string[] {
    const bytes = Buffer.from(`${text}\n\0\0\0\0\0\0\0`);
    const scanner = new CellScanner(exact);
    scanner.open(bytes);
    const found: string[] = [];
    for (let at = 0; at < bytes.length - 7; ) {
      const next = scanner.row(bytes, at);
      const cells = scanner.texts();
      const isAt = (cell: number) => cell < 31 && (scanner.repeated >> cell) & 1;
      found.push(
        next === oddLine ? "odd" : cells.map((one, cell) => (isAt(cell) ? `=${one}` : one)).join(),
      );
      if (forget(found.length)) scanner.forget();
      at = bytes.indexOf(10, at) + 1;
    }
    return found;
  }

  test("are none after a line that is forgotten, or odd", () => {
    expect(marked("a,b\na,b\na,b", (line) => line === 2)).toEqual(["a,b", "=a,=b", "a,b"]);
    expect(marked('a,b\na"x,b\na,b\na,b')).toEqual(["a,b", "odd", "a,b", "=a,=b"]);
  });

  test("are found together from a column on, until one of them differs", () => {
    expect(marked("1,a,b,c\n2,a,b,c\n3,a,b,c\n4,a,b,d\n5,a,b,d\n6,x,b,d\n7,x,b,d")).toEqual([
      "1,a,b,c",
      "2,=a,=b,=c",
      "3,=a,=b,=c",
      "4,=a,=b,d",
      "5,=a,=b,=d",
      "6,x,=b,=d",
      "7,=x,=b,=d",
    ]);
  });

  test("are found together from the first column on", () => {
    expect(marked("a,b\na,b\na,b\nx,b\na,b\na,b")).toEqual([
      "a,b",
      "=a,=b",
      "=a,=b",
      "x,=b",
      "a,=b",
      "=a,=b",
    ]);
  });

  test("are found together where lines have other lengths", () => {
    expect(marked("1,aa,bb\n22,aa,bb\n333,aa,bb\n1,aa,bb\n1,aa,bbb\n22,aa,bbb")).toEqual([
      "1,aa,bb",
      "22,=aa,=bb",
      "333,=aa,=bb",
      "1,=aa,=bb",
      "=1,=aa,bbb",
      "22,=aa,=bbb",
    ]);
  });

  test("are the first 31 alone", () => {
    const line = (first: string, rest: string) => [first, ...Array<string>(33).fill(rest)].join();
    const expected = ["b", ...Array<string>(30).fill("=x"), ...Array<string>(3).fill("x")].join();
    expect(marked([line("a", "x"), line("b", "x"), line("b", "x")].join("\n"))).toEqual([
      line("a", "x"),
      expected,
      `=${expected}`,
    ]);
  });
});
