/** Usual nodes of JSON-LD, straight from their bytes; what may need a word is left, and nothing of it is written. */
import { describe, expect, test } from "vitest";
import { JsonScanner, oddNode } from "../../../../src/load/rdf/json-scanner.ts";
import { Names } from "../../../../src/load/rdf/linked-nodes.ts";
import { PlainNodes } from "../../../../src/load/rdf/plain-nodes.ts";
import { parseJson } from "../../../../src/load/values/json-text.ts";
import { unsetSource } from "../../../../src/stats/facet-fields.ts";
import { type RecordedObservation, RecordingSink } from "../recording-sink.ts";

interface Written {
  /** Whether each node was written. */
  readonly taken: readonly boolean[];
  /** With the provenance after a bar. */
  readonly lines: readonly string[];
  readonly observations: readonly RecordedObservation[];
}

/** Writes nodes of one text, with the same readers. */
function written(nodes: readonly string[], context: object = {}, provenance = "p"): Written {
  const names = new Names();
  names.addContext(parseJson(JSON.stringify(context), "a.jsonld"));
  const sink = new RecordingSink();
  const writer = new PlainNodes(names, sink, provenance);
  const scanner = new JsonScanner();
  const bytes = new Uint8Array(Buffer.from(`[${nodes.join(",")}]${"\0".repeat(16)}`));
  scanner.open(new DataView(bytes.buffer));
  let start = 1;
  const taken = nodes.map((node) => {
    expect(scanner.node(bytes, start)).not.toBe(oddNode);
    start += Buffer.from(node).length + 1;
    return writer.write(bytes, scanner);
  });
  const lines = sink.triples.map(
    (one) => `${one.subject} ${one.predicate} ${one.object} | ${one.provenance}`,
  );
  return { taken, lines, observations: sink.observations };
}

const node = (entries: object) => JSON.stringify(entries);
const left: Written = { taken: [false], lines: [], observations: [] };
const link = (id: string) => ({ "@id": id });

describe("a node", () => {
  test.each<[what: string, entries: object, lines: readonly string[]]>([
    [
      "texts, numbers and references",
      { "@id": "dcid:a", "dcid:name": "é", "dcid:code": -7.5, "dcid:near": link("dcs:b") },
      ['a name "é" | p', 'a code "-7.5" | p', "a near b | p"],
    ],
    ["its id after its values", { name: "A", "@id": "schema:a" }, ['a name "A" | p']],
    ["a type as a keyword", { "@id": "dcid:a", "@type": "dcid:City" }, ["a typeOf City | p"]],
    ["a type as a property", { "@id": "dcid:a", typeOf: "dcid:City" }, ["a typeOf City | p"]],
    [
      "texts that are references",
      { "@id": "dcid:a", containedInPlace: "dcid:b", unit: "c" },
      ["a containedInPlace b | p", "a unit c | p"],
    ],
    ["ids without a prefix", { "@id": "a", near: link("b") }, ["a near b | p"]],
    [
      "ids that are addresses",
      {
        "@id": "https://datacommons.org/browser/a",
        near: link("https://schema.org/b"),
        far: link("https://a.org/b"),
      },
      ["a near b | p", "a far https://a.org/b | p"],
    ],
    [
      "ids with two slashes after a known prefix",
      { "@id": "dcid://a", near: link("dcs://b") },
      ["dcid://a near dcs://b | p"],
    ],
    [
      "texts that look like references",
      { "@id": "dcid:a", name: "dcid:b", note: "_:c" },
      ['a name "dcid:b" | p', 'a note "_:c" | p'],
    ],
    ["an id that begins with an underscore", { "@id": "_a", name: "x" }, ['_a name "x" | p']],
    ["nothing but its id", { "@id": "dcid:a" }, []],
  ])("with %s is written", (_, entries, lines) => {
    expect(written([node(entries)])).toEqual({ taken: [true], lines, observations: [] });
  });

  test.each<[what: string, entries: string]>([
    ["no id", node({ "dcid:name": "A" })],
    ["an empty id", node({ "@id": "", name: "A" })],
    ["a blank id", node({ "@id": "_:a", name: "A" })],
    ["a number as its id", '{"@id":7,"name":"A"}'],
    ["a reference as its id", node({ "@id": link("dcid:a"), name: "A" })],
    ["a number as its type", '{"@id":"dcid:a","@type":7}'],
    ["a reference as its type", node({ "@id": "dcid:a", "@type": link("dcid:b") })],
    ["an empty text", node({ "@id": "dcid:a", name: "" })],
    ["an empty reference", node({ "@id": "dcid:a", near: link("") })],
    ["a reference to a blank node", node({ "@id": "dcid:a", near: link("_:b") })],
    ["a reference without a name", node({ "@id": "dcid:a", near: link("dcid:") })],
    ["an id without a name", node({ "@id": "dcid:", name: "A" })],
    ["another keyword", node({ "@id": "dcid:a", "@language": "en" })],
    ["a key without a name", node({ "@id": "dcid:a", "dcid:": "x" })],
    ["a property of two names", node({ "@id": "dcid:a", name: "A", "dcid:name": "B" })],
    ["a type of two names", node({ "@id": "dcid:a", "@type": "dcid:A", typeOf: "dcid:B" })],
    ["a key that is a member of objects", '{"@id":"dcid:a","@constructor":"x"}'],
  ])("with %s is left", (_, entries) => {
    expect(written([entries])).toEqual(left);
  });

  test("names what the context says", () => {
    const context = { who: "https://datacommons.org/browser/", label: "dcid:name", id: "@id" };
    const other = node({ id: "who:a", label: "A", "ex:b": link("ex:c"), near: link("dcid:d") });
    expect(written([other], context).lines).toEqual([
      'a name "A" | p',
      "a ex:b ex:c | p",
      "a near d | p",
    ]);
    const colon = { "dcid:d": "dcid:e" };
    expect(written([node({ "@id": "dcid:a", near: link("dcid:d") })], colon).lines).toEqual([
      "a near e | p",
    ]);
  });

  test("has no provenance where its file has none", () => {
    expect(written([node({ "@id": "dcid:a", name: "A" })], {}, "").lines).toEqual([
      'a name "A" | ',
    ]);
  });

  test("is what it is whichever nodes came before", () => {
    const nodes = [
      node({ "@id": "dcid:a", name: "A", near: link("dcid:b") }),
      node({ "@id": "dcid:b", name: "B", near: link("dcid:b") }),
      node({ "@id": "dcid:c", name: "", near: link("dcid:b") }),
      node({ "@id": "dcid:d", name: "D" }),
      node({ "@id": "dcid:e", names: "E", name: "F" }),
      node({ name: "G", "@id": "dcid:g" }),
      node({ name: "H" }),
    ];
    expect(written(nodes)).toEqual({
      taken: [true, true, false, true, true, true, false],
      lines: nodes.flatMap((one) => written([one]).lines),
      observations: [],
    });
  });
});

