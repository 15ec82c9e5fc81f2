/** Slips of known names are found in small data sets, where no other check sees them. */
import { expect, test } from "vitest";
import { lintTexts, soundVariable } from "../lint-texts.ts";

const header = "entity,variable,date,value,unit\n";

async function slipsOf(texts: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { found, messages } = await lintTexts(texts, { maxExamples: 100 });
  const own = found.map((line, at) => `${line} ${messages[at]}`);
  return own
    .filter((line) => line.includes("Misspelt"))
    .map((line) => line.replace(/^warning /, ""));
}

test("of a type, a stat type and a property", async () => {
  const node = [
    "Node: dcid:Count_Sale",
    "typeOf: dcs:StatisticalVariabel",
    'nmae: "Sales"',
    "statType: dcs:measuredvalue",
    "populationType: dcs:Sale",
    "measuredProperty: dcs:count",
    "",
  ];
  expect(await slipsOf({ "a.mcf": node.join("\n") })).toEqual([
    "Graph_MisspeltName_typeOf a.mcf:2 typeOf 'StatisticalVariabel' is described nowhere; is 'StatisticalVariable' meant?",
    "Graph_MisspeltProperty a.mcf:3 property 'nmae' is described nowhere; is 'name' meant?",
    "Graph_MisspeltName_statType a.mcf:4 statType 'measuredvalue' is described nowhere; is 'measuredValue' meant?",
  ]);
});

test.each([
  [
    3,
    [
      "Graph_MisspeltName_typeOf a.mcf:11 typeOf 'Muncipality' is described nowhere; is 'Municipality' meant?",
    ],
  ],
  [2, []],
])("of a type that nothing describes, beside one that %d nodes have", async (count, slips) => {
  const types = ["Municipality", "Municipality", "Municipality"].slice(0, count);
  const nodes = [...types, "Muncipality"].map(
    (type, at) => `Node: dcid:m/${at}\ntypeOf: dcs:${type}\n`,
  );
  expect(await slipsOf({ "a.mcf": nodes.join("\n") })).toEqual(slips);
});

test("of a population type, of usual ones and of the classes that are loaded", async () => {
  const type = "Node: dcid:Shop\ntypeOf: schema:Class\n";
  const variables = ["Shopp", "Shop", "Peson", "Persona", "Farm"].map(
    (name, at) =>
      `Node: dcid:Count_${at}\ntypeOf: dcs:StatisticalVariable\npopulationType: dcs:${name}\n`,
  );
  const texts = { "type.mcf": type, "v.mcf": variables.join("\n") };
  const found = (await slipsOf(texts)).filter((line) => line.includes("populationType"));
  expect(found).toEqual([
    "Graph_MisspeltName_populationType v.mcf:3 populationType 'Shopp' is described nowhere; is 'Shop' meant?",
    "Graph_MisspeltName_populationType v.mcf:11 populationType 'Peson' is described nowhere; is 'Person' meant?",
    "Graph_MisspeltName_populationType v.mcf:15 populationType 'Persona' is described nowhere; is 'Person' meant?",
  ]);
});

test("of a measured property, of usual ones", async () => {
  const names = ["counts", "cuont", "amuont", "ammount", "count", "mass", "discount"];
  const variables = names.map((name) =>
    soundVariable(`A_${name}`).replace("dcs:count", `dcs:${name}`),
  );
  const found = await slipsOf({ "v.mcf": variables.join("") });
  expect(
    found.map((line) => line.replace(/^.*measuredProperty '(\w+)' .* is '(\w+)'.*$/, "$1 $2")),
  ).toEqual(["counts count", "cuont count", "amuont amount", "ammount amount"]);
});

test("of a type that another file describes", async () => {
  const type =
    'Node: dcid:CoffeeShop\ntypeOf: schema:Class\nname: "CoffeeShop"\nsubClassOf: schema:Thing\n';
  const shops =
    "Node: dcid:shop/1\ntypeOf: dcs:CofeeShop\n\nNode: dcid:shop/2\ntypeOf: dcs:CoffeeShop\n";
  const [one, ...others] = await slipsOf({ "type.mcf": type, "shops.mcf": shops });
  expect(one).toContain("Graph_MisspeltName_typeOf shops.mcf:2 typeOf 'CofeeShop'");
  expect(others).toEqual([]);
});

