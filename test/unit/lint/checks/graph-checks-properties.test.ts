/** Properties that are nearly a common one. */
import { expect, test } from "vitest";
import { lintTexts } from "../lint-texts.ts";

async function misspelt(mcf: string): Promise<readonly string[]> {
  const { found, messages } = await lintTexts({ "a.mcf": mcf });
  return found.flatMap((finding, at) => {
    const meant = /is '(.*)' meant/.exec(messages[at]!)?.[1];
    return finding.includes("Graph_MisspeltProperty") ? [`${finding.split(" ")[2]} ${meant}`] : [];
  });
}

test("are reported at the first line that has them, with the probable property", async () => {
  const text = [
    "Node: dcid:a",
    "typeof: dcs:City",
    "containedInplace: dcid:b",
    "",
    "Node: dcid:b",
    "typeOf: dcs:City",
    "containedInplace: dcid:c",
    "popluationType: dcs:Person",
  ].join("\n");
  expect(await misspelt(text)).toEqual([
    "a.mcf:2 typeOf",
    "a.mcf:3 containedInPlace",
    "a.mcf:8 populationType",
  ]);
});

const common =
  "alternateName constraintProperties containedInPlace description domainIncludes latitude location " +
  "longitude measuredProperty measurementDenominator measurementMethod measurementQualifier memberOf " +
  "nameWithLanguage observationAbout observationDate observationPeriod observedNode populationType " +
  "rangeIncludes relevantVariable scalingFactor searchDescription specializationOf statType " +
  "subClassOf subPropertyOf variableMeasured";

test("are reported for each property that imports use often", async () => {
  const names = common.split(" ");
  const slips = names.map((name) => name.slice(0, 3) + name.slice(4));
  const text = ["Node: dcid:a", "typeOf: dcs:City", ...slips.map((slip) => `${slip}: "x"`)];
  const { messages } = await lintTexts({ "a.mcf": text.join("\n") }, { maxExamples: 100 });
  const meant = messages.flatMap((message) => /is '(.*)' meant/.exec(message)?.[1] ?? []);
  expect(new Set(meant)).toEqual(new Set(names));
});

test("short or shortened names are names of their own, and so is what is described", async () => {
  const text = [
    "Node: dcid:a",
    "typeOf: dcs:City",
    "names: x",
    "units: x",
    "member: dcid:a",
    "locations: dcid:a",
    "",
    "Node: dcid:locations",
    "typeOf: dcs:Property",
  ].join("\n");
  expect(await misspelt(text)).toEqual([]);
});
