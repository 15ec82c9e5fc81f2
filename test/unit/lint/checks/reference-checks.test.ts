/** References to what nothing describes, and what the sources are not expected to describe. */
import { describe, expect, test } from "vitest";
import { lintMcf, lintTexts, soundVariable } from "../lint-texts.ts";

const schema =
  "Node: dcid:StatisticalVariable\ntypeOf: schema:Class\nsubClassOf: dcs:Thing\n\n" +
  ["Class", "Thing", "Person", "City"]
    .map((name) => `Node: dcid:${name}\ntypeOf: schema:Class\nsubClassOf: dcs:Thing\n\n`)
    .join("") +
  [
    "typeOf",
    "subClassOf",
    "count",
    "measuredValue",
    "near",
    "populationType",
    "measuredProperty",
    "statType",
  ]
    .map((name) => `Node: dcid:${name}\ntypeOf: schema:Class\nsubClassOf: dcs:Thing\n\n`)
    .join("");

/** Of the checks that this file is about. */
async function missing(text: string): Promise<readonly string[]> {
  return (await lintMcf(text)).filter((finding) => finding.includes("Existence"));
}

describe("a node that nothing describes", () => {
  test("is a mistake where others of its kind are described", async () => {
    const text = "Node: dcid:shop/1\ntypeOf: dcs:Shop\nnear: dcid:shop/2, dcid:shop/1\n";
    const { found, messages, lines } = await lintTexts({ "a.mcf": text });
    expect(found).toEqual([
      "warning Existence_MissingReference_near a.mcf:3",
      "info Graph_NotLoaded -",
    ]);
    expect(messages[0]).toBe("near of node 'shop/1' refers to 'shop/2', which nothing describes");
    expect(lines[0]).toBe("near: dcid:shop/2, dcid:shop/1");
  });

  test("is one note per kind where none is", async () => {
    const text = "Node: dcid:shop/1\ntypeOf: dcs:Shop\nnear: dcid:geoId/1, dcid:geoId/2\n";
    const { found, messages } = await lintTexts({ "a.mcf": text });
    expect(found).toEqual(["info Graph_NotLoaded -", "info Graph_NotLoaded -"]);
    expect(messages.join("\n")).toContain("dcids 'geoId/…', such as 'geoId/1': 2 referred to");
    expect(messages.join("\n")).toContain(
      "names of the schema (types, properties, values of enumerations), such as 'Shop': 3 referred to",
    );
  });

  test("is one note where more of its kind are missing than described", async () => {
    const own = "Node: dcid:country/CWW\ntypeOf: dcs:Country\n\n";
    const row = (at: number): string => `country/X${at},V,2020,1\n`;
    const rows = (count: number): string =>
      Array.from({ length: count }, (_, at) => row(at)).join("");
    const table = "entity,variable,date,value\n";
    const many = await lintTexts({ "a.mcf": own, "o.csv": table + rows(600) });
    expect(many.found.filter((finding) => finding.includes("Existence"))).toEqual([]);
    expect(many.messages.join("\n")).toContain(
      "dcids 'country/…', such as 'country/X0': 600 referred to and not described, 1 described",
    );
    const counted = async (described: number, missing: number): Promise<number> => {
      const nodes = Array.from({ length: described }, (_, at) => own.replace("CWW", `C${at}`));
      const texts = { "a.mcf": nodes.join(""), "o.csv": table + rows(missing) };
      const { found } = await lintTexts(texts, { maxExamples: 100 });
      return found.filter((finding) => finding.includes("Existence")).length;
    };
    expect(await counted(7, 7)).toBe(7);
    expect(await counted(7, 8)).toBe(0);
  });

  test("is reported per statement, for any number of provenances", async () => {
    const text = "Node: dcid:s/1\ntypeOf: dcs:S\nnear: dcid:s/9\nfar: dcid:s/9\n";
    const { report } = await lintTexts({ "a.mcf": text, "b.mcf": text });
    const counts = report.counters
      .filter(({ counter }) => counter.startsWith("Existence"))
      .map(({ counter, count }) => [counter, count]);
    expect(counts).toEqual([
      ["Existence_MissingReference_far", 1],
      ["Existence_MissingReference_near", 1],
    ]);
  });

  test("is a mistake in names of the schema once the schema is there", async () => {
    const text = "Node: dcid:a/1\ntypeOf: dcs:Citty\nnear: dcid:b/1\nnaer: dcid:b/1\n\n";
    expect(await missing(text)).toEqual([]);
    expect(await missing(text + schema)).toEqual([
      "warning Existence_MissingReference_typeOf a.mcf:2",
      "warning Existence_MissingReference_Property a.mcf:4",
    ]);
  });
});

