/** Rows of SQL that are read as bytes, and what has to be read token by token. */
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Diagnostic } from "../../../../src/load/bytes/diagnostics.ts";
import { MemoryTree, memoryRoot } from "../../../../src/load/bytes/memory-tree.ts";
import { SqlStatements } from "../../../../src/load/dump/sql-statements.ts";
import { load } from "../../../../src/load/load.ts";
import { RecordingSink } from "../recording-sink.ts";
import { PlacedSink } from "../twin-runs.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

async function into<Sink extends RecordingSink>(sink: Sink, text: string) {
  const tree = new MemoryTree([["d.sql", Buffer.from(text)]]);
  const told: Diagnostic[] = [];
  const options = { onDiagnostic: (one: Diagnostic) => told.push(one) };
  const { rowCount } = await load([{ tree, path: memoryRoot }], sink, options);
  return { sink, told: told.map((one) => `${one.counter}:${one.line} ${one.message}`), rowCount };
}

/** What a dump becomes, which is the same as if all was read by tokens, and the tokens that were. */
async function loaded(...lines: readonly string[]) {
  const text = `${lines.join("\n")}\n`;
  const take = vi.spyOn(SqlStatements.prototype, "take");
  const { sink, told, rowCount } = await into(new RecordingSink(), text);
  const tokens = take.mock.calls.map(([token]) => token.text);
  const twin = await into(new PlacedSink(), text);
  expect({ told, rowCount }).toEqual({ told: twin.told, rowCount: twin.rowCount });
  expect(sink.observations).toEqual(twin.sink.observations);
  expect(sink.triples).toEqual(twin.sink.triples);
  expect(sink.nodes).toEqual(twin.sink.nodes);
  return { sink, told, rowCount, tokens };
}

const head = ["INSERT", "INTO", "triples", "VALUES"];

describe("rows are read as bytes", () => {
  test.each([
    "('a','name',NULL,'x')",
    "( 'a' ,\t'name' , null , 'x'\t)",
    "('a','name','',7)",
    "('a','name','',-7.25)",
    "('a','name','',+7)",
    "('a','name','',7. )",
    "('a','name','',7\t)",
    "('a','near','é😀','')",
  ])("where texts have no quotes in them: %s", async (row) => {
    const { sink, tokens, told } = await loaded(`INSERT INTO triples VALUES${row};`);
    expect(tokens).toEqual([...head, ";"]);
    expect(told).toEqual([]);
    expect(sink.triples).toHaveLength(1);
  });

  test.each([
    ["'it''s'", '"it\'s"'],
    ["'a' || 'b'", '"ab"'],
    ["'a\r\nb'", '"a\\nb"'],
    ["1e3", '"1e3"'],
    [".5", '".5"'],
    ["nulls", undefined],
    ["0x41", '"A"'],
    ["7 8", undefined],
    ["7x", undefined],
    ["-", undefined],
    ["", undefined],
  ])("and token by token where %j stands in them", async (cell, object) => {
    const row = `('a','name','',${cell})`;
    const { sink, tokens } = await loaded(`INSERT INTO triples VALUES${row},('b','name','','y');`);
    expect(tokens.slice(0, 5)).toEqual([...head, "("]);
    // The next row is usual again.
    expect(tokens.slice(-2)).toEqual([",", ";"]);
    const [first] = sink.triples.filter(({ subject }) => subject === "a");
    expect(first?.object).toBe(object);
    expect(sink.triples.some(({ subject }) => subject === "b")).toBe(true);
  });

  test("of up to 64 cells, and of other tables, which are counted", async () => {
    const row = (count: number) => `(${Array.from({ length: count }, (_, at) => at).join(",")})`;
    const { told, tokens, rowCount } = await loaded(
      `INSERT INTO others VALUES${row(64)},${row(1)};`,
      `INSERT INTO triples VALUES ${row(65)};`,
    );
    expect(told.map((one) => one.replace(/:.*? /, " "))).toEqual([
      "CSV_InconsistentRows expected 4 values for triples, found 65; row not loaded",
      expect.stringContaining("2 rows of the table 'others'"),
    ]);
    expect(tokens.slice(0, 11)).toEqual([
      "INSERT",
      "INTO",
      "others",
      "VALUES",
      ";",
      ...head,
      "(",
      "0",
    ]);
    expect(rowCount).toBe(3);
  });

  test("over line ends, with what stands between them", async () => {
    const { tokens, sink } = await loaded(
      "INSERT INTO triples VALUES",
      "  ('a','name','','x'),-- a comment",
      "\t('b','name','','y')\u00a0, /* one",
      "more */ ('c','name','','z')",
      "\u2028;",
    );
    expect(tokens).toEqual([...head, ",", ";"]);
    expect(sink.triples.map(({ subject }) => subject)).toEqual(["a", "b", "c"]);
  });
});

