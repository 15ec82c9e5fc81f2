/** Nodes of JSON-LD as values: every statement and every diagnostic, whole. */
import { describe, expect, test } from "vitest";
import { observationId } from "../../../../src/ids/observation-id.ts";
import { DiagnosticLog } from "../../../../src/load/bytes/diagnostics.ts";
import { Progress } from "../../../../src/load/bytes/load-progress.ts";
import { runInto } from "../../../../src/load/mcf/mcf-file.ts";
import { loadJsonLd } from "../../../../src/load/rdf/json-ld-file.ts";
import type { Place } from "../../../../src/load/statements/sink.ts";
import { unsetSource } from "../../../../src/stats/facet-fields.ts";
import { memoryInput } from "../inputs.ts";
import { loadTexts } from "../load-texts.ts";
import { RecordingSink } from "../recording-sink.ts";

/** A document of these nodes, each of which stands on a line of its own, the first on line 2. */
async function load(...nodes: readonly unknown[]) {
  const lines = nodes.map((node) => JSON.stringify(node));
  const { sink, diagnostics, messages } = await loadTexts({
    "d.jsonld": `[\n${lines.join(",\n")}\n]`,
  });
  return {
    lines: sink.triples.map(
      ({ subject, predicate, object, provenance }) =>
        `${subject} ${predicate} ${object} | ${provenance}`,
    ),
    observations: sink.observations,
    told: diagnostics.map((one, at) => `${one} | ${messages[at]}`),
  };
}

const own = "dc/base/d";
const unread = "error JsonLd_UnreadValue d.jsonld:2";
const link = (id: string) => ({ "@id": id });

describe("a node", () => {
  test.each<[what: string, node: unknown, lines: readonly string[], told?: readonly string[]]>([
    [
      "values of each kind",
      { "@id": "dcid:a", x: ["t", 1.5, true, false, null, { "@value": "v" }, link("dcid:b")] },
      ['"t"', '"1.5"', '"true"', '"false"', '"v"', "b"].map((value) => `a x ${value} | ${own}`),
    ],
    [
      "lists and sets, which are their values",
      { "@id": "dcid:a", x: { "@list": ["1"] }, y: { "@set": ["2", "3"] }, z: { "@set": "4" } },
      [`a x "1" | ${own}`, `a y "2" | ${own}`, `a y "3" | ${own}`, `a z "4" | ${own}`],
    ],
    [
      "values of @value, which are texts even where references stand",
      { "@id": "dcid:a", unit: { "@value": "dcid:b", "@type": "x" }, typeOf: "dcid:T" },
      [`a unit "dcid:b" | ${own}`, `a typeOf T | ${own}`],
    ],
    [
      "a property in two spellings, whose values come together",
      { "@id": "dcid:a", name: "A", x: "y", "dcid:name": "B" },
      [`a name "A" | ${own}`, `a name "B" | ${own}`, `a x "y" | ${own}`],
    ],
    [
      "a node within, which is written first",
      { "@id": "dcid:a", x: { "@id": "dcid:b", name: "B", near: { "@id": "dcid:c", name: "C" } } },
      [`c name "C" | ${own}`, `b name "B" | ${own}`, `b near c | ${own}`, `a x b | ${own}`],
    ],
    [
      "a context of its own, which is not read",
      { "@id": "dcid:a", "@context": { name: "dcid:other" }, name: "A" },
      [`a name "A" | ${own}`],
    ],
    [
      "keywords that say nothing here",
      { "@id": "dcid:a", "@reverse": {}, "dcid:": "x" },
      [],
      [`${unread} | '@reverse' of a node is not read`, `${unread} | 'dcid:' of a node is not read`],
    ],
    [
      "a list in a list",
      { "@id": "dcid:a", x: [["1"], "2"] },
      [`a x "2" | ${own}`],
      [`${unread} | a list within a list of 'x'`],
    ],
    [
      "values of @value that are lists or objects, which are none",
      { "@id": "dcid:a", x: { "@value": ["1"] }, y: { "@value": {} }, z: { "@value": null } },
      [],
    ],
    [
      "nodes within that have no id",
      { "@id": "dcid:a", x: { name: "B" }, y: link(""), z: link("_:b") },
      [],
      [
        "has no @id; it is not loaded",
        "has no @id; it is not loaded",
        "is '_:b', which is nobody's dcid; it is not loaded",
      ].map((problem) => `error JsonLd_NamelessNode d.jsonld:2 | a node ${problem}`),
    ],
    [
      "a number as its id",
      { "@id": 7, name: "A" },
      [],
      ["error JsonLd_NamelessNode d.jsonld:2 | a node has no @id; it is not loaded"],
    ],
    ["a number in its place", 7, [], [`${unread} | expected a node, that is an object`]],
    ["nothing in its place", null, [], [`${unread} | expected a node, that is an object`]],
  ])("with %s", async (_, node, lines, told = []) => {
    expect(await load(node)).toEqual({ lines, observations: [], told });
  });
});

