/** Which lines of RDF are read as bytes, and which as texts: usual ones take no time for texts. */
import { describe, expect, test } from "vitest";
import { BlockReader } from "../../../../src/load/bytes/byte-blocks.ts";
import { DiagnosticLog } from "../../../../src/load/bytes/diagnostics.ts";
import { Progress } from "../../../../src/load/bytes/load-progress.ts";
import { loadRdf } from "../../../../src/load/rdf/rdf-records.ts";
import { unsetSource } from "../../../../src/stats/facet-fields.ts";
import { memoryInput } from "../inputs.ts";
import { BytesSink, lineOf } from "../recording-sink.ts";

/** What a file became, and what of it was taken straight from its bytes. */
async function read(text: string | Uint8Array, block = 1 << 18, sink = new BytesSink()) {
  const told: string[] = [];
  const log = new DiagnosticLog({
    onDiagnostic: ({ counter, line }) => told.push(`${counter} ${line}`),
  });
  const progress = new Progress(0);
  const run = { sink, log, progress, blocks: new BlockReader(progress, block) };
  const provenance = { listed: undefined, option: undefined, stem: "a" };
  await loadRdf(memoryInput("a.nq", Buffer.from(text)), provenance, run);
  return {
    ofBytes: sink.ofBytes,
    triples: sink.triples.map((triple) => lineOf(triple)),
    values: sink.observations.map(({ entity, value }) => `${entity} ${value}`),
    told,
    rows: progress.rows,
    observations: sink.observations,
  };
}

type Pairs = Readonly<Record<string, string>>;

const usual: Pairs = {
  typeOf: "<dcid:StatVarObservation>",
  variableMeasured: "<dcid:v>",
  observationAbout: "<dcid:a>",
  observationDate: '"2020"',
  value: '"7"',
};

const lines = (pairs: Pairs, label = "o", end = ".") =>
  Object.entries(pairs).map(
    ([property, object]) => `_:${label} <dcid:${property}> ${object} ${end}`,
  );
const joined = (...all: readonly (string | readonly string[])[]) => `${all.flat().join("\n")}\n`;
const observed = (value: string, label = "o") => lines({ ...usual, value: `"${value}"` }, label);

describe("a statement about a name", () => {
  test.each<[line: string, ofBytes: readonly string[], triples: readonly string[], told: string[]]>(
    [
      ["<dcid:a> <dcid:x> <dcid:b> .", ["a", "b"], ["a x b"], []],
      ["<dcid:a> <dcid:x> <dcid:b> <dcid:g> .\r", ["a", "b"], ["a x b"], []],
      ['<dcid:a> <dcid:x> "B" .', ["a", '"B"'], ['a x "B"'], []],
      ['<dcid:a> <dcid:x> "B"@en <dcid:> .', ["a", '"B"'], ['a x "B"'], []],
      ['<dcid:a> <dcid:x> "" .', [], ['a x ""'], []],
      ['<dcid:a> <dcid:x> "\\t" .', [], ['a x "\\t"'], []],
      [
        "<dcid:a> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <B> .",
        ["a", "B"],
        ["a typeOf B"],
        [],
      ],
      ["<http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <dcid:x> <B> .", [], ["typeOf x B"], []],
      [
        "<dcid:a> <dcid:x> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> .",
        [],
        ["a x typeOf"],
        [],
      ],
      ["<dcid:> <dcid:x> <dcid:b> .", [], [], ["RDF_MalformedStatement 1"]],
      ["<dcid:a> <dcid:> <dcid:b> .", [], [], ["RDF_MalformedStatement 1"]],
      ["<dcid:a> <dcid:x> <dcid:> .", [], [], ["RDF_MalformedStatement 1"]],
    ],
  )("%j", async (line, ofBytes, triples, told) => {
    const next = '<dcid:z> <dcid:y> "Z" .';
    expect(await read(joined(line, next))).toMatchObject({
      ofBytes: [...ofBytes, "z", '"Z"'],
      triples: [...triples, 'z y "Z"'],
      told,
      rows: 2,
    });
  });
});

