/** The official tool's checks of nodes, one by one. */
import { describe, expect, test } from "vitest";
import { lintMcf, lintTexts, soundVariable } from "../lint-texts.ts";

const node = (...lines: string[]): string => ["Node: dcid:a/b", ...lines].join("\n");

describe("names", () => {
  test("a sound node has no findings", async () => {
    expect(await lintMcf(node("typeOf: dcs:City", 'name: "São Paulo"'))).toEqual([]);
  });

  test("properties begin with a small letter, and one that does not is reported once", async () => {
    const text = node("typeOf: dcs:City", "Name: x", "_id: z", "Name: y");
    expect(await lintMcf(text)).toEqual([
      "error Sanity_NotInitLowerPropName a.mcf:3",
      "error Sanity_NotInitLowerPropName a.mcf:4",
    ]);
  });

  test("dcids are short and of few characters, those of biology of more", async () => {
    const [long, longest] = ["x".repeat(257), "x".repeat(256)];
    const text = `Node: dcid:${longest}\ntypeOf: dcs:City\n\nNode: dcid:${long}\ntypeOf: dcs:City\n\nNode: b\ndcid: "c d"\ntypeOf: dcs:City\n\nNode: dcid:bio/c d\ntypeOf: dcs:City\n`;
    expect(await lintMcf(text)).toEqual([
      "error Sanity_VeryLongDcid a.mcf:4",
      "error Sanity_InvalidChars_dcid a.mcf:8",
    ]);
  });

  test("a keyword in small letters begins no node", async () => {
    const text = node("typeOf: dcs:City", "", "node: dcid:a/c", "typeOf: dcs:Town");
    expect(await lintMcf(text)).toContain("error MCF_UnexpectedProperty a.mcf:4");
  });

  test("references likewise, and all but texts are ASCII", async () => {
    const text = node("typeOf: dcs:City", "near: dcid:é", 'nice: "é"', "empty: dcid:");
    expect(await lintMcf(text)).toEqual([
      "error Sanity_InvalidChars_near a.mcf:3",
      "error Sanity_NonAsciiValueInNonText a.mcf:3",
      "error Sanity_InvalidChars_empty a.mcf:5",
    ]);
  });
});

test("characters that do not show are reported by their code points", async () => {
  const rows =
    "entity,variable,date,value\np/1\u00a0,V,2020,1\np/n\u0303\u200b,V,2020,1\np/ñ 2,V,2020,1\n";
  const { messages } = await lintTexts({ "o.csv": rows });
  const which = messages.flatMap((message) => /no dcid has \((.*)\)/.exec(message)?.[1] ?? []);
  expect(which).toEqual(["U+00A0", "U+0303, U+200B", "'ñ', a space"]);
});

test("a prefix that became part of a dcid is reported, with the right form", async () => {
  const text = node("typeOf: dcs:City", "near: dcid:dcs:a/c", "isIn: dcs:a/d", "dcid: dcid:a/b");
  const { found, messages } = await lintTexts({ "a.mcf": text });
  expect(found[0]).toBe("error Graph_PrefixInDcid a.mcf:3");
  expect(messages[0]).toContain("write 'a/c'");
  expect(found.filter((finding) => finding.includes("Prefix"))).toHaveLength(1);
});

describe("types", () => {
  test("a node without one in any of its blocks", async () => {
    const text =
      "Node: dcid:a\nname: x\n\nNode: dcid:b\nname: y\n\nNode: dcid:b\ntypeOf: dcs:City\n";
    expect(await lintMcf(text)).toEqual(["error Sanity_MissingOrEmpty_typeOf a.mcf:1"]);
  });

  test("everything is a Thing", async () => {
    expect(await lintMcf(node("typeOf: dcs:City, dcs:Thing"))).toEqual([
      "error Sanity_TypeThing a.mcf:1",
    ]);
  });
});

