/** What descriptions of CSVW say about tables and their columns. */
import { describe, expect, test } from "vitest";
import type { ColumnMetadata } from "../../../../src/load/bytes/table-metadata.ts";
import { csvwTables } from "../../../../src/load/sources/csvw.ts";
import { documentOf } from "./documents.ts";

const file = "data/t.csv-metadata.json";
const tablesOf = async (said: object, others?: Readonly<Record<string, unknown>>, path = file) =>
  await csvwTables(documentOf(said, path, others));

/** The only table of a description. */
async function tableOf(said: object, others?: Readonly<Record<string, unknown>>) {
  const [table, second] = await tablesOf(said, others);
  expect(second).toBeUndefined();
  return table!;
}

const plain = {
  file,
  isNamed: true,
  table: "data/t.csv",
  hasHeader: true,
  skipped: 0,
  columns: [],
  constants: {},
  isWhole: false,
};

describe("a description", () => {
  test("that names no table is that of the table of its name", async () => {
    expect(await tablesOf({})).toEqual([plain]);
    const other = "T.csv-METADATA.json";
    expect(await tablesOf({}, {}, other)).toEqual([{ ...plain, file: other, table: "T.csv" }]);
  });

  test("names one table or several, each with what the group says of all", async () => {
    expect(await tablesOf({ url: "u.csv" })).toEqual([{ ...plain, table: "data/u.csv" }]);
    const group = {
      tables: [{ url: "a.csv", dialect: { header: false } }, { url: "b/c.csv" }],
      dialect: { delimiter: ";" },
      tableSchema: { columns: [] },
    };
    expect(await tablesOf(group)).toEqual([
      { ...plain, table: "data/a.csv", hasHeader: false, isWhole: true },
      { ...plain, table: "data/b/c.csv", delimiter: ";", isWhole: true },
    ]);
  });

  test.each([
    [{}, {}],
    [
      { delimiter: "\t", commentPrefix: "#" },
      { delimiter: "\t", comment: "#" },
    ],
    [{ encoding: "latin1" }, { encoding: "windows-1252" }],
    [{ skipRows: 3 }, { skipped: 3 }],
    [{ header: true }, {}],
    [{ header: false }, { hasHeader: false }],
    [{ headerRowCount: 0 }, { hasHeader: false }],
    [{ headerRowCount: 1, header: false }, {}],
    [{ headerRowCount: 2 }, { problem: "its header has several lines, which are not read" }],
    [
      { headerRowCount: 2, encoding: "utf-16" },
      { problem: "its encoding is utf-16, which is not read" },
    ],
    [
      { quoteChar: "'", encoding: "utf-16" },
      { problem: "its dialect has quoteChar, which is not read" },
    ],
  ])("with the dialect %o says how the table is written", async (dialect, own) => {
    expect(await tableOf({ dialect })).toEqual({ ...plain, ...own });
  });

  test("may name documents with its schema and its dialect", async () => {
    const others = { "s.json": { columns: [{ name: "a" }] }, "d.json": { skipRows: 1 } };
    const { columns, skipped, isWhole } = await tableOf(
      { tableSchema: "s.json", dialect: "d.json" },
      others,
    );
    expect([columns.map(({ id }) => id), skipped, isWhole]).toEqual([["a"], 1, true]);
  });

  test("with a schema without columns does not have all of them", async () => {
    expect(await tableOf({ tableSchema: { primaryKey: "a" } })).toEqual(plain);
  });
});

/** What is said about one column, by itself and by what is around it. */
async function columnOf(column: object, schema = {}, table = {}): Promise<ColumnMetadata> {
  const said = { tableSchema: { columns: [column], ...schema }, ...table };
  const { columns } = await tableOf(said);
  expect(columns).toHaveLength(1);
  return columns[0]!;
}

const named = { id: "a", headings: ["a"], isKey: false, missing: [] };

