/** Tables in JSON as wholes: JSON-stat with its roles, units and marks, records of OData, and each refusal. */
import { describe, expect, test } from "vitest";
import { heldRows, refusalOf, rowsOf } from "../held-rows.ts";

const one = (label: string) => ({ category: { label: { x: label } } });
const dataset = {
  class: "dataset",
  id: ["a", "b"],
  size: [2, 2],
  dimension: { a: { category: { index: ["p", "q"] } }, b: { category: { index: ["r", "s"] } } },
  value: [1, 2, 3, 4],
};
const text = (changes: object = {}) => JSON.stringify({ ...dataset, ...changes });
const single = (changes: object) =>
  text({ id: ["a"], size: [2], dimension: { a: dataset.dimension.a }, value: [1, 2], ...changes });
const measured = (unit: object, size = 2) =>
  single({
    size: [size],
    dimension: { a: { category: { index: ["p", "q"].slice(0, size), unit } } },
    value: [1, 2].slice(0, size),
  });
const first = ["p", "1"];

describe("JSON-stat", () => {
  test.each<[what: string, content: string, rows: readonly (readonly string[])[]]>([
    [
      "has the last dimension as the fastest",
      text(),
      [
        ["a", "b", "OBS_VALUE"],
        ["p", "r", "1"],
        ["p", "s", "2"],
        ["q", "r", "3"],
        ["q", "s", "4"],
      ],
    ],
    [
      "has its values in the order of their places",
      text({ value: { 3: 4, 0: 1, 10: undefined } }),
      [
        ["a", "b", "OBS_VALUE"],
        ["p", "r", "1"],
        ["q", "s", "4"],
      ],
    ],
    [
      "has names of columns by their roles",
      text({ role: { time: ["a"], geo: ["b"] } }),
      [
        ["TIME_PERIOD", "REF_AREA", "OBS_VALUE"],
        ["p", "r", "1"],
        ["p", "s", "2"],
        ["q", "r", "3"],
        ["q", "s", "4"],
      ],
    ],
    [
      "keeps its names where two dimensions have a role",
      text({ role: { geo: ["a", "b"], metric: [] }, value: [1, null, null, null] }),
      [
        ["a", "b", "OBS_VALUE"],
        ["p", "r", "1"],
      ],
    ],
    [
      "keeps its names where one is taken",
      text({
        id: ["a", "REF_AREA"],
        dimension: { a: dataset.dimension.a, REF_AREA: dataset.dimension.b },
        role: { geo: ["a"] },
        value: { 0: 1 },
      }),
      [
        ["a", "REF_AREA", "OBS_VALUE"],
        ["p", "r", "1"],
      ],
    ],
    [
      "has the only code of a dimension by its label",
      text({ size: [1, 1], dimension: { a: one("Ex"), b: one("x") }, value: [5] }),
      [
        ["a", "a_LABEL", "b", "OBS_VALUE"],
        ["x", "Ex", "x", "5"],
      ],
    ],
    [
      "has units",
      measured({ p: { base: "m", label: "n" }, q: { label: "n", symbol: "s" } }),
      [
        ["a", "OBS_VALUE", "UNIT_MEASURE"],
        [...first, "m"],
        ["q", "2", "n"],
      ],
    ],
    [
      "has signs of units",
      measured({ p: { symbol: "s" } }),
      [
        ["a", "OBS_VALUE", "UNIT_MEASURE"],
        [...first, "s"],
        ["q", "2", ""],
      ],
    ],
    [
      "has powers of units",
      measured({ p: { multiplier: 3 } }),
      [
        ["a", "OBS_VALUE", "UNIT_MULT"],
        [...first, "3"],
        ["q", "2", "0"],
      ],
    ],
    [
      "has no units that say nothing",
      measured({ p: { decimals: 1 } }),
      [["a", "OBS_VALUE"], first, ["q", "2"]],
    ],
    [
      "has one mark for all",
      single({ status: ["e"] }),
      [
        ["a", "OBS_VALUE", "OBS_STATUS"],
        [...first, "e"],
        ["q", "2", "e"],
      ],
    ],
    [
      "has a mark for each value",
      single({ status: ["e", null] }),
      [
        ["a", "OBS_VALUE", "OBS_STATUS"],
        [...first, "e"],
        ["q", "2", ""],
      ],
    ],
    [
      "has a mark of its only value",
      single({ size: [1], dimension: { a: one("Ex") }, value: [1], status: ["e"] }),
      [
        ["a", "a_LABEL", "OBS_VALUE", "OBS_STATUS"],
        ["x", "Ex", "1", "e"],
      ],
    ],
  ])("%s", async (_, content, rows) => {
    expect(await rowsOf("a.json", content)).toEqual(rows);
  });

  const index = (of: unknown, label?: unknown) => ({
    dimension: { ...dataset.dimension, a: { category: { index: of, label } } },
  });
  test.each<[changes: object, problem: string]>([
    [{ id: undefined }, '/ has no "id"'],
    [{ size: undefined }, '/ has no "size"'],
    [{ size: [2, 2, 2] }, "/size has not one size per dimension"],
    [{ size: [3, 2] }, "/dimension/a/category has other codes than the 3 of its size"],
    [index(["p", "p"]), "/dimension/a/category has other codes than the 2 of its size"],
    [index({ p: 0, q: 0 }), "/dimension/a/category/index/q is no place of a code"],
    [index({ p: 0, q: 2 }), "/dimension/a/category/index/q is no place of a code"],
    [index({ p: 0 }), "/dimension/a/category has other codes than the 2 of its size"],
    [index(undefined, { p: "P", q: "Q" }), "/dimension/a/category/label/p is no whole number"],
    [index(undefined), '/dimension/a/category has no "label"'],
    [{ role: { time: ["a"] }, id: ["TIME_PERIOD", "a"] }, '/dimension has no "TIME_PERIOD"'],
    [{ value: undefined }, '/ has no "value"'],
    [{ value: { "01x": 1 } }, "/value/01x is at no combination of its dimensions"],
    [{ value: { 4: 1 } }, "/value/4 is at no combination of its dimensions"],
    [{ status: ["a", "b"] }, "/status has 2 values, and its dimensions have 4 combinations"],
    [{ status: { 4: "a" } }, "/status/4 is at no combination of its dimensions"],
  ])("with %j is refused", async (changes, problem) => {
    expect(await refusalOf("a.json", text(changes))).toBe(`a.json:1: ${problem}`);
  });
});

