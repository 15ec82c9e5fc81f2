/** Entries of a config.json: what a table adds, and what stays of a config that is there. */
import { describe, expect, test } from "vitest";
import {
  columnsIn,
  configText,
  convertedPart,
  directPart,
  nodesPart,
  provenanceIn,
} from "../../../../src/cli/import/import-config.ts";
import type { TableColumns } from "../../../../src/index.ts";
import type { ColumnProposal } from "../../../../src/lint.ts";
import { withFolder } from "../../load/load-texts.ts";

const column = (heading: string, role: ColumnProposal["role"]): ColumnProposal => ({
  heading,
  role,
  reason: "",
});
const plain = { entity: "id", date: "Year" } as const;
const common = { importType: "observations", provenance: "t.csv" };
const mappings = { entity: "id", date: "Year" };
const perColumn = { ...common, format: "variablePerColumn", columnMappings: mappings };
const perRow = { ...common, format: "variablePerRow" };
const rowMappings = { ...mappings, variable: "what", value: "OBS" };

describe("the entry of a table as it is", () => {
  test.each<[string, TableColumns, object, object]>([
    [
      "maps the columns of rows about variables",
      { ...plain, variable: "what", value: "OBS" },
      { ...perRow, columnMappings: rowMappings },
      {},
    ],
    [
      "maps a column of units",
      { ...plain, variable: "what", value: "OBS", unit: "in" },
      { ...perRow, columnMappings: { ...rowMappings, unit: "in" } },
      {},
    ],
    [
      "names the unit of all rows",
      { ...plain, variable: "what", value: "OBS", unit: { constant: "Cat" } },
      { ...perRow, columnMappings: rowMappings, observationProperties: { unit: "Cat" } },
      {},
    ],
    [
      "leaves variables that are dcids without a description",
      { ...plain, variables: { Cats: "Cats", Dogs: "Count_Dog" } },
      perColumn,
      {},
    ],
    [
      "takes columns that only name their column",
      { entity: { column: "id" }, date: { column: "Year" }, variables: { Cats: {} } },
      perColumn,
      { Cats: { name: "Cats" } },
    ],
    [
      "describes variables of columns by heading",
      {
        ...plain,
        unit: { constant: "Cat" },
        variables: { Cats: { name: "Count_Cat", unit: "Kilo" }, Dogs: {} },
        properties: {
          Count_Cat: { description: "All cats", populationType: "Cat" },
          Dogs: { populationType: "Dog" },
          Other: { description: "Not here" },
        },
      },
      { ...perColumn, observationProperties: { unit: "Cat" } },
      {
        Cats: {
          name: "Count_Cat",
          unit: "Kilo",
          description: "All cats",
          properties: { populationType: "Cat" },
        },
        Dogs: { name: "Dogs" },
      },
    ],
  ])("%s", (_, columns, entry, variables) => {
    const part = { table: "t.csv", provenance: "t.csv", variables };
    expect(directPart("t.csv", columns, [])).toEqual({ ...part, entry });
    const found = [column("id", "entity"), column("Mood", "not read"), column("", "not read")];
    const ignored = { ...entry, ignoreColumns: ["Mood"] };
    expect(directPart("t.csv", columns, found)).toEqual({ ...part, entry: ignored });
  });

  test.each<[string, TableColumns]>([
    ["no column of entities", { date: "Year", variables: { Cats: {} } }],
    ["no column of dates", { entity: "id", variables: { Cats: {} } }],
    ["text before ids", { ...plain, entity: { column: "id", prefix: "a/" }, variables: {} }],
    ["names of places", { ...plain, entity: { name: "Town" }, variables: {} }],
    ["one date for all rows", { ...plain, date: { constant: "2020" }, variables: {} }],
    ["a column of units beside columns of variables", { ...plain, variables: {}, unit: "in" }],
    ["one variable for all rows", { ...plain, variable: { constant: "Cats" }, value: "OBS" }],
    ["no column of values", { ...plain, variable: "what" }],
  ])("does not exist for a table with %s", (_, columns) => {
    expect(directPart("t.csv", columns, [])).toBeUndefined();
  });
});

