/** Which rows of tables are read as bytes, and which as texts: usual ones take no time for texts. */
import { describe, expect, test } from "vitest";
import { readSqlDump } from "../../../../src/load/dump/sql-reader.ts";
import { loadObservationExport } from "../../../../src/load/dump/table-cells.ts";
import { unsetSource } from "../../../../src/stats/facet-fields.ts";
import { BytesSink } from "../recording-sink.ts";
import { read, tableOf } from "./dump-runs.ts";

describe("a row of triples", () => {
  type Row = [row: string, ofBytes: readonly string[], triples: readonly string[], told?: string];
  const own = "dc/base/t";
  const missing = (column: string) => `Sanity_MissingOrEmpty_${column} 2`;

  test.each<Row>([
    ["x,a,b,", ["a", "x", "b"], [`a x b | ${own}`]],
    ["x,a,,T", ["a", "x", '"T"'], [`a x "T" | ${own}`]],
    ["x,a,b,T", ["a", "x", "b", '"T"'], [`a x b | ${own}`, `a x "T" | ${own}`]],
    ['x,a,,"T"', ["a", "x", '"T"'], [`a x "T" | ${own}`]],
    [",a,b,", [], [], missing("predicate")],
    ["x,,b,", [], [], missing("subject_id")],
    ["x,a,,", [], [], missing("object_id")],
    ["x,a,b", [], [], "CSV_InconsistentRows 2"],
    ["x,a,b,,", [], [], "CSV_InconsistentRows 2"],
  ])("%j in another order of columns", async (row, ofBytes, triples, told) => {
    const text = `predicate,subject_id,object_id,object_value\n${row}\nx,z,y,\n`;
    const found = await read(tableOf("triples"), text);
    expect(found).toMatchObject({
      triples: [...triples, `z x y | ${own}`],
      told: told === undefined ? [] : [told],
      rows: 2,
    });
    expect(found.ofBytes.join()).toBe(
      [...ofBytes, "z", ...(ofBytes.length > 0 ? [] : ["x"]), "y"].join(),
    );
  });

  test.each<[columns: string, row: (provenance: string) => string]>([
    ["provenance,subject_id,predicate,object_id,object_value", (own) => `${own},a,x,b,`],
    ["subject_id,predicate,object_id,provenance,object_value", (own) => `a,x,b,${own},`],
    ["subject_id,predicate,object_id,object_value,provenance", (own) => `a,x,b,,${own}`],
  ])("has its own provenance, or that of the file: %s", async (columns, row) => {
    const text = [columns, row("p"), row(""), row("q"), row("q")].join("\n");
    const { ofBytes, triples } = await read(tableOf("triples"), text);
    expect(triples).toEqual(["p", own, "q", "q"].map((provenance) => `a x b | ${provenance}`));
    expect([...new Set(ofBytes)].sort()).toEqual(["a", "b", "p", "q", "x"]);
  });

  test.each(["", "dc/base/"])(
    "is read as text if the sink asks for places: '%s'",
    async (first) => {
      const lines: unknown[] = [];
      const sink = Object.assign(new BytesSink(), { at: (place: unknown) => lines.push(place) });
      const columns = "subject_id,predicate,object_id,object_value,provenance";
      const text = `${columns}\n${first}a,x,b,,\n${first}a,x,,T,\n`;
      const { ofBytes, rows } = await read(tableOf("triples"), text, { sink });
      expect([ofBytes, rows, lines]).toEqual([[], 2, [2, 3].map((line) => ({ file: "t", line }))]);
    },
  );
});

const columns = ["unit", "value", "entity", "variable", "date", "is_dc_aggregate", "properties"];
const usual = { unit: "m", value: "7", entity: "a", variable: "v", date: "2020" };
/** A node that is that of the row before is not looked up again. */
const valuesIn = (ofBytes: readonly string[]) => ofBytes.filter((text) => /\d/.test(text));
type Cells = Partial<Record<string, string>>;
const rowOf = (cells: Cells, of: readonly string[] = columns) =>
  of.map((column) => cells[column] ?? "").join();
const readAs = {
  ...unsetSource,
  unit: "m",
  value: "7",
  entity: "a",
  variable: "v",
  date: "2020",
  provenance: "dc/base/t",
};