describe("variables", () => {
  test("lack what no block of theirs says", async () => {
    const text = node("typeOf: dcs:StatisticalVariable", "measuredProperty: dcs:count");
    expect(await lintMcf(text)).toEqual([
      "error Sanity_MissingOrEmpty_statType a.mcf:1",
      "warning Sanity_MissingOrEmpty_populationType a.mcf:1",
    ]);
    expect(await lintMcf(`${text}\n\n${soundVariable("a/b")}`)).toEqual([]);
  });

  test("measure a property of what they are about, if its domain is described", async () => {
    const property = (dcid: string, ...domains: string[]): string =>
      [`Node: dcid:${dcid}`, "typeOf: dcs:Property", ...domains].join("\n");
    const variable = (dcid: string, population: string, measured: string): string =>
      `Node: dcid:${dcid}\ntypeOf: dcs:StatisticalVariable\npopulationType: dcs:${population}\n` +
      `measuredProperty: dcs:${measured}\nstatType: dcs:medianValue`;
    const texts = [
      variable("v1", "Person", "income"),
      variable("v2", "Household", "income"),
      variable("v3", "Household", "count"),
      variable("v4", "Household", "age"),
      variable("v5", "Household", "unknown"),
      property("income", "domainIncludes: dcs:Person, dcs:Worker"),
      property("count", "domainIncludes: dcs:Person"),
      property("age"),
    ];
    const { found, messages } = await lintTexts({ "a.mcf": texts.join("\n\n") });
    expect(found.filter((finding) => !finding.includes("Graph_"))).toEqual([
      "warning Existence_MissingTriple_domainIncludes a.mcf:10",
    ]);
    expect(messages.join("\n")).toContain(
      "'income' is described as one of 'Person', 'Worker', and not of populationType 'Household'",
    );
  });

  test("say one thing each, in the right case and of a known kind", async () => {
    const text = node(
      "typeOf: dcs:StatisticalVariable",
      "populationType: dcs:person",
      "measuredProperty: dcs:count, dcs:age",
      "statType: dcs:guess",
    );
    expect(await lintMcf(text)).toEqual([
      "error Sanity_NotInitUpper_populationType a.mcf:3",
      "warning Graph_MisspeltName_populationType a.mcf:3",
      "error Sanity_MultipleVals_measuredProperty a.mcf:4",
      "error Sanity_UnknownStatType a.mcf:5",
    ]);
  });

  test("without a schema measure themselves", async () => {
    const text = node(
      "typeOf: dcs:StatisticalVariable",
      "populationType: dcs:Thing",
      "measuredProperty: dcid:a/b",
      "statType: dcs:measurementResult",
    );
    expect(await lintMcf(text)).toEqual([]);
    expect(await lintMcf(text.replace("dcid:a/b\ns", "dcid:A/c\ns"))).toEqual([
      "error Sanity_NotInitLower_measuredProperty a.mcf:4",
    ]);
  });

  test("one dcid is one variable, and one variable has one dcid", async () => {
    const text =
      soundVariable("A", "age: [Years 10]") +
      soundVariable("A", "age: [10 Years]", 'name: "other words"') +
      soundVariable("B", "age: [Years 10]") +
      soundVariable("A", "age: [Years 11]");
    expect(await lintMcf(text)).toEqual([
      "error Sanity_DifferentDcidsForSameStatVar a.mcf:16",
      "error Sanity_SameDcidForDifferentStatVars a.mcf:23",
    ]);
  });
});