describe("names that say what they stand for", () => {
  test.each([
    "Years10To20",
    "YearsUpto25",
    "Years18Onwards",
    "Percent0.5To1.5",
    "City__Person",
    "City__Years10To20",
    "City7",
  ])("%s is described by itself", async (name) => {
    const text = schema + soundVariable("V", `near: dcs:${name}`);
    expect(await missing(text)).toEqual([]);
  });

  test.each(["City__Nothing", "Nothing7", "YearsTo", "years10To20"])("%s is not", async (name) => {
    const text = schema + soundVariable("V", `near: dcs:${name}`);
    expect(await missing(text)).toHaveLength(1);
  });
});

describe("observations", () => {
  const table = "entity,variable,date,value,measurement_method,unit\n";
  const places = "Node: dcid:p/1\ntypeOf: dcs:City\n\n";

  test("of undescribed entities and variables, each reported once", async () => {
    const rows = "p/1,V,2020,1,M,U\np/2,V,2020,1,M,U\np/2,V,2021,1,M,U\np/2,W,2021,1,M,U\n";
    const texts = { "a.mcf": places + schema + soundVariable("V"), "o.csv": table + rows };
    const { report, found } = await lintTexts(texts);
    expect(found.filter((finding) => finding.includes("Existence"))).toEqual([
      "warning Existence_MissingReference_measurementMethod o.csv:2",
      "warning Existence_MissingReference_unit o.csv:2",
      "error Existence_MissingReference_observationAbout o.csv:3",
      "warning Existence_MissingReference_variableMeasured o.csv:5",
    ]);
    const missed = report.counters.filter(({ counter }) => counter.startsWith("Existence"));
    expect(missed.map(({ count }) => count)).toEqual([1, 1, 1, 1]);
  });

  test("of a unit alone stand in the first row that has it", async () => {
    const rows = "p/1,V,2019,1,,\np/1,V,2020,1,,U\np/1,V,2021,1,,U\n";
    const texts = { "a.mcf": places + schema + soundVariable("V"), "o.csv": table + rows };
    const { found } = await lintTexts(texts);
    expect(found.filter((finding) => finding.includes("Existence"))).toEqual([
      "warning Existence_MissingReference_unit o.csv:3",
    ]);
  });

  test("stand where the name is said, not at other rows of the same entity", async () => {
    const config = { inputFiles: { "z.csv": { format: "variablePerRow", entityType: "City" } } };
    const texts = {
      "a.mcf": `${places.trim()}\nname: "One"\n\n${schema}${soundVariable("W")}`,
      "b/o.csv": `${table}p/1,W,2020,1,,\n`,
      "c/config.json": JSON.stringify(config),
      "c/z.csv": "entity,variable,date,value\np/2,W,2020,1\np/1,V,2020,1\n",
    };
    const { found } = await lintTexts(texts);
    expect(found.filter((finding) => finding.includes("variableMeasured"))).toEqual([
      "warning Existence_MissingReference_variableMeasured c/z.csv:3",
    ]);
  });

  test("stand in the config where that says what no row says", async () => {
    const entry = { provenance: "P", observationProperties: { unit: "U" } };
    const texts = {
      "a.mcf": places + schema + soundVariable("W"),
      "b/o.csv": `${table}p/1,W,2020,1,,\n`,
      "c/config.json": JSON.stringify({ inputFiles: { "z.csv": entry } }, null, 1),
      "c/z.csv": "dcid,date,X\np/1,2020,1\n",
    };
    const { found } = await lintTexts(texts);
    expect(found).toContain("warning Existence_MissingReference_unit c/config.json:5");
  });

  test("of variables and methods of a schema that is not loaded are no mistake", async () => {
    const texts = { "a.mcf": places, "o.csv": `${table}p/1,V,2020,1,M,U\n` };
    expect((await lintTexts(texts)).found).toEqual(["info Graph_NotLoaded -"]);
  });
});

