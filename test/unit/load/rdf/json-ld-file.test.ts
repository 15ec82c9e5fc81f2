import { describe, expect, test } from "vitest";
import { loadTexts } from "../load-texts.ts";

const context = { dcid: "https://datacommons.org/browser/" };

const load = (document: unknown) =>
  loadTexts({ "d.jsonld": JSON.stringify(document, undefined, 1) });

describe("nodes", () => {
  test("have types, references, texts and numbers as the exporter writes them", async () => {
    const { sink, diagnostics, report } = await load({
      "@context": context,
      "@graph": [
        {
          "@id": "dcid:e1",
          "@type": ["dcid:Fire", "dcid:Event"],
          "dcid:location": { "@id": "dcid:geoId/06" },
          "dcid:code": 530,
          "dcid:name": ["A", "B"],
          "dcid:url": "https://x.org",
          "dcid:none": null,
          "dcid:empty": "",
        },
      ],
    });
    expect(diagnostics).toEqual([]);
    expect(sink.lines).toEqual([
      'e1 code "530"',
      "e1 location geoId/06",
      'e1 name "A"',
      'e1 name "B"',
      "e1 typeOf Event",
      "e1 typeOf Fire",
      'e1 url "https://x.org"',
    ]);
    expect(sink.triples[0]?.provenance).toBe("dc/base/d");
    expect(report.rowCount).toBe(1);
  });

  test("are understood expanded, with a vocabulary, or with other names for keywords", async () => {
    const iri = "https://datacommons.org/browser/";
    const expanded = [
      {
        "@id": `${iri}n`,
        "@type": ["https://schema.org/Place"],
        [`${iri}name`]: [{ "@value": "N" }],
        [`${iri}partOf`]: [{ "@id": `${iri}m` }],
      },
    ];
    const aliased = {
      "@context": [{ "@vocab": iri, id: "@id", type: "@type", schema: "https://schema.org/" }],
      id: `${iri}n`,
      type: "schema:Place",
      name: { "@value": "N", "@language": "en" },
      partOf: { "@set": [{ id: "dcs:m" }] },
    };
    const expected = ['n name "N"', "n partOf m", "n typeOf Place"];
    expect((await load(expanded)).sink.lines).toEqual(expected);
    expect((await load(aliased)).sink.lines).toEqual(expected);
  });

  test("within nodes are nodes, and lists are their values", async () => {
    const { sink } = await load({
      "@context": { ...context, who: "https://who.int/" },
      "@id": "who:v",
      "dcid:inner": { "@id": "dcid:w", "dcid:name": "W" },
      "dcid:steps": { "@list": [1, 2] },
    });
    expect(sink.lines).toEqual(["v inner w", 'v steps "1"', 'v steps "2"', 'w name "W"']);
  });

  test("that cannot be read are reported with their lines", async () => {
    const { diagnostics, sink } = await load({
      "@context": ["https://elsewhere.org/context.jsonld", { odd: {} }],
      "@graph": [
        { "dcid:name": "nameless" },
        { "@id": "_:b0", "dcid:name": "blank" },
        7,
        { "@id": "dcid:n", "@reverse": {}, "dcid:x": [[1]], "dcid:y": { "@id": "_:b0" } },
      ],
    });
    expect(diagnostics).toEqual([
      "warning JsonLd_UnreadContext d.jsonld:1",
      "warning JsonLd_UnreadContext d.jsonld:1",
      "error JsonLd_NamelessNode d.jsonld:9",
      "error JsonLd_NamelessNode d.jsonld:12",
      "error JsonLd_UnreadValue d.jsonld:16",
      "error JsonLd_UnreadValue d.jsonld:19",
      "error JsonLd_UnreadValue d.jsonld:21",
      "error JsonLd_NamelessNode d.jsonld:25",
    ]);
    expect(sink.lines).toEqual([]);
  });
});