describe("the older types", () => {
  test("an Observation has a date and numbers", async () => {
    const text = node(
      "typeOf: dcs:Observation",
      "measuredProperty: dcs:count",
      "observedNode: dcid:p",
      "observationDate: May",
      "meanValue: 10%",
      "maxValue: many",
    );
    expect(await lintMcf(text)).toEqual([
      "error Sanity_InvalidObsDate a.mcf:5",
      "error Sanity_NonDoubleObsValue a.mcf:7",
    ]);
  });

  test("an Observation without a dcid has the properties of its block", async () => {
    const text =
      "Node: o\ntypeOf: dcs:Observation\nobservedNode: l:gone\nmeasuredProperty: dcs:count\n" +
      'observationDate: "2020"\nmeasuredValue: 5\n';
    const found = await lintMcf(text);
    expect(found.filter((finding) => finding.includes("Sanity"))).toEqual([]);
  });

  test("an Observation's value is not empty", async () => {
    const text =
      "Node: dcid:o\ntypeOf: dcs:Observation\nobservedNode: dcid:p\nmeasuredProperty: dcs:count\n" +
      'observationDate: "2020"\nmeasuredValue: ""\n';
    expect(await lintMcf(text)).toContain("error Sanity_MissingOrEmpty_measuredValue a.mcf:1");
  });

  test("an Observation's measurementResult is no number", async () => {
    const result = node(
      "typeOf: dcs:Observation",
      "measuredProperty: dcs:status",
      "observedNode: dcid:p",
      "observationDate: 2020",
      "measurementResult: dcs:Good",
    );
    expect(await lintMcf(result)).toEqual([]);
    expect(await lintMcf(result.replace("measurementResult", "measuredValue"))).toEqual([
      "error Sanity_NonDoubleObsValue a.mcf:6",
    ]);
  });

  test("an Observation or a population that says too little", async () => {
    expect(await lintMcf(node("typeOf: dcs:Observation"))).toEqual([
      "error Sanity_MissingOrEmpty_measuredProperty a.mcf:1",
      "error Sanity_MissingOrEmpty_observationDate a.mcf:1",
      "error Sanity_MissingOrEmpty_observedNode a.mcf:1",
      "warning Sanity_ObsMissingValueProp a.mcf:1",
    ]);
    expect(await lintMcf(node("typeOf: dcs:StatisticalPopulation"))).toEqual([
      "error Sanity_MissingOrEmpty_location a.mcf:1",
      "error Sanity_MissingOrEmpty_populationType a.mcf:1",
    ]);
  });
});

describe("the schema", () => {
  test("classes and properties are named as their dcids, in their case", async () => {
    const text =
      "Node: dcid:city\ntypeOf: schema:Class\nname: city\nsubClassOf: dcs:Place\n\n" +
      "Node: dcid:Age\ntypeOf: schema:Property\nname: Old\ndomainIncludes: dcs:person\n";
    expect(await lintMcf(text)).toEqual([
      "error Sanity_NotInitUpper_dcidInClass a.mcf:1",
      "error Sanity_NotInitUpper_nameInClass a.mcf:3",
      "error Sanity_NotInitLower_dcidInProperty a.mcf:6",
      "error Sanity_DcidNameMismatchInSchema a.mcf:8",
      "error Sanity_NotInitLower_nameInProperty a.mcf:8",
      "error Sanity_NotInitUpper_domainIncludesInProperty a.mcf:9",
    ]);
  });

  test("a class without a dcid has no name to differ from", async () => {
    const text = 'Node: local\ntypeOf: dcs:Class\nname: "City"\nsubClassOf: dcs:Thing\n';
    const found = await lintMcf(text);
    expect(found.filter((finding) => finding.includes("Mismatch"))).toEqual([]);
  });

  test("each has its own properties, none of them empty", async () => {
    const text =
      'Node: dcid:City\ntypeOf: schema:Class\nrangeIncludes: dcs:X\nlabel: "é"\n\n' +
      'Node: dcid:age\ntypeOf: schema:Property\nsubClassOf: dcs:X\ndescription: ""\n';
    expect(await lintMcf(text)).toEqual([
      "error Sanity_MissingOrEmpty_subClassOf a.mcf:1",
      "error Sanity_UnexpectedPropInClass a.mcf:3",
      "error Sanity_DcidNameMismatchInSchema a.mcf:4",
      "error Sanity_NonAsciiValueInSchema a.mcf:4",
      "error Sanity_UnexpectedPropInProperty a.mcf:8",
      "error Sanity_EmptySchemaValue a.mcf:9",
    ]);
  });

  test("a dcid on a line of its own is reported there, and once", async () => {
    const text = "Node: c\ndcid: city\ntypeOf: schema:Class\nsubClassOf: dcs:Place\n";
    expect(await lintMcf(text)).toEqual(["error Sanity_NotInitUpper_dcidInClass a.mcf:2"]);
  });

  test("a superclass may stand in another block, and Thing has none", async () => {
    const text =
      "Node: dcid:City\ntypeOf: schema:Class\n\nNode: dcid:City\nsubClassOf: dcs:Thing\n\n" +
      "Node: dcid:Thing\ntypeOf: schema:Class\n";
    expect(await lintMcf(text)).toEqual([]);
  });
});

