/** What a handler of rows is given: the header, rows as bytes and as texts, and lines that it reads itself. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fileOnDisk } from "../../../../src/disk/disk-tree.ts";
import { BlockReader, type FileChunk } from "../../../../src/load/bytes/byte-blocks.ts";
import { FileLog } from "../../../../src/load/bytes/diagnostics.ts";
import type { InputFile } from "../../../../src/load/bytes/file-tree.ts";
import { Progress } from "../../../../src/load/bytes/load-progress.ts";
import { type CellRowHandler, CellRowReader } from "../../../../src/load/records/cell-rows.ts";
import type { CsvDialect } from "../../../../src/load/records/csv-records.ts";
import { FindingTexts } from "../finding-texts.ts";
import { memoryInput } from "../inputs.ts";
import { withFolder } from "../load-texts.ts";

const exact: CsvDialect = { delimiter: ",", hasEscapes: false, isExact: true };
const escaped: CsvDialect = { delimiter: ",", hasEscapes: true };

interface Reading {
  readonly dialect?: CsvDialect;
  readonly wanted?: number;
  /** Whether the handler takes a header of its own. */
  readonly hasHeader?: boolean;
  readonly takesCells?: boolean;
  readonly block?: number;
  readonly chunk?: FileChunk;
  /** Lines that begin with it are read straight. */
  readonly straight?: string;
}

/** Calls of the handler in their order, reports, the line after the last one, and rows that were counted. */
async function read(text: string | Uint8Array | InputFile, reading: Reading = {}) {
  const { dialect = escaped, block = 4096, chunk, straight } = reading;
  const calls: string[] = [];
  const log = new FindingTexts();
  const progress = new Progress(0);
  const run = { progress, blocks: new BlockReader(progress, block) };
  const note = (kind: string) => (cells: readonly string[], line: number) => {
    calls.push(`${kind} ${line} ${cells.join("|")}`);
  };
  let taken = 0;
  const handler: CellRowHandler = {
    ...(reading.hasHeader === false ? {} : { header: note("header") }),
    ...(reading.wanted === undefined ? {} : { wanted: reading.wanted }),
    texts: note("texts"),
    cells: (row) => {
      const repeats = row.texts().map((cell, at) => ((row.repeated >> at) & 1 ? `=${cell}` : cell));
      note("cells")(repeats, row.line);
      return reading.takesCells ?? true;
    },
    bad: () => calls.push("bad"),
    straight:
      straight === undefined
        ? undefined
        : {
            get taken() {
              return taken;
            },
            open: () => {},
            read: (bytes, start, end) => {
              taken = 0;
              let at = start;
              while (at < end && String.fromCharCode(bytes[at]!) === straight) {
                taken += 1;
                at = bytes.indexOf(10, at) + 1;
              }
              calls.push(`straight ${taken}`);
              return at;
            },
          },
  };
  const isFile = typeof text === "object" && "path" in text;
  const input = isFile ? text : memoryInput("a.csv", Buffer.from(text));
  const reader = new CellRowReader(input, dialect, new FileLog(log, "a.csv"), run, handler);
  const line = await reader.read(chunk);
  expect(reader.line).toBe(line);
  return { calls, said: log.texts, line, rows: progress.rows };
}

describe("the header", () => {
  test("is the first row that is not blank", async () => {
    expect(await read('\n \n"a b", c\nd,e\n')).toEqual({
      calls: ["header 3 a b| c", "cells 4 d|e"],
      said: [],
      line: 5,
      rows: 0,
    });
  });

  test("is a row like others where the handler takes none", async () => {
    const { calls } = await read("a,b\nd,e\n", { hasHeader: false });
    expect(calls).toEqual(["texts 1 a|b", "cells 2 d|e"]);
  });

  test("is in the first chunk alone", async () => {
    const text = "a,b\nc,d\ne,f\n";
    await withFolder({ "a.csv": text }, async (folder) => {
      const input = fileOnDisk(join(folder, "a.csv"), text.length);
      const first = await read(input, { chunk: { range: { start: 0, end: 8 }, firstLine: 1 } });
      expect([first.calls, first.line]).toEqual([["header 1 a|b", "cells 2 c|d"], 3]);
      const later = await read(input, { chunk: { range: { start: 4, end: 12 }, firstLine: 2 } });
      expect([later.calls, later.line]).toEqual([["cells 2 c|d", "cells 3 e|f"], 4]);
    });
  });

  test.each<[string, string | Uint8Array, CsvDialect, string, number]>([
    [
      "has text after quotes",
      '"a"b\nc',
      escaped,
      "text follows the closing quote of a cell: 'b'",
      1,
    ],
    [
      "has a quote that never ends",
      '\n"a\nc',
      escaped,
      "a quoted cell never ends: its quote is in column 1; a quote within a cell is written twice",
      2,
    ],
  ])("stops the load if it %s", async (_name, text, dialect, problem, line) => {
    await expect(read(text, { dialect })).rejects.toThrow(
      expect.objectContaining({ file: "a.csv", line, problem }),
    );
  });

  test("stops the load if it is not UTF-8, and no other line does", async () => {
    const bytes = (text: string) => Buffer.from(text, "latin1");
    await expect(read(bytes("a\xff\nb\n"))).rejects.toThrow(
      expect.objectContaining({ file: "a.csv", line: 1 }),
    );
    const { calls, said } = await read(bytes("a,b\nc\xff,d\ne,f\n"));
    expect([calls, said.length]).toEqual([["header 1 a|b", "bad", "cells 3 e|f"], 1]);
    expect(said[0]).toMatch(/^error Source_NotUtf8 a\.csv:2 /);
  });
});

