/** What is written as SQL reads back as the same rows, whatever the texts and however it is split. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { SqlRow } from "../../../src/load/dump/sql-statements.ts";
import { readSqlText } from "../../unit/load/dump/dump-runs.ts";
import { anyCharacter } from "../any-character.ts";
import { runs } from "../runs.ts";

const { numRuns } = runs(200);

/** Texts with what SQL gives a meaning in them. */
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom("'", '"', "`", ";", "--", "/*", "*/", "\n", "\\", ",", "(", ")"),
      fc.string({ unit: anyCharacter, maxLength: 5 }),
    ),
  )
  .map((pieces) => pieces.join("").replaceAll("\r", "").replaceAll("\0", ""));

const value = fc.oneof(text, fc.constant(null), fc.integer().map(String));
const rows = fc.array(fc.array(value, { minLength: 1, maxLength: 4 }), {
  minLength: 1,
  maxLength: 6,
});

type Dialect = "sqlite" | "shell" | "mysql";

function literal(cell: string | null, dialect: Dialect): string {
  if (cell === null) return "NULL";
  if (dialect === "mysql") {
    return `'${cell.replaceAll("\\", "\\\\").replaceAll("'", "\\'").replaceAll("\n", "\\n")}'`;
  }
  if (dialect === "sqlite" || !/[\n\\]/.test(cell)) return `'${cell.replaceAll("'", "''")}'`;
  const escaped = cell.replaceAll("\\", "\\\\").replaceAll("\n", "\\u000a").replaceAll("'", "''");
  return `unistr('${escaped}')`;
}

function write(
  values: readonly (readonly (string | null)[])[],
  dialect: Dialect,
  isOneRowEach: boolean,
): string {
  const table = dialect === "mysql" ? "`t`" : '"t"';
  const tuples = values.map((row) => `(${row.map((cell) => literal(cell, dialect)).join(",")})`);
  const statements = isOneRowEach
    ? tuples.map((tuple) => `INSERT INTO ${table} VALUES${tuple};`)
    : [`INSERT INTO ${table} VALUES ${tuples.join(",\n")};`];
  return `BEGIN TRANSACTION;\n${statements.join("\n")}\nCOMMIT;\n`;
}

test("rows written as SQL are read again", () => {
  fc.assert(
    fc.property(
      rows,
      fc.constantFrom<Dialect>("sqlite", "shell", "mysql"),
      fc.boolean(),
      (values, dialect, isOneRowEach) => {
        const found: SqlRow[] = [];
        const problems: string[] = [];
        const unfinished = readSqlText(write(values, dialect, isOneRowEach), {
          onRow: (row) => found.push(row),
          onProblem: (_line, problem) => problems.push(problem),
        });
        expect(unfinished).toBeUndefined();
        expect(problems).toEqual([]);
        expect(found.map((row) => row.values)).toEqual(values);
      },
    ),
    { numRuns },
  );
});

test("any text is read to its end, whatever it says", () => {
  const piece = fc.constantFrom(
    "INSERT INTO t VALUES",
    "(",
    ")",
    "'",
    '"',
    "`",
    ";",
    ",",
    "NULL",
    "CREATE TABLE t",
    "x",
    "1",
    "--",
    "/*",
    "*/",
    "\n",
    " ",
    "||",
    "char(",
    "END",
    "TRIGGER",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      let count = 0;
      const unfinished = readSqlText(pieces.join(""), {
        onRow: () => {
          count += 1;
        },
        onProblem: (line) => expect(line).toBeGreaterThan(0),
      });
      expect(unfinished ?? 1).toBeGreaterThan(0);
      expect(count).toBeLessThanOrEqual(pieces.length);
    }),
    { numRuns },
  );
});
