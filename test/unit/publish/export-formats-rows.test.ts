/** Which rows an export has, and in which order. */
import { expect, test } from "vitest";
import { Export } from "../../../src/publish/export-formats.ts";
import type { ExportFormat } from "../../../src/publish/format-names.ts";
import { unsetSource } from "../../../src/stats/facet-fields.ts";
import { type World, WorldBuilder } from "../../../src/world/world.ts";
import { type ObservationRow, type TripleRow, worldOf } from "../../oracle/small-world.ts";

function exported(world: World, format: ExportFormat) {
  const all = new Export(world, format);
  const texts = Object.fromEntries(
    all.files.map(({ name, text }) => [name, [...text()].join("").split("\n")]),
  );
  return { texts, omissions: all.omissions };
}

/** The shown name is neither first among the names nor is a node one. */
const named: readonly TripleRow[] = [
  ["a", "name", "=M", "p"],
  ["a", "name", "=B", "p"],
  ["a", "name", "=Z", "p"],
  ["a", "name", "node", "p"],
  ["b", "name", "=B", "p"],
  ["b", "name", "=M", "p"],
  ["c", "typeOf", "Place", "p"],
];

test("the shown name stands first, all other rows in order, and each once", () => {
  const { texts } = exported(worldOf([...named]), "tables");
  expect(texts["triples.csv"]!.slice(1, -1)).toEqual([
    "a,name,,M,p",
    "a,name,node,,p",
    "a,name,,B,p",
    "a,name,,Z,p",
    "b,name,,B,p",
    "b,name,,M,p",
    "c,typeOf,Place,,p",
  ]);
});

test("MCF names first whose names need it, by provenance, and blocks by node", () => {
  const world = worldOf([...named, ["A", "name", "=Y", "q"], ["A", "name", "=X", "p"]]);
  const { texts } = exported(world, "mcf");
  expect(texts).toMatchObject({
    "names-1.mcf": ["Node: dcid:a", 'name: "M"', "", ""],
    "names-2.mcf": ["Node: dcid:A", 'name: "Y"', "", ""],
    "graph-2.mcf": ["Node: dcid:A", 'name: "Y"', "", ""],
  });
  expect(texts["graph-1.mcf"]!.filter((line) => line.startsWith("Node"))).toEqual([
    "Node: dcid:A",
    "Node: dcid:a",
    "Node: dcid:b",
    "Node: dcid:c",
  ]);
  expect(JSON.parse(texts["manifest.json"]!.join("\n"))).toEqual({
    graph: [
      { file: "names-1.mcf", provenanceId: "p" },
      { file: "names-2.mcf", provenanceId: "q" },
      { file: "graph-1.mcf", provenanceId: "p" },
      { file: "graph-2.mcf", provenanceId: "q" },
    ],
  });
  expect(Object.keys(texts)).toEqual([
    "names-1.mcf",
    "names-2.mcf",
    "graph-1.mcf",
    "graph-2.mcf",
    "manifest.json",
  ]);
  expect(texts["manifest.json"]).toContain('  "graph": [');
});

test("a name that is a node does not hide that the shown name is the first text", () => {
  const rows: readonly TripleRow[] = [
    ["e", "name", "node"],
    ["e", "name", "other"],
    ["e", "name", "=A"],
    ["e", "name", "=B"],
    ["f", "name", "node"],
  ];
  const { texts } = exported(worldOf([...rows]), "mcf");
  expect(Object.keys(texts)).toEqual(["graph-0.mcf", "manifest.json"]);
});

test("MCF leaves out a node that it cannot name, row by row, and says so", () => {
  const world = worldOf([
    ["a,b", "name", "=A"],
    ["a,b", "typeOf", "Place"],
    ["ok", "no:property", "=x"],
    ["ok", "name", "=y"],
  ]);
  const { texts, omissions } = exported(world, "mcf");
  expect(texts["graph-0.mcf"]).toEqual(["Node: dcid:ok", 'name: "y"', "", ""]);
  expect(omissions).toEqual([
    {
      reason: "MCF cannot write it",
      count: 3,
      examples: ['"a,b name A"', '"a,b typeOf Place"', '"ok no:property x"'],
    },
  ]);
});