describe("provenances that rows name", () => {
  const here = "Node: dcid:dc/base/Here\ntypeOf: dcs:Provenance\n";
  const rows =
    "entity,variable,date,value,provenance\np,V,2020,1,dc/base/Here\np,V,2021,1,dc/base/Gone\n";
  const triples =
    "subject_id,predicate,object_id,object_value,provenance\np,near,q,,dc/base/Lost\n";
  const there = "\nNode: dcid:dc/base/There\ntypeOf: dcs:Provenance\n";

  test("are reported at their first place, if as many are described", async () => {
    const { found } = await lintTexts({ "a.mcf": here + there, "o.csv": rows, "t.csv": triples });
    expect(found.filter((finding) => finding.includes("Existence"))).toEqual([
      "warning Existence_MissingReference_provenance o.csv:3",
      "warning Existence_MissingReference_provenance t.csv:2",
    ]);
  });

  test("are notes otherwise, and those of whole files are not asked for", async () => {
    const few = await lintTexts({ "o.csv": rows, "a.mcf": "Node: dcid:a\ntypeOf: dcs:T\n" });
    expect(few.found.filter((finding) => finding.includes("Existence"))).toEqual([]);
    expect(few.messages.join("\n")).toContain("dcids 'dc/base/…'");
    const whole = await lintTexts({
      "o.csv": "entity,variable,date,value\np,V,2020,1\n",
      "a.mcf": here,
    });
    expect(whole.found.filter((finding) => finding.includes("_provenance"))).toEqual([]);
  });
});

test("a variable that is observed and not described is reported if at least half are described", async () => {
  const header = "entity,variable,date,value\n";
  const found = async (rows: string): Promise<readonly string[]> => {
    const texts = { "a.mcf": soundVariable("V") + soundVariable("W"), "o.csv": header + rows };
    return (await lintTexts(texts)).found.filter((finding) => finding.includes("Existence"));
  };
  expect(await found("p,V,2020,1\np,W,2020,1\np,Vv,2020,1\np,Vv,2021,1\n")).toEqual([
    "warning Existence_MissingReference_variableMeasured o.csv:4",
  ]);
  expect(await found("p,V,2020,1\np,Yy,2020,1\n")).toEqual([
    "warning Existence_MissingReference_variableMeasured o.csv:3",
  ]);
  expect(await found("p,V,2020,1\np,Yy,2020,1\np,Zz,2020,1\n")).toEqual([]);
});

