/** What is wrong with the option `columns`, member by member, and letter by letter. */
import { expect, test } from "vitest";
import { checkColumns } from "../../../../src/load/described/check-columns.ts";

const good = { entity: "place", date: "year", variables: ["n"] };

test.each([
  [undefined, "undefined"],
  [null, "null"],
  [[], "a list of 0"],
])("the option %j is none", (option, what) => {
  const problem = `columns needs an object as { entity, date, variables }, not ${what}`;
  expect(() => checkColumns(option)).toThrow(new TypeError(problem));
});

const said = (option: unknown): string => {
  try {
    checkColumns(option);
    return "nothing";
  } catch (error) {
    return (error as Error).message;
  }
};

test("each member is checked, and named with what it needs", () => {
  const cases: [object, string][] = [
    [
      { entity: "" },
      'columns.entity needs a column\'s heading, { column, prefix, digits }, { name, type, within, create } or { constant }, not ""',
    ],
    [
      { entity: 7 },
      "columns.entity needs a column's heading, { column, prefix, digits }, { name, type, within, create } or { constant }, not 7",
    ],
    [
      { entity: {} },
      "columns.entity needs a column's heading, { column, prefix, digits }, { name, type, within, create } or { constant }, not an object",
    ],
    [
      { entity: { prefix: "x" } },
      "columns.entity needs a column's heading, { column, prefix, digits }, { name, type, within, create } or { constant }, not an object",
    ],
    [{ entity: { column: "" } }, 'columns.entity.column needs a text, not ""'],
    [
      { entity: { column: "a", digits: 0 } },
      "columns.entity.digits needs a number of digits from 1 to 100, not 0",
    ],
    [
      { entity: { column: "a", digits: 101 } },
      "columns.entity.digits needs a number of digits from 1 to 100, not 101",
    ],
    [
      { entity: { column: "a", digits: 1.5 } },
      "columns.entity.digits needs a number of digits from 1 to 100, not 1.5",
    ],
    [
      { entity: { column: "a", other: 1 } },
      "columns.entity needs a column's heading, { column, prefix, digits }, { name, type, within, create } or { constant }, not { column, other }",
    ],
    [
      { entity: { constant: "a", name: "b" } },
      "columns.entity needs a column's heading, { column, prefix, digits }, { name, type, within, create } or { constant }, not { constant, name }",
    ],
    [{ entity: { name: "a", type: 1 } }, "columns.entity.type needs a text, not 1"],
    [
      { date: { column: "a", dayFirst: "yes" } },
      'columns.date.dayFirst needs true or false, not "yes"',
    ],
    [
      { date: { dayFirst: true } },
      "columns.date needs a column's heading, { column, dayFirst } or { constant }, not an object",
    ],
    [
      { variables: [] },
      "columns.variables needs a list of headings or an object of variables by heading, not a list of 0",
    ],
    [
      { variables: {} },
      "columns.variables needs a list of headings or an object of variables by heading, not an object",
    ],
    [{ variables: [""] }, 'columns.variables[0] needs a text, not ""'],
    [{ variables: ["a", 7] }, "columns.variables[1] needs a text, not 7"],
    [
      { variables: { a: 7 } },
      'columns.variables["a"] needs a dcid or { variable, unit, … }, not 7',
    ],
    [{ variables: { a: { unit: "" } } }, 'columns.variables["a"].unit needs a text, not ""'],
    [
      { unit: "" },
      'columns.unit needs a column\'s heading, { column, values } or { constant }, not ""',
    ],
    [{ unit: { column: "a", values: { b: 1 } } }, 'columns.unit.values["b"] needs a text, not 1'],
    [
      { entity: { column: "a", values: { b: "" } } },
      'columns.entity.values["b"] needs a text, not ""',
    ],
    [
      { variable: 7 },
      "columns.variable needs a column's heading, { column, values, name } or { constant }, not 7",
    ],
    [
      { dimensions: ["a"] },
      "columns.dimensions needs an object of dimensions by heading, not a list of 1",
    ],
    [
      { dimensions: { a: 7 } },
      'columns.dimensions["a"] needs an object as { property, values }, not 7',
    ],
    [
      { dimensions: { a: { property: "" } } },
      'columns.dimensions["a"].property needs a text, not ""',
    ],
    [
      { dimensions: { a: { values: { b: 1 } } } },
      'columns.dimensions["a"].values["b"] needs a text or { value, name }, not 1',
    ],
    [
      { dimensions: { a: { values: { b: { name: "c" } } } } },
      'columns.dimensions["a"].values["b"] needs a text or { value, name }, not an object',
    ],
    [{ properties: { a: { b: 1 } } }, 'columns.properties["a"]["b"] needs a text, not 1'],
    [{ notes: "a" }, 'columns.notes needs a list of texts, not "a"'],
    [{ skipRows: -1 }, "columns.skipRows needs a number of rows, not -1"],
    [{ multiplier: "" }, 'columns.multiplier needs a text, not ""'],
    [{ unit: { constant: "" } }, 'columns.unit.constant needs a text, not ""'],
    [
      { multiplier: { values: {} } },
      "columns.multiplier needs a heading or { column, values }, not an object",
    ],
    [{ multiplier: 7 }, "columns.multiplier needs a power of ten from 1 to 1000000000000, not 7"],
    [
      { multiplier: 0.1 },
      "columns.multiplier needs a power of ten from 1 to 1000000000000, not 0.1",
    ],
    [{ header: 0 }, "columns.header needs a number of a line, from 1, not 0"],
    [{ header: 1.5 }, "columns.header needs a number of a line, from 1, not 1.5"],
    [{ only: ["SEX"] }, "columns.only needs an object of cells by heading, not a list of 1"],
    [{ only: { SEX: 1 } }, 'columns.only["SEX"] needs a text, not 1'],
    [
      { entity: { column: "a", without: "b" } },
      'columns.entity.without needs a list of texts, not "b"',
    ],
    [{ entity: { name: "a", without: [1] } }, "columns.entity.without[0] needs a text, not 1"],
    [{ decimal: ";" }, 'columns.decimal needs "." or ",", not ";"'],
    [{ delimiter: ";;" }, 'columns.delimiter needs one character, not ";;"'],
    [{ delimiter: '"' }, 'columns.delimiter needs one character, not "\\""'],
    [{ delimiter: "" }, 'columns.delimiter needs one character, not ""'],
    [{ encoding: "latin" }, 'columns.encoding needs "utf-8" or "windows-1252", not "latin"'],
    [
      { colour: 1 },
      'columns has the members entity, entities, date, dates, variable, value, variables, measurementMethod, observationPeriod, scalingFactor, unit, dimensions, properties, multiplier, notes, skipRows, only, repeated, header, sheet, layout, decimal, delimiter, encoding; not "colour"',
    ],
    [
      { variables: undefined },
      "columns needs one of value, variables and dates, which name the columns of values; given: none",
    ],
    [
      { value: "n" },
      "columns needs one of value, variables and dates, which name the columns of values; given: value and variables",
    ],
    [{ variable: "v" }, "columns.variable and columns.variables exclude each other"],
    [
      { variables: undefined, value: "n" },
      "columns.variable is missing: with columns.value it names the column of variables, or is { constant }",
    ],
    [
      { variables: undefined, dates: ["2020"], variable: "v" },
      "columns.date and columns.dates exclude each other",
    ],
    [
      { date: undefined },
      'columns.date is missing: name the column of dates, or one date as { constant: "2024" }',
    ],
    [
      { entities: "a" },
      'columns.entities needs an object of one to 3 columns by property, not "a"',
    ],
    [
      { entities: {} },
      "columns.entities needs an object of one to 3 columns by property, not an object",
    ],
    [
      { entity: undefined, entities: {} },
      "columns.entities needs an object of one to 3 columns by property, not an object",
    ],
    [
      { entity: undefined, entities: { a: "a", b: "b", c: "c", d: "d" } },
      "columns.entities needs an object of one to 3 columns by property, not an object",
    ],
    [
      { entity: undefined, entities: { a: 7 } },
      "columns.entities.a needs a column's heading, { column, prefix, digits }, { name, type, within, create } or { constant }, not 7",
    ],
    [
      { entity: undefined, entities: ["a"] },
      "columns.entities needs an object of one to 3 columns by property, not a list of 1",
    ],
    [{ entity: undefined }, "columns.entity needs a column or a constant, not undefined"],
    [{ entities: { a: "a" } }, "columns.entity and columns.entities exclude each other"],
    [
      { entity: null },
      "columns.entity needs a column's heading, { column, prefix, digits }, { name, type, within, create } or { constant }, not null",
    ],
    [
      { entity: { column: "a", values: ["b"] } },
      "columns.entity.values needs an object of dcids by code, not a list of 1",
    ],
    [
      { entity: { column: "a", values: { b: { dcid: "" } } } },
      'columns.entity.values["b"].dcid needs a text, not ""',
    ],
    [
      { entity: { column: "a", values: { b: { name: "x" } } } },
      'columns.entity.values["b"].dcid needs a text, not undefined',
    ],
    [
      { entity: { column: "a", values: { b: { dcid: "c", name: "" } } } },
      'columns.entity.values["b"].name needs a text, not ""',
    ],
    [
      { entity: { column: "a", values: { b: { dcid: "c", type: 7 } } } },
      'columns.entity.values["b"].type needs a text, not 7',
    ],
    [
      { entity: { column: "a", values: { b: { dcid: "c", where: 7 } } } },
      'columns.entity.values["b"] has the members dcid, name, type; not "where"',
    ],
    [{ entity: { column: "a", prefix: "" } }, 'columns.entity.prefix needs a text, not ""'],
    [{ entity: { name: "" } }, 'columns.entity.name needs a text, not ""'],
    [{ entity: { name: "a", within: "" } }, 'columns.entity.within needs a text, not ""'],
    [{ entity: { name: "a", create: 7 } }, "columns.entity.create needs a text, not 7"],
    [
      { entity: { column: "a", digits: "2" } },
      'columns.entity.digits needs a number of digits from 1 to 100, not "2"',
    ],
    [
      { date: 7 },
      "columns.date needs a column's heading, { column, dayFirst } or { constant }, not 7",
    ],
    [{ date: { column: "a", part: "" } }, 'columns.date.part needs a text, not ""'],
    [
      { date: { constant: "a", column: "b" } },
      "columns.date needs a column's heading, { column, dayFirst } or { constant }, not { constant, column }",
    ],
    [
      { dates: 7 },
      "columns.dates needs a list of headings or an object of dates by heading, not 7",
    ],
    [
      { variables: undefined, dates: [], date: undefined, variable: "v" },
      "columns.dates needs a list of headings or an object of dates by heading, not a list of 0",
    ],
    [
      { variables: undefined, dates: { a: "" }, date: undefined, variable: "v" },
      'columns.dates["a"] needs a text, not ""',
    ],
    [
      { variables: undefined, dates: ["a"], date: undefined },
      "columns.variable is missing: with columns.dates it names the column of variables, or is { constant }",
    ],
    [
      { variables: undefined, value: "n", variable: { column: "a", name: "" } },
      'columns.variable.name needs a text, not ""',
    ],
    [
      { variables: undefined, value: "n", variable: { name: "a" } },
      "columns.variable needs a column's heading, { column, values, name } or { constant }, not an object",
    ],
    [
      { entity: { name: "a", prefix: "b" } },
      "columns.entity needs a column's heading, { column, prefix, digits }, { name, type, within, create } or { constant }, not an object",
    ],
    [
      { variables: undefined, value: "n", variable: { column: "a", values: { b: 1 } } },
      'columns.variable.values["b"] needs a text, not 1',
    ],
    [{ variables: undefined, value: "", variable: "v" }, 'columns.value needs a text, not ""'],
    [
      { variables: { a: {} }, date: undefined },
      'columns.date is missing: name the column of dates, or one date as { constant: "2024" }',
    ],
    [
      { variables: { a: { date: "2020" }, b: "v" }, date: undefined },
      'columns.date is missing: name the column of dates, or one date as { constant: "2024" }',
    ],
    [
      { variables: { a: { variable: "" } } },
      'columns.variables["a"].variable needs a text, not ""',
    ],
    [{ variables: { a: { name: 7 } } }, 'columns.variables["a"].name needs a text, not 7'],
    [{ variables: { a: { date: 7 } } }, 'columns.variables["a"].date needs a text, not 7'],
    [
      { variables: { a: { multiplier: 2 } } },
      'columns.variables["a"].multiplier needs a power of ten from 1 to 1000000000000, not 2',
    ],
    [
      { variables: { a: "" } },
      'columns.variables["a"] needs a dcid or { variable, unit, … }, not ""',
    ],
    [
      { variables: { a: { measurementMethod: 7 } } },
      'columns.variables["a"].measurementMethod needs a text, not 7',
    ],
    [
      { variables: { a: { scale: 7 } } },
      'columns.variables["a"] needs a dcid or { variable, unit, … }, not { scale }',
    ],
    [
      { scalingFactor: 7 },
      "columns.scalingFactor needs a column's heading, { column, values } or { constant }, not 7",
    ],
    [
      { measurementMethod: { column: "" } },
      'columns.measurementMethod.column needs a text, not ""',
    ],
    [
      { unit: { column: "a", values: [] } },
      "columns.unit.values needs an object of texts by code, not a list of 0",
    ],
    [
      { dimensions: { a: { values: [] } } },
      'columns.dimensions["a"].values needs an object of values by code, not a list of 0',
    ],
    [{ dimensions: { a: { name: "" } } }, 'columns.dimensions["a"].name needs a text, not ""'],
    [
      { dimensions: { a: { other: "" } } },
      'columns.dimensions["a"] has the members property, values, name; not "other"',
    ],
    [
      { dimensions: { a: { values: { b: { value: 7 } } } } },
      'columns.dimensions["a"].values["b"].value needs a text, not 7',
    ],
    [
      { dimensions: { a: { values: { b: { value: "", name: "" } } } } },
      'columns.dimensions["a"].values["b"].name needs a text, not ""',
    ],
    [
      { dimensions: { a: { values: { b: { value: "", more: "" } } } } },
      'columns.dimensions["a"].values["b"] has the members value, name; not "more"',
    ],
    [{ properties: 7 }, "columns.properties needs an object of properties by variable, not 7"],
    [
      { properties: { a: 7 } },
      'columns.properties["a"] needs an object of texts by property, not 7',
    ],
    [{ properties: { a: { b: "" } } }, 'columns.properties["a"]["b"] needs a text, not ""'],
    [{ notes: ["a", ""] }, 'columns.notes[1] needs a text, not ""'],
    [{ skipRows: 0.5 }, "columns.skipRows needs a number of rows, not 0.5"],
    [{ skipRows: "1" }, 'columns.skipRows needs a number of rows, not "1"'],
    [
      { multiplier: { column: "a", values: { b: 1 } } },
      'columns.multiplier.values["b"] needs a text, not 1',
    ],
    [
      { multiplier: 10_000_000_000_000 },
      "columns.multiplier needs a power of ten from 1 to 1000000000000, not 10000000000000",
    ],
    [{ multiplier: 20 }, "columns.multiplier needs a power of ten from 1 to 1000000000000, not 20"],
    [
      { multiplier: null },
      "columns.multiplier needs a power of ten from 1 to 1000000000000, not null",
    ],
    [{ header: "1" }, 'columns.header needs a number of a line, from 1, not "1"'],
    [{ sheet: "" }, 'columns.sheet needs a text, not ""'],
    [
      { layout: "mine" },
      'columns.layout needs "eurostat" or "ilo" or "sdmx-csv" or "sdmx-wide" or "oecd" or "imf-weo" or "imf-ifs" or "world-bank" or "world-bank-long" or "owid" or "fred" or "census-acs" or "census-api" or "census-estimates" or "bea" or "bea-nipa" or "bls" or "johns-hopkins" or "un-data" or "un-yearbook" or "un-sdg" or "un-prospects" or "faostat" or "who-gho" or "who-odata" or "who-athena" or "statcan" or "cbs" or "genesis" or "ons-v4" or "insee-bdm" or "insee-local" or "snb" or "bundesbank" or "titled-series" or "sidra" or "months" or "two-headings" or "places-across", not "mine"',
    ],
    [{ decimal: "" }, 'columns.decimal needs "." or ",", not ""'],
    [{ delimiter: "\n" }, 'columns.delimiter needs one character, not "\\n"'],
    [{ delimiter: "\r" }, 'columns.delimiter needs one character, not "\\r"'],
    [{ delimiter: 7 }, "columns.delimiter needs one character, not 7"],
    [{ encoding: 7 }, 'columns.encoding needs "utf-8" or "windows-1252", not 7'],
    [{ repeated: "first" }, 'columns.repeated needs "refused" or "later", not "first"'],
  ];
  for (const [part, message] of cases) {
    expect([part, said({ ...good, ...part })]).toEqual([part, message]);
  }
  const long = { [`x${"y".repeat(200)}`]: 1, column: "a" };
  expect(said({ ...good, entity: long }).length).toBeLessThan(300);
});

test("each form of a member is accepted", () => {
  const parts: object[] = [
    {},
    { entity: { constant: "a" } },
    { entity: { column: "a", prefix: "geoId/", digits: 100 } },
    { entity: { name: "a", type: "City", within: "x", create: "own/" } },
    { entity: { column: "a", name: "b" } },
    { entity: { name: "a", type: undefined } },
    { date: { constant: "2020" } },
    { date: { column: "a", dayFirst: false } },
    { variables: { n: "v", m: { variable: "w", unit: "U" }, o: { unit: "U" } } },
    { variables: undefined, value: "n", variable: { constant: "v" } },
    { variables: undefined, dates: { "2020": "2020" }, date: undefined, variable: "v" },
    { unit: "u", measurementMethod: { constant: "m" }, decimal: ",", delimiter: "\t" },
    { encoding: "windows-1252" },
  ];
  for (const part of parts) expect([part, said({ ...good, ...part })]).toEqual([part, "nothing"]);
});
