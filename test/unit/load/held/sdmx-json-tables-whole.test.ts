/** Tables of SDMX-JSON as wholes: components of all levels, groups, values of all forms, and each refusal. */
import { expect, test } from "vitest";
import { heldRows, refusalOf, rowsOf } from "../held-rows.ts";

const codes = (id: string, ...values: readonly string[]) => ({
  id,
  values: values.map((value) => ({ id: value })),
});
const structure = {
  dimensions: {
    series: [codes("A", "p", "q")],
    observation: [codes("TIME_PERIOD", "2019", "2020")],
  },
};
const message = (set: object, own: object = structure) =>
  JSON.stringify({ data: { structures: [own], dataSets: [set] } });
const series = (attributes: unknown, of: unknown = [1]) => ({
  series: { 0: { attributes, observations: { 1: of } } },
});
const withAttributes = (level: string, ...all: readonly object[]) => ({
  ...structure,
  attributes: { [level]: all },
});
const head = ["A", "TIME_PERIOD", "OBS_VALUE"];
const row = ["p", "2020", "1"];
const urn = (kind: string, id: string) => ({ urn: `urn:sdmx:x.${kind}=O:${id}(1.0)` });

test.each<[what: string, content: string, rows: readonly (readonly string[])[]]>([
  ["the least that is said", message(series(undefined)), [head, row]],
  [
    "dimensions in the order of their positions",
    message(series(undefined), {
      dimensions: {
        series: [{ ...codes("A", "p"), keyPosition: 2 }],
        observation: [{ ...codes("B", "r", "s"), keyPosition: 1 }],
      },
    }),
    [
      ["B", "A", "OBS_VALUE"],
      ["s", "p", "1"],
    ],
  ],
  [
    "a dataflow before a structure of data",
    message(series(undefined), {
      ...structure,
      links: [{ rel: "x" }, urn("DataStructure", "S"), urn("Dataflow", "F")],
    }),
    [
      ["DATAFLOW", ...head],
      ["O:F(1.0)", ...row],
    ],
  ],
  [
    "a structure of data without a dataflow",
    message(series(undefined), { ...structure, links: [urn("DataStructure", "S")] }),
    [
      ["DATAFLOW", ...head],
      ["O:S(1.0)", ...row],
    ],
  ],
  [
    "links to other things",
    message(series(undefined), { ...structure, links: [urn("Codelist", "S")] }),
    [head, row],
  ],
  [
    "measures with names",
    message(series(undefined, [1, 0]), {
      ...structure,
      measures: { observation: [{ id: "N" }, codes("M", "m")] },
    }),
    [
      ["A", "TIME_PERIOD", "N", "M"],
      ["p", "2020", "1", "m"],
    ],
  ],
  [
    "codes by value, name or themselves",
    message(series(undefined), {
      dimensions: {
        series: [{ id: "A", name: "The area", values: [{ value: "v", names: { en: "Vee" } }] }],
        observation: [{ id: "B", values: ["x", { name: { en: "Why" } }] }],
      },
    }),
    [
      ["A", "The area", "B", "OBS_VALUE"],
      ["v", "Vee", "Why", "1"],
    ],
  ],
  [
    "attributes without codes",
    message(series(["x"]), withAttributes("series", { id: "N" })),
    [
      [...head, "N"],
      [...row, "x"],
    ],
  ],
  [
    "attributes with an empty list of codes",
    message(series([7]), withAttributes("series", { id: "N", values: [] })),
    [
      [...head, "N"],
      [...row, "7"],
    ],
  ],
  [
    "texts in place of codes",
    message(series(["x"]), withAttributes("series", codes("N", "n"))),
    [
      [...head, "N"],
      [...row, "x"],
    ],
  ],
  [
    "fewer values than attributes",
    message(series([0]), withAttributes("series", codes("N", "n"), codes("O", "o"))),
    [
      [...head, "N", "O"],
      [...row, "n", ""],
    ],
  ],
  [
    "several values of an attribute",
    message(series([["x", 2.5]]), withAttributes("series", { id: "N" })),
    [
      [...head, "N"],
      [...row, "x, 2.5"],
    ],
  ],
  [
    "values in languages",
    message(series([{ de: "Eins", en: "One" }]), withAttributes("series", { id: "N" })),
    [
      [...head, "N"],
      [...row, "One"],
    ],
  ],
  [
    "groups by keys of all dimensions, with empty codes for any",
    message(
      {
        ...series(undefined),
        dimensionGroupAttributes: {
          "0:": ["x", null],
          "1:": ["y"],
          "0:1": { attributes: [null, "z"] },
          ":0": ["w"],
        },
      },
      withAttributes("dimensionGroup", { id: "N" }, { id: "O" }),
    ),
    [
      [...head, "N", "O"],
      [...row, "x", "z"],
    ],
  ],
  [
    "groups by keys of series",
    message(
      { ...series(undefined), dimensionGroupAttributes: { 0: ["x"], 1: ["y"] } },
      withAttributes("dimensionGroup", { id: "N" }),
    ),
    [
      [...head, "N"],
      [...row, "x"],
    ],
  ],
  [
    "observations without dimensions of their own",
    message(
      { series: { 1: { observations: { "": [5] } } } },
      { dimensions: { series: structure.dimensions.series } },
    ),
    [
      ["A", "OBS_VALUE"],
      ["q", "5"],
    ],
  ],
])("%s", async (_, content, rows) => {
  expect(await rowsOf("a.json", content)).toEqual(rows);
});

