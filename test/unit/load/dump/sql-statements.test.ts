import { describe, expect, test } from "vitest";
import type { SqlRow } from "../../../../src/load/dump/sql-statements.ts";
import { readSqlText } from "./sql-texts-read.ts";

interface Read {
  readonly rows: readonly Omit<SqlRow, "line">[];
  readonly lines: readonly number[];
  readonly problems: readonly string[];
  readonly unfinished: number | undefined;
}

function read(text: string): Read {
  const rows: SqlRow[] = [];
  const problems: string[] = [];
  const unfinished = readSqlText(text, {
    onRow: (row) => rows.push(row),
    onProblem: (line, problem) => problems.push(`${line}: ${problem}`),
  });
  return {
    rows: rows.map(({ table, columns, values }) => ({ table, columns, values })),
    lines: rows.map(({ line }) => line),
    problems,
    unfinished,
  };
}

const valuesOf = (text: string) => read(text).rows.map(({ values }) => values);

describe("INSERT", () => {
  test("brings one row or many, with columns or without", () => {
    const { rows, lines, problems } = read(
      `INSERT INTO "triples" VALUES('a','b',NULL,'');
insert into main.triples (Subject_ID, "predicate") values ('a', 'b'),
  (1, -2.5e3);
INSERT OR IGNORE INTO \`t\` VALUES ('x') ON CONFLICT DO NOTHING;`,
    );
    expect(problems).toEqual([]);
    expect(rows).toEqual([
      { table: "triples", columns: undefined, values: ["a", "b", null, ""] },
      { table: "triples", columns: ["subject_id", "predicate"], values: ["a", "b"] },
      { table: "triples", columns: ["subject_id", "predicate"], values: ["1", "-2.5e3"] },
      { table: "t", columns: undefined, values: ["x"] },
    ]);
    expect(lines).toEqual([1, 2, 3, 4]);
  });

  test("has texts with quotes, line breaks, semicolons and comments in them", () => {
    const text = "INSERT INTO t VALUES('it''s','a;\n--b /* \n''','\\n');\n";
    expect(valuesOf(text)).toEqual([["it's", "a;\n--b /* \n'", "\\n"]]);
    const long = "x".repeat(10_000);
    expect(valuesOf(`INSERT INTO t VALUES('${long}','''');`)).toEqual([[long, "'"]]);
  });

  test("has texts wrapped in calls, as SQLite's shell writes them, and blobs", () => {
    const values = [
      "unistr('a\\u000ab\\\\')",
      "replace('a\\nb','\\n',char(10))",
      "X'c3a9'",
      "'a'||char(9,10)||'b'",
      "_utf8'x'",
      "TRUE",
      "NULL || 'a'",
    ];
    expect(valuesOf(`INSERT INTO t VALUES(${values.join(",")});`)).toEqual([
      ["a\nb\\", "a\nb", "é", "a\t\nb", "x", "1", null],
    ]);
  });

  test("of MySQL escapes with backslashes", () => {
    const text = "INSERT INTO `t` VALUES ('it\\'s','a\\nb','\\\\'),('c''d\\0','','\\%');";
    expect(valuesOf(text)).toEqual([
      ["it's", "a\nb", "\\"],
      ["c'd\0", "", "%"],
    ]);
  });

  test.each([
    ["('a', now())", "1: a row of t cannot be read: 'now' is not a constant"],
    ["('a' 'b')", "1: a row of t cannot be read: 'b' comes after a value"],
    ["('a',)", "1: a row of t cannot be read: a value is missing"],
    ['("a")', "1: a row of t cannot be read: 'a' is not a constant"],
    ["(X'ff')", "1: a row of t cannot be read: a blob is not UTF-8 text"],
    ["(char(99999999))", "1: a row of t cannot be read: 99999999 is no character"],
    [
      `(${"char(".repeat(100)}1${")".repeat(100)})`,
      "1: a row of t cannot be read: calls are nested too deep",
    ],
    [`(${"1,".repeat(20_000)}1)`, "1: a row of t cannot be read: it has too many parts"],
    ["('a'", "1: a row has no end"],
  ])("with a row that cannot be read tells so and goes on: %#", (row, problem) => {
    const { rows, problems } = read(`INSERT INTO t VALUES ${row};\nINSERT INTO t VALUES ('b');`);
    expect(problems).toEqual([problem]);
    expect(rows.map(({ values }) => values)).toEqual([["b"]]);
  });
});

describe("other statements", () => {
  test("tell the columns of a table", () => {
    const { rows, problems } = read(`PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
/* a comment
   of two lines; */
CREATE TABLE IF NOT EXISTS "T" (
  a varchar(255) DEFAULT 'x,y', -- the first
  [b c] decimal(10, 2),
  "primary" TEXT,
  PRIMARY KEY (a, [b c])
);
ALTER TABLE t ADD COLUMN d TEXT;
CREATE INDEX i ON t (a);
CREATE TRIGGER r AFTER INSERT ON t BEGIN INSERT INTO u VALUES (1); DELETE FROM u; END;
INSERT INTO T VALUES (1, 2, 3, 4);
COMMIT;`);
    expect(problems).toEqual([]);
    expect(rows).toEqual([
      { table: "t", columns: ["a", "b c", "primary", "d"], values: ["1", "2", "3", "4"] },
    ]);
  });

  test("of a trigger bring no rows, and a table without a name no columns", () => {
    const { problems, rows } = read(`CREATE TRIGGER r AFTER INSERT ON t BEGIN
INSERT INTO t VALUES (1); INSERT INTO t VALUES (2);
END;
CREATE TABLE (a); CREATE INDEX TABLE; CREATE TABLE t (a int NOT NULL DEFAULT (1), b);
INSERT INTO t VALUES (3, 4);`);
    expect(problems).toEqual([]);
    expect(rows).toEqual([{ table: "t", columns: ["a", "b"], values: ["3", "4"] }]);
  });

  test("that are none of a dump are reported", () => {
    const { problems, rows } = read(`SELECT * FROM t;
INSERT INTO t SELECT * FROM u;
INSERT INTO t DEFAULT;
INSERT VALUES (1);
UPDATE t SET a = ';';
INSERT INTO t VALUES (1);`);
    expect(problems).toEqual([
      "1: a statement that does not belong to a dump begins with 'SELECT'",
      "2: a SELECT brings rows",
      "3: an INSERT has no VALUES",
      "4: an INSERT names no table",
      "5: a statement that does not belong to a dump begins with 'UPDATE'",
    ]);
    expect(rows).toHaveLength(1);
  });

  test.each([
    ["INSERT INTO t VALUES ('a\n", 1],
    ["\nINSERT INTO t VALUES (1)", 2],
    ["/* never\n", 1],
    ["COMMIT;\n", undefined],
  ])("that have no end are told by their line: %#", (text, line) => {
    expect(read(text).unfinished).toBe(line);
  });
});
