import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Progress } from "../../../../src/load/bytes/index.ts";
import { exportDialect, readCsvRows } from "../../../../src/load/csv/csv-rows.ts";
import { DiagnosticLog, FileLog } from "../../../../src/load/report/index.ts";
import { withFolder } from "../load-texts.ts";

const chunkBytes = 1024 * 1024;

describe("a handler that wants no more rows", () => {
  test.each([
    ["a character", "é".repeat(chunkBytes)],
    ["a quoted cell", `"${"\n".repeat(2 * chunkBytes)}"`],
  ])("is spared what the end of a chunk cuts: %s", async (_name, cell) => {
    // The odd length of the header makes the first chunk end within the character.
    await withFolder({ "a.csv": `abcd\n${cell}\n` }, async (folder) => {
      const path = join(folder, "a.csv");
      const input = { path, size: 1, isGzip: false };
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