describe.each([1 << 18, 64, 7])(
  "in blocks of %i bytes, observations are read as bytes",
  (block) => {
    test.each<[what: string, text: string, ofBytes: readonly string[], rows: number]>([
      ["alone", joined(observed("7")), ["v", "a", "7"], 5],
      ["without a line feed at the end", observed("7").join("\n"), ["v", "a", "7"], 5],
      ["in any order", joined(lines(usual).toReversed()), ["v", "a", "7"], 5],
      [
        "one after the other",
        joined(
          observed("1"),
          observed("2", "oo"),
          observed("3", "op"),
          observed("4", "p"),
          observed("5", "pp"),
        ),
        ["v", "a", "1", "2", "3", "4", "5"],
        25,
      ],
      [
        "after a statement about a name",
        joined('<dcid:a> <dcid:x> "B" .', observed("1")),
        ["a", '"B"', "v", "a", "1"],
        6,
      ],
    ])("%s", async (_, text, ofBytes, rows) => {
      const values = ofBytes.filter((one) => /\d/.test(one)).map((value) => `a ${value}`);
      expect(await read(text, block)).toMatchObject({ ofBytes, values, told: [], rows });
    });

    test("with comments and empty lines between, which count", async () => {
      const [first, second, ...others] = observed("1");
      const text = joined(
        first!,
        "# x",
        "",
        second!,
        "\r",
        "#",
        ...others,
        "# y",
        "",
        observed("2", "p"),
        "no",
      );
      expect(await read(text, block)).toMatchObject({
        ofBytes: ["v", "a", "1"],
        values: ["a 1", "a 2"],
        told: ["RDF_MalformedStatement 17"],
        rows: 10,
      });
    });

    test("if the line after them is odd, or about a name, they are read as texts", async () => {
      const text = joined(
        observed("1"),
        " # x",
        observed("2", "p"),
        '<dcid:b> <dcid:x> "B" .',
        observed("3", "q"),
      );
      expect(await read(text, block)).toMatchObject({
        ofBytes: ["b", '"B"', "v", "a", "3"],
        values: ["a 1", "a 2", "a 3"],
        told: [],
        rows: 16,
      });
    });

    test("if a line about them is odd, they are read as texts, and the next one is not", async () => {
      const [first, ...others] = observed("1");
      const text = joined(first!, '_:o  <dcid:unit> "m" .', ...others, observed("2", "p"));
      expect(await read(text, block)).toMatchObject({
        ofBytes: ["v", "a", "2"],
        values: ["a 1", "a 2"],
        told: [],
        rows: 11,
      });
    });
  },
);

test("more lines about an observation that ended with an odd line are about the same one", async () => {
  const [first, second, ...others] = observed("1");
  const text = joined(
    first!,
    `${second} `,
    "",
    ...others,
    '<dcid:b> <dcid:x> "B" .',
    observed("2", "p"),
  );
  const found = await read(text);
  expect(found).toMatchObject({ values: ["a 1", "a 2"], told: [], rows: 11 });
  expect(found.ofBytes).toEqual(["b", '"B"', "v", "a", "2"]);
});