describe("records of OData", () => {
  const records = (value: string) => `{"@odata.context": "x", "value": ${value}}`;
  test("have the members of the first one as columns", async () => {
    const content = records('[{"a": 1.50, "b": "x"},\n{"b": null, "a": true}]');
    expect(await rowsOf("a.json", content)).toEqual([
      ["a", "b"],
      ["1.50", "x"],
      ["true", ""],
    ]);
    expect(await rowsOf("a.json", content.replace("@odata.context", "odata.metadata"))).toEqual([
      ["a", "b"],
      ["1.50", "x"],
      ["true", ""],
    ]);
  });

  test.each([
    [records('[{"a": 1},\n{"b": 2}]'), "a.json:2: /value/1/b is no member of the first record"],
    [records('[{"a": {}}]'), "a.json:1: /value/0/a is no text and no number"],
    [records('{"a": 1}'), "a.json:1: /value is no list"],
    [records("[1]"), "a.json:1: /value/0 is no object"],
    ['{"@odata.context": "x"}', 'a.json:1: / has no "value"'],
  ])("as %s are refused", async (content, problem) => {
    expect(await refusalOf("a.json", content)).toBe(problem);
  });
});

test.each([
  ['[["a"], 1]', "a.json:1: /1 is no list"],
  ['[["a"],\n[[1]]]', "a.json:2: /1/0 is no text and no number"],
])("rows as lists, such as %s, are refused", async (content, problem) => {
  expect(await refusalOf("a.json", content)).toBe(problem);
});

test.each([
  "[[1, 2]]",
  "[]",
  '{"class": "other"}',
  '{"x": 1, "@odata.context": "x", "value": []}',
  '{"class": "collection"}',
  "",
])("%s holds no table", async (content) => {
  expect(await heldRows({ "a.json": content })).toEqual({});
});
