import { expect, test } from "vitest";
import { open } from "../../../../src/index.ts";

const table = { "a.csv": "Place,Year,Cats\na/1,2020,1\n" };
const right = { entity: "Place", date: "Year", variables: ["Cats"] };

test.each<[unknown, string]>([
  [7, "open: 'columns' is an object, not 7"],
  [[], "open: 'columns' is an object, not a list of 0"],
  [{}, "columns.entity needs a column or a constant, not undefined"],
  [
    { ...right, place: "x" },
    "columns has the members entity, entities, date, dates, variable, value, variables,",
  ],
  [{ ...right, entity: 1 }, "columns.entity needs a column's heading, { column, prefix, digits }"],
  [{ ...right, entity: {} }, "columns.entity needs a column's heading"],
  [{ ...right, entity: { prefix: "x" } }, "columns.entity needs a column's heading"],
  [{ ...right, entity: { column: "a", constant: "b" } }, "columns.entity needs a column's heading"],
  [{ ...right, entity: { column: 1 } }, "columns.entity.column needs a text, not 1"],
  [
    { ...right, entity: { column: "a", digits: 0 } },
    "columns.entity.digits needs a number of digits",
  ],
  [{ ...right, date: 2020 }, "columns.date needs a column's heading"],
  [
    { ...right, date: { column: "Year", dayFirst: 1 } },
    "columns.date.dayFirst needs true or false",
  ],
  [
    { ...right, date: undefined },
    'columns.date is missing: name the column of dates, or one date as { constant: "2024" }',
  ],
  [{ ...right, dates: ["x"] }, "columns needs one of value, variables and dates"],
  [
    { ...right, variables: undefined },
    "columns needs one of value, variables and dates, which name the columns of values; given: none",
  ],
  [{ ...right, variables: [] }, "columns.variables needs a list of headings"],
  [{ ...right, variables: [1] }, "columns.variables[0] needs a text, not 1"],
  [
    { ...right, variables: { Cats: 1 } },
    'columns.variables["Cats"] needs a dcid or { variable, unit, … }',
  ],
  [{ ...right, variables: { Cats: { units: "x" } } }, 'columns.variables["Cats"] needs a dcid'],
  [{ ...right, variable: "x" }, "columns.variable and columns.variables exclude each other"],
  [
    { entity: "Place", date: "Year", value: "Cats" },
    "columns.variable is missing: with columns.value",
  ],
  [
    { ...right, unit: 3 },
    "columns.unit needs a column's heading, { column, values } or { constant }",
  ],
  [{ ...right, decimal: ";" }, 'columns.decimal needs "." or ","'],
  [{ ...right, delimiter: "ab" }, "columns.delimiter needs one character"],
  [{ ...right, encoding: "utf-16" }, 'columns.encoding needs "utf-8" or "windows-1252"'],
])("%j is refused, and the member is named", async (columns, message) => {
  await expect(open(table, { columns: columns as never })).rejects.toThrow(TypeError);
  await expect(open(table, { columns: columns as never })).rejects.toThrow(message);
});

test.each<[object, string]>([
  [{ date: { constant: "soon" } }, "columns.date.constant is 'soon', which is no date"],
  [
    { date: undefined, variables: undefined, variable: { constant: "v" }, dates: ["Cats"] },
    "columns.dates names 'Cats', which is no date",
  ],
  [{ unit: "Unit" }, "columns.unit names the column 'Unit'"],
])("%j does not fit the table", async (members, message) => {
  await expect(open(table, { columns: { ...right, ...members } as never })).rejects.toThrow(
    message,
  );
});

test("the right one is taken", async () => {
  expect((await open(table, { columns: right })).info.observationCount).toBe(1);
});