const usual = {
  "@id": "dcid:o",
  "@type": "dcid:StatVarObservation",
  variableMeasured: link("dcid:V"),
  observationAbout: "dcid:geoId/06",
  observationDate: "2020",
  value: 1.5,
};
const read: RecordedObservation = {
  ...unsetSource,
  variable: "V",
  entity: "geoId/06",
  date: "2020",
  value: "1.5",
  provenance: "p",
};
const said = {
  measurementMethod: link("dcid:M"),
  observationPeriod: "P1Y",
  scalingFactor: 100,
  unit: "dcid:Ton",
};

describe("an observation", () => {
  test.each<[what: string, entries: object, observation: RecordedObservation]>([
    ["its required properties", usual, read],
    [
      "numbers as its date and texts as its value",
      { ...usual, observationDate: 2020, value: "1.5" },
      read,
    ],
    [
      "what its facet says",
      { ...usual, ...said },
      {
        ...read,
        measurementMethod: "M",
        observationPeriod: "P1Y",
        scalingFactor: "100",
        unit: "Ton",
      },
    ],
    [
      "a provenance of its own",
      { ...usual, provenance: link("dcid:q") },
      { ...read, provenance: "q" },
    ],
    ["a provenance that is a text", { ...usual, provenance: "q" }, { ...read, provenance: "q" }],
  ])("with %s is written", (_, entries, observation) => {
    expect(written([node(entries)])).toEqual({
      taken: [true],
      lines: [],
      observations: [observation],
    });
  });

  test.each<[what: string, entries: object]>([
    ["no variable", { ...usual, variableMeasured: undefined }],
    ["no entity", { ...usual, observationAbout: undefined }],
    ["no date", { ...usual, observationDate: undefined }],
    ["no value", { ...usual, value: undefined }],
    ["a further property", { ...usual, note: "x" }],
    ["a reference as its date", { ...usual, observationDate: link("dcid:2020") }],
    ["a reference as its value", { ...usual, value: link("dcid:7") }],
    ["a date that is none", { ...usual, observationDate: "soon" }],
    ["a date without zeros", { ...usual, observationDate: "2020-1" }],
    ["a value that is no number", { ...usual, value: "x" }],
  ])("with %s is left", (_, entries) => {
    expect(written([node(entries)])).toEqual(left);
  });

  test("has the address of its provenance once", () => {
    const entries = { ...usual, provenance: "q", provenanceUrl: "https://q.org" };
    expect(written([node(entries), node({ ...entries, value: 2 })])).toEqual({
      taken: [true, true],
      lines: ['q url "https://q.org" | q'],
      observations: [
        { ...read, provenance: "q" },
        { ...read, provenance: "q", value: "2" },
      ],
    });
    expect(written([node({ ...usual, provenanceUrl: "https://q.org" })], {}, "")).toEqual({
      taken: [true],
      lines: [],
      observations: [{ ...read, provenance: "" }],
    });
  });

  test("has its own facet, whichever came before", () => {
    const nodes = [
      usual,
      { ...usual, ...said },
      usual,
      { ...usual, unit: "dcid:Kg" },
      { ...usual, unit: link("dcid:Kg") },
    ];
    const facets = written(nodes.map(node)).observations.map((one) => [
      one.unit,
      one.scalingFactor,
    ]);
    expect(facets).toEqual([
      ["", ""],
      ["Ton", "100"],
      ["", ""],
      ["Kg", ""],
      ["Kg", ""],
    ]);
  });

  test("of another type is a node", () => {
    expect(written([node({ ...usual, "@type": "dcid:Thing" })])).toEqual({
      taken: [true],
      lines: [
        "o typeOf Thing | p",
        "o variableMeasured V | p",
        "o observationAbout geoId/06 | p",
        'o observationDate "2020" | p',
        'o value "1.5" | p',
      ],
      observations: [],
    });
  });
});