test("tables leave out empty texts and NUL, and say which", () => {
  const world = worldOf(
    [
      ["a", "name", "="],
      ["a", "note", "=x\0y"],
      ["a", "note", "=z"],
    ],
    [
      ["v", "a", "2020", "1\0"],
      ["v", "a", "2021", "2"],
      ["v\0", "a", "2021", "3"],
    ],
  );
  const { texts, omissions } = exported(world, "tables");
  expect(texts["triples.csv"]!.slice(1)).toEqual(["a,note,,z,", ""]);
  expect(texts["observations.csv"]!.slice(1)).toEqual(["v,a,2021,2,,,,,,,,", ""]);
  expect(omissions).toEqual([
    { reason: "triples table: an empty text", count: 1, examples: ['"a name "'] },
    { reason: "triples table: a NUL character", count: 1, examples: ['"a note x\\u0000y"'] },
    {
      reason: "observations table: a NUL character",
      count: 2,
      examples: ['"v a 2020 1\\u0000"', '"v\\u0000 a 2021 3"'],
    },
  ]);
});

const facets: readonly ObservationRow[] = [
  ["w", "b", "2021", "1", { importName: "Unheard", unit: "U" }],
  ["v", "b", "2021", "2", { importName: "WorldDevelopmentIndicators", provenanceUrl: "u" }],
  ["v", "b", "2022", "3", { importName: "Unheard" }],
  ["v", "a", "2020", "4", { isDcAggregate: true }],
  ["v", "a", "2019", "5", { isDcAggregate: true }],
];

test("the table of observations has every field of a facet, series by series", () => {
  const { texts } = exported(worldOf([], [...facets]), "tables");
  expect(texts["observations.csv"]).toEqual([
    "variable,entity,date,value,provenance,import_name,provenance_url,measurement_method," +
      "observation_period,unit,scaling_factor,is_dc_aggregate",
    "v,a,2019,5,,,,,,,,true",
    "v,a,2020,4,,,,,,,,true",
    "v,b,2021,2,,WorldDevelopmentIndicators,u,,,,,",
    "v,b,2022,3,,Unheard,,,,,,",
    "w,b,2021,1,,Unheard,,,,U,,",
    "",
  ]);
});

test("the wide table has entities, dates and variables in order, and the best facet alone", () => {
  const rows: readonly ObservationRow[] = [...facets, ["w", "A", "2021", "6"]];
  const { texts } = exported(worldOf([["b", "name", "=Bee"]], rows), "wide");
  expect(texts["observations-wide.csv"]).toEqual([
    "entity,entity_name,date,v,w",
    "A,,2021,,6",
    "a,,2019,5,",
    "a,,2020,4,",
    "b,Bee,2021,2,1",
    "",
  ]);
});

test("the long table has all facets", () => {
  const { texts } = exported(worldOf([], [...facets]), "long");
  expect(texts["observations-long.csv"]!.slice(1)).toEqual([
    "v,,a,,2019,5,,DataCommonsAggregate,,,,",
    "v,,a,,2020,4,,DataCommonsAggregate,,,,",
    "v,,b,,2021,2,,,,,WorldDevelopmentIndicators,u",
    "v,,b,,2022,3,,,,,Unheard,",
    "w,,b,,2021,1,U,,,,Unheard,",
    "",
  ]);
});

test("RDF has a blank node per observation, with the properties that are set", () => {
  const world = worldOf(
    [],
    [
      ["v", "a", "2020", "1", { importName: "I", measurementMethod: "M" }],
      ["v", "a", "2021", "2", { importName: "I", measurementMethod: "M" }],
    ],
  );
  const name = (text: string) => `<https://datacommons.org/browser/${text}>`;
  const lines = ([date, value]: readonly string[], node: string) => [
    `${node} ${name("typeOf")} ${name("StatVarObservation")} .`,
    `${node} ${name("variableMeasured")} ${name("v")} .`,
    `${node} ${name("observationAbout")} ${name("a")} .`,
    `${node} ${name("importName")} "I" .`,
    `${node} ${name("measurementMethod")} ${name("M")} .`,
    `${node} ${name("observationDate")} "${date}" .`,
    `${node} ${name("value")} "${value}" .`,
  ];
  expect(exported(world, "ntriples").texts["graph.nt"]).toEqual([
    ...lines(["2020", "1"], "_:o0"),
    ...lines(["2021", "2"], "_:o1"),
    "",
  ]);
});

