import { describe, expect, test } from "vitest";
import { entitiesAmong, tooManyEntities } from "../../../../src/load/values/several-entities.ts";
import { loadTexts } from "../load-texts.ts";
import { logged } from "./findings.ts";

const columns =
  "entity,variable,date,value,provenance,unit,scaling_factor,measurement_method,observation_period,properties";
const insert = (json: string) =>
  `INSERT INTO observations VALUES(NULL,'Trade','2020','5','p','Ton','','','','${json}');\n`;
const mcf = (lines: string) => `Node: dcid:o1
typeOf: dcs:StatVarObservation
variableMeasured: dcs:Trade
observationDate: "2020"
value: 5
unit: dcs:Ton
${lines}
`;
const jsonLd = (variable: unknown, properties: object) =>
  JSON.stringify({
    "@context": { dcid: "https://datacommons.org/browser/" },
    "@graph": [
      {
        "@id": "dcid:obs_1",
        "@type": "dcid:StatVarObservation",
        "dcid:variableMeasured": variable,
        "dcid:observationDate": "2020",
        "dcid:value": 5,
        "dcid:unit": { "@id": "dcid:Ton" },
        ...properties,
      },
    ],
  });
const trade = { "@id": "dcid:Trade" };
const link = (dcid: string) => ({ "@id": `dcid:${dcid}` });
const flow = { "dcid:from": link("country/FRA"), "dcid:to": link("country/DEU") };

/** Ways to write one observation, from one country to another by a mode that is no dcid. */
const forms: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "a table of a database": {
    "o.csv": `${columns}\n,Trade,2020,5,p,Ton,,,,"{""custom:from"": ""country/FRA"", ""to"": ""country/DEU"", ""mode"": ""Air""}"\n`,
  },
  "an SQL dump": {
    "d.sql": insert('{"mode": "Air", "from": "dcid:country/FRA", "custom:to": "country/DEU"}'),
  },
  "MCF of the import pipeline": {
    "o.mcf": mcf(
      'observationProperties: dcs:to, dcs:mode, dcs:from\nfrom: dcid:country/FRA\nto: dcid:country/DEU\nmode: "Air"',
    ),
  },
  "a template": {
    "t.tmcf": mcf(
      "observationProperties: dcs:to, dcs:mode, dcs:from\nfrom: C:t->from\nto: C:t->to\nmode: C:t->mode",
    ).replace("dcid:o1", "E:t->E0"),
    "t.csv": "from,to,mode\ndcid:country/FRA,dcid:country/DEU,Air\n",
  },
  "JSON-LD with the names at the variable": {
    "o.jsonld": jsonLd(
      { ...trade, "dcid:observationProperties": ["dcid:from", "dcid:mode", "dcid:to"] },
      { ...flow, "dcid:mode": "Air" },
    ),
  },
  "JSON-LD with the names at the observation": {
    "o.jsonld": jsonLd(trade, {
      ...flow,
      "dcid:mode": "Air",
      "dcid:observationProperties": [link("from"), link("to"), link("mode")],
    }),
  },
  "JSON-LD without names": { "o.jsonld": jsonLd(trade, { ...flow, "dcid:mode": "Air" }) },
  "a custom folder": {
    "config.json": JSON.stringify({
      inputFiles: [
        {
          pattern: "t.csv",
          provenance: "p",
          observationProperties: { unit: "Ton" },
          columnMappings: {
            "dcid:variableMeasured": "v",
            "dcid:observationDate": "d",
            "dcid:value": "n",
            "custom:from": "f",
            "custom:to": "t",
            "custom:mode": "m",
          },
        },
      ],
    }),
    "t.csv": "v,d,n,f,t,m\nTrade,2020,5,country/FRA,country/DEU,Air\n",
  },
};