describe("observations", () => {
  const observation = {
    "@id": "dcid:obs_1",
    "@type": "dcid:StatVarObservation",
    "dcid:variableMeasured": {
      "@id": "dcid:v",
      "dcid:observationProperties": ["dcid:observationAbout"],
    },
    "dcid:observationDate": 2019,
    "dcid:value": 1.5,
    "dcid:provenance": { "@id": "dcid:P" },
    "dcid:provenanceUrl": "https://p.org",
    "dcid:unit": { "@id": "dcid:USDollar" },
    "dcid:observationAbout": { "@id": "dcid:geoId/06" },
  };

  test("about one entity go to its series", async () => {
    const { sink, diagnostics } = await load({ "@context": context, "@graph": [observation] });
    expect(diagnostics).toEqual([]);
    expect(sink.observations).toMatchObject([
      {
        variable: "v",
        entity: "geoId/06",
        date: "2019",
        value: "1.5",
        unit: "USDollar",
        provenance: "P",
      },
    ]);
    expect(sink.lines).toEqual([
      'P url "https://p.org"',
      "v observationProperties observationAbout",
    ]);
  });

  test("whose variable names what they are about keep the rest as further properties", async () => {
    const { sink } = await load({
      "@context": context,
      "@graph": [{ ...observation, "dcid:from": { "@id": "dcid:country/FRA" } }],
    });
    expect(sink.observations).toMatchObject([{ entity: "geoId/06", value: "1.5" }]);
    expect(sink.lines).toContainEqual(expect.stringMatching(/^dc\/o\/\w+ from country\/FRA$/));
  });

  test("with an empty list as a further property are reported, and it has no statement", async () => {
    const { sink, diagnostics } = await load({
      "@context": context,
      "@graph": [{ ...observation, "dcid:note": [], "dcid:more": "x" }],
    });
    expect(sink.lines.filter((line) => /^dc\/o\//.test(line))).toEqual([
      expect.stringMatching(/ more "x"$/),
    ]);
    expect(diagnostics).toHaveLength(2);
  });

  test("that lack something, or have too much, are reported", async () => {
    const { sink, diagnostics } = await load({
      "@context": context,
      "@graph": [
        { ...observation, "dcid:value": null },
        { ...observation, "dcid:note": "x", "dcid:observationDate": "soon" },
      ],
    });
    expect(diagnostics.map((text) => text.replace(/:\d+$/, ""))).toEqual([
      "error Sanity_MissingOrEmpty_value d.jsonld",
      "error Sanity_InvalidObsDate d.jsonld",
    ]);
    expect(sink.observations).toEqual([]);
  });
});

test.each([
  ["{", /is no JSON: expected a }, found the end/],
  ["[".repeat(1000), /nested more than 100 deep/],
  ['"\u0000"', /NUL/],
])("a document that cannot be read is refused: %#", async (text, expected) => {
  await expect(loadTexts({ "d.jsonld": text })).rejects.toThrow(expected);
});

test("terms that mean each other end", async () => {
  const { sink } = await load({ "@context": { a: "b", b: "a" }, "@id": "dcid:n", a: "x" });
  expect(sink.lines).toHaveLength(1);
});

describe("an observation with links", () => {
  const observation = (more: object) => ({
    "@context": context,
    "@graph": [
      {
        "@id": "dcid:o",
        "@type": ["dcid:Thing", "dcid:StatVarObservation"],
        "dcid:variableMeasured": { "@id": "dcid:Count" },
        "dcid:observationAbout": { "@id": "dcid:geoId/06" },
        "dcid:observationDate": "2020",
        "dcid:value": 5,
        ...more,
      },
    ],
  });

  test.each(["measurementQualifier", "measurementDenominator", "statType"])(
    "that say how it was measured is of its series: %s",
    async (property) => {
      const { sink } = await load(observation({ [`dcid:${property}`]: { "@id": "dcid:x" } }));
      expect(sink.observations).toHaveLength(1);
      expect(sink.lines).toContainEqual(expect.stringMatching(`^dc/o/\\w+ ${property} x$`));
    },
  );

  test("to another thing is about both", async () => {
    const link = { "@id": "dcid:geoId/10" };
    const { sink } = await load(observation({ "dcid:destination": link }));
    const entities = { destination: "geoId/10", observationAbout: "geoId/06" };
    expect(sink.observations).toMatchObject([{ entities, value: "5" }]);
  });

  test("to one of two things by a property is reported, and not loaded", async () => {
    const values = ["also", { "@id": "dcid:geoId/10" }];
    const { sink, diagnostics } = await load(observation({ "dcid:destination": values }));
    expect(sink.observations).toEqual([]);
    expect(diagnostics).toEqual(["error Sanity_MultipleVals_destination d.jsonld:7"]);
  });

  test("whose value is a list in @value has none, which is reported", async () => {
    const { sink, diagnostics } = await load(
      observation({ "dcid:value": { "@value": [5] }, "dcid:unit": { "@value": "USD" } }),
    );
    expect(sink.observations).toEqual([]);
    expect(diagnostics).toEqual(["error Sanity_MissingOrEmpty_value d.jsonld:7"]);
  });
});

test("types and references are dcids, be they texts or nodes; values of @value are texts", async () => {
  const { sink, diagnostics } = await load({
    "@context": context,
    "@graph": [
      {
        "@id": "dcid:a",
        "dcid:typeOf": "dcid:City",
        "dcid:containedInPlace": "dcid:geoId/06",
        "dcid:isOpen": true,
        "dcid:isOld": { "@value": false },
        "dcid:note": { "@value": "dcid:b" },
        "dcid:code": { "@value": 7 },
        "dcid:nothing": { "@value": null },
      },
    ],
  });
  expect(diagnostics).toEqual([]);
  expect(sink.lines).toEqual([
    'a code "7"',
    "a containedInPlace geoId/06",
    'a isOld "false"',
    'a isOpen "true"',
    'a note "dcid:b"',
    "a typeOf City",
  ]);
});
