/** Rows of CSV in both dialects, whatever quotes, escapes, blanks and line ends they are made of. */
import { join } from "node:path";
import fc from "fast-check";
import { parseString, writeToString } from "fast-csv";
import { expect, test } from "vitest";
import { fileOnDisk } from "../../../src/disk/disk-tree.ts";
import { DiagnosticLog, FileLog } from "../../../src/load/bytes/diagnostics.ts";
import { Progress } from "../../../src/load/bytes/load-progress.ts";
import type { CsvDialect } from "../../../src/load/records/csv-records.ts";
import { readCsvRows } from "../../../src/load/records/csv-rows.ts";
import { naiveCsv } from "../../oracle/load/naive-csv.ts";
import { withFolder } from "../../unit/load/load-texts.ts";
import { runs } from "../runs.ts";

interface Found {
  readonly rows: readonly unknown[];
  readonly bad: readonly (number | undefined)[];
}

async function read(text: string, dialect: CsvDialect): Promise<Found> {
  return await withFolder({ "a.csv": text }, async (folder) => {
    const path = join(folder, "a.csv");
    const bad: (number | undefined)[] = [];
    const log = new DiagnosticLog({ onDiagnostic: ({ line }) => bad.push(line) });
    const rows: unknown[] = [];
    const input = fileOnDisk(path, 1);
    await readCsvRows(input, dialect, new FileLog(log, path), new Progress(0), (cells, line) => {
      rows.push({ line, cells });
      return true;
    });
    return { rows, bad };
  });
}

test.each([
  { delimiter: ",", hasEscapes: true },
  { delimiter: "\t", hasEscapes: true },
  { delimiter: ";", hasEscapes: true },
  { delimiter: ",", hasEscapes: false },
  { delimiter: "\t", hasEscapes: false },
])("are those of a reader that takes no short cut: %j", async (dialect) => {
  const piece = fc.constantFrom(
    ...['"', '""', '"a"', "\\", "\\n", '\\"', "\\x", "a", "é", "😀", "\ufeff", "\u00a0"],
    ...[",", ";", "\t", " ", "\r", "\n", "\r\n", "\\\n", "a,b\n", 'a,"b"\n'],
  );
  const text = fc.array(piece, { maxLength: 24 }).map((pieces) => `a${pieces.join("")}`);
  await fc.assert(
    fc.asyncProperty(text, async (csv) => {
      const { rows, bad } = await read(csv, dialect);
      const naive = naiveCsv(csv, dialect);
      expect(bad).toEqual(naive.filter(({ cells }) => cells === undefined).map(({ line }) => line));
      expect(rows).toEqual(naive.filter(({ cells }) => cells !== undefined));
    }),
    runs(60),
  );
});

const fields = fc
  .array(fc.constantFrom("a", '"', ",", "\n", "\r", " ", "\\", "é", "😀"), { maxLength: 6 })
  // Blanks around a cell are dropped in this dialect, and line ends within it are line feeds.
  .map((pieces) => `x${pieces.join("").replaceAll(/\r+\n/g, "\n")}x`);
const table = fc.integer({ min: 1, max: 4 }).chain((width) =>
  fc.array(fc.array(fields, { minLength: width, maxLength: width }), {
    minLength: 1,
    maxLength: 6,
  }),
);

test("are what another library wrote, and what it reads", async () => {
  await fc.assert(
    fc.asyncProperty(table, async (rows) => {
      const text = await writeToString(rows as string[][], { headers: false });
      const found = await read(text, { delimiter: ",", hasEscapes: false });
      expect(found.bad).toEqual([]);
      expect(found.rows.map((row) => (row as { cells: unknown }).cells)).toEqual(rows);
      const theirs = await new Promise((resolve, reject) => {
        const all: unknown[] = [];
        parseString(text, { headers: false })
          .on("error", reject)
          .on("data", (row) => all.push(row))
          .on("end", () => resolve(all));
      });
      expect(theirs).toEqual(rows);
    }),
    runs(100),
  );
});
