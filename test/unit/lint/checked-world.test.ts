/** Statements of importers, which no file holds, and types that their configs imply. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { lint } from "../../../src/commons/with-files.ts";
import { MadeStatements } from "../../../src/lint/checked-world.ts";
import { projectRoot } from "../../tidy/source-tree.ts";
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