const usual = {
  "@id": "dcid:o",
  "@type": "dcid:StatVarObservation",
  variableMeasured: link("dcid:V"),
  observationDate: "2020",
  value: 1.5,
};
const about = { ...usual, observationAbout: link("dcid:E") };
const read = {
  ...unsetSource,
  variable: "V",
  entity: "E",
  date: "2020",
  value: "1.5",
  provenance: own,
};
const betweenOf = (entities: Readonly<Record<string, string>>) => {
  const [first = ""] = Object.values(entities);
  return { ...read, entity: first, entities };
};
const further = (property: string, level = "info", end = "") =>
  `${level} Sanity_UnexpectedPropInStatVarObservation d.jsonld:2 | '${property}' is kept as a property of the ` +
  `observation's node; answers with values do not show it${end}`;

describe("an observation", () => {
  test.each<[what: string, node: object, observation: object]>([
    ["its required properties", about, read],
    [
      "what its facet says",
      {
        ...about,
        measurementMethod: "dcid:M",
        observationPeriod: "P1Y",
        scalingFactor: 100,
        unit: link("dcid:Ton"),
        provenance: link("dcid:q"),
      },
      {
        ...read,
        measurementMethod: "M",
        observationPeriod: "P1Y",
        scalingFactor: "100",
        unit: "Ton",
        provenance: "q",
      },
    ],
    [
      "a link beside its entity",
      { ...about, from: link("dcid:F") },
      betweenOf({ from: "F", observationAbout: "E" }),
    ],
    [
      "links and texts in place of an entity",
      { ...usual, mode: "Air", from: link("dcid:F") },
      betweenOf({ from: "F", mode: "Air" }),
    ],
    [
      "names of what it is about",
      { ...usual, observationProperties: ["mode", "from"], from: "F", mode: "Air" },
      betweenOf({ from: "F", mode: "Air" }),
    ],
    [
      "names of what it is about at its variable",
      {
        ...usual,
        variableMeasured: { "@id": "dcid:V", observationProperties: [link("dcid:from")] },
        from: "F",
      },
      betweenOf({ from: "F" }),
    ],
    [
      "a value that is there twice alike",
      { ...about, observationAbout: ["x", "x"] },
      { ...read, entity: "x" },
    ],
  ])("with %s is whole", async (_, node, observation) => {
    const { observations, told } = await load(node);
    expect({ observations, told }).toEqual({ observations: [observation], told: [] });
  });

  test.each<[what: string, node: object, told: readonly string[]]>([
    ["a note", { ...about, note: "x" }, [further("note")]],
    ["a slip", { ...about, unitt: "x" }, [further("unitt", "warning", "; is 'unit' meant?")]],
    [
      "a link that says how it was measured",
      { ...about, statType: link("dcid:x") },
      [further("statType")],
    ],
  ])("with %s keeps it at its node", async (_, node, told) => {
    const { lines, observations, told: found } = await load(node);
    expect({ observations, found }).toEqual({ observations: [read], found: told });
    expect(lines).toEqual([expect.stringMatching(/^dc\/o\/\w+ \w+ "?x"? \| dc\/base\/d$/)]);
  });

  test("with a further property of no values says so, and keeps nothing", async () => {
    expect(await load({ ...about, note: [] })).toEqual({
      lines: [],
      observations: [read],
      told: [further("note")],
    });
  });

  test("with a dcid of its own service keeps that", async () => {
    const { lines } = await load({
      ...about,
      "@id": "dcid:dc/o/abc",
      note: "x",
      provenance: "q",
    });
    expect(lines).toEqual(['dc/o/abc note "x" | q']);
  });

  test("with the address of its provenance says it there", async () => {
    const { lines } = await load({ ...about, provenance: "q", provenanceUrl: "https://q.org" });
    expect(lines).toEqual(['q url "https://q.org" | q']);
  });

  const missing = (property: string) =>
    `error Sanity_MissingOrEmpty_${property} d.jsonld:2 | an observation needs ${property}; 'o' is not loaded`;
  test.each<[what: string, node: object, told: readonly string[]]>([
    [
      "nothing",
      { "@id": "dcid:o", "@type": "dcid:StatVarObservation" },
      ["variableMeasured", "observationDate", "value", "observationAbout"].map(missing),
    ],
    ["no value", { ...about, value: null }, [missing("value")]],
    ["texts alone in place of an entity", { ...usual, mode: "Air" }, [missing("observationAbout")]],
    [
      "no entity of those that it names",
      { ...about, observationProperties: ["from", "observationAbout"] },
      [missing("from")],
    ],
    [
      "two entities by one property",
      { ...about, observationAbout: [link("dcid:E"), link("dcid:F")] },
      [
        "error Sanity_MultipleVals_observationAbout d.jsonld:2 | an observation has one observationAbout; 'o' is not loaded",
      ],
    ],
    [
      "four entities",
      { ...about, a: link("dcid:A"), b: link("dcid:B"), c: link("dcid:C") },
      [
        "error Sanity_TooManyEntities d.jsonld:2 | an observation is about 3 entities at most, and this one is " +
          "about 4 (observationAbout, a, b, c); it is not loaded",
      ],
    ],
    [
      "a date that is none",
      { ...about, observationDate: "soon" },
      [
        "error Sanity_InvalidObsDate d.jsonld:2 | 'soon' is not a date, such as 2020, 2020-07 or 2020-07-31; " +
          "the observation is not loaded",
      ],
    ],
  ])("with %s is reported, and not loaded", async (_, node, told) => {
    expect(await load(node)).toEqual({ lines: [], observations: [], told });
  });

  test("with a value that is no number is loaded, and reported", async () => {
    expect(await load({ ...about, value: "x" })).toEqual({
      lines: [],
      observations: [{ ...read, value: "x" }],
      told: [
        "error Sanity_SVObs_Value_NotANumber d.jsonld:2 | 'x' is not a number; it is kept as text: property 'value' of 'o'",
      ],
    });
  });
});

