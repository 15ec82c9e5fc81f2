import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fileOnDisk } from "../../../../src/disk/disk-tree.ts";
import { DiagnosticLog, FileLog } from "../../../../src/load/bytes/diagnostics.ts";
import { Progress } from "../../../../src/load/bytes/load-progress.ts";
import type { CsvDialect } from "../../../../src/load/records/csv-records.ts";
import {
  exportDialect,
  firstLineHeader,
  readCsvRows,
} from "../../../../src/load/records/csv-rows.ts";
import { memoryInput } from "../inputs.ts";
import { loadTexts, withFolder } from "../load-texts.ts";

const chunkBytes = 1024 * 1024;

/** A file in memory: messages of its diagnostics, and the rows that `onRow` was given. */
async function rowsOf(
  path: string,
  content: Uint8Array,
  dialect: Partial<CsvDialect> = {},
  onRow: (count: number) => boolean = () => true,
): Promise<{ rows: string[][]; messages: string[]; bytesRead: number }> {
  const messages: string[] = [];
  const log = new FileLog(
    new DiagnosticLog({
      onDiagnostic: ({ level, counter, line, message }) =>
        messages.push(`${level} ${counter} ${line} ${message}`),
    }),
    path,
  );
  const input = memoryInput(path, content);
  const rows: string[][] = [];
  let bytesRead = 0;
  const progress = new Progress(content.length, undefined, (told) => {
    bytesRead = told.bytesRead;
  });
  await readCsvRows(input, { ...exportDialect(input), ...dialect }, log, progress, (cells) => {
    rows.push([...cells]);
    return onRow(rows.length);
  });
  return { rows, messages, bytesRead };
}

test.each([
  ["a.csv", ","],
  ["a.tsv", "\t"],
  ["a.TSV.gz", "\t"],
  ["a.tsv.csv", ","],
  ["a.tsv.gz.old", ","],
])("programs write %s with cells that %j separates, and no escapes", (path, delimiter) => {
  const dialect = exportDialect(fileOnDisk(path, 1));
  expect(dialect).toEqual({ delimiter, hasEscapes: false });
});

test("a row that cannot be read is reported and left out", async () => {
  const { rows, messages } = await rowsOf("a.csv", Buffer.from('a\n"b"c\nd\n'));
  expect(rows).toEqual([["a"], ["d"]]);
  expect(messages).toEqual([
    "error StrSplit_BadQuotesInToken 2 text follows the closing quote of a cell: 'c'; row not loaded",
  ]);
});

test.each([
  [false, ' "b\nc\n', [["a"], ["c"]], "a quoted cell never ends: its quote is in column 2"],
  [true, '"b\nc\n', [["a"], ["c"]], "a quoted cell never ends: its quote is in column 1"],
  [true, "b\\\n", [["a"]], "an escaped line never ends"],
])(
  "a row without an end is left out alone, escapes %s: %j",
  async (hasEscapes, text, rows, message) => {
    const found = await rowsOf("a.csv", Buffer.from(`a\n\n${text}`), { hasEscapes });
    expect(found.rows).toEqual(rows);
    expect(found.messages).toHaveLength(1);
    expect(found.messages[0]).toContain(` 3 ${message}`);
  },
);

test("a row that is no UTF-8 is left out, unless another encoding is named", async () => {
  const content = Buffer.from("a\nM\xfcller,\x80\n", "latin1");
  expect((await rowsOf("a.csv", content)).rows).toEqual([["a"]]);
  const { rows } = await rowsOf("a.csv", content, { encoding: "windows-1252" });
  expect(rows).toEqual([["a"], ["Müller", "€"]]);
});

test.each([
  ["a,b\nc,d\n", ["a", "b"]],
  ['"a,b"', ["a,b"]],
  ["\na,b\n", undefined],
  ['"a"x,b\nc,d\n', undefined],
  ["", undefined],
])("the header of %j, if its first line is one: %j", async (text, header) => {
  const input = memoryInput("a.csv", Buffer.from(text));
  expect(await firstLineHeader(input, exportDialect(input))).toEqual(header);
});

test("rows of all chunks are read, as long as they are wanted", async () => {
  const content = Buffer.alloc(2 * chunkBytes + 10, `${"a".repeat(chunkBytes / 4 - 1)}\n`);
  const all = await rowsOf("a.csv", content);
  expect([all.rows.length, all.bytesRead]).toEqual([9, content.length]);
  const some = await rowsOf("a.csv", content, {}, (count) => count < 2);
  expect([some.rows.length, some.bytesRead]).toEqual([2, chunkBytes]);
});

describe("a handler that wants no more rows", () => {
  test.each([
    ["a character", "é".repeat(chunkBytes)],
    ["a quoted cell", `"${"\n".repeat(2 * chunkBytes)}"`],
  ])("is spared what the end of a chunk cuts: %s", async (_name, cell) => {
    // The odd length of the header makes the first chunk end within the character.
    const content = `abcd\n${cell}\n`;
    await withFolder({ "a.csv": content }, async (folder) => {
      const path = join(folder, "a.csv");
      const input = fileOnDisk(path, Buffer.byteLength(content));
      const log = new FileLog(new DiagnosticLog({ strict: true }), path);
      const rows: (readonly string[])[] = [];
      await readCsvRows(input, exportDialect(input), log, new Progress(0), (cells) => {
        rows.push(cells);
        return false;
      });
      expect(rows).toEqual([["abcd"]]);
    });
  });
});

test("a table with a header alone has no rows, which is reported", async () => {
  const { diagnostics, messages } = await loadTexts({
    "a.csv": "entity,variable,date,value\n",
    "b.csv": "entity,variable,date,value\ne,v,2020,1\n",
  });
  expect(diagnostics).toEqual(["info CSV_NoRows a.csv"]);
  expect(messages).toEqual(["the table has a header and no rows"]);
});

test("a quote that ends lines below is reported with its column, and how to write it", async () => {
  const { messages } = await loadTexts({
    "a.csv": 'entity,variable,date,value\ne,"v,2020,1\ne,v,2021,1\ne,v,2022,"1"\n',
  });
  expect(messages).toEqual([
    "the quote in column 3 is not closed in its line, and text follows the closing quote of a cell 2 lines below; a quote within a cell is written twice; row not loaded",
  ]);
});
