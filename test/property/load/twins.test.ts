/** The loader against the obvious: naive readings, and files that are written from what they mean. */
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fileOnDisk } from "../../../src/disk/index.ts";
import { Progress } from "../../../src/load/bytes/load-progress.ts";
import { readCsvRows } from "../../../src/load/csv/csv-rows.ts";
import { CsvScanner, unfinished } from "../../../src/load/csv/csv-scanner.ts";
import { DiagnosticLog, FileLog } from "../../../src/load/report/diagnostics.ts";
import { TableScanner } from "../../../src/load/tables/table-scanner.ts";
import { parseComplexValue } from "../../../src/load/values/complex-value.ts";
import { isReferenceProperty, splitValues, typeValue } from "../../../src/load/values/mcf-value.ts";
import { naiveMcf, naiveType, naiveValues } from "../../oracle/load/naive-mcf.ts";
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

test("a row is found the same, however much of the file is there", () => {
  const text = fc.stringMatching(/^[ab,"\n\r]{1,24}$/);
  fc.assert(
    fc.property(text, fc.nat(24), (bytes, end) => {
      const all = Buffer.from(bytes);
      const scan = (until: number, isLast: boolean): unknown => {
        const copy = Buffer.from(all);
        const scanner = new CsvScanner(30);
        const next = scanner.row(copy, 0, until, isLast);
        const { count, isMalformed, innerLines, starts, ends } = scanner;
        const cells = Array.from({ length: count }, (_, at) =>
          copy.toString("latin1", starts[at], ends[at]),
        );
        return next === unfinished ? next : { next, cells, isMalformed, innerLines };
      };
      const some = scan(Math.min(end, all.length), false);
      if (some !== unfinished) expect(some).toEqual(scan(all.length, false));
      else expect(scan(all.length, true)).toBeDefined();
    }),
    { numRuns: 10 * numRuns },
  );
});

test("rows of a table are those of the plain scanner, and repeated cells are the same", () => {
  const cell = fc.oneof(
    fc.constantFrom("", "a", "country/USA", "https://a.org/b c/d", '"x, y"', '"x"', 'x"', '"a""b"'),
    fc.stringMatching(/^[ab ,"\r\nä]{0,6}$/),
  );
  const rows = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { maxLength: 8 });
  const indexes = fc.array(fc.tuple(fc.nat(7), fc.nat(7), fc.nat(7)), { maxLength: 30 });
  let repetitions = 0;
  fc.assert(
    fc.property(
      rows,
      indexes,
      fc.constantFrom("\n", "\r\n"),
      fc.integer({ min: 1, max: 3 }),
      (some, at, feed, tail) => {
        const lines = at.map((choice) =>
          choice.map((row, column) => some[row % (some.length || 1)]?.[column] ?? "").join(","),
        );
        const text = Buffer.from(lines.join(feed));
        const bytes = Buffer.concat([text, Buffer.alloc(7)]);
        const plainBytes = Buffer.from(text);
        const plain = new CsvScanner(3);
        const scanner = new TableScanner(3, tail);
        scanner.open(bytes, text.lastIndexOf("\n") + 1);
        let before: string[] = [];
        for (let start = 0; start < text.length; ) {
          const next = plain.row(plainBytes, start, text.length, true);
          expect(scanner.row(start, text.length, true)).toBe(next);
          if (next === unfinished) return;
          expect(scanner.innerLines).toBe(plain.innerLines);
          expect(scanner.isSound).toBe(plain.count === 3 && !plain.isMalformed);
          const cells = [0, 1, 2].map((column) =>
            plainBytes.toString("utf8", plain.starts[column], plain.ends[column]),
          );
          for (const [column, expected] of scanner.isSound ? cells.entries() : []) {
            expect(bytes.toString("utf8", scanner.starts[column], scanner.ends[column])).toBe(
              expected,
            );
            if (((scanner.repeated >> column) & 1) === 0) continue;
            expect(before[column]).toBe(expected);
            repetitions += 1;
          }
          before = scanner.isSound ? cells : [];
          start = next;
        }
      },
    ),
    { numRuns: 10 * numRuns },
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
