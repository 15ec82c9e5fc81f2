/** Rows of a dump that lack something, or have more: what is loaded of them, and each whole message. */
import { describe, expect, test } from "vitest";
import { readSqlDump } from "../../../../src/load/dump/sql-reader.ts";
import { unsetSource } from "../../../../src/stats/facet-fields.ts";
import { read } from "./dump-runs.ts";

const loaded = async (...lines: readonly string[]) => await read(readSqlDump, lines.join("\n"));
const row = (cells: readonly (string | undefined)[]) =>
  `(${cells.map((cell) => (cell === undefined ? "NULL" : `'${cell.replaceAll("'", "''")}'`)).join()})`;
const tables = "tables are triples, observations, key_value_store, imports";

describe("a table", () => {
  test.each<[table: string, rows: number, message: string]>([
    [
      "imports",
      1,
      "info Dump_Bookkeeping | 1 row of imports, which the importer derived: no statements",
    ],
    [
      "key_value_store",
      2,
      "info Dump_Bookkeeping | 2 rows of key_value_store, which the importer derived: no statements",
    ],
    ["x", 1, `error Dump_UnknownTable | 1 row of the table 'x': not loaded; ${tables}`],
    [
      "constructor",
      3,
      `error Dump_UnknownTable | 3 rows of the table 'constructor': not loaded; ${tables}`,
    ],
  ])("%s with %d rows is counted", async (table, rows, message) => {
    const all = Array.from({ length: rows }, () => row(["a", "b", "c"])).join();
    const { messages, triples, rows: count } = await loaded(`INSERT INTO ${table} VALUES ${all};`);
    expect([messages, triples, count]).toEqual([[message], [], rows]);
  });

  test("is not there: a dump without rows", async () => {
    expect((await loaded("BEGIN;")).messages).toEqual([
      `warning Dump_NoRows | the dump has no rows; ${tables}`,
    ]);
  });

  test("is one of the others if there are more than a hundred", async () => {
    const inserts = Array.from({ length: 103 }, (_, at) => `INSERT INTO t${at} VALUES (1);`);
    const { messages } = await loaded(...inserts, "INSERT INTO t0 VALUES (1);");
    expect(messages).toHaveLength(101);
    expect([messages[0], messages[99], messages[100]]).toEqual(
      ["2 rows of the table 't0'", "1 row of the table 't99'", "3 rows of the table 'others'"].map(
        (what) => `error Dump_UnknownTable | ${what}: not loaded; ${tables}`,
      ),
    );
  });
});

describe("a row of triples", () => {
  const empty = (column: string) =>
    `error Sanity_MissingOrEmpty_${column}:1 | column ${column} is empty; row not loaded`;
  const width = (count: number) =>
    `error CSV_InconsistentRows:1 | expected 4 values for triples, found ${count}; row not loaded`;
  test.each<[cells: readonly (string | undefined)[], messages: readonly string[]]>([
    [["", "x", "b", ""], [empty("subject_id")]],
    [["a", undefined, "b", ""], [empty("predicate")]],
    [["a", "x", "", undefined], [empty("object_id")]],
    [
      ["", "", "", ""],
      [empty("subject_id"), empty("predicate"), empty("object_id")],
    ],
    [["a", "x", "b"], [width(3)]],
    [["a", "x", "b", "", "p"], [width(5)]],
  ])("of %j is reported", async (cells, messages) => {
    const found = await loaded(`INSERT INTO triples VALUES ${row(cells)};`);
    expect(found).toMatchObject({ triples: [], messages, rows: 1 });
  });

  test("has one column of a name, and others are reported once", async () => {
    const columns =
      "(subject_id, predicate, object_id, object_value, x, object_id, 'it''s', \"it's\")";
    const insert = `INSERT INTO triples ${columns} VALUES `;
    const { triples, messages } = await loaded(
      `${insert}${row(["a", "x", "b", "", "", "c", ""])},`,
      `${row(["a", "x", "c", "T", "", "d", ""])};`,
      "INSERT INTO observations (entity, x) VALUES ('e', 'y');",
    );
    expect(triples).toEqual(["a x b | dc/base/t", "a x c | dc/base/t", 'a x "T" | dc/base/t']);
    expect(messages).toEqual([
      "warning CSV_UnexpectedRow:1 | column 'x' of triples is not read",
      "warning CSV_UnexpectedRow:1 | column 'it's' of triples is not read",
      "warning CSV_UnexpectedRow:3 | column 'x' of observations is not read",
      "error Sanity_MissingOrEmpty_variable:3 | column variable is empty; row not loaded",
      "error Sanity_MissingOrEmpty_date:3 | column date is empty; row not loaded",
      "warning Sanity_MissingOrEmpty_value:3 | column value is empty; row not loaded",
    ]);
  });
});