test("a converted table has a column for each property, and a file of nodes has none", () => {
  expect(convertedPart("t.observations.csv", "t.csv", ["variable", "value"])).toEqual({
    table: "t.observations.csv",
    entry: { ...perRow, columnMappings: { variable: "variable", value: "value" } },
    variables: {},
    provenance: "t.csv",
  });
  expect(nodesPart("t.observations.mcf", "t.csv")).toEqual({
    table: "t.observations.mcf",
    entry: common,
    variables: {},
    provenance: "t.csv",
  });
});

test.each([
  ['{"inputFiles": {"a.csv": {"provenance": "b"}}}', "b"],
  ['{"inputFiles": {"a.csv": {}}}', undefined],
  ['{"inputFiles": {"a.csv": null}}', undefined],
  ['{"inputFiles": {"b.csv": {"provenance": "b"}}}', undefined],
  ["{}", undefined],
  ["{", undefined],
])("%s says where a.csv is from: %s", (config, provenance) => {
  expect(provenanceIn(config, "a.csv")).toBe(provenance);
});

test("no config names an own member of all objects", () => {
  expect(provenanceIn('{"inputFiles": {}}', "constructor")).toBeUndefined();
});

describe("the text of a config", () => {
  const part = { table: "a.csv", entry: { a: 1 }, variables: {}, provenance: "p" };
  const source = { url: "p", provenances: { p: "p" } };
  const textOf = (config: object) => `${JSON.stringify(config, null, 2)}\n`;

  test("has the table and its source, and variables where there are some", () => {
    const own = { inputFiles: { "a.csv": { a: 1 } }, sources: { p: source } };
    expect(configText(part)).toBe(textOf(own));
    const variables = { Cats: { name: "Cats" } };
    const { inputFiles, sources } = own;
    expect(configText({ ...part, variables })).toBe(textOf({ inputFiles, variables, sources }));
  });

  test("keeps what is there already, and replaces the same table", () => {
    const before = {
      groups: 1,
      inputFiles: { "b.csv": { b: 2 }, "a.csv": { old: true } },
      variables: { Dogs: {} },
      sources: { other: {} },
    };
    expect(configText(part, JSON.stringify(before))).toBe(
      textOf({
        groups: 1,
        inputFiles: { "b.csv": { b: 2 }, "a.csv": { a: 1 } },
        variables: { Dogs: {} },
        sources: { other: {}, p: source },
      }),
    );
    expect(() => configText(part, "{ // mine")).toThrow(SyntaxError);
    const described = { Cats: { name: "All cats", unit: "Percent", group: "Pets" } };
    const kept = (variables: object) => {
      const text = configText(
        { ...part, variables } as typeof part,
        JSON.stringify({ variables: described }),
      );
      return JSON.parse(text).variables;
    };
    expect(kept({ Cats: { name: "Cats" }, Dogs: {} })).toEqual({ ...described, Dogs: {} });
  });
});

describe("a file with the columns of a table", () => {
  test.each([
    ['{"columns": {"entity": "id"}}', { entity: "id" }],
    ['{"columns": {"entity": "id"}, "problems": []}', { entity: "id" }],
    [
      '{"columns": {"entity": "id"}, "problems": ["one", "two"]}',
      "the member problems says what is still open: say it in columns, then take it out of problems\none\ntwo",
    ],
    ['{"columns": {"entity": "id"}, "problems": "one"}', /still open.*\none$/],
    ["{}", "it has no member columns"],
    ['{"columns": "id"}', "it has no member columns"],
    ['{"columns": null}', "it has no member columns"],
    ["null", "it has no member columns"],
    ["{", /JSON/],
  ])("%s: %j", async (text, expected) => {
    await withFolder({ "map.json": text }, async (folder) => {
      const path = `${folder}/map.json`;
      const found = await columnsIn(path).catch((error: Error) => error);
      if (!(found instanceof Error)) return expect(found).toEqual(expected);
      const reason = found.message.replace(`--map ${path}: `, "");
      if (typeof expected === "string") expect(reason).toBe(expected);
      else expect(reason).toMatch(expected as RegExp);
      expect(found.message).toContain(`--map ${path}: `);
      expect(found.constructor.name).toBe("UsageError");
    });
  });
});