test("each structure that data sets name is a table", async () => {
  const other = { dimensions: { observation: [codes("B", "b")] } };
  const flat = (value: number) => ({ structure: 1, observations: { 0: [value] } });
  const data = {
    structures: [structure, other, structure],
    dataSets: [flat(1), { structure: 0, ...series(undefined) }, flat(2)],
  };
  expect(await heldRows({ "a.json": JSON.stringify({ data }) }, "a.json")).toEqual({
    "a.json#structure 1": [head, row],
    "a.json#structure 2": [
      ["B", "OBS_VALUE"],
      ["b", "1"],
      ["b", "2"],
    ],
  });
});

test.each<[set: object, own: object, problem: string]>([
  [
    { action: "DELETE" },
    structure,
    "/dataSets/0/action says to delete observations: it holds none",
  ],
  [
    { observations: { 0: [1] } },
    structure,
    "/dataSets/0/observations stand beside series, of which they would be part",
  ],
  [
    { series: { x: {} } },
    structure,
    "/dataSets/0/series/x has the code x of A, which the structure has not",
  ],
  [
    { series: { "": {} } },
    structure,
    "/dataSets/0/series/ has a key of 0 numbers, and there are 1 dimensions",
  ],
  [
    series(["x"]),
    structure,
    "/dataSets/0/series/0/attributes has more values than there are components",
  ],
  [
    series([1]),
    withAttributes("series", codes("N", "n")),
    "/dataSets/0/series/0/attributes/0 has the code 1 of N, which the structure has not",
  ],
  [{ series: { 0: [5] } }, structure, "/dataSets/0/series/0 is no object"],
  [series(undefined, 1), structure, "/dataSets/0/series/0/observations/1 is no list"],
  [
    { dimensionGroupAttributes: { "0:0:0": [] } },
    structure,
    "/dataSets/0/dimensionGroupAttributes/0:0:0 has a key of another length than the dimensions",
  ],
  [
    { attributes: ["x"] },
    structure,
    "/dataSets/0/attributes has more values than there are components",
  ],
  [{}, { dimensions: { dataSet: [{ id: "A" }] } }, "/dataSets/0 does not say which A it is of"],
  [
    {},
    { dimensions: { dataSet: [{ values: [] }] } },
    '/structures/0/dimensions/dataSet/0 has no "id"',
  ],
])("%j is refused", async (set, own, problem) => {
  expect(await refusalOf("a.json", message(set, own))).toBe(`a.json:1: /data${problem}`);
});
