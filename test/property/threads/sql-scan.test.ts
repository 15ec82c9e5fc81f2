/** Where a dump is cut, its reader is between two statements, and knows what it has to know. */
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fileOnDisk } from "../../../src/disk/disk-tree.ts";
import { BlockReader, Progress } from "../../../src/load/bytes/index.ts";
import { readDefinition, scanSql } from "../../../src/load/dump/sql-scan.ts";
import { SqlStatements } from "../../../src/load/dump/sql-statements.ts";
import { withFolder } from "../../unit/load/load-texts.ts";
import { hostilePiece } from "../load/sql-texts.ts";
import { runs } from "../runs.ts";

interface Cut {
  readonly start: number;
  readonly columns: readonly (readonly [string, readonly string[]])[];
  /** What follows, with lines from here on. */
  readonly rest: readonly string[];
}

function collect(columns: Map<string, string[]>, hasBackslashes: boolean) {
  const told: string[] = [];
  const statements = new SqlStatements(
    {
      onRow: (row) => told.push(JSON.stringify({ ...row, line: 0 })),
      onProblem: (_line, problem) => told.push(problem),
    },
    { columns, hasBackslashes },
  );
  return { told, statements };
}

const plain = (columns: ReadonlyMap<string, string[]>) =>
  Array.from(columns, ([table, names]) => [table, [...names]] as const);

function linesOf(text: string): string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines.map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
}

/** By the reader itself: line by line, each line that it reads between two statements. */
function cutsOf(text: string): Cut[] {
  const columns = new Map<string, string[]>();
  const { told, statements } = collect(columns, false);
  const found: { start: number; columns: Cut["columns"]; told: number }[] = [];
  let start = text.startsWith("\ufeff") ? 3 : 0;
  const lines = text.replace(/^\ufeff/, "").split("\n");
  for (const [index, line] of lines.entries()) {
    if (index > 0 && index === lines.length - 1 && line === "") break;
    if (statements.isIdle) {
      const offset = index === 0 ? 0 : start;
      found.push({ start: offset, columns: plain(columns), told: told.length });
    }
    statements.line(line.endsWith("\r") ? line.slice(0, -1) : line, index + 1);
    start += Buffer.byteLength(line) + 1;
  }
  return found.map(({ told: before, ...cut }) => ({ ...cut, rest: told.slice(before) }));
}

async function scannedCutsOf(text: string, blockBytes: number, partBytes: number): Promise<Cut[]> {
  return await withFolder({ "a.sql": text }, async (folder) => {
    const bytes = Buffer.from(text);
    const input = fileOnDisk(join(folder, "a.sql"), bytes.length);
    const blocks = new BlockReader(new Progress(0), blockBytes);
    const cuts = await scanSql(input, partBytes, undefined, blocks);
    return cuts.starts.map((start) => {
      const columns = new Map<string, string[]>();
      for (const definition of cuts.definitions) {
        if (definition.start < start) readDefinition(definition, cuts.backslashesFrom, columns);
      }
      const known = plain(columns);
      const { told, statements } = collect(columns, start >= cuts.backslashesFrom);
      const rest = bytes.toString("utf8", start).replace(/^\ufeff/, "");
      for (const [index, line] of linesOf(rest).entries()) statements.line(line, index + 1);
      return { start, columns: known, rest: told };
    });
  });
}

const { numRuns } = runs(300);
const dump = fc
  .tuple(
    fc.constantFrom("", "", "\ufeff"),
    fc.array(hostilePiece, { maxLength: 10 }),
    fc.constantFrom("", "", "'", "[", "/", "-", "\\", "`", "x"),
  )
  .map(([mark, pieces, tail]) => mark + pieces.join("") + tail);

/** @returns how many cuts there are. */
async function requireSameCuts(text: string, blockBytes: number): Promise<number> {
  const all = cutsOf(text);
  const scanned = await scannedCutsOf(text, blockBytes, 1);
  // What a trigger is, and whether it is one, only its reader knows.
  const max = /trigger/i.test(text) ? scanned.length : all.length;
  expect(scanned).toEqual(all.slice(0, max));
  return scanned.length;
}

test.each([
  ["a byte order mark", "\ufeff\nx;\n", 2],
  ["backslashes", "x 'a\\';\nx `a\\`;\nx 'a\\';\n', \"\\\";\n\";\nx;\n", 4],
  ["a doubled backtick", "x `a``\\`;\nx;\n", 2],
  ["brackets", "x [';\n';x [a'] ;\n[\n;\nx;\n", 3],
  ["comments", "x--';\n#'\n;\n/*/\n;\n**/-- '\u2028'\r'\n--\n-\n-;\nx;\n", 5],
  ["comments that never end", "x;\n/*\nx;\n*", 2],
  ["doubled quotes", "x '';\nx '''\n;''\n;';\nx ''\n'';\nx;\n", 4],
  [
    "definitions",
    "CREATE TABLE t (a,\n b);\n\u00a0alter table t add c;\nx;alter table t add d;\nx;\n",
    4,
  ],
  ["a trigger", "x;\nCREATE TRIGGER t BEGIN\nx;\ny;\nEND;\nx;\n", 2],
  ["a name like a trigger's", "CREATE INDEX trigger_ ON t;\nx;\n", 2],
  ["lines of blanks", "x; \t\v\f\r\n\r\n;\n\n \u3000x;\nx;\n", 6],
])("a dump is cut where its reader can begin: %s", async (_name, text, count) => {
  for (let blockBytes = 1; blockBytes < text.length + 2; blockBytes++) {
    expect(await requireSameCuts(text, blockBytes)).toBe(count);
  }
});

test("nothing is cut behind definitions that are too many for each part to read", async () => {
  const row = "INSERT INTO t VALUES(1);\n";
  const one = `CREATE TABLE t (a ${"x".repeat(400_000)});\n`;
  expect(await scannedCutsOf((one + row).repeat(4), 100_000, 1)).toHaveLength(5);
  const long = `CREATE TABLE t (a ${"x".repeat(1_200_000)});\n`;
  expect(await scannedCutsOf(row + long + row, 100_000, 1)).toHaveLength(2);
});

test("a dump is cut at each line on which a statement begins, up to the first trigger", async () => {
  let count = 0;
  await fc.assert(
    fc.asyncProperty(dump, fc.integer({ min: 1, max: 200 }), async (text, blockBytes) => {
      count += await requireSameCuts(text, blockBytes);
    }),
    { numRuns },
  );
  expect(count).toBeGreaterThan(3 * numRuns);
});

test("parts are as large as wanted", async () => {
  const text = "INSERT INTO triples VALUES('a','b','c','');\n".repeat(100);
  const starts = (await scannedCutsOf(text, 512, 430)).map((cut) => cut.start);
  expect(starts).toEqual([0, 440, 880, 1320, 1760, 2200, 2640, 3080, 3520, 3960]);
  // Behind the last statement nothing begins.
  expect(await scannedCutsOf(text, 512, text.length)).toHaveLength(1);
});