describe("a row of observations", () => {
  test.each<[cells: Cells, changes: object]>([
    [{}, {}],
    [{ unit: "" }, { unit: "" }],
    [{ is_dc_aggregate: "true" }, { isDcAggregate: true }],
    [{ is_dc_aggregate: "1" }, { isDcAggregate: true }],
    [{ is_dc_aggregate: "TRUE" }, { isDcAggregate: true }],
    [{ is_dc_aggregate: "False" }, {}],
    [{ is_dc_aggregate: "0" }, {}],
    [{ properties: "{}" }, {}],
    [{ value: "-1.50" }, { value: "-1.50" }],
  ])("with %j is read as bytes", async (cells, changes) => {
    const text = [columns.join(), rowOf({ ...usual, ...cells })].join("\n");
    const found = await read(tableOf("observations"), text);
    expect(found).toMatchObject({
      observations: [{ ...readAs, ...changes }],
      told: [],
      rows: 1,
    });
    expect(found.ofBytes.at(-1)).toBe(cells["value"] ?? "7");
  });

  const missing = "Sanity_MissingOrEmpty";
  test.each<[cells: Cells, told: string | undefined, changes?: object]>([
    [{ is_dc_aggregate: "maybe" }, "CSV_UnexpectedRow 2", {}],
    [{ is_dc_aggregate: "true1" }, "CSV_UnexpectedRow 2", {}],
    [{ is_dc_aggregate: "xtrue" }, "CSV_UnexpectedRow 2", {}],
    [{ is_dc_aggregate: "00" }, "CSV_UnexpectedRow 2", {}],
    [{ properties: "{ }" }, undefined, {}],
    [{ properties: "x" }, "CSV_UnexpectedRow 2", {}],
    [{ value: "x" }, "Sanity_SVObs_Value_NotANumber 2", { value: "x" }],
    [{ value: "" }, `${missing}_value 2`],
    [{ entity: "" }, `${missing}_observationAbout 2`],
    [{ variable: "" }, `${missing}_variableMeasured 2`],
    [{ date: "" }, `${missing}_observationDate 2`],
    [{ date: "soon" }, "Sanity_InvalidObsDate 2"],
    [{ unit: "m,m" }, "CSV_InconsistentRows 2"],
  ])("with %j is read as text", async (cells, told, changes) => {
    const text = [columns.join(), rowOf({ ...usual, ...cells }), rowOf(usual)].join("\n");
    const found = await read(tableOf("observations"), text);
    expect(found).toMatchObject({
      observations: [...(changes === undefined ? [] : [{ ...readAs, ...changes }]), readAs],
      told: told === undefined ? [] : [told],
      rows: 2,
    });
    expect(valuesIn(found.ofBytes)).toEqual(["7"]);
  });

  test("has its own facet, whichever came before", async () => {
    const facets = ["m", "m", "", "km", "m", "m"].map((unit) => ({ ...usual, unit }));
    const flags = facets.flatMap((cells) =>
      ["", "true", "true"].map((flag) => ({ ...cells, is_dc_aggregate: flag })),
    );
    const text = [columns.join(), ...flags.map((cells) => rowOf(cells))].join("\n");
    const { observations } = await read(tableOf("observations"), text);
    expect(observations.map(({ unit, isDcAggregate }) => [unit, isDcAggregate])).toEqual(
      flags.map(({ unit, is_dc_aggregate }) => [unit, is_dc_aggregate === "true"]),
    );
  });

  test("may have no columns of facets, and properties first", async () => {
    const own = ["properties", "value", "entity", "variable", "date"];
    const row = (value: string, properties = "") => rowOf({ ...usual, value, properties }, own);
    const text = [own.join(), row("1"), row("2"), row("3", "x"), row("4", "{}")].join("\n");
    const { ofBytes, observations, told } = await read(tableOf("observations"), text);
    expect(valuesIn(ofBytes)).toEqual(["1", "2", "4"]);
    expect(observations).toEqual(
      ["1", "2", "3", "4"].map((value) => ({ ...readAs, unit: "", value })),
    );
    expect(told).toEqual(["CSV_UnexpectedRow 4"]);
  });
});

describe("the database's own table of observations", () => {
  const text = [
    columns.filter((column) => column !== "is_dc_aggregate").join(),
    "m,7,a,v,2020,{}",
    "m,8,a,v,2020,x",
    '"m,m",9,a,v,2020,',
    "m,10,a",
    'm,11,a,v,"2020',
  ].join("\n");
  const observations = [readAs, { ...readAs, value: "8" }, { ...readAs, unit: "m,m", value: "9" }];

  test("is read as bytes where its rows are usual", async () => {
    const found = await read(loadObservationExport, text);
    expect(valuesIn(found.ofBytes)).toEqual(["7", "9"]);
    expect(found).toMatchObject({
      observations,
      told: ["CSV_UnexpectedRow 3", "CSV_InconsistentRows 5", "StrSplit_BadQuotesInToken 6"],
    });
  });

  test("is read as texts if the sink asks for places", async () => {
    const sink = Object.assign(new BytesSink(), { at: () => {} });
    expect(await read(loadObservationExport, text, { sink })).toMatchObject({
      ofBytes: [],
      observations,
    });
  });

  test("is read as texts if a column is unknown", async () => {
    const found = await read(
      loadObservationExport,
      `${"entity,variable,date,value,x"}\na,v,2020,7,\n`,
    );
    expect(found).toMatchObject({
      ofBytes: [],
      observations: [{ ...readAs, unit: "" }],
      told: ["CSV_UnexpectedRow 2"],
      rows: 1,
    });
  });
});

