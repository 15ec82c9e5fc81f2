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

test("values of a path are in the order of their dcids, each once, also where ways part and meet again", async () => {
  const own = await open({
    "g.mcf": `Node: dcid:a
near: dcid:z, dcid:b, dcid:m
code: "9", "10"

Node: dcid:z
partOf: dcid:w, dcid:x

Node: dcid:b
partOf: dcid:y, dcid:w

Node: dcid:m
partOf: "text"
`,
    "again.mcf": "Node: dcid:a\nnear: dcid:m\n",
    "o.csv": "entity,variable,date,value\na,V,2020,1\n",
  });
  const pathOf = async (path: string, several: "list" | "rows" | "first") => {
    const join = { x: { path, several } } as NonNullable<TableQuestion["join"]>;
    const table = await own.table({ entities: ["a"], variables: ["V"], join, names: true });
    return table.toJSON().map((row) => row["x"]);
  };
  expect(await pathOf("->near", "list")).toEqual(["b; m; z"]);
  expect(await pathOf("->near", "rows")).toEqual(["b", "m", "z"]);
  expect(await pathOf("->near", "first")).toEqual(["b"]);
  expect(await pathOf("->near->partOf", "list")).toEqual(["w; x; y; text"]);
  expect(await pathOf("->near->partOf", "first")).toEqual(["w"]);
  expect(await pathOf("->near->partOf->name", "list")).toEqual([null]);
  expect(await pathOf("->code", "list")).toEqual(["10; 9"]);
  expect(await pathOf("->code->name", "list")).toEqual([null]);
  expect(await pathOf("->nothing", "list")).toEqual([null]);
  expect(await pathOf("->nothing+", "list")).toEqual([null]);
  const join = {
    x: { path: "->near", several: "rows" },
    y: { path: "->partOf", of: "x", several: "list" },
  };
  const rows = (
    await own.table({ entities: ["a"], variables: ["V"], join } as TableQuestion)
  ).toJSON();
  expect(rows.map(({ x, y }) => [x, y])).toEqual([
    ["b", "w; y"],
    ["m", "text"],
    ["z", "w; x"],
  ]);
});

test("an arc leads one step, or all the way with +; names stand where values do", async () => {
  const own = await open({
    "g.mcf": `Node: dcid:a
near: dcid:b
type: dcid:b, dcid:c

Node: dcid:b
near: dcid:c
name: "B"

Node: dcid:c
near: dcid:d
`,
    "o.csv": "entity,variable,date,value\na,V,2020,1\nc,V,2021,2\n",
  });
  const rowsOf = async (path: string, several?: "list" | "rows" | "first") => {
    const join = { x: { path, ...(several && { several }) } };
    const table = await own.table({ entities: ["a", "c"], variables: ["V"], join, names: true });
    return table.toJSON().map(({ entity, value, x, x_name }) => [entity, value, x, x_name]);
  };
  const alone = ["c", 2, "d", null];
  expect(await rowsOf("->near")).toEqual([["a", 1, "b", "B"], alone]);
  expect(await rowsOf("->near", "rows")).toEqual([["a", 1, "b", "B"], alone]);
  expect(await rowsOf("->near+", "list")).toEqual([["a", 1, "b; c; d", "B; ; "], alone]);
  expect(await rowsOf("->near->near")).toEqual([
    ["a", 1, "c", null],
    ["c", 2, null, null],
  ]);
  expect(await rowsOf("->type", "rows")).toEqual([
    ["a", 1, "b", "B"],
    ["a", 1, "c", null],
    ["c", 2, null, null],
  ]);
  for (const path of ["->near->[name, type]", "->[name, type]->near", "->near->*"]) {
    await expect(rowsOf(path)).rejects.toThrow("'join.x' names one property in each arc, not");
  }
});