const columns = ["entity", "variable", "date", "value", "provenance", "unit", "properties"];
const usual = { entity: "a", variable: "v", date: "2020", value: "7", provenance: "p" };
const insert = (cells: Readonly<Record<string, string>>) =>
  `INSERT INTO observations (${columns}) VALUES ${row(columns.map((column) => cells[column]))};`;
const readAs = { ...unsetSource, ...usual };

describe("a row of observations", () => {
  const empty = (column: string, level = "error") =>
    `${level} Sanity_MissingOrEmpty_${column}:1 | column ${column} is empty; row not loaded`;
  test.each<[cells: Readonly<Record<string, string>>, messages: readonly string[]]>([
    [{ entity: "" }, [empty("entity")]],
    [{ variable: "" }, [empty("variable")]],
    [{ date: "" }, [empty("date")]],
    [{ value: "" }, [empty("value", "warning")]],
    [
      { entity: "", variable: "", date: "", value: "" },
      [empty("entity"), empty("variable"), empty("date"), empty("value", "warning")],
    ],
    [
      { date: "soon" },
      [
        "error Sanity_InvalidObsDate:1 | 'soon' is not a date, such as 2020, 2020-07 or 2020-07-31; " +
          "the observation is not loaded: column 'date'",
      ],
    ],
    [
      { entity: "", properties: '{"a":"1","b":"2","c":"3","d":"4"}' },
      [
        "error Sanity_TooManyEntities:1 | an observation is about 3 entities at most, and this one is about 4 " +
          "(a, b, c, d); it is not loaded",
      ],
    ],
  ])("with %j is reported, and not loaded", async (cells, messages) => {
    expect(await loaded(insert({ ...usual, ...cells }))).toMatchObject({
      observations: [],
      triples: [],
      messages,
    });
  });

  const further = (property: string) =>
    `info Sanity_UnexpectedPropInStatVarObservation:1 | '${property}' is kept as a property of the ` +
    "observation's node; answers with values do not show it";
  const unkept = (property: string) =>
    `warning Sanity_UnexpectedPropInStatVarObservation:1 | property '${property}' of column properties is not kept, ` +
    "neither here nor in other rows";
  const noObject = (json: string) =>
    `error CSV_UnexpectedRow:1 | '${json}' is not a JSON object; column 'properties' is not read`;
  type Case = [
    properties: string,
    kept: readonly string[],
    messages: readonly string[],
    changes?: object,
  ];
  test.each<Case>([
    ["", [], []],
    ["{}", [], []],
    ["{ }", [], []],
    ["null", [], []],
    [
      '{"note":"x","more":7,"is":true,"not":false}',
      ['note "x"', 'more "7"', 'is "true"', 'not "false"'],
      ["note", "more", "is", "not"].map(further),
    ],
    ['{"dcs:note":"x","empty":""}', ['note "x"'], [further("note")]],
    [
      '{"note":"x","list":[1],"none":null,"of":{}}',
      ['note "x"'],
      [unkept("list"), unkept("none"), unkept("of"), further("note")],
    ],
    ["[1]", [], [noObject("[1]")]],
    ["7", [], [noObject("7")]],
    ["{", [], [noObject("{")]],
  ])("with the properties %s", async (properties, kept, messages) => {
    const found = await loaded(insert({ ...usual, properties }));
    expect(found.observations).toEqual([readAs]);
    expect(found.triples.map((line) => line.replace(/^dc\/o\/\w+ /, ""))).toEqual(
      kept.map((text) => `${text} | p`),
    );
    expect(found.messages).toEqual(messages);
  });

  test("may name its entities among its properties", async () => {
    const properties = '{"custom:from":"a","to":"b","note":""}';
    const { observations, messages } = await loaded(insert({ ...usual, entity: "", properties }));
    expect(observations).toEqual([{ ...readAs, entities: { from: "a", to: "b" } }]);
    expect(messages).toEqual([]);
  });

  test("whose value is no number is loaded, and reported", async () => {
    const { observations, messages } = await loaded(insert({ ...usual, value: "x" }));
    expect(observations).toEqual([{ ...readAs, value: "x" }]);
    expect(messages).toEqual([
      "error Sanity_SVObs_Value_NotANumber:1 | 'x' is not a number; it is kept as text: column 'value'",
    ]);
  });

  test("has five values in older dumps, if no columns are named", async () => {
    const values = row(["a", "v", "2020", "7", "p"]);
    const { observations, messages } = await loaded(
      `INSERT INTO observations VALUES ${values};`,
      `INSERT INTO observations (${columns.slice(0, 6)}) VALUES ${values};`,
      `INSERT INTO observations VALUES ${row(["a", "v", "2020", "7"])};`,
    );
    expect(observations).toEqual([readAs]);
    expect(messages).toEqual([
      "error CSV_InconsistentRows:2 | expected 6 values for observations, found 5; row not loaded",
      "error CSV_InconsistentRows:3 | expected 10 values for observations, found 4; row not loaded",
    ]);
  });
});
