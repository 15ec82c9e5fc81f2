import { describe, expect, test } from "vitest";
import { open } from "../../../../src/index.ts";
import { MemoryTree } from "../../../../src/load/bytes/memory-tree.ts";
import { openJson } from "../../../../src/load/held/json-tables.ts";
import { heldRows, refusalOf, rowsOf } from "../held-rows.ts";

const dataset = {
  version: "2.0",
  class: "dataset",
  id: ["geo", "what", "time"],
  size: [2, 1, 2],
  role: { time: ["time"], metric: ["what"] },
  dimension: {
    geo: {
      label: "Country",
      category: { index: { DE: 1, FR: 0 }, label: { FR: "France", DE: "Germany" } },
    },
    what: {
      category: { label: { pop: "Population" }, unit: { pop: { base: "people", multiplier: 3 } } },
    },
    time: { label: "Year", category: { index: ["2019", "2020"], label: { 2019: "in 2019" } } },
  },
  value: [1.5, null, null, 4],
  status: { 2: "c" },
};
const text = (changes: object = {}) => JSON.stringify({ ...dataset, ...changes });

describe("JSON-stat", () => {
  test("becomes a row per value, with codes, their names, units and status", async () => {
    expect(await rowsOf("a.json", text())).toEqual([
      [
        "geo",
        "Country",
        "INDICATOR",
        "INDICATOR_LABEL",
        "TIME_PERIOD",
        "OBS_VALUE",
        "UNIT_MEASURE",
        "UNIT_MULT",
        "OBS_STATUS",
      ],
      ["FR", "France", "pop", "Population", "2019", "1.5", "people", "3", ""],
      ["DE", "Germany", "pop", "Population", "2019", "", "people", "3", "c"],
      ["DE", "Germany", "pop", "Population", "2020", "4", "people", "3", ""],
    ]);
  });

  test("values may be sparse, and have one status for all", async () => {
    const rows = await rowsOf("a.json", text({ value: { 3: 7 }, status: "p" }));
    expect(rows.slice(1)).toEqual([
      ["DE", "Germany", "pop", "Population", "2020", "7", "people", "3", "p"],
    ]);
  });

  test("numbers stay as they are written", async () => {
    const exact = text().replace("[1.5,", "[12345678901234567890.10,");
    expect((await rowsOf("a.json", exact))[1]?.[5]).toBe("12345678901234567890.10");
  });

  test("a collection has a table for each dataset that it holds", async () => {
    const item = [dataset, { class: "dataset", href: "elsewhere" }];
    const collection = JSON.stringify({ version: "2.0", class: "collection", link: { item } });
    expect((await rowsOf("a.json", collection)).length).toBe(4);
    const two = collection.replace('"item":[', `"item":[${JSON.stringify(dataset)},`);
    const tables = await heldRows({ "a.json": two }, "a.json");
    expect(Object.keys(tables)).toEqual(["a.json#dataset 1", "a.json#dataset 2"]);
  });

  const mistakes: Readonly<Record<string, [changes: object, message: string]>> = {
    "too few values": [
      { value: [1, 2, 3] },
      "/value has 3 values, and its dimensions have 4 combinations",
    ],
    "a value beyond the combinations": [
      { value: { 4: 1 } },
      "/value/4 is at no combination of its dimensions",
    ],
    "a gigantic size": [
      { size: [2, 1, 2_000_000_000] },
      "/dimension/time/category has other codes than the 2000000000 of its size",
    ],
    "a size that is none": [{ size: [2, 1, -1] }, "/size/2 is no whole number"],
    "a size too few": [{ size: [2, 1] }, "/size has not one size per dimension"],
    "no dimension": [{ dimension: {} }, '/dimension has no "geo"'],
    "a dimension twice": [
      { id: ["geo", "geo", "time"], size: [2, 2, 2] },
      "/id/1 is the name of two dimensions",
    ],
    "a list as a value": [{ value: [[1], 2, 3, 4] }, "/value/0 is no text and no number"],
  };
  test.each(Object.entries(mistakes))(
    "%s is refused, with file, line and place",
    async (_, [changes, message]) => {
      expect(await refusalOf("a.json", text(changes))).toBe(`a.json:1: ${message}`);
    },
  );

  const places: Readonly<Record<string, [changes: object, message: string]>> = {
    "a place that is no number": [
      { value: { x1: 1 } },
      "/value/x1 is at no combination of its dimensions",
    ],
    "more codes than their size": [
      {
        size: [2, 1, 1],
        dimension: { ...dataset.dimension, time: { category: { index: ["a", "a"] } } },
      },
      "/dimension/time/category has other codes than the 1 of its size",
    ],
    "a code at another place than its only one": [
      {
        size: [2, 1, 1],
        dimension: { ...dataset.dimension, time: { category: { index: { a: 0, b: 1 } } } },
      },
      "/dimension/time/category/index/b is no place of a code",
    ],
    "its only code at a place too far": [
      { dimension: { ...dataset.dimension, time: { category: { index: { a: 7 } } } } },
      "/dimension/time/category/index/a is no place of a code",
    ],
  };
  test.each(Object.entries(places))("%s is refused", async (_, [changes, message]) => {
    expect(await refusalOf("a.json", text(changes))).toBe(`a.json:1: ${message}`);
  });

  test("values are rows in the order of their places, however they are written", async () => {
    const months = Array.from({ length: 12 }, (_, at) => `2020-${String(at + 1).padStart(2, "0")}`);
    const time = { category: { index: months } };
    const sparse = text({
      size: [2, 1, 12],
      dimension: { ...dataset.dimension, time },
      value: "V",
      status: undefined,
    });
    const rows = await rowsOf("a.json", sparse.replace('"V"', '{"23":4,"02":1,"10":3,"3":2}'));
    expect(rows.slice(1).map((row) => [row[0], row[4], row[5]])).toEqual([
      ["FR", "2020-03", "1"],
      ["FR", "2020-04", "2"],
      ["FR", "2020-11", "3"],
      ["DE", "2020-12", "4"],
    ]);
  });

  test("what is cut off or nested too deep is refused", async () => {
    const whole = text();
    for (const end of [whole.length - 1, whole.length - 40, 120]) {
      expect(await refusalOf("a.json", whole.slice(0, end))).toMatch(/^a\.json:1: is no JSON/);
    }
    const deep = text({ extension: "DEEP" }).replace(
      '"DEEP"',
      "[".repeat(5_000) + "]".repeat(5_000),
    );
    expect(await refusalOf("a.json", deep)).toMatch(/nested more than 100 deep/);
  });

  test("JSON of other kinds is no table: in a folder it is passed over", async () => {
    const commons = await open({
      "a.mcf": 'Node: dcid:a\nname: "A"\n',
      "package.json": '{"class": "x"}',
    });
    const { counters } = commons.info.diagnostics;
    expect(counters.map(({ level, counter }) => [level, counter])).toEqual([
      ["info", "Source_UnrecognisedFile"],
    ]);
  });

  test.each<[text: string, found: "tables" | "nothing" | undefined]>([
    [text().replace('"class":', '"class" : '), "tables"],
    [text().replace('"class":', '"class":\n'), "tables"],
    [text().replace('"class":"dataset"', '"class":"dimension"'), undefined],
    ['{"version":"2.0","class":"collection"}', "nothing"],
    ['{"data":{"structures":[],"dataSets" : []}}', "nothing"],
    ['[["a"],["b"]]', "tables"],
    ['\n[ [\n"a" ] ]', "tables"],
    ['{"x":[["a"]]}', undefined],
    ['[{"x":[["a"]]}]', undefined],
    ["[[1]]", undefined],
    ['{"@odata.context":"x","value":[{"a":1}]}', "tables"],
    [' {\n"odata.metadata" : "x", "value" : [] }', "tables"],
    ['{"x":{"@odata.context":"y"},"value":[]}', undefined],
    ['[{"@odata.context":"y"}]', undefined],
    ["", undefined],
  ])("%j is known by its beginning", async (content, found) => {
    const tree = new MemoryTree([["a.json", Buffer.from(content)]]);
    const input = { path: "a.json", size: content.length, isGzip: false, tree };
    const contents = await openJson(input);
    expect(contents && Object.keys(contents)).toEqual(found && [found]);
    if (found === "nothing") expect(contents).toEqual({ nothing: "holds no data" });
  });

  test("rows as lists are a table", async () => {
    const rows =
      '[["NAME", "B01003_001E", "state"],\n ["Alabama", "4907965", "01"], ["Alaska", null, "02"]]';
    expect(await rowsOf("acs.json", rows)).toEqual([
      ["NAME", "B01003_001E", "state"],
      ["Alabama", "4907965", "01"],
      ["Alaska", "", "02"],
    ]);
  });
});
