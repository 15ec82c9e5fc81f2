/** Rows of an INSERT as values, and why others are none. */
import { describe, expect, test } from "vitest";
import type { SqlValue } from "../../../../src/load/dump/sql-rows.ts";
import { readSqlText } from "./dump-runs.ts";

/** The values of each row, or what is wrong with it. */
function rowsOf(text: string): (readonly SqlValue[] | string)[] {
  const found: (readonly SqlValue[] | string)[] = [];
  readSqlText(`INSERT INTO t VALUES ${text};`, {
    onRow: ({ values }) => found.push(values),
    onProblem: (_, problem) => found.push(problem.replace("a row of t cannot be read: ", "")),
  });
  return found;
}

describe("a value", () => {
  test.each<[value: string, read: SqlValue]>([
    ["'a'", "a"],
    ["-1.50", "-1.50"],
    ["null", null],
    ["True", "1"],
    ["FALSE", "0"],
    ["X'C3A9'", "é"],
    ["x''", ""],
    ["_utf8mb4 'x'", "x"],
    ["_utf8 X'41'", "A"],
    ["'a'||1||'c'", "a1c"],
    ["NULL||'a'", null],
    ["'a'||NULL", null],
    ["CHAR(72,105)", "Hi"],
    ["char(0)", "\0"],
    ["char(1114111)", "\u{10ffff}"],
    ["char(65.9)", "A"],
    ["char(char(54)||5)", "A"],
    ["unistr('\\u00e9\\U0001F600\\+01F601\\00e8\\\\\\x\\u00g')", "é😀😁è\\\\x\\u00g"],
    ["unistr(NULL)", null],
    ["replace('a-b-c','-','+')", "a+b+c"],
    ["replace('abc','','+')", "abc"],
    ["replace(NULL,'a','b')", null],
    ["replace('abc',NULL,'b')", "abc"],
    ["replace('abc','a',NULL)", "abc"],
  ])("%s", (value, read) => {
    expect(rowsOf(`(${value},2)`)).toEqual([[read, "2"]]);
  });
});

describe("a row is none", () => {
  const long = "x".repeat(41);
  test.each<[row: string, problem: string]>([
    ["()", "a value is missing"],
    ["('a',)", "a value is missing"],
    ["('a' 'b')", "'b' comes after a value"],
    [`('a' ${long})`, `'${long.slice(1)}' comes after a value`],
    [`("${long}")`, `'${long.slice(1)}' is not a constant`],
    ["(now())", "'now' is not a constant"],
    ["(char())", "')' is not a constant"],
    ["(char)", "'char' is not a constant"],
    ["(truth)", "'truth' is not a constant"],
    ["('a'|'b')", "'b' comes after a value"],
    ["('a'||)", "a value is missing"],
    ["(char(1 2))", "a call of char has no end"],
    ["(X'f')", "a blob is not UTF-8 text"],
    ["(X'414')", "a blob is not UTF-8 text"],
    ["(X'ff')", "a blob is not UTF-8 text"],
    ["(char(-1))", "-1 is no character"],
    ["(char(1114112))", "1114112 is no character"],
    ["(char('x'))", "x is no character"],
    ["(unistr('\\U00110000'))", "0x00110000 is no character"],
  ])("%s", (row, problem) => {
    expect(rowsOf(`${row},(1)`)).toEqual([problem, ["1"]]);
  });

  test("with calls in more than twenty calls", () => {
    const nested = (depth: number) => `(${"char(".repeat(depth)}65${")".repeat(depth)})`;
    expect(rowsOf(nested(21))).toEqual(["calls are nested too deep"]);
    // A character's number is no number of a further one.
    expect(rowsOf(nested(20))).toEqual(["A is no character"]);
  });

  test("with ten thousand parts", () => {
    const row = (parts: number) => `(${Array.from({ length: parts }, () => "1").join(",")})`;
    expect(rowsOf(row(5_000))).toEqual([Array.from({ length: 5_000 }, () => "1")]);
    expect(rowsOf(`${row(5_001)},(1)`)).toEqual(["it has too many parts", ["1"]]);
    expect(rowsOf(`${row(20_000)},(1)`)).toEqual(["it has too many parts", ["1"]]);
  });
});
