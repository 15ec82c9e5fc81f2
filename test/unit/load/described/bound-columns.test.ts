/** What the option `columns` says about one header, as a whole; and why it does not fit. */
import { expect, test } from "vitest";
import { bindColumns } from "../../../../src/load/described/bound-columns.ts";
import type { TableColumns } from "../../../../src/load/described/column-option.ts";

const header = ["place", "name", "year", "month", "item", "n", "unit", "SEX", "2020", "Q1 2021"];
const plain = { entity: "place", date: "year", variables: ["n"] };
const entity = {
  id: { at: 0 },
  nameAt: undefined,
  prefix: "",
  digits: 0,
  values: undefined,
  type: "",
  within: "",
  create: undefined,
  without: new Set(),
};
const value = {
  at: 5,
  date: { at: 2 },
  variable: { constant: "n" },
  isName: true,
  multiplier: 1,
  facet: new Map(),
};
const bound = {
  header,
  entities: new Map([["observationAbout", entity]]),
  values: [value],
  dimensions: [],
  properties: new Map(),
  notes: [],
  skipRows: 0,
  isRepeatable: false,
  dayFirst: false,
  datePart: undefined,
  decimal: ".",
  only: [],
};
const about = (changes: object) => ({
  entities: new Map([["observationAbout", { ...entity, ...changes }]]),
});
const perRow = { entity: "place", date: "year", value: "n" };

