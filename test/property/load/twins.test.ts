/** The loader against the obvious: naive readings, and files that are written from what they mean. */
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fileOnDisk } from "../../../src/disk/disk-tree.ts";
import { BlockReader } from "../../../src/load/bytes/byte-blocks.ts";
import { DiagnosticLog, FileLog } from "../../../src/load/bytes/diagnostics.ts";
import { Progress } from "../../../src/load/bytes/load-progress.ts";
import { tableDialect } from "../../../src/load/dump/table-header.ts";
import { CellRowReader } from "../../../src/load/records/cell-rows.ts";
import { readCsvRows } from "../../../src/load/records/csv-rows.ts";
import { parseComplexValue } from "../../../src/load/values/complex-value.ts";
import { isReferenceProperty, splitValues, typeValue } from "../../../src/load/values/mcf-value.ts";
import { naiveMcf, naiveType, naiveValues } from "../../oracle/load/naive-mcf.ts";
import { naiveTable } from "../../oracle/load/naive-table.ts";
import { memoryInput } from "../../unit/load/inputs.ts";
import { loadTexts, withFolder } from "../../unit/load/load-texts.ts";
import { runs } from "../runs.ts";

const { numRuns } = runs(100);

const valueText = fc.stringMatching(/^[ab ,"\\\u00a0ä😀]{0,12}$/u);

test("splitting is the naive splitting", () => {
  fc.assert(
    fc.property(valueText, (text) => {
      expect(splitValues(text, ",")).toEqual(naiveValues(text));
    }),
    { numRuns: 10 * numRuns },
  );
});

test("typing is the naive typing", () => {
  const piece = fc.stringMatching(/^(dcid:|dcs:|who:|"|\[|)[a1.e" [\]-]{1,5}("|\]|)$/);
  fc.assert(
    fc.property(fc.constantFrom("name", "typeOf"), piece, (property, text) => {
      const typed = typeValue(text, isReferenceProperty(property));
      if (typed === undefined) expect(naiveType(property, text).value.at(-1)).not.toBe("]");
      else expect({ kind: typed.kind, value: typed.text }).toEqual(naiveType(property, text));
    }),
    { numRuns: 10 * numRuns },
  );
});

test("resolved MCF loads as the naive reading says", async () => {
  const node = fc.constantFrom("dcid:a", "schema:b", "dcs:a", "dcid:__proto__");
  const line = fc
    .tuple(fc.constantFrom("name", "typeOf", "near", "constructor"), valueText)
    .map(([property, text]) => `${property}: ${text}`);
  const block = fc
    .tuple(
      node,
      fc.array(line, { minLength: 1, maxLength: 5 }),
      fc.constantFrom("# no dcid", 'dcid: "c"', "dcid: dcs:d e"),
    )
    .map(([name, lines, dcid]) => [`Node: ${name}`, ...lines, dcid].join("\n"));
  await fc.assert(
    fc.asyncProperty(fc.array(block, { minLength: 1, maxLength: 6 }), async (blocks) => {
      const text = blocks.join("\n\n");
      const { sink } = await loadTexts({ "a.mcf": text });
      // An empty dcid is nothing to refer to, and none to be.
      const expected = naiveMcf(text)
        .triples.filter(({ kind, value }) => kind !== "reference" || value !== "")
        .map(({ subject, property, kind, value }) =>
          kind === "reference"
            ? `${subject} ${property} ${value}`
            : `${subject} ${property} ${JSON.stringify(value)}`,
        );
      expect(sink.lines).toEqual([...new Set(expected)].sort());
    }),
    { numRuns },
  );
});

const cellText = fc.stringMatching(/^[ab ,"\\\n\rä😀]{0,8}$/u);

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

test("a table gives back what was written into it", async () => {
  const date = fc.constantFrom("", "2020", "2020-07", "2020-07-31T12:30");
  const rows = fc.array(fc.tuple(cellText, cellText, date, cellText), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(rows, fc.constantFrom("\n", "\r\n"), async (cells, ending) => {
      const lines = cells.map((row) => row.map(quoted).join(","));
      const text = ["entity,variable,date,value", ...lines].join(ending);
      const { sink } = await loadTexts({ "a.csv": text });
      const found = sink.observations.map(({ entity, variable, date, value }) => [
        entity,
        variable,
        date,
        value,
      ]);
      expect(found).toEqual(cells.filter((row) => !row.includes("") && /[^ \n\r]/.test(row[3])));
    }),
    { numRuns },
  );
});

test("rows of a table are the naive rows in blocks of any size, and repeated cells are the same", async () => {
  const cell = fc.oneof(
    fc.constantFrom("", "a", "country/USA", "https://a.org/b c/d", '"x, y"', '"x"', 'x"', '"a""b"'),
    fc.stringMatching(/^[ab ,"\r\nä]{0,6}$/),
  );
  const rows = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { maxLength: 8 });
  const indexes = fc.array(fc.tuple(fc.nat(7), fc.nat(7), fc.nat(7)), { maxLength: 30 });
  let repetitions = 0;
  await fc.assert(
    fc.asyncProperty(
      rows,
      indexes,
      fc.constantFrom("\n", "\r\n"),
      fc.integer({ min: 1, max: 200 }),
      async (some, at, feed, block) => {
        const lines = at.map((choice) =>
          choice.map((row, column) => some[row % (some.length || 1)]?.[column] ?? "").join(","),
        );
        const text = ["h", ...lines].join(feed);
        const naive = naiveTable(text);
        const found: { line: number; cells: readonly string[]; isBad: boolean }[] = [];
        const onDiagnostic = ({ line = 0 }) => found.push({ line, cells: [], isBad: true });
        const log = new FileLog(new DiagnosticLog({ onDiagnostic }), "a.csv");
        const progress = new Progress(0);
        const run = { progress, blocks: new BlockReader(progress, block) };
        let before: readonly string[] = [];
        const reader = new CellRowReader(
          memoryInput("a.csv", Buffer.from(text)),
          tableDialect,
          log,
          run,
          {
            header: (cells, line) => found.push({ line, cells, isBad: false }),
            texts: (cells, line) => found.push({ line, cells, isBad: false }),
            cells: (row) => {
              const cells = row.texts();
              for (const [column, text] of cells.entries()) {
                if (((row.repeated >> column) & 1) === 0) continue;
                expect(before[column]).toBe(text);
                repetitions += 1;
              }
              // Of a row that ends with this cell, not all was taken.
              const isTaken = cells[2] !== "a";
              before = isTaken ? cells : [];
              found.push({ line: row.line, cells, isBad: false });
              return isTaken;
            },
          },
        );
        await reader.read();
        expect(found).toEqual(naive.map((row) => (row.isBad ? { ...row, cells: [] } : row)));
      },
    ),
    { numRuns: 5 * numRuns },
  );
  expect(repetitions).toBeGreaterThan(numRuns);
});

test("a table of a template gives back what was written into it, escapes included", async () => {
  const escaped = (text: string, isQuoted: boolean): string => {
    const safe = text
      .replaceAll("\\", "\\\\")
      .replaceAll('"', isQuoted ? '""' : '\\"')
      .replaceAll("\r", "\\r");
    return isQuoted ? `"${safe}"` : safe.replaceAll(",", "\\,").replaceAll("\n", "\\n");
  };
  const cell = fc.tuple(cellText, fc.boolean());
  const rows = fc.array(fc.tuple(cell, cell), { maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(rows, async (cells) => {
      const lines = cells.map((row) =>
        row.map(([text, isQuoted]) => escaped(text, isQuoted)).join(","),
      );
      const found = await withFolder({ "a.csv": lines.join("\n") }, async (folder) => {
        const path = join(folder, "a.csv");
        const all: [readonly string[], number][] = [];
        const log = new FileLog(new DiagnosticLog({ strict: true }), path);
        await readCsvRows(
          fileOnDisk(path, 1),
          { delimiter: ",", hasEscapes: true },
          log,
          new Progress(0),
          (row, line) => {
            all.push([row, line]);
            return true;
          },
        );
        return all;
      });
      let line = 1;
      const expected = cells.map(([left, right], index) => {
        const first = line;
        line += lines[index]!.split("\n").length;
        return [[left[0], right[0]], first];
      });
      expect(found).toEqual(expected);
    }),
    { numRuns },
  );
});

test("no complex value crashes", () => {
  const text = fc.stringMatching(/^\[[ -9a-zA-Z":.]{0,16}\]$/);
  fc.assert(
    fc.property(text, (complex) => {
      const result = parseComplexValue(complex);
      if ("dcid" in result) expect(result.dcid).not.toBe("");
      else expect(result.counter).toMatch(/^MCF_/);
    }),
    { numRuns: 10 * numRuns },
  );
});