test("of a unit", async () => {
  const rows = `${header}a,V,2020,5,euro\na,W,2020,5,Euro\na,X,2020,5,Parsec\na,Y,2020,5,EUR\n`;
  expect(await slipsOf({ "o.csv": rows })).toEqual([
    "Graph_MisspeltName_unit o.csv:2 unit 'euro' is described nowhere; is 'Euro' meant?",
  ]);
});

test("of a method or a unit of few values beside those of three times as many, or beside a described method", async () => {
  const years = [2000, 2001, 2002].map((year) => `a,V,${year},5,Tonne,Census\n`);
  const rows = [...years, "a,V,2003,5,Tonnne,Cenus\n", "a,V,2004,5,Fonne,Registry\n"];
  const method = "Node: dcid:Registery\ntypeOf: dcs:MeasurementMethodEnum\n";
  const table = `entity,variable,date,value,unit,measurement_method\n${rows.join("")}`;
  expect(await slipsOf({ "o.csv": table, "m.mcf": method })).toEqual([
    "Graph_MisspeltName_measurementMethod o.csv:5 measurementMethod 'Cenus' is described nowhere; is 'Census' meant?",
    "Graph_MisspeltName_unit o.csv:5 unit 'Tonnne' is described nowhere; is 'Tonne' meant?",
    "Graph_MisspeltName_measurementMethod o.csv:6 measurementMethod 'Registry' is described nowhere; is 'Registery' meant?",
  ]);
});

test("of a unit and a measured property that the sources describe", async () => {
  const nodes = [
    "Node: dcid:MegaWatt\ntypeOf: dcs:UnitOfMeasure\n",
    "Node: dcid:installedPower\ntypeOf: schema:Property\n",
    "Node: dcid:V\ntypeOf: dcs:StatisticalVariable\nmeasuredProperty: dcs:instaledPower\n",
    "Node: dcid:W\ntypeOf: dcs:StatisticalVariable\nmeasuredProperty: dcs:spentPower\n",
  ].join("\n");
  const rows = `${header}a,V,2020,5,MegaWat\na,W,2020,5,MegaWatt\na,W,2021,5,Parsec\n`;
  expect([...(await slipsOf({ "a.mcf": nodes, "o.csv": rows }))].sort()).toEqual([
    "Graph_MisspeltName_measuredProperty a.mcf:9 measuredProperty 'instaledPower' is described nowhere; is 'installedPower' meant?",
    "Graph_MisspeltName_unit o.csv:2 unit 'MegaWat' is described nowhere; is 'MegaWatt' meant?",
  ]);
});

test("of a unit of a kind that stands below the class of units, or that is such a class", async () => {
  const nodes = [
    "Node: dcid:AreaUnitOfMeasure\ntypeOf: schema:Class\nsubClassOf: dcs:UnitOfMeasure\n",
    "Node: dcid:Hectare\ntypeOf: dcs:AreaUnitOfMeasure\n",
    "Node: dcid:Kelvin\ntypeOf: schema:Class\nsubClassOf: dcs:AreaUnitOfMeasure\n",
  ].join("\n");
  const rows = `${header}a,V,2020,5,Hectre\na,W,2020,5,Kelvn\na,X,2020,5,Parsec\n`;
  expect(await slipsOf({ "a.mcf": nodes, "o.csv": rows })).toEqual([
    "Graph_MisspeltName_unit o.csv:2 unit 'Hectre' is described nowhere; is 'Hectare' meant?",
    "Graph_MisspeltName_unit o.csv:3 unit 'Kelvn' is described nowhere; is 'Kelvin' meant?",
  ]);
});

test("of a variable beside a described one, or one with many more series", async () => {
  const variable = "Node: dcid:Count_Sale\ntypeOf: dcs:StatisticalVariable\n";
  const rows = `${header}a,Count_Sale,2020,5,\na,Count_Sales,2021,6,\n`;
  expect(await slipsOf({ "v.mcf": variable, "o.csv": rows })).toEqual([
    "Graph_MisspeltName_variableMeasured o.csv:3 variableMeasured 'Count_Sales' is described nowhere; is 'Count_Sale' meant?",
  ]);
  const many = ["a", "b", "c"].map((entity) => `${entity},Count_Sale,2020,5,`);
  expect(await slipsOf({ "o.csv": `${header}${many.join("\n")}\na,Count_Slae,2021,6,\n` })).toEqual(
    [expect.stringContaining("'Count_Slae' is described nowhere; is 'Count_Sale' meant?")],
  );
});