test.each<[what: string, columns: TableColumns, changes: object]>([
  ["the least that is said", plain, {}],
  [
    "all that has a default",
    { ...plain, decimal: ",", skipRows: 2, repeated: "later" },
    { decimal: ",", skipRows: 2, isRepeatable: true },
  ],
  ["what is the default", { ...plain, decimal: ".", skipRows: 0, repeated: "refused" }, {}],
  [
    "rows and notes",
    { ...plain, only: { SEX: "F", unit: "" }, notes: ["unit", "month"] },
    {
      only: [
        { at: 7, cell: "F" },
        { at: 6, cell: "" },
      ],
      notes: [6, 3],
    },
  ],
  [
    "properties",
    { ...plain, properties: { n: { populationType: "Person" } } },
    { properties: new Map([["n", new Map([["populationType", "Person"]])]]) },
  ],
  [
    "a constant entity",
    { ...plain, entity: { constant: "Earth" } },
    about({ id: { constant: "Earth" } }),
  ],
  [
    "ids",
    { ...plain, entity: { column: "place", prefix: "geoId/", digits: 2, without: ["X"] } },
    about({ prefix: "geoId/", digits: 2, without: new Set(["X"]) }),
  ],
  [
    "codes of places",
    {
      ...plain,
      entity: { column: "place", values: { A: "a", B: { dcid: "b", name: "B", type: "City" } } },
    },
    about({
      values: new Map([
        ["A", { dcid: "a" }],
        ["B", { dcid: "b", name: "B", type: "City" }],
      ]),
    }),
  ],
  [
    "names",
    { ...plain, entity: { name: "name", type: "City", within: "Earth", create: "x/" } },
    about({ id: undefined, nameAt: 1, type: "City", within: "Earth", create: "x/" }),
  ],
  [
    "ids and names",
    { ...plain, entity: { column: "place", name: "name", prefix: "p/" } },
    about({ nameAt: 1, prefix: "p/" }),
  ],
  [
    "several entities",
    { ...plain, entity: undefined, entities: { from: "place", to: { name: "name" } } },
    {
      entities: new Map<string, object>([
        ["from", entity],
        ["to", { ...entity, id: undefined, nameAt: 1 }],
      ]),
    },
  ],
  [
    "a date with the day first",
    { ...plain, date: { column: "year", dayFirst: true } },
    { dayFirst: true },
  ],
  ["a date with the month first", { ...plain, date: { column: "year", dayFirst: false } }, {}],
  [
    "a date of two columns",
    { ...plain, date: { column: "year", part: "month" } },
    { datePart: { at: 3, sign: "" } },
  ],
  [
    "a date for all rows",
    { ...plain, date: { constant: "Jul 2020" } },
    { values: [{ ...value, date: { constant: "2020-07" } }] },
  ],
  [
    "dimensions",
    {
      ...plain,
      dimensions: {
        SEX: { name: "name", values: { F: "Female", M: { value: "Male", name: "men" } } },
        unit: { property: "kind" },
      },
    },
    {
      dimensions: [
        {
          at: 7,
          property: "sex",
          values: new Map<string, object>([
            ["F", { value: "Female" }],
            ["M", { value: "Male", name: "men" }],
          ]),
          nameAt: 1,
        },
        { at: 6, property: "kind", values: new Map(), nameAt: undefined },
      ],
    },
  ],
  [
    "a variable per row",
    { ...perRow, variable: "item" },
    { values: [{ ...value, variable: { at: 4 }, nameAt: undefined }] },
  ],
  [
    "codes of variables",
    { ...perRow, variable: { column: "item", values: { A: "a" }, name: "name" } },
    { values: [{ ...value, variable: { at: 4, values: new Map([["A", "a"]]) }, nameAt: 1 }] },
  ],
  [
    "one variable",
    { ...perRow, variable: { constant: "N" } },
    { values: [{ ...value, variable: { constant: "N" }, isName: false, nameAt: undefined }] },
  ],
  [
    "what measures all rows",
    {
      ...plain,
      unit: "unit",
      scalingFactor: { constant: "100" },
      measurementMethod: { column: "SEX", values: { F: "f" } },
    },
    {
      values: [
        {
          ...value,
          facet: new Map<string, object>([
            ["unit", { at: 6 }],
            ["scalingFactor", { constant: "100" }],
            ["measurementMethod", { at: 7, values: new Map([["F", "f"]]) }],
          ]),
        },
      ],
    },
  ],
  ["a multiplier", { ...plain, multiplier: 1000 }, { values: [{ ...value, multiplier: 1000 }] }],
  [
    "a column of multipliers",
    { ...plain, multiplier: "unit" },
    { values: [{ ...value, multiplier: { at: 6 } }] },
  ],
  [
    "codes of multipliers",
    { ...plain, multiplier: { column: "unit", values: { k: "3" } } },
    { values: [{ ...value, multiplier: { at: 6, values: new Map([["k", "3"]]) } }] },
  ],
  [
    "variables by heading",
    {
      ...plain,
      multiplier: 10,
      unit: "unit",
      variables: {
        n: "N",
        item: { name: "Item", multiplier: 100, unit: "Euro" },
        SEX: { variable: "S", name: "Sex" },
      },
    },
    {
      values: [
        {
          ...value,
          variable: { constant: "N" },
          isName: false,
          multiplier: 10,
          facet: new Map([["unit", { at: 6 }]]),
        },
        {
          ...value,
          at: 4,
          variable: { constant: "Item" },
          multiplier: 100,
          facet: new Map([["unit", { constant: "Euro" }]]),
        },
        {
          ...value,
          at: 7,
          variable: { constant: "S" },
          isName: false,
          multiplier: 10,
          facet: new Map([["unit", { at: 6 }]]),
        },
      ],
    },
  ],
  [
    "dates of variables",
    { entity: "place", variables: { n: { date: "Q1 2021" }, item: { date: "2020" } } },
    {
      values: [
        {
          ...value,
          date: { constant: "2021-03" },
          facet: new Map([["observationPeriod", { constant: "P3M" }]]),
        },
        { ...value, at: 4, date: { constant: "2020" }, variable: { constant: "item" } },
      ],
    },
  ],
  [
    "columns of dates",
    { entity: "place", variable: "item", dates: ["2020", "Q1 2021"] },
    {
      values: [
        { ...value, at: 8, date: { constant: "2020" }, variable: { at: 4 }, nameAt: undefined },
        {
          ...value,
          at: 9,
          date: { constant: "2021-03" },
          variable: { at: 4 },
          nameAt: undefined,
          facet: new Map([["observationPeriod", { constant: "P3M" }]]),
        },
      ],
    },
  ],
  [
    "dates by heading, with a period for all",
    {
      entity: "place",
      variable: { constant: "N" },
      dates: { n: "Q2 2021" },
      observationPeriod: { constant: "P1Y" },
      multiplier: 10,
    },
    {
      values: [
        {
          ...value,
          date: { constant: "2021-06" },
          variable: { constant: "N" },
          isName: false,
          nameAt: undefined,
          multiplier: 10,
          facet: new Map([["observationPeriod", { constant: "P1Y" }]]),
        },
      ],
    },
  ],
])("%s is bound to the positions of its columns", (_, columns, changes) => {
  expect(bindColumns(columns, header)).toEqual({ ...bound, ...changes });
});