describe("an observation is read as texts", () => {
  test.each<[what: string, pairs: Pairs]>([
    ["with a type as text", { ...usual, typeOf: '"StatVarObservation"' }],
    ["with a variable as text", { ...usual, variableMeasured: '"v"' }],
    ["with an entity as text", { ...usual, observationAbout: '"a"' }],
    ["with a date as node", { ...usual, observationDate: "<dcid:2020>" }],
    ["with a value as node", { ...usual, value: "<dcid:7>" }],
    ["with an empty unit", { ...usual, unit: '""' }],
    ["with a unit without a name", { ...usual, unit: "<dcid:>" }],
  ])("%s", async (_, pairs) => {
    expect(await read(joined(lines(pairs)))).toMatchObject({
      ofBytes: [],
      values: ["a 7"],
      told: [],
      rows: Object.keys(pairs).length,
    });
  });

  const told = "Sanity_MissingOrEmpty";
  test.each<[what: string, pairs: Pairs, told: readonly string[], values?: readonly string[]]>([
    ["of another type", { ...usual, typeOf: "<dcid:Place>" }, ["RDF_BlankNode 1"]],
    [
      "of a type whose name is longer",
      { ...usual, typeOf: "<dcid:StatVarObservations>" },
      ["RDF_BlankNode 1"],
    ],
    [
      "with a date that begins as a name does",
      { ...usual, observationDate: '"dcid:2020"' },
      ["Sanity_InvalidObsDate 4"],
    ],
    ["with a date that is none", { ...usual, observationDate: '"x"' }, ["Sanity_InvalidObsDate 4"]],
    [
      "with a text for value",
      { ...usual, value: '"x"' },
      ["Sanity_SVObs_Value_NotANumber 5"],
      ["a x"],
    ],
    ["with an empty value", { ...usual, value: '""' }, [`${told}_value 1`]],
    [
      "with an entity without a name",
      { ...usual, observationAbout: "<dcid:>" },
      [`${told}_observationAbout 1`],
    ],
    [
      "with a note",
      { ...usual, note: '"x"' },
      ["Sanity_UnexpectedPropInStatVarObservation 6"],
      ["a 7"],
    ],
    ...Object.keys(usual).map((property) => {
      const { [property]: _, ...others } = usual;
      const why = property === "typeOf" ? "RDF_BlankNode 1" : `${told}_${property} 1`;
      return [`without ${property}`, others, [why]] as [string, Pairs, string[]];
    }),
  ])("%s", async (_, pairs, found, values = []) => {
    expect(await read(joined(lines(pairs), observed("8", "p")))).toMatchObject({
      ofBytes: ["v", "a", "8"],
      values: [...values, "a 8"],
      told: found,
      rows: Object.keys(pairs).length + 5,
    });
  });

  test("with two values of a property", async () => {
    const text = joined(observed("1"), '_:o <dcid:value> "2" .');
    expect(await read(text)).toMatchObject({
      ofBytes: [],
      values: ["a 1"],
      told: ["Sanity_MultipleVals_value 6"],
      rows: 6,
    });
  });

  test("if its lines take more than 64 KiB", async () => {
    const lengthOf = (text: string) => joined(lines({ ...usual, unit: text })).length;
    const room = 64 * 1024 - lengthOf('""');
    const [whole, more] = ["x".repeat(room), "x".repeat(room + 1)];
    // Something stands before it: what counts is its own length.
    const text = (unit: string) => joined("# first", "", lines({ ...usual, unit: `"${unit}"` }));
    expect((await read(text(whole))).ofBytes).toEqual(["v", "a", "7"]);
    expect((await read(text(more))).ofBytes).toEqual([]);
  });

  test("if a line of the block is not UTF-8, as are all others of it", async () => {
    const text = joined('<dcid:a> <dcid:x> "\xe9" .', observed("1"), '<dcid:a> <dcid:x> "A" .');
    const found = await read(Buffer.from(text, "latin1"));
    expect(found).toMatchObject({
      ofBytes: [],
      values: ["a 1"],
      told: ["Source_NotUtf8 1"],
      rows: 6,
    });
  });

  test("if the sink asks for places", async () => {
    const places: unknown[] = [];
    const sink = Object.assign(new BytesSink(), { at: (place: unknown) => places.push(place) });
    const found = await read(joined('<dcid:a> <dcid:x> "A" .', observed("1")), 1 << 18, sink);
    expect(found).toMatchObject({ ofBytes: [], values: ["a 1"], told: [], rows: 6 });
    const file = "a.nq";
    const part = (line: number) => ({ file, line });
    expect(places).toMatchObject([part(1), part(2)]);
  });
});

test("what a facet says and its graph are those of each observation", async () => {
  const source = {
    importName: "I",
    provenanceUrl: "https://p.org",
    measurementMethod: "M",
    observationPeriod: "P1Y",
    scalingFactor: "100",
    unit: "Ton",
  };
  const pairs = Object.fromEntries(
    Object.entries(source).map(([field, text]) => [field, `"${text}"`]),
  );
  const first = lines({ ...usual, ...pairs, isDcAggregate: '"true"' }, "o", "<dcid:g> .");
  const second = lines({ ...usual, unit: "<dcid:Kg>" }, "p", "<dcid:g> .");
  const text = joined(
    first,
    second,
    observed("7", "q"),
    lines(usual, "r", "<dcid:h> ."),
    observed("7", "s"),
  );
  const { ofBytes, observations } = await read(text);
  expect(ofBytes).toEqual(["v", "a", "7", "7", "7", "7", "7"]);
  const plain = { ...unsetSource, variable: "v", entity: "a", date: "2020", value: "7" };
  expect(observations).toEqual([
    { ...plain, ...source, isDcAggregate: true, provenance: "g" },
    { ...plain, unit: "Kg", provenance: "g" },
    { ...plain, provenance: "dc/base/a" },
    { ...plain, provenance: "h" },
    { ...plain, provenance: "dc/base/a" },
  ]);
});

test.each(["\rx", "x"])("the line %j is no comment", async (line) => {
  const [first, ...others] = observed("1");
  expect(await read(joined(first!, line, ...others))).toMatchObject({
    ofBytes: [],
    values: ["a 1"],
    told: ["RDF_MalformedStatement 2"],
    rows: 5,
  });
});
