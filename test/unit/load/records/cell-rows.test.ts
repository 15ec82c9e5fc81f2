import { describe, expect, test } from "vitest";
import { BlockReader } from "../../../../src/load/bytes/byte-blocks.ts";
import { DiagnosticLog, FileLog } from "../../../../src/load/bytes/diagnostics.ts";
import { Progress } from "../../../../src/load/bytes/load-progress.ts";
import { CellRowReader } from "../../../../src/load/records/cell-rows.ts";
import { CellScanner, oddLine } from "../../../../src/load/records/cell-scanner.ts";
import type { CsvDialect } from "../../../../src/load/records/csv-records.ts";
import { memoryInput } from "../inputs.ts";

const exact: CsvDialect = { delimiter: ",", hasEscapes: false, isExact: true };

/** Rows with their lines; `!` for one that is reported, `=` in front of a cell as in the row above. */
async function rowsOf(text: string, dialect = exact, block = 4096): Promise<unknown[]> {
  const rows: unknown[] = [];
  const onDiagnostic = ({ line = 0 }) => rows.push([line, "!"]);
  const log = new FileLog(new DiagnosticLog({ onDiagnostic }), "a.csv");
  const progress = new Progress(0);
  const run = { progress, blocks: new BlockReader(progress, block) };
  await new CellRowReader(memoryInput("a.csv", Buffer.from(text)), dialect, log, run, {
    header: () => {},
    texts: (cells, line) => rows.push([line, ...cells]),
    cells: (row) => {
      const isRepeated = (at: number) => at < 31 && (row.repeated >> at) & 1;
      const marked = row.texts().map((cell, at) => (isRepeated(at) ? `=${cell}` : cell));
      rows.push([row.line, ...marked]);
      return true;
    },
  }).read();
  return rows;
}

describe("exact cells are all that stands between delimiters", () => {
  test.each([
    [
      "plain",
      "a,b\nc,d\n",
      [
        [2, "a", "b"],
        [3, "c", "d"],
      ],
    ],
    [
      "without a last line feed",
      "a,b\nc,d",
      [
        [2, "a", "b"],
        [3, "c", "d"],
      ],
    ],
    [
      "CR LF",
      "a,b\r\nc,\r\n",
      [
        [2, "a", "b"],
        [3, "c", ""],
      ],
    ],
    [
      "a CR before a comma",
      'a\r,b\n"a"\rx,c\n"a"\r,c\n',
      [
        [2, "a\r", "b"],
        [3, "!"],
        [4, "a", "c"],
      ],
    ],
    [
      "two CRs before a line feed",
      'a\r\r\n"a"\r\r\n',
      [
        [2, "a\r"],
        [3, "!"],
      ],
    ],
    ["doubled quotes beside bare ones", 'a""b,"c""d"\n', [[2, 'a""b', 'c"d']]],
    ["a lone CR", "a\rb,c\r", [[2, "a\rb", "c\r"]]],
    [
      "a lone CR at the end of a row like the one before",
      "a,b\na,b\r",
      [
        [2, "a", "b"],
        [3, "a", "b\r"],
      ],
    ],
    ["a lone CR after doubled quotes", 'a,"b""c",d\r', [[2, "a", 'b"c', "d\r"]]],
    ["a lone CR after quotes", 'a,"b"\r', [[2, "a", "b"]]],
    [
      "a lone CR as the last line",
      "a\n\r",
      [
        [2, "a"],
        [3, "\r"],
      ],
    ],
    ["a lone CR after empty quotes", 'a\n""\r', [[2, "a"]]],
    [
      "text after empty quotes",
      'a\n""x\n"" \n"",""x\nb',
      [
        [2, "a"],
        [5, "!"],
        [6, "b"],
      ],
    ],
    [
      "empty cells",
      ",\n,,\n",
      [
        [2, "", ""],
        [3, "=", "", ""],
      ],
    ],
    [
      "an empty line",
      'a\n\n\r\n""\nb',
      [
        [2, "a"],
        [6, "b"],
      ],
    ],
    [
      "a blank line",
      "a\n \t\nb",
      [
        [2, "a"],
        [3, " \t"],
        [4, "b"],
      ],
    ],
    // Blocks of seven bytes: the second begins with the empty line.
    [
      "an empty line and CR LF",
      "x,yz\n\na\r\n",
      [
        [2, "x", "yz"],
        [4, "a"],
      ],
    ],
    ["a comma at the very end", "a,", [[2, "a", ""]]],
    ["quotes", '"a,b","c\nd",e\n', [[2, "a,b", "c\nd", "e"]]],
    [
      "quotes and CR LF",
      '"a","b"\r\n"c\r\nd"',
      [
        [2, "a", "b"],
        [3, "c\r\nd"],
      ],
    ],
    [
      "doubled quotes",
      '"a""b""",""""\nc',
      [
        [2, 'a"b"', '"'],
        [3, "c"],
      ],
    ],
    ["empty quotes", '"",""\n', [[2, "", ""]]],
    ["quotes at the end", 'a,"b"', [[2, "a", "b"]]],
    ["quotes within a bare cell", 'a"b",c\n', [[2, 'a"b"', "c"]]],
    ["a blank before a quote", 'a, "b"\n', [[2, "a", ' "b"']]],
    [
      "text after quotes",
      '"a"b,c\nd',
      [
        [2, "!"],
        [3, "d"],
      ],
    ],
    [
      "lines within cells",
      '"a\n\nb",c\nd',
      [
        [2, "a\n\nb", "c"],
        [5, "d"],
      ],
    ],
    ["UTF-8", "ä,😀\n", [[2, "ä", "😀"]]],
  ])("%s", async (_name, text, rows) => {
    for (const block of [4096, 7, 1]) {
      expect(unmarked(await rowsOf(`h\n${text}`, exact, block))).toEqual(unmarked(rows));
    }
    expect(await rowsOf(`h\n${text}`)).toEqual(rows);
  });

  test("a header is given whatever follows its quotes", async () => {
    expect(await rowsOf('"h"x,i\na,b\n"h"x,i\n')).toEqual([
      [2, "a", "b"],
      [3, "!"],
    ]);
  });

  test("a quote that never ends leaves out its line, and the lines after it are rows", async () => {
    expect(await rowsOf('h\na\n"b,c\nd,e\n"f\n')).toEqual([
      [2, "a"],
      [3, "!"],
      [4, "d", "e"],
      [5, "!"],
    ]);
  });
});