describe("rows of a dump in SQL", () => {
  const own = "dc/base/t";
  test.each<
    [
      insert: string,
      ofBytes: readonly string[],
      triples: readonly string[],
      told: readonly string[],
    ]
  >([
    ["triples VALUES ('a','x','b',NULL)", ["a", "x", "b"], [`a x b | ${own}`], []],
    ["triples VALUES ('a','x',NULL,'T')", ["a", "x", '"T"'], [`a x "T" | ${own}`], []],
    [
      "triples (object_value,object_id,predicate,subject_id) VALUES ('','b','x','a')",
      ["a", "x", "b"],
      [`a x b | ${own}`],
      [],
    ],
    [
      "triples (provenance,object_value,object_id,predicate,subject_id) VALUES ('p','','b','x','a')",
      ["a", "x", "p", "b"],
      ["a x b | p"],
      [],
    ],
    ["triples VALUES ('a','x','b')", [], [], ["CSV_InconsistentRows 1"]],
    ["triples VALUES ('a','x','','')", [], [], ["Sanity_MissingOrEmpty_object_id 1"]],
    ["triples VALUES ('a','','b','')", [], [], ["Sanity_MissingOrEmpty_predicate 1"]],
    ["triples (subject_id,predicate,object_id) VALUES ('a','x','b')", [], [`a x b | ${own}`], []],
    [
      "triples (subject_id,predicate,object_id,object_value,x) VALUES ('a','x','b','','')",
      [],
      [`a x b | ${own}`],
      ["CSV_UnexpectedRow 1"],
    ],
    [
      "triples (subject_id,predicate,object_id,object_value,object_id) VALUES ('a','x','b','','c')",
      [],
      [`a x b | ${own}`],
      [],
    ],
    ["imports VALUES ('a','b','c')", [], [], ["Dump_Bookkeeping undefined"]],
    ["others VALUES ('a','b','c','d')", [], [], ["Dump_UnknownTable undefined"]],
  ])("%s", async (insert, ofBytes, triples, told) => {
    const found = await read(readSqlDump, `INSERT INTO ${insert};\n`);
    expect(found).toMatchObject({ ofBytes, triples, observations: [], told, rows: 1 });
  });

  test("about observations have the provenance of the file if they bring none", async () => {
    const insert = (...cells: readonly string[]) =>
      `INSERT INTO observations (entity,variable,date,value,provenance,unit) VALUES (${cells.map((cell) => `'${cell}'`).join()});`;
    const text = [
      insert("a", "v", "2020", "7", "p", "m"),
      insert("a", "v", "2020", "7", "", "m"),
      insert("a", "v", "2020", "7", "", ""),
    ].join("\n");
    const { ofBytes, observations } = await read(readSqlDump, text);
    expect(ofBytes).toEqual(["v", "a", "7", "7", "7"]);
    expect(observations).toEqual([{ ...readAs, provenance: "p" }, readAs, { ...readAs, unit: "" }]);
    const none = await read(readSqlDump, text, { listed: "" });
    expect(none.observations.map(({ provenance }) => provenance)).toEqual(["p", "", ""]);
  });

  test("have no provenance if there is none", async () => {
    const text = "INSERT INTO triples VALUES ('a','x','b','');\n";
    expect((await read(readSqlDump, text, { listed: "" })).triples).toEqual(["a x b | "]);
  });

  test("about runs of the importer are kept, whichever columns are named", async () => {
    const text = [
      "INSERT INTO imports VALUES ('2024','SUCCESS','{}');",
      "INSERT INTO imports (metadata,imported_at) VALUES ('m',NULL);",
    ].join("\n");
    expect((await read(readSqlDump, text)).imports).toEqual([
      { importedAt: "2024", status: "SUCCESS", metadata: "{}" },
      { importedAt: "", status: "", metadata: "m" },
    ]);
  });

  test("are read as texts if the sink asks for places", async () => {
    const sink = Object.assign(new BytesSink(), { at: () => {} });
    const text = "INSERT INTO triples VALUES ('a','x','b','');\n";
    expect(await read(readSqlDump, text, { sink })).toMatchObject({
      ofBytes: [],
      triples: [`a x b | ${own}`],
      rows: 1,
    });
  });
});
