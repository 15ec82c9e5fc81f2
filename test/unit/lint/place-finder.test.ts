/** Places of findings: where the statement stands, in every kind of source, and never anywhere else. */
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { lint } from "../../../src/commons/with-files.ts";
import type { KeptFinding, Target } from "../../../src/lint/lint-log.ts";
import { PlaceFinder } from "../../../src/lint/place-finder.ts";
import { worldOf } from "../../oracle/small-world.ts";
import { type Texts, withFolder } from "../load/load-texts.ts";
import { lintTexts, soundVariable } from "./lint-texts.ts";

async function placesOf(texts: Texts, counter: string, examples = 100): Promise<string[]> {
  const { found } = await lintTexts(texts, { maxExamples: examples });
  const places = found.filter((finding) => finding.split(" ")[1]?.startsWith(counter));
  return places.map((finding) => finding.split(" ")[2]!);
}

const header = "entity,variable,date,value\n";
const jump = "StatsCheck_MaxPercentFluctuation";

const state = (dcid: string, name: string): string =>
  `Node: dcid:${dcid}\ntypeOf: dcs:State\nname: "${name}"\n\n`;
const states = state("geoId/06", "California") + state("geoId/48", "Texas");

const byName = (csv: string): Texts => ({
  "s/states.mcf": states,
  "c/config.json": JSON.stringify({
    inputFiles: { "b.csv": { format: "variablePerColumn", entityType: "State" } },
    sources: {},
  }),
  "c/b.csv": csv,
});

describe("rows whose place is given by name", () => {
  const rows = "name,date,V\nTexas,2000,1\nCalifornia,2000,1\nCalifornia,2001,1000000\n";

  test("are found without any other table", async () => {
    expect(await placesOf(byName(rows), jump)).toEqual(["c/b.csv:4"]);
  });

  test("are not mistaken for rows of another table that look alike", async () => {
    const decoy = `${header}geoId/48,W,2000,5\ngeoId/06,W,2001,1000000\ngeoId/06,X,2001,5\n`;
    expect(await placesOf({ ...byName(rows), "a.csv": decoy }, jump)).toEqual(["c/b.csv:4"]);
  });

  test("say where an undescribed variable is first observed", async () => {
    const config = { inputFiles: { "b.csv": { format: "variablePerRow", entityType: "State" } } };
    const texts = {
      "s/states.mcf": `${states}Node: dcid:x/W\ntypeOf: dcs:StatisticalVariable\n`,
      "a.csv": `${header}geoId/06,x/W,2000,1\ngeoId/06,x/W,2001,1\n`,
      "c/config.json": JSON.stringify(config),
      "c/b.csv": `${header}geoId/06,x/W,2002,1\ngeoId/06,x/V,2000,1\n`,
    };
    expect(await placesOf(texts, "Existence_MissingReference_variableMeasured")).toEqual([
      "c/b.csv:3",
    ]);
  });
});

describe("observations of several facets", () => {
  const wide = "entity,variable,date,value,provenance,unit,measurement_method\n";

  test("stand in the row of their own facet, also when another file has the same values", async () => {
    const texts = {
      "a.csv": `${wide}p,V,2000,1,I,,\np,V,2001,1,I,,\n`,
      "b.csv": `${wide}p,V,2000,1,J,,\np,V,2001,900,J,,\n`,
      "c.csv": `${wide}p,V,2000,900,J,EUR,\np,V,2001,900,J,EUR,\n`,
    };
    expect(await placesOf(texts, jump)).toEqual(["b.csv:3"]);
  });

  test("differ by the provenance of their file", async () => {
    const texts = { "a.csv": `${header}p,V,2000,1\np,V,2001,1\n`, "b.csv": header };
    texts["b.csv"] += "p,V,2000,1\np,V,2001,900\n";
    expect(await placesOf(texts, jump)).toEqual(["b.csv:3"]);
  });

  test("are found by aggregated methods too", async () => {
    const rows = (value: string, method: string): string =>
      `p,V,2000,1,I,,${method}\np,V,2001,${value},I,,${method}\n`;
    const texts = { "a.csv": wide + rows("1", "M") + rows("900", "dcAggregate/M") };
    expect(await placesOf(texts, jump)).toEqual(["a.csv:5"]);
  });
});