test("each value, date and node is reported on its own line", async () => {
  const text = `{"@graph": [
{"@type": "StatVarObservation",
"@id": "dcid:o",
"variableMeasured": "V", "observationAbout": "E",
"observationDate": "2020-1",
"value": [
"x"]},
{"@type": "StatVarObservation",
"@id": "dcid:n"}]}`;
  const { diagnostics } = await loadTexts({ "d.jsonld": text });
  expect(diagnostics).toEqual([
    "error Sanity_InvalidObsDate d.jsonld:5",
    "error Sanity_SVObs_Value_NotANumber d.jsonld:7",
    "error Sanity_MissingOrEmpty_variableMeasured d.jsonld:9",
    "error Sanity_MissingOrEmpty_observationDate d.jsonld:9",
    "error Sanity_MissingOrEmpty_value d.jsonld:9",
    "error Sanity_MissingOrEmpty_observationAbout d.jsonld:9",
  ]);
});

test("each statement has the place of its value, and of the node that it is about", async () => {
  const places: unknown[] = [];
  const sink = Object.assign(new RecordingSink(), { at: (place: Place) => places.push(place) });
  const text = `[{"@id": "dcid:a",
"name": [
"A"]},
{
"@id": "dcid:o", "@type": "StatVarObservation",
"variableMeasured": "V", "observationAbout": "E",
"observationDate": "2020",
"value": 1, "note":
"x"}]`;
  const run = runInto(sink, new DiagnosticLog(), new Progress(0));
  const provenance = { listed: undefined, option: undefined, stem: "d" };
  await loadJsonLd(memoryInput("d.jsonld", Buffer.from(text)), provenance, run);
  const file = "d.jsonld";
  const part = (line: number) => ({ file, line });
  const parts = new Map([["node", part(1)]]);
  expect(places).toEqual([
    { file, line: 3, parts },
    {
      file,
      line: 5,
      parts: new Map([
        ["typeOf", part(5)],
        ["variableMeasured", part(6)],
        ["observationAbout", part(6)],
        ["observationDate", part(7)],
        ["value", part(8)],
        ["note", part(9)],
      ]),
    },
    { file, line: 9, parts: new Map([["node", part(5)]]) },
  ]);
});

test("what is further stands at the node that the service makes of its observation", async () => {
  const { lines } = await load(
    { ...about, note: "x" },
    { ...about, value: "7", unit: "Kg", note: "y" },
  );
  const dcid = (value: string, facet: object = {}) =>
    observationId({
      observationAbout: "E",
      variableMeasured: "V",
      observationDate: "2020",
      observationPeriod: "",
      measurementMethod: "",
      scalingFactor: "",
      unit: "",
      value,
      ...facet,
    });
  expect(lines).toEqual([
    `${dcid("1.5")} note "x" | ${own}`,
    `${dcid("7", { unit: "Kg" })} note "y" | ${own}`,
  ]);
});
