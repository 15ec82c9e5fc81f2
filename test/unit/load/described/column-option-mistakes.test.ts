/** What is wrong with the option `columns`, member by member, and letter by letter. */
import { expect, test } from "vitest";
import { checkColumns } from "../../../../src/load/described/check-columns.ts";
import { dcidOfName, MadeNames } from "../../../../src/load/described/table-entities.ts";
import { Statements } from "../../../../src/load/statements/statements.ts";
import { RecordingSink } from "../recording-sink.ts";
import { opened } from "./opened-columns.ts";

const good = { entity: "place", date: "year", variables: ["n"] };

test.each<[string, unknown]>([
  ["columns needs an object as { entity, date, variables }, not nothing", undefined],
  ["columns needs an object as { entity, date, variables }, not null", null],
  ["columns needs an object as { entity, date, variables }, not a list", []],
  ["columns.entity needs a column or a constant, not nothing", { ...good, entity: undefined }],
])("%s", (message, option) => {
  expect(() => checkColumns(option)).toThrow(TypeError);
  expect(() => checkColumns(option)).toThrow(message.replace(/, not .*/, ""));
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
  const entity = "columns.entity needs a column's heading, { column, prefix, digits }, ";
  const forms = "{ name, type, within, create } or { constant }";
  const cases: [object, string][] = [
    [{ entity: "" }, `${entity}${forms}`],
    [{ entity: 7 }, `${entity}${forms}`],
    [{ entity: {} }, `${entity}${forms}`],
    [{ entity: { prefix: "x" } }, `${entity}${forms}`],
    [{ entity: { column: "" } }, "columns.entity.column needs a text"],
    [
      { entity: { column: "a", digits: 0 } },
      "columns.entity.digits needs a number of digits from 1 to 100",
    ],
    [
      { entity: { column: "a", digits: 101 } },
      "columns.entity.digits needs a number of digits from 1 to 100",
    ],
    [
      { entity: { column: "a", digits: 1.5 } },
      "columns.entity.digits needs a number of digits from 1 to 100",
    ],
    [{ entity: { column: "a", other: 1 } }, `${entity}${forms}, not { column, other }`],
    [{ entity: { constant: "a", name: "b" } }, `${entity}${forms}, not { constant, name }`],
    [{ entity: { name: "a", type: 1 } }, "columns.entity.type needs a text"],
    [{ date: { column: "a", dayFirst: "yes" } }, "columns.date.dayFirst needs true or false"],
    [
      { date: { dayFirst: true } },
      "columns.date needs a column's heading, { column, dayFirst } or { constant }",
    ],
    [
      { variables: [] },
      "columns.variables needs a list of headings or an object of variables by heading",
    ],
    [
      { variables: {} },
      "columns.variables needs a list of headings or an object of variables by heading",
    ],
    [{ variables: [""] }, "columns.variables[0] needs a text"],
    [{ variables: ["a", 7] }, "columns.variables[1] needs a text"],
    [{ variables: { a: 7 } }, 'columns.variables["a"] needs a dcid or { variable, unit, … }'],
    [{ variables: { a: { unit: "" } } }, 'columns.variables["a"].unit needs a text'],
    [{ unit: "" }, "columns.unit needs a column's heading, { column, values } or { constant }"],
    [{ unit: { column: "a", values: { b: 1 } } }, 'columns.unit.values["b"] needs a text'],
    [{ entity: { column: "a", values: { b: "" } } }, 'columns.entity.values["b"] needs a text'],
    [
      { variable: 7 },
      "columns.variable needs a column's heading, { column, values, name } or { constant }",
    ],
    [{ dimensions: ["a"] }, "columns.dimensions needs an object of dimensions by heading"],
    [{ dimensions: { a: 7 } }, 'columns.dimensions["a"] needs an object as { property, values }'],
    [{ dimensions: { a: { property: "" } } }, 'columns.dimensions["a"].property needs a text'],
    [
      { dimensions: { a: { values: { b: 1 } } } },
      'columns.dimensions["a"].values["b"] needs a text or { value, name }',
    ],
    [
      { dimensions: { a: { values: { b: { name: "c" } } } } },
      'columns.dimensions["a"].values["b"] needs a text or { value, name }',
    ],
    [{ properties: { a: { b: 1 } } }, 'columns.properties["a"]["b"] needs a text'],
    [{ notes: "a" }, "columns.notes needs a list"],
    [{ skipRows: -1 }, "columns.skipRows needs a number of rows"],
    [{ multiplier: "" }, "columns.multiplier needs a text"],
    [{ unit: { constant: "" } }, "columns.unit.constant needs a text"],
    [{ multiplier: { values: {} } }, "columns.multiplier needs a heading or { column, values }"],
    [{ multiplier: 7 }, "columns.multiplier needs a power of ten from 1 to 1000000000000"],
    [{ multiplier: 0.1 }, "columns.multiplier needs a power of ten from 1 to 1000000000000"],
    [{ header: 0 }, "columns.header needs a number of a line, from 1"],
    [{ header: 1.5 }, "columns.header needs a number of a line, from 1"],
    [{ only: ["SEX"] }, "columns.only needs an object of cells by heading"],
    [{ only: { SEX: 1 } }, 'columns.only["SEX"] needs a text'],
    [{ entity: { column: "a", without: "b" } }, "columns.entity.without needs a list of texts"],
    [{ entity: { name: "a", without: [1] } }, "columns.entity.without[0] needs a text"],
    [{ decimal: ";" }, 'columns.decimal needs "." or ","'],
    [{ delimiter: ";;" }, "columns.delimiter needs one character"],
    [{ delimiter: '"' }, "columns.delimiter needs one character"],
    [{ delimiter: "" }, "columns.delimiter needs one character"],
    [{ encoding: "latin" }, 'columns.encoding needs "utf-8" or "windows-1252"'],
    [{ colour: 1 }, "columns has the members entity, entities, date, dates, variable, value, v"],
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
  ];
  for (const [part, message] of cases) {
    expect([part, said({ ...good, ...part }).slice(0, message.length)]).toEqual([part, message]);
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

test.each([
  ["Median income ($)", "Median_income"],
  ["__a__", "__a__"],
  ["--a b--", "--a_b--"],
  ["  a  b  ", "a_b"],
  ["((a b))", "a_b"],
  ["dcid:x/y", "x/y"],
  ["a.b-c_d", "a.b-c_d"],
  ["?!", "unnamed"],
  ["", "unnamed"],
  ["Größe é", "Grosse_e"],
  ["Gäste", "Gaste"],
  ["Łódź, Ærø", "Lodz_Aero"],
  ["Население", "Население"],
  ["Ζωή й", "Ζωή_й"],
])("the name %j makes the dcid %s", (name, dcid) => {
  expect(dcidOfName(name)).toBe(dcid);
});

test("two names have two dcids, and one name has one", () => {
  const sink = new RecordingSink();
  const names = new MadeNames("City", "own/", "country/X");
  const statements = new Statements(sink);
  const made = ["a b", "a  b", "a (b)", "a b", "c"].map((name) =>
    names.dcidOf(name, statements, "p"),
  );
  expect(made).toEqual(["own/a_b", "own/a_b_2", "own/a_b_3", "own/a_b", "own/c"]);
  expect(sink.lines).toHaveLength(4 * 3);
  expect(sink.lines.slice(0, 3)).toEqual([
    "own/a_b containedInPlace country/X",
    'own/a_b name "a b"',
    "own/a_b typeOf City",
  ]);
});

test("rows that say different values are refused, and columns with a heading that nothing reads are named", async () => {
  const columns = { entity: "id", date: "Year", variables: ["Cats"] };
  await expect(opened("id,Year,Sex,,Cats\na,2020,f,,1\na,2020,m,,2\n", columns)).rejects.toThrow(
    "where these columns are not read: 'Sex'. In",
  );
});