describe("a column", () => {
  test.each<[column: object, said: object]>([
    [{ name: "a" }, {}],
    [{}, { id: "_col.1", headings: ["_col.1"] }],
    [{ titles: "A" }, { id: "A", headings: ["A", "A"], title: "A" }],
    [
      { name: "a", titles: ["A", "B"] },
      { headings: ["A", "B", "a"], title: "A" },
    ],
    [
      { name: "a", titles: { de: "Jahr", en: ["Year", "Y"] } },
      { headings: ["Jahr", "Year", "Y", "a"], title: "Jahr" },
    ],
    [{ name: "a", description: "d" }, { description: "d" }],
    [{ name: "a", "dc:description": "d", "dcterms:description": "e" }, { description: "d" }],
    [{ name: "a", "dcterms:description": "e" }, { description: "e" }],
    [{ name: "a", unit: "m", unitText: "n" }, { unit: "m" }],
    [{ name: "a", unitText: "m" }, { unit: "m" }],
    [{ name: "a", "schema:unitText": "m" }, { unit: "m" }],
    [{ name: "a", "qudt:unit": "m" }, { unit: "m" }],
    [{ name: "a", separator: ";", datatype: "integer" }, { holds: "texts" }],
    [{ name: "a", suppressOutput: true, datatype: "integer" }, { holds: "texts" }],
    [{ name: "a", suppressOutput: false, datatype: "integer" }, { holds: "numbers" }],
    [{ name: "a", null: "-" }, { missing: ["-"] }],
    [{ name: "a", null: ["-", "x"] }, { missing: ["-", "x"] }],
    [{ name: "a", default: "0" }, { otherwise: "0" }],
    [{ name: "a", virtual: false }, {}],
  ])("%o says %o", async (column, said) => {
    expect(await columnOf(column)).toEqual({ ...named, ...said });
  });

  test("has what its schema and its table say where it says nothing", async () => {
    const around = { null: "-", default: "0", datatype: "integer" };
    const said = { ...named, missing: ["-"], otherwise: "0", holds: "numbers" };
    const other = { null: "x", default: "1", datatype: "gYear" };
    expect(await columnOf({ name: "a" }, around)).toEqual(said);
    expect(await columnOf({ name: "a" }, {}, around)).toEqual(said);
    expect(await columnOf({ name: "a" }, around, other)).toEqual(said);
    expect(await columnOf({ name: "a", ...around }, other, other)).toEqual(said);
  });

  test.each([["a"], [["b", "a"]]])("is part of the key %j", async (primaryKey) => {
    expect(await columnOf({ name: "a" }, { primaryKey })).toEqual({ ...named, isKey: true });
    expect((await columnOf({ name: "c" }, { primaryKey })).isKey).toBe(false);
  });

  test.each<[holds: ColumnMetadata["holds"], types: string]>([
    [
      "numbers",
      "number decimal double float integer int long short byte nonNegativeInteger positiveInteger nonPositiveInteger negativeInteger unsignedInt unsignedShort xsd:integer xs:integer",
    ],
    ["dates", "date dateTime dateTimeStamp gYear gYearMonth xsd:date"],
    [undefined, "any anyAtomicType xsd:anyAtomicType"],
    [
      "texts",
      "string anyURI gDay time numbers bigint dates mydate many unsigned nonInteger xsdd:integer axsd:integer",
    ],
  ])("holds %s of %s", async (holds, types) => {
    for (const datatype of types.split(" ")) {
      expect([datatype, (await columnOf({ datatype })).holds]).toEqual([datatype, holds]);
      expect((await columnOf({ datatype: { base: datatype } })).holds).toBe(holds);
    }
  });

  test.each<[datatype: object, said: object]>([
    [{ format: "x" }, { holds: "texts" }],
    [{ base: "decimal", format: "#,##0" }, { holds: "numbers" }],
    [
      { base: "decimal", format: { groupChar: "." } },
      { holds: "numbers", group: "." },
    ],
    [
      { base: "decimal", format: { decimalChar: "," } },
      { holds: "numbers", decimal: "," },
    ],
    [{ base: "date" }, { holds: "dates" }],
    [
      { base: "date", format: "dd.MM.yyyy" },
      { holds: "dates", dayFirst: true },
    ],
    [
      { base: "date", format: "M/d/yyyy" },
      { holds: "dates", dayFirst: false },
    ],
  ])("of the datatype %o is %o", async (datatype, said) => {
    expect(await columnOf({ name: "a", datatype })).toEqual({ ...named, ...said });
  });

  test.each([
    ["http://purl.org/linked-data/sdmx/2009/dimension#refArea", "entity"],
    ["sdmx-dimension:refPeriod", "date"],
    ["http://example.org/timePeriod", "date"],
    ["sdmx-measure:obsValue", "value"],
    ["http://example.org/OBS_VALUE", "value"],
    ["sdmx-attribute:unitMeasure", "unit"],
    ["qb:measureType", "variable"],
    ["refArea", undefined],
    ["sdmx-dimension:refAreas", undefined],
    ["x:refPeriods", undefined],
    ["x:obsValues", undefined],
    ["x:unitMeasures", undefined],
    ["x:measureTypes", undefined],
  ])("whose property is %s has the role %s", async (propertyUrl, role) => {
    expect(await columnOf({ name: "a", propertyUrl })).toEqual({ ...named, role });
  });

  test.each([
    ["https://datacommons.org/browser/geoId/{a}", "geoId/"],
    ["http://www.datacommons.org/browser/{a}", ""],
    ["dcid:country/{a}", "country/"],
    ["dcid:country/{b}", undefined],
    ["dcid:country/{a}/x", undefined],
    ["my-dcid:{a}", undefined],
    ["https://datacommons.org/{a}", undefined],
    ["dcid:{a}{a}", undefined],
  ])("whose cells are ids of %s has entities after %j", async (url, prefix) => {
    const said = { ...named, ...(prefix === undefined ? {} : { role: "entity", prefix }) };
    expect(await columnOf({ name: "a", valueUrl: url })).toEqual(said);
    expect(await columnOf({ name: "a", aboutUrl: url })).toEqual(said);
    expect(await columnOf({ name: "a" }, { aboutUrl: url })).toEqual(said);
  });

  test("keeps its role beside what its cells are ids of", async () => {
    const column = { name: "a", valueUrl: "dcid:{a}", propertyUrl: "qb:measureType" };
    expect(await columnOf(column)).toEqual({ ...named, role: "variable", prefix: "" });
  });

  test("that is virtual says what holds for all rows", async () => {
    const columns = [
      { virtual: true, propertyUrl: "x:unitMeasure", default: "Kelvin" },
      { virtual: true, propertyUrl: "x:refArea" },
      { virtual: true, default: "x" },
      {},
    ];
    const { columns: read, constants } = await tableOf({ tableSchema: { columns } });
    expect([read.map(({ id }) => id), constants]).toEqual([["_col.4"], { unit: "Kelvin" }]);
  });
});