test("of a variable with one wrong letter at any place, or letters that changed places", async () => {
  const letters = [..."Count_Sale"];
  const slips = letters.flatMap((letter, at) => [
    letters.with(at, "x"),
    letters.toSpliced(at, 1),
    letters.toSpliced(at, 0, "x"),
    letters.with(at, letters.at(at - 3) ?? "").with(at - 3, letter),
  ]);
  const rows = Array.from(
    new Set(slips.map((slip) => slip.join(""))),
    (name) => `a,${name},2020,1,`,
  );
  const variable = "Node: dcid:Count_Sale\ntypeOf: dcs:StatisticalVariable\n";
  const usual = "a,Count_Sale,2020,5,";
  const texts = { "v.mcf": variable, "o.csv": `${header}${[usual, ...rows].join("\n")}\n` };
  expect(await slipsOf(texts)).toHaveLength(rows.length);
  const others = ["Sount_Calx", "Count_Slxx", "Count_Saleyy"].map((name) => `a,${name},2020,1,`);
  const table = `${header}${[usual, ...others].join("\n")}\n`;
  expect(await slipsOf({ "v.mcf": variable, "o.csv": table })).toEqual([]);
});

test("are not what names differ in by meaning", async () => {
  const names = [
    "Count_Person_10Years",
    "Count_Person_11Years",
    "Count_Person_Male",
    "Count_Person_Female",
  ];
  const rows = names.flatMap((name, at) =>
    Array.from({ length: 3 * at + 1 }, (_, entity) => `p/${entity},${name},2020,1,`),
  );
  expect(await slipsOf({ "o.csv": `${header}${rows.join("\n")}\n` })).toEqual([]);
  const few = `${header}a,Count_Sale,2020,5,\na,Count_Sales,2021,6,\n`;
  expect(await slipsOf({ "o.csv": few })).toEqual([]);
});

test("of a class, or a type of statistic, that only sources beside describe", async () => {
  const beside =
    'Node: dcid:CoffeeShop\ntypeOf: schema:Class\nname: "CoffeeShop"\nsubClassOf: schema:Thing\n\n' +
    'Node: dcid:shareOfTotal\ntypeOf: dcs:StatTypeEnum\nname: "share"\n';
  const own = `Node: dcid:shop/1\ntypeOf: dcs:CofeeShop\n\n${soundVariable("V").replace("measuredValue", "shareOfTotla")}${soundVariable("W").replace("measuredValue", "shareOfTotal")}`;
  const { messages } = await lintTexts(
    { "a.mcf": own },
    { with: { name: "b.mcf", content: beside }, maxExamples: 100 },
  );
  expect(messages.filter((one) => one.includes("meant?"))).toEqual([
    "typeOf 'CofeeShop' is described nowhere; is 'CoffeeShop' meant?",
    "statType 'shareOfTotla' is described nowhere; is 'shareOfTotal' meant?",
  ]);
});

const town = (dcid: string) => `Node: dcid:${dcid}\ntypeOf: dcs:City\nname: "A"\n\n`;

test("of the beginning of a dcid that an observation is about, if the place is described", async () => {
  const towns = ["town/1", "town/2", "town/3", "zip/94110"].map(town).join("");
  const rows = ["twon/1", "Town/2", "town/3", "town/9", "twon/8", "zap/94110"];
  const table = `${header}${rows.map((entity) => `${entity},V,2020,5,`).join("\n")}\n`;
  expect(await slipsOf({ "t.mcf": towns, "o.csv": table })).toEqual([
    "Graph_MisspeltName_observationAbout o.csv:2 observationAbout 'twon/1' is described nowhere; is 'town/1' meant?",
    "Graph_MisspeltName_observationAbout o.csv:3 observationAbout 'Town/2' is described nowhere; is 'town/2' meant?",
  ]);
});

test("of the beginning of the dcid of a place around a node, and of its lost zero", async () => {
  const states = ["geoId/06", "geoId/48"].map(town).join("");
  const clinics = ["geoid/06", "geoId/6", "geoId/48", "other/06"].map(
    (place, at) => `Node: dcid:clinic/${at}\ntypeOf: dcs:City\ncontainedInPlace: dcid:${place}\n\n`,
  );
  expect(await slipsOf({ "s.mcf": states, "c.mcf": clinics.join("") })).toEqual([
    "Graph_MisspeltName_containedInPlace c.mcf:3 containedInPlace 'geoid/06' is described nowhere; is 'geoId/06' meant?",
    "Graph_MisspeltName_containedInPlace c.mcf:7 containedInPlace 'geoId/6' is described nowhere; is 'geoId/06' meant, and its zero lost?",
  ]);
});