describe("the beginning of a statement is read as bytes", () => {
  const row = (subject: string) => `('${subject}','name','','x')`;

  test("if it is that of the last one", async () => {
    const { tokens, sink } = await loaded(
      `INSERT INTO triples VALUES ${row("a")};`,
      `INSERT INTO triples VALUES${row("b")};INSERT INTO triples VALUES  ${row("c")};`,
      `INSERT INTO triples VALUESx${row("d")};`,
      `INSERT INTO triples (subject_id,predicate,object_value) VALUES ('e','name','x');`,
      `INSERT INTO triples VALUES ${row("f")};`,
      `INSERT INTO triples (predicate,subject_id,object_id,object_value) VALUES ('name','g','','x');`,
    );
    expect(tokens.slice(0, 7)).toEqual([...head, ";", ";", ";"]);
    expect(tokens.filter((token) => token === "INSERT")).toHaveLength(5);
    expect(sink.triples.map(({ subject }) => subject)).toEqual(["a", "b", "c", "e", "f", "g"]);
  });

  test("unless it has line ends or backslashes", async () => {
    const names = '"a\\\\b"';
    const { tokens, told } = await loaded(
      "INSERT INTO\nothers VALUES (1);",
      "INSERT INTO\nothers VALUES (1);",
      `INSERT INTO ${names} VALUES (1);`,
      `INSERT INTO ${names} VALUES (1);`,
      "INSERT INTO `x` VALUES (1);",
      `INSERT INTO ${names} VALUES (1);`,
      `INSERT INTO triples VALUES ${row("a")};`,
    );
    expect(tokens.filter((token) => token === "INSERT")).toHaveLength(7);
    expect(told.join()).toContain("2 rows of the table 'a\\\\b'");
    expect(told.join()).toContain("1 row of the table 'a\\b'");
  });

  test("and columns are those that the table has by then", async () => {
    const { sink, told } = await loaded(
      "CREATE TABLE triples (subject_id, predicate, object_id, object_value);",
      `INSERT INTO triples VALUES ${row("a")};`,
      "ALTER TABLE triples ADD COLUMN provenance;",
      "INSERT INTO triples VALUES ('b','name','','x','p');",
      `INSERT INTO triples VALUES ${row("c")};`,
      "INSERT INTO observations VALUES ('e','v','2020','1','p','','','','','');",
      "INSERT INTO triples VALUES ('d','name','','x','q');",
    );
    const found = sink.triples.map(({ subject, provenance }) => `${subject} ${provenance}`);
    expect(found).toEqual(["a dc/base/d", "b p", "d q"]);
    expect(sink.observations).toHaveLength(1);
    expect(told).toEqual([
      "CSV_InconsistentRows:5 expected 5 values for triples, found 4; row not loaded",
    ]);
  });
});

test.each([
  ["INSERT INTO triples VALUES ('a", 2],
  ["INSERT INTO triples VALUES ('a','name','','x')", 2],
  ["/* never", 2],
  ["INSERT INTO triples VALUES\n('a','name','','x'),\n('b", 4],
])("a dump that is cut off is refused with the line of what never ends: %j", async (text, line) => {
  for (const sink of [new RecordingSink(), new PlacedSink()]) {
    await expect(
      into(sink, `INSERT INTO triples VALUES ('z','name','','x');\n${text}`),
    ).rejects.toThrow(`d.sql:${line}: a statement never ends`);
  }
});