test("a carriage return before the line feed is no text, also where a line is read as text", async () => {
  const dialect = { delimiter: ",", hasEscapes: true };
  expect(await rowsOf("h\r\n\\a,b\r\nc\\,d\r\n", dialect)).toEqual([
    [2, "\\a", "b"],
    [3, "c,d"],
  ]);
});

test.each([
  ["a,b", false],
  ['"a,b","c"', false],
  ['"a""b","",""""', false],
  ['"""a""""b"""', false],
  ['"a"b', true],
  ['"a\nb"', true],
  ['a"b', true],
  ['"a\r"', true],
  ["a\rb", true],
])("the line %j has cells that need to be read as text: %s", (line, isOdd) => {
  const bytes = Buffer.from(`${line}\n\0\0\0\0\0\0\0`);
  const scanner = new CellScanner(exact);
  scanner.open(bytes);
  expect(scanner.row(bytes, 0)).toBe(isOdd ? oddLine : line.length + 1);
});

test("a row may be wider than most, and differ anywhere from the one above", async () => {
  const width = 150;
  const rows = [0, 1, 1, 5, 31, 33, 40, 64, 149, 149].map((changed, at) =>
    Array.from({ length: width }, (_, column) => (column < changed ? `${at}` : "same")),
  );
  const found = await rowsOf(`h\n${rows.map((row) => row.join()).join("\n")}`);
  const cells = found.map((row) => (row as unknown[]).slice(1));
  expect(cells).toEqual(
    rows.map((row, at) =>
      row.map((cell, column) =>
        column < 31 && cell === rows[at - 1]?.[column] ? `=${cell}` : cell,
      ),
    ),
  );
});

/** Rows of small blocks are compared less often. */
function unmarked(rows: readonly unknown[]): unknown {
  return JSON.parse(JSON.stringify(rows).replaceAll('"=', '"'));
}

describe("rows say which cells repeat the row above", () => {
  const cases: readonly (readonly [string, string, readonly (readonly string[])[]])[] = [
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
      "quotes, by their bytes",
      'a,"b",c\na,"b",c\na,b,"c"\na,"b""",c\na,"b""",c\na,b",c\na,b,c\n',
      [
        ["a", "b", "c"],
        ["=a", "=b", "=c"],
        ["=a", "b", "c"],
        ["=a", 'b"', "c"],
        ["a", 'b"', "c"],
        ["a", 'b"', "c"],
        ["a", "b", "c"],
      ],
    ],
    [
      "rows of other widths",
      "a,b,c\na,b\na,b,c\na,b,c,d\na,b,c\n",
      [
        ["a", "b", "c"],
        ["=a", "b"],
        ["=a", "b", "c"],
        ["=a", "=b", "c", "d"],
        ["=a", "=b", "c"],
      ],
    ],
    [
      "a tail that comes back",
      "a,x,y\nb,x,y\nc,x,z\nd,x,z\ne,x,y\n",
      [
        ["a", "x", "y"],
        ["b", "=x", "=y"],
        ["c", "=x", "z"],
        ["d", "=x", "=z"],
        ["e", "=x", "y"],
      ],
    ],
  ];
  test.each(cases)("%s", async (_name, text, rows) => {
    const found = (await rowsOf(`h\n${text}`)) as unknown[][];
    expect(found.map(([, ...cells]) => cells)).toEqual(rows);
  });

  test("nothing is repeated in another block", () => {
    const bytes = Buffer.from("a,b,c\na,b,c\n\0\0\0\0\0\0\0");
    const scanner = new CellScanner(exact);
    scanner.open(bytes);
    scanner.row(bytes, scanner.row(bytes, 0));
    expect(scanner.repeated & 0b111).toBe(0b111);
    scanner.open(bytes);
    scanner.row(bytes, 0);
    expect(scanner.repeated).toBe(0);
  });
});
