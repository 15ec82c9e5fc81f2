import { expect, test } from "vitest";
import { open, type TableQuestion } from "../../../../src/index.ts";

const commons = await open({
  "g.mcf": `Node: dcid:c1
typeOf: dcs:County
name: "One"
containedInPlace: dcid:s1, dcid:country

Node: dcid:c2
typeOf: dcs:County
containedInPlace: dcid:s2

Node: dcid:s1
typeOf: dcs:State
name: "State One"
containedInPlace: dcid:country

Node: dcid:s2
typeOf: dcs:State
containedInPlace: dcid:country

Node: dcid:country
typeOf: dcs:Country
`,
  "o.csv": "entity,variable,date,value\nc1,V,2020,1\nc1,V,2021,2\nc2,V,2020,3\nc3,V,2020,4\n",
});
const table = async (join: TableQuestion["join"], more: Partial<TableQuestion> = {}) =>
  await commons.table({ entities: ["c1", "c2", "c3"], variables: ["V"], join, ...more });
const cells = async (join: TableQuestion["join"], more: Partial<TableQuestion> = {}) =>
  (await table(join, more))
    .toJSON()
    .map(({ entity, place, place_name }) =>
      place_name === undefined ? [entity, place] : [entity, place, place_name],
    );

test("a path leads to one value, or to null; names stand beside it", async () => {
  expect(await cells({ place: "->containedInPlace{typeOf:State}" }, { names: true })).toEqual([
    ["c1", "s1", "State One"],
    ["c2", "s2", null],
    ["c3", null, null],
  ]);
  expect(await cells({ place: "->containedInPlace{typeOf:State}->typeOf" })).toEqual([
    ["c1", "State"],
    ["c2", "State"],
    ["c3", null],
  ]);
  expect(await cells({ place: "->containedInPlace+{typeOf:Country}" })).toEqual([
    ["c1", "country"],
    ["c2", "country"],
    ["c3", null],
  ]);
  expect(await cells({ place: "->name" })).toEqual([
    ["c1", "One"],
    ["c2", null],
    ["c3", null],
  ]);
});

test("several values are the first, a list or rows, as the question says, and are refused otherwise", async () => {
  const path = "->containedInPlace";
  await expect(table({ place: path })).rejects.toThrow(
    "'join.place': 'c1' has several values ('country', 's1'): narrow the path",
  );
  expect((await cells({ place: { path, several: "first" } }))[0]).toEqual(["c1", "country"]);
  expect((await cells({ place: { path, several: "list" } }))[0]).toEqual(["c1", "country; s1"]);
  expect(await cells({ place: { path, several: "rows" } }, { date: "all" })).toEqual([
    ["c1", "country"],
    ["c1", "s1"],
    ["c1", "country"],
    ["c1", "s1"],
    ["c2", "s2"],
    ["c3", null],
  ]);
});

test("a path begins at another column, and rows are filtered by what it leads to", async () => {
  const own = await table({
    type: { path: "->typeOf", of: "entity" },
    kind: { path: "->typeOf", of: "variable" },
  });
  expect(own.filter({ type: "County" }).length).toBe(2);
  await expect(table({ x: { path: "->typeOf", of: "place" } })).rejects.toThrow(
    "names no column of dcids: 'place'",
  );
  await expect(table({ x: "->" })).rejects.toThrow("one property in each arc");
  await expect(table({ x: "typeOf" })).rejects.toThrow();
  await expect(table({ x: { paht: "->typeOf" } as never })).rejects.toThrow("did you mean 'path'?");
});
