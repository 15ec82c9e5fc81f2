/** What single lines of nodes say wrongly, and where it is reported. */
import { expect, test } from "vitest";
import { lintMcf, lintTexts, soundVariable } from "../lint-texts.ts";

test("a property has its domain and its range, and a dcid is reported once, however it is written", async () => {
  const property =
    "Node: dcid:size\ntypeOf: schema:Property\nname: size\nrangeIncludes: dcs:text\ndomainIncludes: dcs:person\n";
  expect(await lintMcf(property)).toEqual([
    "error Sanity_NotInitUpper_rangeIncludesInProperty a.mcf:4",
    "error Sanity_NotInitUpper_domainIncludesInProperty a.mcf:5",
  ]);
  expect(await lintMcf("Node: x\ndcid: dcid:a b\ntypeOf: dcs:City\n")).toEqual([
    "error Sanity_InvalidChars_dcid a.mcf:2",
  ]);
  // Of two dcids, the load says what is wrong.
  const two = await lintMcf("Node: x\ndcid: a|b\ndcid: c|d\ntypeOf: dcs:City\n");
  expect(two.filter((one) => one.includes("InvalidChars_dcid"))).toEqual([]);
});

test("a measured property in a template has the domain of its rows, and not of a column", async () => {
  const template =
    "Node: E:t->E0\ntypeOf: dcs:StatisticalVariable\ndcid: C:t->d\npopulationType: C:t->p\n" +
    "measuredProperty: dcs:size\nstatType: dcs:measuredValue\n";
  const mcf = 'Node: dcid:size\ntypeOf: schema:Property\nname: "size"\ndomainIncludes: dcs:Place\n';
  const { found } = await lintTexts({
    "s.mcf": mcf,
    "t.tmcf": template,
    "t.csv": "d,p\nW,Place\n",
  });
  expect(found.filter((one) => one.includes("domainIncludes"))).toEqual([]);
});

const city = (...lines: string[]): string =>
  ["Node: dcid:c/1", "typeOf: dcs:City", ...lines, ""].join("\n");

async function messagesOf(text: string, counter: RegExp): Promise<readonly string[]> {
  const { found, messages } = await lintTexts({ "a.mcf": text }, { maxExamples: 100 });
  return messages.filter((_, at) => counter.test(found[at] ?? ""));
}

test.each(["Node dcid:c/2", "node dcid:c/2"])(
  "%s lacks a colon, and its lines go astray",
  async (line) => {
    const text = city('name: "A"', "", line, 'name: "A"');
    expect(await messagesOf(text, /PropName|UnexpectedProperty|ColonLess/)).toEqual([
      `a colon is missing after '${line.slice(0, 4)}': '${line.slice(0, 9)}' is read as a property, and this line and those below it belong to the node above`,
    ]);
  },
);

test("a blank in a property is said, because its name may be a line without its colon", async () => {
  const found = await messagesOf(city("name Old Town: by the river"), /UnexpectedProperty/);
  expect(found).toEqual([expect.stringMatching(/^'name Old Town' is read as a property/)]);
});

test.each([
  ["latitude", "48,1", "MCF_InvalidLatitude"],
  ["longitude", "37,5", "MCF_InvalidLongitude"],
])("a decimal comma makes two values of %s", async (property, value, counter) => {
  const [left, right] = value.split(",");
  expect(await messagesOf(city(`${property}: ${value}`), new RegExp(counter))).toEqual([
    `${property} has two values, '${left}' and '${right}': a comma parts values; is '${left}.${right}' meant?: node 'dcid:c/1'`,
  ]);
  const apart = city(`${property}: ${left}`, `${property}: ${right}`, "area: 3,5");
  expect(await messagesOf(apart, /MCF_Invalid/)).toEqual([]);
});

test.each([
  "'A'",
  "'A b'",
  "\u201aA b\u2018",
  "\u201cA b\u201d",
  "\u201eA\u201c",
  "\u2018A\u2019",
  "\u00abA\u00bb",
])("the quotes of %s stay in the text", async (name) => {
  const found = await messagesOf(city(`name: ${name}`), /Graph_QuotesInText/);
  expect(found).toEqual([
    `the quotes around '${name}' are a part of name: MCF takes out '"' alone: node 'dcid:c/1'`,
  ]);
});

test.each(['"A"', "\"the 'A' of 'B'\"", '"\'t Hooft"', "\"'A' and 'B'\""])(
  "%s has no quotes around it",
  async (name) => {
    expect(await messagesOf(city(`name: ${name}`), /Graph_QuotesInText/)).toEqual([]);
  },
);

const table = "entity,variable,date,value\n";

test.each([
  ["geoId/6", "", "geoId/06"],
  ["wardId/6", "wardId/06,V,2020,1\n", "wardId/06"],
  ["geoId/6037", "geoId/06037,V,2020,1\n", "geoId/06037"],
])("the lost zero of %s is found", async (dcid, others, meant) => {
  const { messages } = await lintTexts({ "o.csv": `${table}${dcid},V,2020,1\n${others}` });
  expect(messages).toContain(
    `observationAbout '${dcid}' is described nowhere; is '${meant}' meant, and its zero lost?`,
  );
});

test.each(["wardId/6", "geoId/06", "geoId/0601", "geoId/4801"])("%s lost no zero", async (dcid) => {
  const { messages } = await lintTexts({ "o.csv": `${table}${dcid},V,2020,1\n` });
  expect(messages.filter((message) => message.includes("zero"))).toEqual([]);
});

