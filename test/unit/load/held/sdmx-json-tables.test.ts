import { describe, expect, test } from "vitest";
import { refusalOf, rowsOf } from "../held-rows.ts";

const structure = {
  dimensions: {
    dataSet: [
      { id: "FREQ", name: "Frequency", keyPosition: 0, values: [{ id: "A", name: "Annual" }] },
    ],
    series: [
      {
        id: "AREA",
        name: "Area",
        keyPosition: 1,
        values: [
          { id: "FR", name: "France" },
          { id: "DE", names: { de: "Deutschland", en: "Germany" } },
        ],
      },
      { id: "SEX", keyPosition: 2, values: [{ id: "F" }, { id: "M" }] },
    ],
    observation: [
      {
        id: "TIME_PERIOD",
        keyPosition: 3,
        values: [{ id: "2019", name: "in 2019" }, { id: "2020" }],
      },
    ],
  },
  measures: { observation: [{ id: "OBS_VALUE" }] },
  attributes: {
    dataSet: [{ id: "SOURCE" }],
    dimensionGroup: [{ id: "TITLE" }],
    series: [{ id: "UNIT_MULT", values: [{ id: "0" }, { id: "3" }] }],
    observation: [{ id: "OBS_STATUS", values: [{ id: "A", name: "Normal" }] }, { id: "NOTE" }],
  },
};
const dataSet = {
  structure: 0,
  action: "Replace",
  attributes: ["us"],
  dimensionGroupAttributes: { ":1::": ["About Germany"] },
  series: {
    "0:1": { attributes: [1], observations: { 0: [1.5, 0, "x"], 1: [null, null] } },
    "1:0": { attributes: [0], observations: { 1: ["2"] } },
  },
};
const message = (changes: object = {}, other: object = {}) =>
  JSON.stringify({
    meta: {},
    data: { structures: [{ ...structure, ...other }], dataSets: [{ ...dataSet, ...changes }] },
  });

const heading = [
  "FREQ",
  "Frequency",
  "AREA",
  "Area",
  "SEX",
  "TIME_PERIOD",
  "OBS_VALUE",
  "SOURCE",
  "TITLE",
  "UNIT_MULT",
  "OBS_STATUS",
  "OBS_STATUS_LABEL",
  "NOTE",
];

describe("SDMX-JSON", () => {
  test("2.0 becomes the table of SDMX-CSV: dimensions, time, value, attributes of all levels", async () => {
    expect(await rowsOf("a.json", message())).toEqual([
      heading,
      ["A", "Annual", "FR", "France", "M", "2019", "1.5", "us", "", "3", "A", "Normal", "x"],
      ["A", "Annual", "FR", "France", "M", "2020", "", "us", "", "3", "", "", ""],
      ["A", "Annual", "DE", "Germany", "F", "2020", "2", "us", "About Germany", "0", "", "", ""],
    ]);
  });

  test("the dataflow that its links name is a column", async () => {
    const links = [
      {
        rel: "dataflow",
        urn: "urn:sdmx:org.sdmx.infomodel.datastructure.Dataflow=OURS:DF_POP(1.0)",
      },
    ];
    const found = await rowsOf("a.json", message({}, { links }));
    expect(found.map(([first]) => first).slice(0, 2)).toEqual(["DATAFLOW", "OURS:DF_POP(1.0)"]);
  });

  test("1.0 has one structure, and may have its members at the top", async () => {
    const { structures: _, ...data } = JSON.parse(message()).data;
    const old = JSON.stringify({
      header: {},
      structure: { ...structure, measures: undefined },
      ...data,
    });
    expect(await rowsOf("a.json", old)).toEqual(await rowsOf("a.json", message()));
  });

  test("observations without series have all dimensions in their keys", async () => {
    const { dataSet: fixed, series, observation } = structure.dimensions;
    const dimensions = { observation: [...fixed, ...series, ...observation] };
    const flat = { series: undefined, observations: { "0:1:0:1": [7] } };
    expect((await rowsOf("a.json", message(flat, { dimensions })))[1]?.slice(0, 7)).toEqual([
      "A",
      "Annual",
      "DE",
      "Germany",
      "F",
      "2020",
      "7",
    ]);
  });

  test("a group has the attributes of observations with all codes of its key", async () => {
    const groups = { "0:1:0:": ["F in Germany"], "0::1:1": ["M in 2020"], ":::": ["all"] };
    const read = async (keys: readonly (keyof typeof groups)[]) => {
      const own = Object.fromEntries(keys.map((key) => [key, groups[key]]));
      const found = await rowsOf("a.json", message({ dimensionGroupAttributes: own }));
      return found.slice(1).map((row) => row[8]);
    };
    expect(await read(["0:1:0:", "0::1:1"])).toEqual(["", "M in 2020", "F in Germany"]);
    expect(await read([":::"])).toEqual(["all", "all", "all"]);
  });

  test("a structure may have more than ten codes", async () => {
    const values = Array.from({ length: 12 }, (_, at) => ({ id: `C${at}` }));
    const [area, sex] = structure.dimensions.series;
    const dimensions = { ...structure.dimensions, series: [{ ...area, values }, sex] };
    const series = { "11:1": { attributes: [1], observations: { 0: [1] } } };
    const own = { series, dimensionGroupAttributes: {} };
    expect((await rowsOf("a.json", message(own, { dimensions })))[1]?.[2]).toBe("C11");
  });

  const mistakes: Readonly<Record<string, [changes: object, other: object, problem: string]>> = {
    "a code that there is not": [
      { series: { "2:0": { observations: { 0: [1] } } } },
      {},
      "/data/dataSets/0/series/2:0 has the code 2 of AREA, which the structure has not",
    ],
    "a code that is no number": [
      { series: { "0:x1": { observations: { 0: [1] } } } },
      {},
      "/data/dataSets/0/series/0:x1 has the code x1 of SEX, which the structure has not",
    ],
    "a code that ends as no number": [
      { series: { "0:1x": { observations: { 0: [1] } } } },
      {},
      "/data/dataSets/0/series/0:1x has the code 1x of SEX, which the structure has not",
    ],
    "a key that is too short": [
      { series: { 1: { observations: { 0: [1] } } } },
      {},
      "/data/dataSets/0/series/1 has a key of 1 numbers, and there are 2 dimensions",
    ],
    "too many values": [
      { series: { "1:0": { observations: { 0: [1, 0, "", 5] } } } },
      {},
      "/data/dataSets/0/series/1:0/observations/0 has more values than there are components",
    ],
    "a deletion": [
      { action: "Delete" },
      {},
      "/data/dataSets/0/action says to delete observations: it holds none",
    ],
    "a structure that is absent": [{ structure: 1 }, {}, "/data has no structure 1"],
    "two components of one name": [
      {},
      { measures: { observation: [{ id: "AREA" }] } },
      "/data/structures/0 has two components of the name AREA",
    ],
    "a dimension that is open": [
      {},
      {
        dimensions: {
          ...structure.dimensions,
          dataSet: [{ id: "FREQ", values: [{ id: "A" }, { id: "M" }] }],
        },
      },
      "/data/dataSets/0 does not say which FREQ it is of",
    ],
  };
  test.each(Object.entries(mistakes))(
    "%s is refused, with file, line and place",
    async (_, [changes, other, problem]) => {
      expect(await refusalOf("a.json", message(changes, other))).toBe(`a.json:1: ${problem}`);
    },
  );
});