test("of a dcid to which a template alone gives a type", async () => {
  const towns = ["town/1", "town/2", "geoId/06", "Boston", "iso/EE", "iso/LV"].map(town).join("");
  const texts = {
    "p.mcf": towns.replace(
      'dcid:Boston\ntypeOf: dcs:City\nname: "A"',
      'dcid:b/1\ntypeOf: dcs:City\nname: "Boston"',
    ),
    "t.tmcf":
      "Node: E:t->E0\ntypeOf: dcs:City\ndcid: C:t->place\n\n" +
      "Node: E:t->E1\ntypeOf: dcs:StatVarObservation\nvariableMeasured: dcid:V\n" +
      "observationAbout: E:t->E0\nobservationDate: C:t->year\nvalue: C:t->n\n",
    "t.csv":
      "place,year,n\ntown/1,2020,5\ntwon/1,2021,6\ntown/9,2020,5\ntwon/9,2020,5\ngeoId/6,2020,5\nBoston,2020,5\nios/EE,2020,5\n",
  };
  expect(await slipsOf(texts)).toEqual([
    "Graph_MisspeltName_observationAbout t.csv:3 observationAbout 'twon/1' has only a type from a template; is 'town/1' meant?",
    "Graph_MisspeltName_observationAbout t.csv:6 observationAbout 'geoId/6' has only a type from a template; is 'geoId/06' meant, and its zero lost?",
    "Graph_MisspeltName_observationAbout t.csv:7 observationAbout 'Boston' has only a type from a template, and is the name of 'b/1': a dcid belongs here",
    "Graph_MisspeltName_observationAbout t.csv:8 observationAbout 'ios/EE' has only a type from a template; is 'iso/EE' meant?",
  ]);
});

const typing =
  "Node: E:t->E0\ntypeOf: dcs:City\ndcid: C:t->place\n\n" +
  "Node: E:t->E1\ntypeOf: dcs:StatVarObservation\nvariableMeasured: dcid:V\n" +
  "observationAbout: E:t->E0\nobservationDate: C:t->year\nvalue: C:t->n\n";

test("of a dcid without its beginning", async () => {
  const rows = "place,year,n\nEE-37,2020,5\niso/EE-39,2020,6\nEE-50,2020,6\n";
  const texts = { "p.mcf": ["iso/EE-37", "iso/EE-39", "town/1"].map(town).join("") };
  expect(await slipsOf({ ...texts, "t.tmcf": typing, "t.csv": rows })).toEqual([
    "Graph_MisspeltName_observationAbout t.csv:2 observationAbout 'EE-37' has only a type from a template; is 'iso/EE-37' meant?",
  ]);
  expect(await slipsOf({ ...texts, "o.csv": `${header}EE-37,V,2020,5,\n` })).toEqual([
    "Graph_MisspeltName_observationAbout o.csv:2 observationAbout 'EE-37' is described nowhere; is 'iso/EE-37' meant?",
  ]);
});

test("a place of which a template alone says something is named, where most of its kind are described", async () => {
  const typedIn = async (rows: readonly string[], further = "") => {
    const { found, messages } = await lintTexts({
      "p.mcf": ["iso/EE-37", "iso/EE-39"].map(town).join("") + further,
      "t.tmcf": typing,
      "t.csv": `place,year,n\n${rows.map((place) => `${place},2020,5\n`).join("")}`,
    });
    return found.flatMap((one, at) => (one.includes("Missing") ? [`${one} ${messages[at]}`] : []));
  };
  const finding = (others: string) =>
    `warning Existence_MissingReference_observationAbout t.csv:3 observationAbout of observations refers to 'iso/EE-98', which has only a type from a template${others}; the sources describe 2 others of 'iso/…'`;
  expect(await typedIn(["iso/EE-37", "iso/EE-98"])).toEqual([finding("")]);
  expect(await typedIn(["iso/EE-37", "iso/EE-98", "iso/EE-99"])).toEqual([finding(", as 1 more")]);
  expect(await typedIn(["iso/EE-37", "iso/EE-97", "iso/EE-98", "iso/EE-99"])).toEqual([]);
  expect(await typedIn(["iso/EE-37", "other/98"])).toEqual([]);
  // A file says it of this one.
  const bare = "Node: dcid:iso/EE-98\ntypeOf: dcs:City\n";
  expect(await typedIn(["iso/EE-37", "iso/EE-98"], bare)).toEqual([]);
});