describe("an observation about several entities", () => {
  test.each(Object.entries(forms))("is the same in %s", async (_form, texts) => {
    const { sink } = await loadTexts(texts);
    expect(sink.observations).toMatchObject([
      {
        variable: "Trade",
        entities: { from: "country/FRA", mode: "Air", to: "country/DEU" },
        date: "2020",
        value: "5",
        unit: "Ton",
      },
    ]);
    expect(Object.keys(sink.observations[0]!.entities!)).toEqual(["from", "mode", "to"]);
    expect(sink.lines.filter((line) => line.includes("typeOf StatVar"))).toEqual([]);
  });

  test.each([
    [
      "MCF",
      { "o.mcf": mcf("observationProperties: dcs:to, dcs:from\nto: dcid:country/DEU") },
      "from o.mcf:1",
    ],
    [
      "JSON-LD",
      {
        "o.jsonld": jsonLd(trade, {
          "dcid:to": link("country/DEU"),
          "dcid:observationProperties": [link("from"), link("to")],
        }),
      },
      "from o.jsonld:1",
    ],
  ])("that lacks one is reported with its place: %s", async (_form, texts, place) => {
    const { sink, diagnostics } = await loadTexts({
      ...texts,
      "z.mcf": mcf("observationProperties: dcs:x\nx: dcid:y").replace("Trade", "Kept"),
    });
    expect(diagnostics).toEqual([`error Sanity_MissingOrEmpty_${place}`]);
    expect(sink.observations.map(({ variable }) => variable)).toEqual(["Kept"]);
  });

  test.each([
    [
      "MCF",
      { "o.mcf": mcf("observationProperties: dcs:a, dcs:b, dcs:c, dcs:d\na: x\nb: x\nc: x\nd: x") },
      "o.mcf:1",
    ],
    ["SQL", { "d.sql": insert('{"a": "x/1", "b": "x/2", "c": "x/3", "d": "x/4"}') }, "d.sql:1"],
    [
      "JSON-LD",
      { "o.jsonld": jsonLd(trade, { ...flow, a: link("x"), b: link("y") }) },
      "o.jsonld:1",
    ],
  ])("has three at most: %s", async (_form, texts, place) => {
    const { sink, diagnostics } = await loadTexts(texts);
    expect(diagnostics).toEqual([`error Sanity_TooManyEntities ${place}`]);
    expect(sink.observations).toEqual([]);
  });
});

describe("entities among properties", () => {
  const among = (about: string, properties: Record<string, string>) =>
    Object.fromEntries(entitiesAmong(about, new Map(Object.entries(properties))));

  test("are what looks like a dcid beside an entity", () => {
    expect(among("geoId/06", { from: "country/FRA", note: "so so" })).toEqual({
      observationAbout: "geoId/06",
      from: "country/FRA",
    });
  });

  test("are all of them without an entity", () => {
    expect(among("", { from: "dcid:country/FRA", mode: "Air", none: "" })).toEqual({
      from: "country/FRA",
      mode: "Air",
    });
    expect(among("", { observationAbout: "Earth", mode: "Air" })).toEqual({
      observationAbout: "Earth",
      mode: "Air",
    });
  });
});

test.each([
  ["country/FRA", true],
  ["dcid:x", true],
  ["a_b-1/c.d-e/f", true],
  ["a/b:c", false],
  ["https://a.org/x?y=1", true],
  ["http://a", true],
  ["https://a b", false],
  ["Air", false],
  ["a.b/c", false],
  ["a/b c", false],
  ["a/", false],
  ["/a", false],
  ["é/a", false],
  ["x a/b", false],
])("beside an entity %j is one, too: %s", (text, isEntity) => {
  const entities = entitiesAmong("Earth", new Map([["from", text]]));
  const from = text.replace("dcid:", "");
  expect([...entities]).toEqual([
    ["observationAbout", "Earth"],
    ...(isEntity ? [["from", from]] : []),
  ]);
});

test("three entities are not too many, and four are reported with their names", () => {
  const { found, log } = logged();
  expect(tooManyEntities(["a", "b", "c"], log, 7)).toBe(false);
  expect(found).toEqual([]);
  expect(tooManyEntities(["a", "b", "c", "d"], log, 7)).toBe(true);
  const message =
    "an observation is about 3 entities at most, and this one is about 4 (a, b, c, d); it is not loaded";
  expect(found).toEqual([
    { file: "a.mcf", level: "error", counter: "Sanity_TooManyEntities", line: 7, message },
  ]);
});