const names = "the columns are 'place, year, n, n, town name'";
test.each<[columns: object, problem: string]>([
  [{ entity: "zzz" }, `columns.entity names the column 'zzz'; ${names}`],
  [{ entity: "plase" }, `columns.entity names the column 'plase'; ${names}; is 'place' meant?`],
  [{ entity: { column: "zzz" } }, `columns.entity.column names the column 'zzz'; ${names}`],
  [{ entity: { name: "zzz" } }, `columns.entity.name names the column 'zzz'; ${names}`],
  [{ date: "zzz" }, `columns.date names the column 'zzz'; ${names}`],
  [{ date: { column: "zzz" } }, `columns.date.column names the column 'zzz'; ${names}`],
  [{ date: { column: "year", part: "zzz" } }, `columns.date.part names the column 'zzz'; ${names}`],
  [{ date: { constant: "zzz" } }, "columns.date.constant is 'zzz', which is no date"],
  [{ variables: ["zzz"] }, `columns.variables names the column 'zzz'; ${names}`],
  [
    { variables: ["n"] },
    "columns.variables names the column 'n', and the header has several of this name",
  ],
  [
    { variables: { year: { date: "zzz" } } },
    "columns.variables[\"year\"].date is 'zzz', which is no date",
  ],
  [
    { variables: undefined, value: "zzz", variable: "place" },
    `columns.value names the column 'zzz'; ${names}`,
  ],
  [
    { variables: undefined, value: "year", variable: "zzz" },
    `columns.variable names the column 'zzz'; ${names}`,
  ],
  [
    { variables: undefined, value: "year", variable: { column: "zzz" } },
    `columns.variable.column names the column 'zzz'; ${names}`,
  ],
  [
    { variables: undefined, value: "year", variable: { column: "year", name: "zzz" } },
    `columns.variable.name names the column 'zzz'; ${names}`,
  ],
  [
    { variables: undefined, dates: ["town name"], variable: "place" },
    'columns.dates names \'town name\', which is no date; say it, as in { "town name": "2024" }',
  ],
  [
    { variables: undefined, dates: { year: "zzz" }, variable: "place" },
    'columns.dates names \'zzz\', which is no date; say it, as in { "year": "2024" }',
  ],
  [
    { variables: undefined, dates: ["2020"], variable: "place" },
    `columns.dates names the column '2020'; ${names}`,
  ],
  [{ multiplier: "zzz" }, `columns.multiplier names the column 'zzz'; ${names}`],
  [{ multiplier: { column: "zzz" } }, `columns.multiplier.column names the column 'zzz'; ${names}`],
  [{ unit: "zzz" }, `columns.unit names the column 'zzz'; ${names}`],
  [{ unit: { column: "zzz" } }, `columns.unit.column names the column 'zzz'; ${names}`],
  [{ dimensions: { zzz: {} } }, `columns.dimensions names the column 'zzz'; ${names}`],
  [
    { dimensions: { year: { name: "zzz" } } },
    `columns.dimensions names the column 'zzz'; ${names}`,
  ],
  [{ notes: ["zzz"] }, `columns.notes names the column 'zzz'; ${names}`],
  [{ only: { zzz: "" } }, `columns.only names the column 'zzz'; ${names}`],
])("%j does not fit the header", (columns, problem) => {
  const option = { entity: "place", date: "year", variables: ["year"], ...columns };
  const found = bindColumns(option as TableColumns, ["place", "year", "n", "n", "town name"]);
  expect(found).toEqual({ problem });
});