test("of capitals in a dcid, where both places are described", async () => {
  const towns = ["town/1", "town/2", "Town/2"].map(town).join("");
  const table = `${header}town/2,V,2020,5,\nTown/2,V,2021,6,\n`;
  expect(await slipsOf({ "t.mcf": towns, "o.csv": table })).toEqual([
    "Graph_MisspeltName_observationAbout o.csv:3 observationAbout 'Town/2' differs in capitals from a described node; is 'town/2' meant?",
  ]);
});

test("of dcids are none where numbers differ, or where both kinds are described as often", async () => {
  const towns = ["town1/1", "town/2", "tawn/2", "zip/1", "zap/1"].map(town).join("");
  const rows = ["town2/1", "town/2", "tawn/2", "abc/1", "zap/1"];
  const table = `${header}${rows.map((entity) => `${entity},V,2020,5,`).join("\n")}\n`;
  expect(await slipsOf({ "t.mcf": towns, "o.csv": table })).toEqual([]);
  // Kinds in capitals that are described as often.
  const twice = ["town/2", "Town/2"].map(town).join("");
  const both = `${header}town/2,V,2020,5,\nTown/2,V,2021,6,\n`;
  expect(await slipsOf({ "t.mcf": twice, "o.csv": both })).toEqual([]);
  // A described kind with another letter is no slip, however few it has.
  const few = ["town/1", "town/2", "tawn/2"].map(town).join("");
  expect(await slipsOf({ "t.mcf": few, "o.csv": `${header}tawn/2,V,2020,5,\n` })).toEqual([]);
});

test("of capitals in a short beginning of a dcid", async () => {
  const towns = ["CBS/1", "CBS/2", "CBX/3"].map(town).join("");
  const table = `${header}cbs/1,V,2020,5,\nCBS/2,V,2020,5,\nCBY/3,V,2020,5,\n`;
  expect(await slipsOf({ "t.mcf": towns, "o.csv": table })).toEqual([
    "Graph_MisspeltName_observationAbout o.csv:2 observationAbout 'cbs/1' is described nowhere; is 'CBS/1' meant?",
  ]);
});

test("of a variable in a template, where the described one has no observations", async () => {
  const texts = {
    "v.mcf": "Node: dcid:Count_Person\ntypeOf: dcs:StatisticalVariable\n",
    "t.tmcf":
      "Node: E:t->E0\ntypeOf: dcs:StatVarObservation\nvariableMeasured: dcid:Count_Persn\n" +
      "observationAbout: C:t->place\nobservationDate: C:t->date\nvalue: C:t->value\n",
    "t.csv": "place,date,value\ngeoId/06,2020,5\ngeoId/07,2020,6\n",
  };
  expect(await slipsOf(texts)).toEqual([
    "Graph_MisspeltName_variableMeasured t.tmcf:3 variableMeasured 'Count_Persn' is described nowhere; is 'Count_Person' meant?",
  ]);
});

test("a total is no entity of observations", async () => {
  const table = `${header}town/1,V,2020,5,\nTotal,V,2020,6,\nTotal,V,2021,6,\ntotal/1,V,2021,6,\n`;
  const { found } = await lintTexts({ "o.csv": table });
  expect(found.filter((one) => one.includes("Total"))).toEqual([
    "warning Graph_TotalAsEntity o.csv:3",
  ]);
});

test("of a described unit of three letters goes before a usual one, and a code is none of it", async () => {
  const unit = "Node: dcid:EUR\ntypeOf: dcs:UnitOfMeasure\n";
  const rows = `${header}a,V,2020,5,EUR\na,W,2020,5,EURR\na,X,2020,5,USD\na,Y,2020,5,EUX\n`;
  expect(await slipsOf({ "u.mcf": unit, "o.csv": rows })).toEqual([
    "Graph_MisspeltName_unit o.csv:3 unit 'EURR' is described nowhere; is 'EUR' meant?",
  ]);
});
