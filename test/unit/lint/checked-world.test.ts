/** Statements of importers, which no file holds, and types that their configs imply. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { lint } from "../../../src/commons/with-files.ts";
import { MadeStatements } from "../../../src/lint/checked-world.ts";
import { projectRoot } from "../../tidy/source-tree.ts";
import { withFolder } from "../load/load-texts.ts";
import { lintTexts } from "./lint-texts.ts";

const schema = ["StatisticalVariable", "Class", "City", "Thing", "Person", "typeOf", "subClassOf"]
  .map((name) => `Node: dcid:${name}\ntypeOf: dcs:Class\nsubClassOf: dcs:Thing\n\n`)
  .join("");

async function missing(config: object, csv: string): Promise<readonly string[]> {
  const texts = {
    "a.mcf": `${schema}Node: dcid:p/1\ntypeOf: dcs:City\n`,
    "c/config.json": JSON.stringify(config, null, 1),
    "c/o.csv": csv,
  };
  const { found } = await lintTexts(texts, { maxExamples: 100 });
  return found.filter((finding) => finding.includes("Existence"));
}

describe("what an importer says by itself", () => {
  test("is no finding: groups, defaults of variables, provenances", async () => {
    const config = { inputFiles: { "o.csv": { provenance: "P" } } };
    expect(await missing(config, "dcid,date,V\np/1,2020,1\n")).toEqual([]);
  });

  test("is no finding in the shipped samples", async () => {
    const samples = join(projectRoot, "data-samples");
    const { findings } = await lint(join(samples, "custom-folder"), {
      with: join(samples, "us-states"),
    });
    expect(findings).toEqual([]);
  });

  test("differs from a statement of the config, which has its line", async () => {
    const config = {
      inputFiles: { "o.csv": { provenance: "P" } },
      variables: { V: { properties: { populationType: "Persn" } } },
    };
    expect(await missing(config, "dcid,date,V\np/1,2020,1\n")).toEqual([
      "warning Existence_MissingReference_Property c/config.json:8",
      "warning Existence_MissingReference_populationType c/config.json:8",
    ]);
  });
});

test("statements with few subjects are kept each, with many they are alike", () => {
  const made = new MadeStatements();
  for (let at = 0; at < 1_000; at++) made.add(`s${at}`, "in", "x");
  expect(made.has("s999", "in", "x")).toBe(true);
  expect(made.has("s1000", "in", "x")).toBe(false);
  made.add("s1000", "in", "x");
  expect(made.has("other", "in", "x")).toBe(true);
  expect(made.has("s1", "in", "y")).toBe(false);
  expect(made.has("s1", "on", "x")).toBe(false);
});

test("a type that a table gives to its entities does not describe them: a slip of a place is found", async () => {
  const place = (code: string) => `Node: dcid:country/${code}\ntypeOf: dcs:Country\nname: "n"\n\n`;
  const config = { inputFiles: { "t.csv": { entityType: "Country", provenance: "P" } } };
  const texts = {
    "a.mcf": ["DEU", "DNK", "FRA"].map(place).join(""),
    "c/config.json": JSON.stringify(config),
    "c/t.csv": "entity,date,Sales\ncountry/DEU,2020,5\ncountry/DKN,2020,6\ncountry/FRA,2020,7\n",
  };
  const { found } = await lintTexts(texts, { maxExamples: 100 });
  expect(found.filter((finding) => finding.includes("Existence"))).toEqual([
    "error Existence_MissingReference_observationAbout c/t.csv:3",
  ]);
});

// The `entityType` of a config beside the types of its entities.

const place = (dcid: string, ...types: string[]) =>
  `Node: dcid:${dcid}\n${types.map((type) => `typeOf: dcs:${type}\n`).join("")}name: "${dcid}"\n\n`;

async function foundIn(entityType: string, mcf: string, base = ""): Promise<string[]> {
  const config = { inputFiles: { "o.csv": { entityType, provenance: "P" } } };
  const texts = {
    "own/config.json": JSON.stringify(config, null, 1),
    "own/o.csv": "dcid,date,V\nx/1,2020,1\nx/2,2020,1\n",
    "own/a.mcf": mcf,
    "base/b.mcf": base,
  };
  return await withFolder(texts, async (folder) => {
    const { findings } = await lint(`${folder}/own`, { with: `${folder}/base` });
    return findings
      .filter(({ counter }) => counter === "Config_OtherEntityType")
      .map(({ file = "", line, message }) => `${file.slice(folder.length + 1)}:${line} ${message}`);
  });
}

const said = [
  "own/config.json:4 the entityType 'City' is the type of none of its entities: 'x/1' is described as 'County', 1 more have other types, too; is 'County' meant?",
];

test("another type than that of all described entities is named, with its line", async () => {
  const counties = place("x/1", "County") + place("x/2", "County");
  expect(await foundIn("City", counties)).toEqual(said);
  expect(await foundIn("City", "", counties)).toEqual(said);
  expect(await foundIn("City", place("x/1", "County") + place("x/2", "State"))).toEqual([
    "own/config.json:4 the entityType 'City' is the type of none of its entities: 'x/1' is described as 'County', 1 more have other types, too",
  ]);
});

test.each([
  ["Country", "AdministrativeArea1"],
  ["AdministrativeArea2", "AdministrativeArea1"],
  ["AdministrativeArea1", "Country"],
])("a %s is no %s", async (type, described) => {
  const places = place("x/1", described) + place("x/2", described);
  expect(await foundIn(type, places)).toEqual([
    `own/config.json:4 the entityType '${type}' is the type of none of its entities: 'x/1' is described as '${described}', 1 more have other types, too; is '${described}' meant?`,
  ]);
});

test.each([
  ["AdministrativeArea1", "State"],
  ["County", "AdministrativeArea1"],
  ["AdministrativeArea2", "AdministrativeArea"],
  ["Thing", "AdministrativeArea2"],
  ["Country", "Place"],
])("a %s may be a %s", async (type, described) => {
  expect(await foundIn(type, place("x/1", described) + place("x/2", described))).toEqual([]);
});

test("a type that one of them has, a wider type, and entities that nothing describes are no findings", async () => {
  const counties = place("x/1", "County") + place("x/2", "County");
  expect(await foundIn("County", counties)).toEqual([]);
  expect(await foundIn("City", place("x/1", "City") + place("x/2", "County"))).toEqual([]);
  expect(await foundIn("City", place("x/1", "City", "County"))).toEqual([]);
  expect(await foundIn("City", "", place("x/1", "City", "County"))).toEqual([]);
  expect(await foundIn("Place", counties)).toEqual([]);
  expect(await foundIn("City", place("x/1", "AdministrativeArea2"))).toEqual([]);
  expect(await foundIn("City", "")).toEqual([]);
  const above = "Node: dcid:County\ntypeOf: dcs:Class\nsubClassOf: dcs:Region\n\n";
  expect(await foundIn("Region", counties + above)).toEqual([]);
});
