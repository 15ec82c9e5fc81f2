/** The tree of variables: what a definition says, what counts, and groups within themselves. */
import { describe, expect, test } from "vitest";
import { type Commons, open } from "../../../../src/index.ts";
import { countedParts } from "../../../../src/routes/unlisted/variable-groups.ts";
import { answerTo } from "../unlisted-world.ts";

const url = "/v1/bulk/info/variable-group";
const group = (dcid: string, ...within: readonly string[]) =>
  [
    `Node: dcid:${dcid}`,
    "typeOf: dcs:StatVarGroup",
    ...within.map((one) => `specializationOf: dcid:${one}`),
    "",
  ].join("\n");
const variable = (dcid: string, ...lines: readonly string[]) =>
  [`Node: dcid:${dcid}`, "typeOf: dcs:StatisticalVariable", ...lines, ""].join("\n");
const member = (dcid: string, of: string) => variable(dcid, `memberOf: dcid:${of}`);

interface Answer {
  readonly data: readonly {
    readonly node: string;
    readonly info?: {
      readonly childStatVars?: readonly { readonly definition?: string }[];
      readonly childStatVarGroups?: readonly object[];
      readonly descendentStatVarCount?: number;
    };
  }[];
}
const infos = (commons: Commons, body: object) => answerTo(commons, url, body) as Answer;

test("groups within each other have all variables of both, whichever is asked for", async () => {
  const commons = await open({
    "a.mcf": [
      group("dc/g/A", "dc/g/B"),
      group("dc/g/B", "dc/g/A"),
      group("dc/g/C", "dc/g/B"),
      member("ofA", "dc/g/A"),
      member("ofB", "dc/g/B"),
      member("ofC", "dc/g/C"),
      variable("ofBoth", "memberOf: dcid:dc/g/A, dcid:dc/g/C"),
    ].join("\n"),
    "b.csv":
      "entity,variable,date,value\na,ofA,2020,1\na,ofB,2020,1\na,ofC,2020,1\na,ofBoth,2020,1",
  });
  const nodes = ["dc/g/A", "dc/g/B", "dc/g/C"];
  const counts = ({ data }: Answer) =>
    data.map(({ node, info }) => [node, info?.descendentStatVarCount]);
  const expected = [
    ["dc/g/A", 4],
    ["dc/g/B", 4],
    ["dc/g/C", 2],
  ];
  expect(counts(infos(commons, { nodes }))).toEqual(expected);
  for (const [node, count] of expected) {
    expect(counts(infos(commons, { nodes: [node] }))).toEqual([[node, count]]);
  }
  const [ofB] = infos(commons, { nodes: ["dc/g/B"] }).data;
  expect(ofB?.info?.childStatVarGroups).toEqual([
    { id: "dc/g/A", specializedEntity: "dc/g/A", displayName: "dc/g/A", descendentStatVarCount: 4 },
    { id: "dc/g/C", specializedEntity: "dc/g/C", displayName: "dc/g/C", descendentStatVarCount: 2 },
  ]);
});

describe("a definition", () => {
  test.each([
    [
      "names what every variable has in one order",
      { populationType: "Person", measuredProperty: "age", statType: "meanValue" },
      "st=meanValue,mp=age,pt=Person",
      [3, 0],
    ],
    [
      "says what it is divided by",
      { measurementDenominator: "Area", measurementQualifier: "Annual" },
      "md=Area,mq=Annual",
      [2, 0],
    ],
    [
      "leaves out what an ordinary variable has",
      { statType: "measuredValue", populationType: "Person" },
      "pt=Person",
      [1, 0],
    ],
    [
      "ends with what is special to it",
      { populationType: "Person", age: "Years20", gender: "Female" },
      "pt=Person,age=Years20,gender=Female",
      [1, 2],
    ],
  ])("%s", async (_, properties, expected, [common, special]) => {
    const lines = Object.entries(properties).map(([name, value]) => `${name}: dcs:${value}`);
    const commons = await open({
      "a.mcf": [group("dc/g/A"), variable("v", "memberOf: dcid:dc/g/A", ...lines)].join("\n"),
    });
    const [{ info } = {}] = infos(commons, { nodes: ["dc/g/A"] }).data;
    expect(info?.childStatVars?.[0]?.definition).toBe(expected);
    const { graph } = commons.engine;
    expect(countedParts(graph, graph.dictionary.nodeOf("v") ?? -1)).toEqual({ common, special });
  });

  test("has nothing of what describes a variable and does not say what it measures", async () => {
    const describing = [
      ...["alternateName", "censusACSTableId", "constraintProperties", "description"],
      ...["descriptionUrl", "extendedName", "footnote", "isPublic", "keyString", "label", "name"],
      ...["nameWithLanguage", "provenance", "relevantVariable", "scalingFactor"],
      ...["searchDescription", "unit", "utteranceTemplate"],
    ];
    const lines = describing.map((property) => `${property}: "a text"`);
    const commons = await open({
      "a.mcf": [group("dc/g/A"), variable("v", "memberOf: dcid:dc/g/A", ...lines)].join("\n"),
    });
    const [{ info } = {}] = infos(commons, { nodes: ["dc/g/A"] }).data;
    expect(info?.childStatVars).toEqual([
      { id: "v", searchNames: ["a text", "a text"], displayName: "a text" },
    ]);
    const { graph } = commons.engine;
    expect(countedParts(graph, graph.dictionary.nodeOf("v") ?? -1)).toEqual({
      common: 0,
      special: 0,
    });
  });
});

test("a root of its own holds what says so, and one that holds nothing all without a group", async () => {
  const nodesOf = async (...blocks: readonly string[]) =>
    infos(await open({ "a.mcf": [...blocks, member("v", "dc/g/A")].join("\n") }), {}).data.map(
      ({ node, info }) => [node, info?.childStatVarGroups?.length ?? 0],
    );
  expect(await nodesOf(group("dc/g/A", "dc/g/Root"), group("dc/g/B"), group("dc/g/Root"))).toEqual([
    ["dc/g/A", 0],
    ["dc/g/B", 0],
    ["dc/g/Root", 1],
  ]);
  expect(await nodesOf(group("dc/g/A"), group("dc/g/B", "dc/g/A"))).toEqual([
    ["dc/g/Root", 1],
    ["dc/g/A", 1],
    ["dc/g/B", 0],
  ]);
  expect(infos(await open({ "a.mcf": variable("v") }), {}).data).toEqual([]);
});