describe("an observation that stands twice", () => {
  test("is reported where its date gets another value", async () => {
    const rows = "p,V,2000,5\np,V,2001,5\np,V,2000,5\np,V,2000,6\np,V,2000,6\n";
    expect(await placesOf({ "a.csv": header + rows }, "Sanity_InconsistentSvObs")).toEqual([
      "a.csv:5",
    ]);
  });

  test("with three values is reported at the second and at the third", async () => {
    const rows = "p,V,2000,5\np,V,2000,7\np,V,2001,1\np,V,2000,7\np,V,2000,5\n";
    expect(await placesOf({ "a.csv": header + rows }, "Sanity_InconsistentSvObs")).toEqual([
      "a.csv:3",
      "a.csv:6",
    ]);
  });

  test("more often than findings are kept is reported in the rows of those", async () => {
    const rows = "p,V,2000,5\np,V,2000,6\np,V,2000,7\np,V,2000,8\n";
    const places = await placesOf({ "a.csv": header + rows }, "Sanity_InconsistentSvObs", 1);
    expect(places[0]).toBe("a.csv:3");
  });

  test("of several provenances is no conflict, and its place is not theirs", async () => {
    const texts = {
      "a.csv": `${header}p,V,2000,5\n`,
      "b.csv": `${header}p,V,2000,6\n`,
      "c.csv": `${header}p,V,2000,7\np,V,2000,8\n`,
    };
    expect(await placesOf(texts, "Sanity_InconsistentSvObs")).toEqual(["c.csv:3"]);
  });

  test("is found odd by the value that counts, the last one", async () => {
    const rows = "p,V,2000,1\np,V,2001,900\np,V,2001,901\n";
    expect(await placesOf({ "a.csv": header + rows }, jump)).toEqual(["a.csv:4"]);
  });
});

describe("statements", () => {
  const triples = "subject_id,predicate,object_id,object_value\n";

  test("stand where subject, property and object do", async () => {
    const rows = "s/1,typeOf,T,\ns/2,near,s/1,\ns/2,typeOf,T,\ns/1,far,s/9,\ns/2,near,s/9,\n";
    expect(await placesOf({ "t.csv": triples + rows }, "Existence_MissingReference_near")).toEqual([
      "t.csv:6",
    ]);
  });

  test("of nodes without a type begin with the first one about the node", async () => {
    const texts = {
      "a.csv": `${triples}s/1,near,s/2,\n`,
      "b.csv": `${triples}s/1,typeOf,T,\ns/2,name,,Two\n`,
    };
    expect(await placesOf(texts, "Sanity_MissingOrEmpty_typeOf")).toEqual(["b.csv:3"]);
  });

  test("in MCF have their own line, and nodes the line of their name", async () => {
    const text =
      "Node: dcid:s/1\ntypeOf: dcs:T\n\nNode: dcid:s/2\nname: x\nnear: dcid:s/9, dcid:s/1\n";
    expect(await placesOf({ "a.mcf": text }, "Existence_MissingReference_near")).toEqual([
      "a.mcf:6",
    ]);
    expect(await placesOf({ "a.mcf": text }, "Sanity_MissingOrEmpty_typeOf")).toEqual(["a.mcf:4"]);
    expect(await placesOf({ "a.mcf.gz": gzipSync(text) }, "Sanity_MissingOrEmpty_typeOf")).toEqual([
      "a.mcf.gz:4",
    ]);
  });

  test("with local names stand where they are written, though they are settled later", async () => {
    const text =
      "Node: x\nnear: l:y, dcid:s/9\n\nNode: y\ndcid: s/1\ntypeOf: dcs:T\n\nNode: x\ndcid: s/2\n";
    expect(await placesOf({ "a.mcf": text }, "Existence_MissingReference_near")).toEqual([
      "a.mcf:2",
    ]);
  });

  test("have the file alone where that has no lines", async () => {
    const iri = (name: string): string => `<https://datacommons.org/browser/${name}>`;
    const rdf = [
      `${iri("s/1")} ${iri("typeOf")} ${iri("T")} .`,
      "# a remark",
      `${iri("s/1")} ${iri("near")} ${iri("s/9")} .`,
    ].join("\n");
    expect(await placesOf({ "r.nt": rdf }, "Existence_MissingReference_near")).toEqual(["r.nt:3"]);
    const sql = "INSERT INTO triples VALUES('s/1','typeOf','T',''),\n('s/1','near','s/9','');\n";
    expect(await placesOf({ "d.sql": sql }, "Existence_MissingReference_near")).toEqual([
      "d.sql:2",
    ]);
    const json = '{"@graph": [\n{"@id": "s/1",\n"typeOf": "T",\n"near": {"@id":\n"s/9"}}]}\n';
    expect(await placesOf({ "j.jsonld": json }, "Existence_MissingReference_near")).toEqual([
      "j.jsonld:5",
    ]);
    expect(
      await placesOf({ "j.jsonld": json.replace("typeOf", "note") }, "Sanity_MissingOr"),
    ).toEqual(["j.jsonld:2"]);
  });
});