test("one row with variable and entity exchanged is found beside sound ones", async () => {
  const rows = "c/1,V,2020,1\nc/2,V,2020,1\nV,c/1,2021,1\n";
  const { found, messages } = await lintTexts({ "o.csv": table + rows });
  expect(found.filter((one) => one.includes("VariableAsEntity"))).toEqual([
    "warning Graph_VariableAsEntity o.csv:4",
  ]);
  expect(messages).toContain(
    "observationAbout of observations is 'V', which other rows have as their variable; are the columns of variables and entities exchanged?",
  );
});

test("the number of a day in a spreadsheet is told as the day that it is", async () => {
  const { messages } = await lintTexts({ "o.csv": `${table}c/1,V,45292,1\n` });
  expect(messages.join("\n")).toContain(
    "'45292' is not a date; is it the number of a day in a spreadsheet, 2024-01-01?",
  );
});

test("a dcid line that says another dcid than its Node line is reported there", async () => {
  const other = 'Node: dcid:c/1\ntypeOf: dcs:City\ndcid: "c/11"\n';
  expect(await messagesOf(other, /DcidNotNodeName/)).toEqual([
    "the dcid 'c/11' is another one than that of its Node line, which what refers to 'c/1' means: node 'dcid:c/1'",
  ]);
  for (const same of ["Node: dcid:c/1", "Node: l:here", "Node: here"]) {
    expect(await messagesOf(`${same}\ndcid: "c/1"\ntypeOf: dcs:City\n`, /NodeName/)).toEqual([]);
  }
});

test("the address of a source leads somewhere: in MCF and in the manifest of an import", async () => {
  const provenance = (url: string) =>
    `Node: dcid:dc/p/A\ntypeOf: dcs:Provenance\nname: "A"\nurl: "${url}"\n`;
  const source = provenance("n/a").replace("Provenance", "Source");
  expect(await lintMcf(source)).toEqual(["warning Graph_BadUrl a.mcf:4"]);
  expect(await lintMcf(source.replace("Source", "City"))).toEqual([]);
  expect(await lintMcf(provenance("https://example.org"))).toEqual([]);
  expect(await lintMcf(provenance("htps://example.org"))).toEqual(["warning Graph_BadUrl a.mcf:4"]);
  const inputs = [{ node_mcf: "a.mcf" }];
  const one = { import_name: "A", provenance_url: "n/a", import_inputs: inputs };
  const { found } = await lintTexts({
    "a.mcf": city('name: "C"'),
    "manifest.json": JSON.stringify({ import_specifications: [one] }, null, 1),
  });
  expect(found).toContain("warning Manifest_BadUrl manifest.json:5");
});

test("how observations are measured is no property of their variable, at its line, once for a table", async () => {
  const variable = soundVariable("V", "unit: dcs:USDollar", 'observationPeriod: "P1Y"');
  const template = variable
    .replace("Node: dcid:V", "Node: E:t->V\ndcid: C:t->v")
    .replace("dcs:USDollar", "C:t->unit");
  const observation = "entity,variable,date,value\np,V,2020,1\n";
  const texts = {
    "a.mcf": variable,
    "c/b.mcf": variable.replace("dcid:V", "dcid:W"),
    "c/config.json": '{"inputFiles": {}}',
    "o.csv": observation,
    "t.tmcf": template,
    "t.csv": "v,unit\nX,Meter\nY,Liter\n",
  };
  const { found, messages } = await lintTexts(texts, { maxExamples: 9 });
  const told = found.flatMap((one, at) => {
    const [, counter, place] = one.split(" ");
    return counter === "Graph_FacetOfVariable" ? [`${place} ${messages[at]}`] : [];
  });
  const message = (name: string, text: string, node: string) =>
    `no observation gets the ${name} '${text}' of its variable: write it at the observations: node '${node}'`;
  expect(told).toEqual([
    `a.mcf:6 ${message("unit", "USDollar", "dcid:V")}`,
    `a.mcf:7 ${message("observationPeriod", "P1Y", "dcid:V")}`,
    `c/b.mcf:6 ${message("unit", "USDollar", "dcid:W")}`,
    `c/b.mcf:7 ${message("observationPeriod", "P1Y", "dcid:W")}`,
    `t.tmcf:7 ${message("unit", "C:t->unit", "E:t->V")}`,
    `t.tmcf:8 ${message("observationPeriod", "P1Y", "E:t->V")}`,
  ]);
});

test("a column of a template has a name in ASCII, as the official tool wants it", async () => {
  const lines = [
    "variableMeasured: dcs:V",
    "observationAbout: C:t->Kreis",
    "observationDate: C:t->Jahr",
  ];
  const node = [
    "Node: E:t->E0",
    "typeOf: dcs:StatVarObservation",
    ...lines,
    "value: C:t->Lehrkräfte",
    "",
  ];
  const { found, messages } = await lintTexts({
    "t.tmcf": node.join("\n"),
    "t.csv": "Kreis,Jahr,Lehrkräfte\nnuts/DE111,2022,60\n",
  });
  const at = found.indexOf("error Sanity_NonAsciiValueInNonText t.tmcf:6");
  expect(messages[at]).toContain(
    ": the official tool refuses such names of columns; rename it in table and template",
  );
});