describe("tables with templates", () => {
  test("classes and properties that a column names are not looked at in the template", async () => {
    const template =
      "Node: E:t->E0\ntypeOf: dcs:StatisticalVariable\ndcid: C:t->id\n" +
      "populationType: C:t->population\nmeasuredProperty: C:t->Measured\n" +
      "statType: dcs:measuredValue\n";
    const csv = "id,population,Measured\nV,Person,count\nW,person,Count\n";
    const { found } = await lintTexts({ "t.tmcf": template, "t.csv": csv });
    expect(found.filter((finding) => finding.includes("NotInit"))).toEqual([
      "error Sanity_NotInitLower_measuredProperty t.csv:3",
      "error Sanity_NotInitUpper_populationType t.csv:3",
    ]);
  });

  test("nor are dates, and other nodes of the template", async () => {
    const template =
      "Node: E:t->E0\ntypeOf: dcs:StatisticalVariable\ndcid: C:t->id\n" +
      "populationType: dcs:Person\nmeasuredProperty: E:t->E1\nstatType: dcs:measuredValue\n\n" +
      "Node: E:t->E1\ntypeOf: dcs:Property\ndcid: C:t->property\nname: C:t->property\n\n" +
      "Node: E:t->E2\ntypeOf: dcs:Observation\nobservedNode: E:t->E0\n" +
      "measuredProperty: dcs:count\nobservationDate: C:t->date\nmeasuredValue: C:t->value\n";
    const csv = "id,property,date,value\nV,cats,2020,1\n";
    const { found } = await lintTexts({ "t.tmcf": template, "t.csv": csv });
    expect(found.filter((finding) => /NotInit|ObsDate|ObsValue/.test(finding))).toEqual([]);
  });

  const template = "Node: E:t->E0\ntypeOf: dcs:City\ndcid: C:t->id\nnear: C:t->near\n";

  test("rows are checked as nodes", async () => {
    const { found, lines } = await lintTexts({
      "t.tmcf": template,
      "t.csv": "id,near\nc/1,dcid:c/1\nc 2,dcid:c/1\nc/3,dcid:c 4\n",
    });
    expect(found.filter((finding) => finding.includes("Sanity"))).toEqual([
      "error Sanity_InvalidChars_dcid t.csv:3",
      "error Sanity_InvalidChars_near t.csv:4",
    ]);
    expect(lines).toContain("c 2,dcid:c/1");
  });

  test("templates are checked too, with a table and without", async () => {
    const bad = "Node: E:t->E0\nDcid: C:t->id\nname: C:t->name\n";
    const { found } = await lintTexts({ "t.tmcf": bad, "a.mcf": "Node: dcid:a\ntypeOf: dcs:City" });
    expect(found.filter((finding) => finding.includes("t.tmcf"))).toEqual([
      "warning Source_UnusedTemplate t.tmcf:",
      "error Sanity_MissingOrEmpty_typeOf t.tmcf:1",
      "error Sanity_NotInitLowerPropName t.tmcf:2",
    ]);
  });
});

test("variables of a custom folder need no more than a dcid", async () => {
  const config = { inputFiles: { "o.csv": { format: "variablePerRow" } }, sources: {} };
  const { found } = await lintTexts({
    "config.json": JSON.stringify(config),
    "o.csv": "entity,variable,date,value\nwho:a/1,who:V,2020,1\na/1,V,2021,9\n",
    "nodes.mcf":
      "Node: who:V\ntypeOf: dcs:StatisticalVariable\n\nNode: dcid:a/1\nname: x\nNear: dcid:é\n",
  });
  expect(found.filter((finding) => /Sanity|Stats/.test(finding))).toEqual([
    "error Sanity_MissingOrEmpty_typeOf nodes.mcf:4",
    "error Sanity_NotInitLowerPropName nodes.mcf:6",
    "warning StatsCheck_MaxPercentFluctuationGreaterThan500 o.csv:3",
  ]);
});