describe("values of variables whose statType is measurementResult", () => {
  const table = "entity,variable,date,value\n";

  function variable(dcid: string, ...lines: string[]): string {
    return [`Node: dcid:${dcid}`, "typeOf: dcs:StatisticalVariable", ...lines, "", ""].join("\n");
  }

  const result = (dcid: string): string =>
    variable(
      dcid,
      "populationType: dcs:Place",
      "measuredProperty: dcs:area",
      "statType: dcs:measurementResult",
    );

  const things = "Node: dcid:thing/1\ntypeOf: dcs:Thingy\n\n";
  const classes = "Node: dcid:StatisticalVariable\ntypeOf: dcs:Class\nsubClassOf: dcs:Thing\n\n";

  async function about(texts: Readonly<Record<string, string>>) {
    const { found, messages } = await lintTexts(texts);
    const isResult = (finding: string) => /measurementResult|StatTypeUnknown/i.test(finding);
    return {
      found: found.filter(isResult),
      messages: messages.filter((_message, at) => isResult(found[at]!)),
    };
  }

  test("that nothing describes are errors where others of their kind are described, each once", async () => {
    const rows =
      "p/1,V,2020,thing/1\np/1,V,2021,thing/2\np/2,V,2021,thing/2\np/1,V,2022,other/1\np/1,V,2023,Name\n";
    const { found, messages } = await about({
      "a.mcf": things + result("V"),
      "o.csv": table + rows,
    });
    expect(found).toEqual([
      "error Existence_MissingReference_value_StatType_measurementResult o.csv:3",
    ]);
    expect(messages).toEqual([
      "the value 'thing/2' of 'V' is a dcid by the variable's statType, and nothing describes it",
    ]);
  });

  test("of the schema are errors once that is there, but for those that say what they stand for", async () => {
    const acre = "Node: dcid:Acre\ntypeOf: dcs:UnitOfMeasure\n\n";
    const texts = {
      "a.mcf": classes + acre + result("V"),
      "o.csv": `${table}p/1,V,2020,Acre\np/1,V,2021,Acre1.5\np/1,V,2022,Acr\n`,
    };
    expect((await about(texts)).found).toEqual([
      "error Existence_MissingReference_value_StatType_measurementResult o.csv:4",
    ]);
  });

  test("are no numbers, whatever is loaded", async () => {
    const texts = { "a.mcf": result("V"), "o.csv": `${table}p/1,V,2020,7\np/1,V,2021,7\n` };
    expect((await about(texts)).found).toEqual([
      "error Existence_MissingReference_value_StatType_measurementResult o.csv:2",
    ]);
  });

  test("of kinds that are not loaded are in the note about them", async () => {
    const texts = {
      "a.mcf": result("V"),
      "o.csv": `${table}p/1,V,2020,thing/1\np/1,V,2021,thing/2\n`,
    };
    const { messages } = await lintTexts(texts);
    expect(messages.join("\n")).toContain("dcids 'thing/…', such as 'thing/1': 2 referred to");
  });

  test("may be those of a variable without a statType, if they are no numbers", async () => {
    const texts = {
      "a.mcf": variable("V", "name: x") + variable("N", "name: x"),
      "o.csv": `${table}p/1,N,2020,7\np/1,V,2020,7\np/1,V,2021,thing/1\np/1,V,2022,thing/2\np/1,W,2022,x\n`,
    };
    const { found, messages } = await about(texts);
    expect(found).toEqual(["error Existence_CheckMeasurementResult_StatTypeUnknown o.csv:4"]);
    expect(messages).toEqual([
      "the value 'thing/1' of 'V' is not a number, and no statType of the variable says whether it is a dcid",
    ]);
    const described = { ...texts, "s.mcf": classes };
    expect((await about(described)).found).toEqual([
      "error Existence_CheckMeasurementResult_StatTypeUnknown o.csv:4",
      "error Existence_CheckMeasurementResult_StatTypeUnknown o.csv:6",
    ]);
  });

  test("are texts and numbers of other variables as well", async () => {
    const measured = result("V").replace("measurementResult", "measuredValue");
    const texts = { "a.mcf": things + measured, "o.csv": `${table}p/1,V,2020,thing/2\n` };
    expect((await about(texts)).found).toEqual([]);
  });
});

test("what rows and observations refer to is said", async () => {
  const schema =
    "Node: dcid:StatisticalVariable\ntypeOf: schema:Class\n\nNode: dcid:Class\ntypeOf: schema:Class\n";
  const { messages } = await lintTexts({
    "s.mcf": schema,
    "o.csv":
      "entity,variable,date,value,measurement_method,provenance\np/1,V,2020,5,NoSuchMethod,no/source\n",
  });
  expect(messages).toContain(
    "measurementMethod of observations refers to 'NoSuchMethod', which nothing describes",
  );
});

test("a name of a kind that is described is expected of the provenance of rows, too", async () => {
  const source = (dcid: string) =>
    `Node: dcid:${dcid}\ntypeOf: dcs:Provenance\nname: "x"\nurl: "https://x.org"\n\n`;
  const { messages } = await lintTexts({
    "s.mcf": ["dc/base/a", "dc/base/b"].map(source).join(""),
    "o.csv": "entity,variable,date,value,provenance\np/1,V,2020,5,dc/base/c\n",
  });
  expect(messages).toContain("provenance of rows refers to 'dc/base/c', which nothing describes");
});
