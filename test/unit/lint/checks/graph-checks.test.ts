import { expect, test } from "vitest";
import { lintTexts, soundVariable } from "../lint-texts.ts";

const triples = "subject_id,predicate,object_id,object_value\n";
const observations = "entity,variable,date,value\n";

async function foundIn(texts: Record<string, string>): Promise<readonly string[]> {
  const { found } = await lintTexts(texts);
  return found.filter((finding) => !finding.includes("Graph_NotLoaded"));
}

test("nodes of tables and of RDF without a type are found where they stand", async () => {
  expect(
    await foundIn({
      "t.csv": `${triples}a/1,typeOf,City,\n"a/2",name,,"one, two"\na/3,typeOf,City,\n`,
      "r.nt":
        '<https://datacommons.org/browser/b/1> <https://datacommons.org/browser/name> "x" .\n',
    }),
  ).toEqual([
    "error Sanity_MissingOrEmpty_typeOf r.nt:1",
    "error Sanity_MissingOrEmpty_typeOf t.csv:3",
  ]);
});

test("the provenance of a file is not a node without a type", async () => {
  const text =
    'Context: x\nprovenanceUrl: "https://example.org"\n\nNode: dcid:a\ntypeOf: dcs:City\n';
  expect(await foundIn({ "a.mcf": text })).toEqual([]);
});

test("variables without observations, where there are any", async () => {
  const variables = soundVariable("V", "gender: dcs:Male") + soundVariable("W");
  expect(await foundIn({ "a.mcf": variables })).toEqual([]);
  expect(await foundIn({ "a.mcf": variables, "o.csv": `${observations}p/1,V,2020,1\n` })).toEqual([
    "info Graph_VariableWithoutObservations a.mcf:8",
  ]);
});

test("properties of a variable that are only proposed are named until its description goes", async () => {
  const proposed = 'description: "Proposed by import, to be checked: statType, unit."';
  const { report, messages } = await lintTexts({
    "a.mcf":
      soundVariable("V", proposed) +
      soundVariable("W", 'description: "Sales. Proposed by import, to be checked:"'),
    "o.csv": "entity,variable,date,value\na,V,2020,1\na,W,2020,2\n",
  });
  const own = report.findings.filter(({ counter }) => counter === "Graph_ProposedVariable");
  expect(own.map(({ level, line }) => [level, line])).toEqual([["info", 1]]);
  expect(messages).toContain(
    "of variable 'V' statType, unit are only proposed: check them, then remove the description",
  );
});

test("a variable without observations is named, if there are any", async () => {
  const rows = "entity,variable,date,value\na,V,2020,1\n";
  const { messages } = await lintTexts({
    "a.mcf": soundVariable("V") + soundVariable("W"),
    "o.csv": rows,
  });
  expect(messages.filter((one) => one.includes("has no observations"))).toEqual([
    "variable 'W' has no observations",
  ]);
});

// Observations whose variable or entity is of another kind.
const place = 'Node: dcid:geoId/06\ntypeOf: dcs:State\nname: "California"\n\n';

async function rolesIn(rows: string, mcf: string): Promise<readonly string[]> {
  const { found } = await lintTexts({ "a.mcf": mcf, "o.csv": observations + rows });
  return found.filter((finding) => /Graph_Variable(?:As|Of)/.test(finding));
}

test("exchanged columns are reported once for each variable and each place", async () => {
  const rows = "geoId/06,V,2020,1\nV,geoId/06,2020,1\nV,geoId/06,2021,1\nV,geoId/07,2021,1\n";
  expect(await rolesIn(rows, place + soundVariable("V"))).toEqual([
    "warning Graph_VariableAsEntity o.csv:3",
    "warning Graph_VariableOfOtherType o.csv:3",
  ]);
});

test.each(["StatVar", "StatVarGroup"])(
  "a variable with the type %s is reported at its typeOf, if its rows are about places",
  async (type) => {
    const wrong = soundVariable("V").replace("StatisticalVariable", type);
    const texts = { "a.mcf": place + wrong, "o.csv": `${observations}geoId/06,V,2020,1\n` };
    const { found, messages } = await lintTexts(texts);
    const at = found.indexOf("warning Graph_VariableOfOtherType a.mcf:6");
    expect(messages[at]).toBe(
      `variableMeasured of observations is 'V', which is of type '${type}' and not a StatisticalVariable; is its typeOf right?`,
    );
  },
);

test("the type that a variable has instead is reported", async () => {
  const texts = { "a.mcf": place, "o.csv": `${observations}x,geoId/06,2020,1\n` };
  const { messages } = await lintTexts(texts);
  expect(messages.filter((message) => message.startsWith("variableMeasured"))).toEqual([
    "variableMeasured of observations is 'geoId/06', which is of type 'State' and not a " +
      "StatisticalVariable; are the columns of variables and entities exchanged?",
  ]);
});

test("nothing is reported about nodes without a type, or with several of which one is right", async () => {
  const both = soundVariable("V", "typeOf: dcs:Thing2");
  expect(await rolesIn("geoId/06,V,2020,1\nx,W,2020,1\n", place + both)).toEqual([]);
});

test("the message of a variable as an entity names it", async () => {
  const texts = { "a.mcf": soundVariable("V"), "o.csv": `${observations}V,W,2020,1\n` };
  const { messages } = await lintTexts(texts);
  expect(messages).toContain(
    "observationAbout of observations is 'V', which is a StatisticalVariable; are the columns of variables and entities exchanged?",
  );
});

test("a variable that two files describe is one without observations once, and an observation needs no type", async () => {
  const texts = {
    "a.mcf": soundVariable("V") + soundVariable("W"),
    "b.mcf": soundVariable("W"),
    "o.csv": `${observations}p/1,V,2020,1\n`,
    "t.csv": `${triples}o/1,variableMeasured,V,\no/2,near,V,\n`,
  };
  const { report } = await lintTexts(texts);
  const own = report.counters.filter(({ counter }) => /Without|typeOf/.test(counter));
  expect(own.map(({ counter, count, findings }) => [counter, count, findings[0]?.line])).toEqual([
    ["Sanity_MissingOrEmpty_typeOf", 1, 3],
    ["Graph_VariableWithoutObservations", 1, 7],
  ]);
});

test("observations in MCF that differ in their unit alone are no copied nodes of a template", async () => {
  const observation = (unit: string) =>
    `Node: o${unit}\ntypeOf: dcs:StatVarObservation\nvariableMeasured: dcs:V\nobservationAbout: dcs:p\nobservationDate: "2020"\nvalue: 1\nunit: dcs:${unit}\n\n`;
  const { report } = await lintTexts({
    "a.mcf": soundVariable("V") + soundVariable("W", "gender: dcs:Male"),
    "o.mcf": observation("Euro") + observation("USDollar"),
  });
  const { levels, findings } = report;
  const messages = findings.map(({ message }) => message);
  expect([levels.warning, messages]).toEqual([
    0,
    expect.arrayContaining(["variable 'W' has no observations"]),
  ]);
});

async function misspelt(mcf: string): Promise<readonly string[]> {
  const { found, messages } = await lintTexts({ "a.mcf": mcf });
  return found.flatMap((finding, at) => {
    const meant = /is '(.*)' meant/.exec(messages[at]!)?.[1];
    return finding.includes("Graph_MisspeltProperty") ? [`${finding.split(" ")[2]} ${meant}`] : [];
  });
}

test("properties that are nearly a common one are reported at the first line that has them, with the probable property", async () => {
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

test("slips are reported for each property that imports use often", async () => {
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
