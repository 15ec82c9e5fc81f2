/** A table is empty where a name is misspelt: it says which one. */
import { inspect } from "node:util";
import { expect, test } from "vitest";
import type { EntityExpression } from "../../../src/expressions.ts";
import { open } from "../../../src/index.ts";

const commons = await open({
  "o.csv": "entity,variable,date,value\ngeoId/06,V,2020,1\ngeoId/48,V,2020,2\n",
});

test("names that the world lacks are told once each, and printed", async () => {
  const table = await commons.table({
    entities: ["geoId/6", "geoId/06", "geoId/6"],
    variables: ["V", "W"],
    denominator: "Count_Persn",
  });
  expect(table.counts.unknown).toEqual(["geoId/6", "W", "Count_Persn"]);
  expect(inspect(table)).toContain("… the world lacks 'geoId/6', 'W', 'Count_Persn'");
});

test("ids of no facet are told, and a date within the last one of a range begins it", async () => {
  const about = { entities: ["geoId/06"], variables: ["V"] };
  const table = await commons.table({ ...about, facet: ["123"] });
  expect([table.length, table.counts.unknown]).toEqual([0, ["123"]]);
  const filter = { importName: ["x", ""], facetIds: ["9"], isDcAggregate: "true" };
  expect((await commons.table({ ...about, filter })).counts.unknown).toEqual(["9", "x", "true"]);
  const dated = await commons.table({ ...about, date: { from: "2020-05", to: "2020" } });
  expect(dated.counts.unknown).toEqual([]);
});

test("of many, the first five are printed", async () => {
  const entities = Array.from({ length: 7 }, (_, at) => `x/${at}`);
  const table = await commons.table({ entities, variables: ["V"] });
  expect(table.counts.unknown).toEqual(entities);
  expect(inspect(table)).toMatch(/the world lacks 'x\/0', .*'x\/4', and 2 more$/m);
});

test("entities by property count, and the place and the type of an expression", async () => {
  const entities = { observationAbout: ["geoId/06", "geoId/0"] };
  const byProperty = await commons.table({ entities, variables: ["V"] });
  expect(byProperty.counts.unknown).toEqual(["geoId/0"]);
  const known = await commons.table({ entities: ["geoId/06"], variables: ["V"] });
  expect([known.counts.unknown, inspect(known).includes("lacks")]).toEqual([[], false]);
  const unknownOf = async (entities: EntityExpression) =>
    (await commons.table({ entities, variables: ["V"] })).counts.unknown;
  const misspelt = "geoId/6<-containedInPlace+{typeOf:Sate}";
  expect(await unknownOf(misspelt)).toEqual(["geoId/6", "Sate"]);
  expect(await unknownOf("geoId/06<-containedInPlace{typeOf:V}")).toEqual([]);
});

test("variables as entities, and entities as variables, are refused", async () => {
  const table = async (entities: readonly string[], variables: readonly string[]) =>
    await commons.table({ entities, variables });
  await expect(table(["V"], ["geoId/48", "geoId/06"])).rejects.toMatchObject({
    name: "TypeError",
    option: "entities",
    message:
      "table: 'entities' names variables, as 'V', and 'variables' entities, as 'geoId/48': exchange them",
  });
});

test.each([
  ["an entity is none", ["V", "geoId/06"], ["geoId/48"]],
  ["a variable is one", ["V"], ["geoId/06", "V"]],
  ["a name is unknown", ["V", "W"], ["geoId/06"]],
  ["a variable is unknown", ["V"], ["geoId/06", "W"]],
  ["there are no entities", [], ["geoId/06"]],
  ["there are no variables", ["V"], []],
])("a table is empty where %s", async (_, entities, variables) => {
  expect((await commons.table({ entities, variables })).length).toBe(0);
});

test("a joined table, and a sum beside reported numbers, have the counts of both tables", async () => {
  const more = await open({
    "o.csv": "entity,variable,date,value\ngeoId/06,V,2020,n/a\ngeoId/06,V,2021,1\n",
  });
  const about = { variables: ["V"], date: "all" } as const;
  const own = await commons.table({ ...about, entities: ["geoId/06", "x"], denominator: "none" });
  const other = await more.table({ ...about, entities: ["geoId/06", "x", "y"] });
  expect([own.counts, other.counts]).toEqual([
    { notNumbers: 0, undivided: 1, unknown: ["x", "none"] },
    { notNumbers: 1, undivided: 0, unknown: ["x", "y"] },
  ]);
  const both = { notNumbers: 1, undivided: 1, unknown: ["x", "none", "y"] };
  expect(own.join(other, { on: "entity" }).counts).toEqual(both);
  const sums = { to: "entity", mix: ["variable"] } as const;
  expect(other.sumUp({ ...sums, reported: own }).counts).toEqual({
    ...both,
    unknown: ["x", "y", "none"],
  });
  const { columns, length } = other;
  expect(own.join({ columns, length }, { on: "entity" }).counts).toEqual(own.counts);
});

test.each([
  [{ date: "lastest" }, "date"],
  [{ date: { from: "2020", to: "2010" } }, "date"],
  [{ facet: "bset" }, "facet"],
])("%o is refused as any other option", async (question, option) => {
  const asked = commons.table({ entities: ["geoId/06"], variables: ["V"], ...question } as never);
  await expect(asked).rejects.toMatchObject({ name: "TypeError", code: "OPTION", option });
});