describe("rows", () => {
  test("are texts where their cells are not simply bytes, and bad where they cannot be read", async () => {
    const text = 'h\na,b\n"c""d",e\n"f\ng",h\ni\\,j,k\n"l"m,n\n\no,p';
    expect(await read(text)).toEqual({
      calls: [
        ...["header 1 h", "cells 2 a|b", 'cells 3 c"d|e', "texts 4 f\ng|h", "texts 6 i,j|k"],
        ...["bad", "cells 9 o|p"],
      ],
      said: [
        "error StrSplit_BadQuotesInToken a.csv:7 text follows the closing quote of a cell: 'm'; row not loaded",
      ],
      line: 10,
      rows: 0,
    });
  });

  test("repeat cells of the row above, unless the handler did not take that", async () => {
    const text = "h\na,b\na,b\na,b\n";
    expect((await read(text)).calls.slice(1)).toEqual([
      "cells 2 a|b",
      "cells 3 =a|=b",
      "cells 4 =a|=b",
    ]);
    expect((await read(text, { takesCells: false })).calls.slice(1)).toEqual([
      "cells 2 a|b",
      "cells 3 a|b",
      "cells 4 a|b",
    ]);
  });

  test("that are blank count as lines; of exact cells, only the empty ones are", async () => {
    const { calls, line } = await read("h\na,b\n\n \t\na,b\n");
    expect([calls, line]).toEqual([["header 1 h", "cells 2 a|b", "cells 5 a|b"], 6]);
    const found = await read('h\na,b\n\n""\n \na,b\n', { dialect: exact });
    expect(found.calls).toEqual(["header 1 h", "cells 2 a|b", "cells 5  ", "cells 6 a|b"]);
  });

  test("have so many cells as are wanted", async () => {
    const { calls } = await read('h\na,b,c\nd\ne,f,"g"\n', { wanted: 2 });
    expect(calls).toEqual(["header 1 h", "cells 2 a|b", "cells 3 d", "cells 4 e|f|g"]);
  });

  test("may be read by the handler itself, up to one that is not usual", async () => {
    const found = await read("h\n+a,b\n+c,d\n-e,f\n-e,f\n+g,h\n", { straight: "+" });
    expect(found).toEqual({
      calls: [
        ...["header 1 h", "straight 2", "straight 0", "cells 4 -e|f"],
        ...["straight 0", "cells 5 =-e|=f", "straight 1"],
      ],
      said: [],
      line: 7,
      rows: 3,
    });
  });

  test("that the handler read itself are no rows that others repeat", async () => {
    const { calls } = await read("h\n-e,f\n+a,b\n-e,f\n", { straight: "+" });
    expect(calls.filter((call) => call.startsWith("cells"))).toEqual([
      "cells 2 -e|f",
      "cells 4 -e|f",
    ]);
  });

  test("that a quote joins are not read by the handler itself", async () => {
    const { calls } = await read('h\n"a\n+b",c\n+d,e\n', { straight: "+" });
    expect(calls).toEqual([...["header 1 h", "straight 0", "texts 2 a\n+b|c", "straight 1"]]);
  });
});

test.each([4096, 9, 3])(
  "a last line with a carriage return alone is exact, in blocks of %i",
  async (block) => {
    const { calls } = await read("h\na,b\nc,d\r", { dialect: exact, block });
    expect(calls).toEqual(["header 1 h", "cells 2 a|b", "texts 3 c|d\r"]);
    const trimmed = await read("h\na,b\nc,d\r", { block });
    expect(trimmed.calls).toEqual(["header 1 h", "cells 2 a|b", "cells 3 c|d"]);
  },
);
