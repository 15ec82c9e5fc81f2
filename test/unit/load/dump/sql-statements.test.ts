import { describe, expect, test } from "vitest";
import type { SqlRow } from "../../../../src/load/dump/sql-statements.ts";
import { readSqlText } from "./dump-runs.ts";

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

describe("a statement of a dump", () => {
  test.each([
    ...["ANALYZE", "BEGIN", "COMMIT", "DELETE", "DROP", "END", "LOCK", "PRAGMA", "RELEASE"],
    ...["SAVEPOINT", "SET", "START", "UNLOCK", "USE", "commit"],
  ])("that begins with %s is passed over", (word) => {
    expect(read(`${word} x (1), VALUES;\nINSERT INTO t VALUES (1);`)).toMatchObject({
      rows: [{ table: "t", values: ["1"] }],
      problems: [],
      unfinished: undefined,
    });
    expect(read(`\n${word} x`).unfinished).toBe(2);
  });

  test.each([
    ["'COMMIT'", "COMMIT"],
    ['"SET"', "SET"],
    ["(", "("],
    [`${"x".repeat(41)}`, "x".repeat(40)],
    ["EXPLAIN INSERT INTO t VALUES (2)", "EXPLAIN"],
  ])("does not begin with %s", (text, word) => {
    expect(read(`${text} INSERT INTO t VALUES (2);\nINSERT INTO t VALUES (1);`)).toMatchObject({
      rows: [{ table: "t", values: ["1"] }],
      problems: [`1: a statement that does not belong to a dump begins with '${word}'`],
    });
  });

  test("that never ends has its line, even if it is no statement of a dump", () => {
    expect(read(";\nSELECT 1").unfinished).toBe(2);
    expect(read("INSERT INTO t VALUES (1) AS x").unfinished).toBe(1);
    expect(read("COMMIT;;\n;").unfinished).toBe(undefined);
  });

  test("may replace rows, and may name its table in many ways", () => {
    const tables = read(`REPLACE INTO t VALUES (1);
REPLACE INTO "A b"."T U" (x) VALUES (1);
INSERT INTO [v] VALUES (1);
INSERT OR REPLACE INTO w(x, "y", [z w]) VALUES (1, 2, 3);
INSERT INTO x () VALUES (1);`);
    expect(tables.problems).toEqual([]);
    expect(tables.rows.map(({ table, columns }) => [table, columns])).toEqual([
      ["t", undefined],
      ["t u", ["x"]],
      ["v", undefined],
      ["w", ["x", "y", "z w"]],
      ["x", []],
    ]);
  });

  test.each([
    ["INSERT INTO VALUES (1)", "an INSERT names no table"],
    ["INSERT INTO (a) VALUES (1)", "an INSERT names no table"],
    ["INSERT VALUES (1)", "an INSERT names no table"],
    ["INSERT t VALUES (1)", "an INSERT names no table"],
    ["REPLACE INTO t", "an INSERT has no VALUES"],
    ["INSERT", "an INSERT has no VALUES"],
    ["INSERT INTO t (a) SELECT 1", "a SELECT brings rows"],
    [`INSERT INTO t (${"a,".repeat(5_000)}`, "a statement has too many parts"],
  ])("is reported if it is %j", (text, problem) => {
    expect(read(`${text};\nINSERT INTO t VALUES (1);`)).toMatchObject({
      rows: [{ values: ["1"] }],
      problems: [`1: ${problem}`],
    });
  });

  test("may have ten thousand parts before its rows", () => {
    const columns = Array.from({ length: 4_997 }, (_, at) => `c${at}`);
    const { rows, problems } = read(`INSERT INTO t (${columns.join(",")}) VALUES (1);`);
    expect([rows[0]?.columns?.length, problems]).toEqual([4_997, []]);
  });
});

describe("the columns of a table", () => {
  const columnsAfter = (...statements: readonly string[]) =>
    read(`${statements.join(";\n")};\nINSERT INTO t VALUES (1);`).rows[0]?.columns;

  test.each<[statement: string, columns: readonly string[] | undefined]>([
    ["CREATE TABLE t (a, B, 'c', \"D\")", ["a", "b", "d"]],
    ["create temporary table if not exists t (a)", ["a"]],
    ["CREATE TEMP TABLE main.t (a)", ["a"]],
    ["CREATE TABLE t (a CHECK (a > (1)), b DEFAULT (f(1, 2)), c)", ["a", "b", "c"]],
    ["CREATE TABLE t (a) WITHOUT ROWID, x", ["a"]],
    ["CREATE TABLE t (a), (b, c)", ["a"]],
    ["CREATE INDEX i ON t (a)", undefined],
    ["CREATE UNIQUE INDEX i ON TABLE t (a)", undefined],
    ["CREATE VIEW v AS SELECT TABLE t (a)", undefined],
    ["CREATE TABLE t", undefined],
    ["CREATE TABLE u (a)", undefined],
    ...[
      ...["CHECK", "CONSTRAINT", "EXCLUDE", "FOREIGN", "FULLTEXT", "INDEX", "KEY", "PRIMARY"],
      ...["SPATIAL", "UNIQUE", "unique"],
    ].map((word): [string, string[]] => [
      `CREATE TABLE t (a, ${word} x (y), "${word}" z)`,
      ["a", word.toLowerCase()],
    ]),
  ])("after %j", (statement, columns) => {
    expect(columnsAfter(statement)).toEqual(columns);
  });

  test.each<[statement: string, columns: readonly string[]]>([
    ["ALTER TABLE t ADD b int", ["a", "b"]],
    ['ALTER TABLE T ADD COLUMN "B c" int', ["a", "b c"]],
    ["ALTER TABLE t ADD CONSTRAINT b UNIQUE (a)", ["a"]],
    ['ALTER TABLE t ADD "CONSTRAINT" int', ["a", "constraint"]],
    ["ALTER TABLE t RENAME COLUMN a TO b", ["a"]],
    ["ALTER TABLE t ADD 'b'", ["a"]],
    ["ALTER TABLE t ADD", ["a"]],
    ["ALTER TABLE t ADD COLUMN", ["a"]],
    ["ALTER TABLE u ADD b", ["a"]],
    ["ALTER t ADD b", ["a"]],
    ["ALTER ADD b TABLE", ["a"]],
    ["ALTER TABLE", ["a"]],
    ["ALTER DATABASE t ADD b", ["a"]],
  ])("and %j", (statement, columns) => {
    expect(columnsAfter("CREATE TABLE t (a)", statement)).toEqual(columns);
  });
});