test("what is wrong with an observation in MCF stands in the line that says it", async () => {
  const observation = [
    "Node: dcid:o/1",
    "typeOf: dcs:StatVarObservation",
    "observationDate: 2000",
    "observationAbout: dcid:V",
    "unit: dcs:Nothing",
    "value: 1",
    "variableMeasured: dcid:c/1",
    "",
  ].join("\n");
  const city = 'Node: dcid:c/1\ntypeOf: dcs:City\nname: "C"\n\n';
  const described = 'Node: dcid:Unit2\ntypeOf: dcs:UnitOfMeasure\nname: "Unit2"\n\n';
  const texts = { "a.mcf": observation, "b.mcf": city + described + soundVariable("V") };
  expect(await placesOf(texts, "Graph_VariableOfOtherType")).toEqual(["a.mcf:7"]);
  expect(await placesOf(texts, "Graph_VariableAsEntity")).toEqual(["a.mcf:4"]);
});

test.each<Target>([
  { about: "unit", name: "U" },
  { about: "measurementMethod", name: "M" },
  { about: "node", node: "n" },
  { about: "provenance", name: "p" },
])("sources are read once more for a finding about %j alone", (target) => {
  const place = { file: undefined, line: undefined, text: undefined, cells: 1 };
  const finding: KeptFinding = {
    level: "error",
    counter: "C",
    message: "",
    target,
    cure: undefined,
    ...place,
  };
  const none = { sought: [], mention: () => {} };
  const isIdle = (...findings: KeptFinding[]) =>
    new PlaceFinder(findings, worldOf([]), none).isIdle;
  expect([isIdle(finding), isIdle(), isIdle({ ...finding, file: "a.csv" })]).toEqual([
    false,
    true,
    true,
  ]);
});

test("lines are shown of files on disk beside files in memory, whatever their names", async () => {
  const content = 'Node: dcid:a\ntypeOf: dcs:City\nName: "a"\n';
  await withFolder({ "b.gz.mcf": content.replace('"a"', '"b"') }, async (folder) => {
    const { findings } = await lint([{ name: "a.gz.mcf", content }, `${folder}/b.gz.mcf`]);
    const shown = findings.flatMap(({ counter, text }) =>
      counter === "Sanity_NotInitLowerPropName" ? [text] : [],
    );
    expect(shown.sort()).toEqual(['Name: "a"', 'Name: "b"']);
  });
});

test("each finding shows its own line, of whatever file", async () => {
  const text = (name: string) => `Node: dcid:${name}\ntypeOf: dcs:City\nName: "${name}"\n`;
  const short = 'Node: dcid:d\nName: "d"\n';
  const { found, lines } = await lintTexts({
    "a.mcf": text("a"),
    "b.mcf": text("b"),
    "c.mcf": text("c"),
    "d.mcf": short,
  });
  const shown = found.flatMap((finding, at) =>
    finding.includes("NotInitLowerPropName") ? [[finding.split(" ")[2], lines[at]]] : [],
  );
  expect(shown).toEqual([
    ["a.mcf:3", 'Name: "a"'],
    ["b.mcf:3", 'Name: "b"'],
    ["c.mcf:3", 'Name: "c"'],
    ["d.mcf:2", 'Name: "d"'],
  ]);
});

test("a variable without observations stands where it is described", async () => {
  const texts = {
    "a.mcf": soundVariable("V") + soundVariable("W"),
    "o.csv": `${header}p,V,2000,1\n`,
  };
  expect(await placesOf(texts, "Graph_VariableWithoutObservations")).toEqual(["a.mcf:7"]);
});