test("a node without a dcid and a type is reported once, wherever it stands", async () => {
  expect(await lintMcf('Node: a\nname: "A"\n')).toContain(
    "error Sanity_MissingOrEmpty_typeOf a.mcf:1",
  );
  const template = "Node: E:t->E0\nname: C:t->n\n";
  const { found } = await lintTexts({ "t.tmcf": template, "t.csv": "n\nx\n" });
  expect(found.filter((one) => one.includes("Sanity_MissingOrEmpty"))).toEqual([
    "error Sanity_MissingOrEmpty_typeOf t.tmcf:1",
  ]);
});

test("the message of a missing type, and of a domain with many classes, says what there is", async () => {
  const { messages } = await lintTexts({
    "a.mcf": `Node: a\nname: "A"\n\n${["A", "B", "C", "D"]
      .map(
        (name) =>
          `Node: dcid:${name}\ntypeOf: schema:Class\nname: "${name}"\nsubClassOf: schema:Thing\n`,
      )
      .join(
        "\n",
      )}\nNode: dcid:size\ntypeOf: schema:Property\nname: "size"\ndomainIncludes: dcs:A, dcs:B, dcs:C, dcs:D\n\n${soundVariable("V").replace("count", "size")}`,
  });
  expect(messages).toContain("it has no typeOf: node 'a'");
  expect(messages.filter((one) => one.includes("is described as one of"))).toEqual([
    "measuredProperty 'size' is described as one of 'A', 'B', 'C', and not of populationType 'Person': node 'dcid:V'",
  ]);
});

test("a variable whose properties stand in columns is checked row by row", async () => {
  const template =
    "Node: E:t->E0\ntypeOf: dcs:StatisticalVariable\ndcid: C:t->d\npopulationType: C:t->p\n" +
    "measuredProperty: C:t->m\nstatType: dcs:measuredValue\n";
  const mcf = 'Node: dcid:size\ntypeOf: schema:Property\nname: "size"\ndomainIncludes: dcs:Place\n';
  const { found } = await lintTexts({
    "s.mcf": mcf,
    "t.tmcf": template,
    "t.csv": "d,p,m\nV,Person,size\nW,Place,size\n",
  });
  expect(found.filter((one) => one.includes("domainIncludes"))).toEqual([
    "warning Existence_MissingTriple_domainIncludes t.csv:2",
  ]);
});

test("schema nodes: what they have and should not, and what is empty or not ASCII", async () => {
  const { messages } = await lintTexts(
    {
      "a.mcf": [
        'Node: dcid:Shop\ntypeOf: schema:Class\nlabel: "Shöp"\nsubClassOf: dcs:Pläce\nsubPropertyOf: dcs:x\n',
        'Node: dcid:size\ntypeOf: schema:Property\nname: ""\nrangeIncludes: dcs:Nümber\nsubPropertyOf: dcs:sïze\nsubClassOf: dcs:Thing\n',
      ].join("\n"),
    },
    { maxExamples: 100 },
  );
  const own = messages.map((message) => message.replace(/: node .*/, ""));
  expect(own).toEqual(
    expect.arrayContaining([
      "a Class has no subPropertyOf",
      "a Property has no subClassOf",
      "name is empty",
      "label 'Shöp' of a Class holds more than ASCII",
      "subClassOf 'Pläce' of a Class holds more than ASCII",
      "rangeIncludes 'Nümber' of a Property holds more than ASCII",
      "subPropertyOf 'sïze' of a Property holds more than ASCII",
      "the name of a Class is its dcid; found 'Shöp'",
    ]),
  );
});