test("each format has its files", () => {
  const world = worldOf([["a", "typeOf", "Place"]]);
  const namesOf = (format: ExportFormat) => Object.keys(exported(world, format).texts);
  expect(namesOf("tables")).toEqual(["triples.csv", "observations.csv", "manifest.json"]);
  expect(namesOf("mcf")).toEqual(["graph-0.mcf", "manifest.json"]);
  expect(namesOf("nquads")).toEqual(["graph.nq", "manifest.json"]);
  expect(namesOf("ntriples")).toEqual(["graph.nt"]);
  const manifest = (format: ExportFormat) =>
    JSON.parse(exported(world, format).texts["manifest.json"]!.join("\n"));
  expect(manifest("tables")).toEqual({
    graph: [{ file: "triples.csv", provenanceId: "" }],
    observations: "observations.csv",
  });
  expect(manifest("nquads")).toEqual({ graph: [{ file: "graph.nq", provenanceId: "" }] });
});

test("N-Quads have no graph where there is no provenance", () => {
  const world = worldOf(
    [
      ["a", "name", "=A"],
      ["b", "name", "=B", "p"],
    ],
    [["v", "a", "2020", "1"]],
  );
  const lines = exported(world, "nquads").texts["graph.nq"]!;
  const name = (text: string) => `<https://datacommons.org/browser/${text}>`;
  expect(lines).toContain(`${name("a")} ${name("name")} "A" .`);
  expect(lines).toContain(`${name("b")} ${name("name")} "B" ${name("p")} .`);
  expect(lines).toContain(`_:o0 ${name("value")} "1" .`);
});

test("the table of observations leaves out a provenance that follows from the import's name", () => {
  const builder = new WorldBuilder();
  const imports = [
    ["I", "dc/base/I"],
    ["I", "dc/base/J"],
    ["", "dc/base/"],
  ] as const;
  for (const [at, [importName, provenance]] of imports.entries()) {
    const facet = { ...unsetSource, importName, provenance: builder.node(provenance) };
    const [variable, entity] = [builder.node("v"), builder.node(`e${at}`)];
    builder.observation(variable, entity, builder.facet(facet), builder.date("2020"), "1");
  }
  const { texts } = exported(builder.freeze().world, "tables");
  expect(texts["observations.csv"]!.slice(1, -1)).toEqual([
    "v,e0,2020,1,,I,,,,,,",
    "v,e1,2020,1,dc/base/J,I,,,,,,",
    "v,e2,2020,1,dc/base/,,,,,,,",
  ]);
});

test("observations about several entities have a column for the entity of each property", () => {
  const world = worldOf(
    [["USA", "name", "=United States"]],
    [
      ["Migrants", { from: "USA", to: "CAN" }, "2024", "7"],
      ["People", "USA", "2024", "100"],
    ],
  );
  expect(exported(world, "long").texts["observations-long.csv"]).toEqual([
    "variable,variable_name,entity,entity_name,date,value,unit,measurement_method,observation_period,scaling_factor,import_name,provenance_url,from,from_name,to,to_name",
    "Migrants,,,,2024,7,,,,,,,USA,United States,CAN,",
    "People,,USA,United States,2024,100,,,,,,,,,,",
    "",
  ]);
  const tables = exported(world, "tables").texts["observations.csv"]!;
  expect(tables[0]).toMatch(/,properties$/);
  expect(tables[1]).toMatch(/^Migrants,,2024,7,.*,"{""from"":""USA"",""to"":""CAN""}"$/);
  expect(tables[2]).toMatch(/^People,USA,2024,100,.*,$/);
  const wide = exported(world, "wide");
  expect(wide.texts["observations-wide.csv"]![0]).toBe("entity,entity_name,date,People");
  expect(wide.omissions).toMatchObject([{ count: 1 }]);
});
