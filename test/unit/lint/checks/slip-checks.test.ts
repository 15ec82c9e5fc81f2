/** Slips of known names are found in small data sets, where no other check sees them. */
import { expect, test } from "vitest";
import { lintTexts, slipsOf, soundVariable } from "../lint-texts.ts";

const header = "entity,variable,date,value,unit\n";

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

test("of one of two units of about as many values, without a cure", async () => {
  const of = (...units: string[]) =>
    slipsOf({ "o.csv": header + units.map((unit, at) => `a,V,${2000 + at},5,${unit}\n`).join("") });
  const either = (line: number, unit: string, other: string) =>
    `Graph_MisspeltName_unit o.csv:${line} unit '${unit}' is described nowhere; is '${other}' meant, or is that the slip? It is described nowhere, too`;
  expect(await of("MetricTonn", "MetricTon")).toEqual([either(3, "MetricTon", "MetricTonn")]);
  expect(await of("MetricTon", "MetricTonn", "MetricTon")).toEqual([
    either(3, "MetricTonn", "MetricTon"),
  ]);
  // Letters that changed places.
  expect(await of("MetricTon", "MetircTon", "MetricTon")).toEqual([
    either(3, "MetircTon", "MetricTon"),
  ]);
  expect(await of("Mmol", "Umol")).toEqual([]);
  expect(await of("EUR/t", "EUR/h")).toEqual([]);
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

test("of a described unit of three letters goes before a usual one, and a code is none of it", async () => {
  const unit = "Node: dcid:EUR\ntypeOf: dcs:UnitOfMeasure\n";
  const rows = `${header}a,V,2020,5,EUR\na,W,2020,5,EURR\na,X,2020,5,USD\na,Y,2020,5,EUX\n`;
  expect(await slipsOf({ "u.mcf": unit, "o.csv": rows })).toEqual([
    "Graph_MisspeltName_unit o.csv:3 unit 'EURR' is described nowhere; is 'EUR' meant?",
  ]);
});
