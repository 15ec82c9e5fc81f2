import { expect, test } from "vitest";
import { loadTexts } from "../load-texts.ts";

test("a file: statements, an observation, and what is left out with its line", async () => {
  const text = [
    "# a comment",
    "<dcid:a> <dcid:typeOf> <dcid:Place> <dcid:dc/base/G> .",
    '<dcid:a> <dcid:name> "A" .',
    "no statement",
    "_:o1 <dcid:typeOf> <dcid:StatVarObservation> <dcid:dc/base/G> .",
    "_:o1 <dcid:variableMeasured> <dcid:v> <dcid:dc/base/G> .",
    "_:o1 <dcid:observationAbout> <dcid:a> <dcid:dc/base/G> .",
    '_:o1 <dcid:observationDate> "2020" <dcid:dc/base/G> .',
    '_:o1 <dcid:value> "1.50" <dcid:dc/base/G> .',
    '_:o1 <dcid:footnote> "x" <dcid:dc/base/G> .',
    "_:b <dcid:typeOf> <dcid:Place> .",
    "<dcid:a> <dcid:near> _:b .",
    "_:o2 <dcid:typeOf> <dcid:StatVarObservation> .",
  ].join("\n");
  const { sink, diagnostics, report } = await loadTexts({ "a.nq": text });
  expect(sink.lines).toEqual([
    'a name "A"',
    "a typeOf Place",
    expect.stringMatching(/^dc\/o\/\w+ footnote "x"$/),
  ]);
  expect(sink.observations).toMatchObject([
    { variable: "v", entity: "a", date: "2020", value: "1.50" },
  ]);
  expect(report.rowCount).toBe(11);
  expect(diagnostics).toEqual([
    "error RDF_MalformedStatement a.nq:4",
    "info Sanity_UnexpectedPropInStatVarObservation a.nq:10",
    "error RDF_BlankNode a.nq:12",
    "error RDF_BlankNode a.nq:11",
    "error Sanity_MissingOrEmpty_variableMeasured a.nq:13",
    "error Sanity_MissingOrEmpty_observationDate a.nq:13",
    "error Sanity_MissingOrEmpty_value a.nq:13",
    "error Sanity_MissingOrEmpty_observationAbout a.nq:13",
  ]);
});

/** Statements about `_:o`. */
const about = (pairs: readonly (readonly [string, string])[]) =>
  pairs.map(([property, object]) => `_:o <dcid:${property}> ${object} .\n`).join("");
const usual = [
  ["typeOf", "<dcid:StatVarObservation>"],
  ["variableMeasured", "<dcid:v>"],
  ["observationAbout", "<dcid:a>"],
  ["observationDate", '"2020"'],
  ["value", '"1"'],
] as const;

test("an observation with two values of one property is reported, and the first one counts", async () => {
  const { sink, diagnostics } = await loadTexts({
    "a.nt": about([...usual, ["unit", '"m"'], ["unit", '"km"'], ["unit", '"m"']]),
  });
  expect(diagnostics).toEqual(["error Sanity_MultipleVals_unit a.nt:7"]);
  expect(sink.observations).toMatchObject([{ value: "1", unit: "m" }]);
});

test("an observation that is about two entities names the properties that say so", async () => {
  const { sink, diagnostics } = await loadTexts({
    "a.nt": about([
      ...usual.filter(([property]) => property !== "observationAbout"),
      ["observationProperties", "<dcid:from>"],
      ["observationProperties", "<dcid:to>"],
      ["from", "<dcid:a>"],
      ["to", "<dcid:b>"],
    ]),
  });
  expect(diagnostics).toEqual([]);
  expect(sink.observations).toMatchObject([{ entities: { from: "a", to: "b" } }]);
});

test("an observation is left out if a line about it is not UTF-8; others are not", async () => {
  const other = about(usual).replaceAll("_:o", "_:p");
  const { sink, diagnostics } = await loadTexts({
    "a.nt": Buffer.from(`${about([...usual, ["unit", '"\xe9"']])}${other}`, "latin1"),
    "b.nt": Buffer.from(`${about(usual)}_:p <dcid:unit> "\xe9" .\n`, "latin1"),
  });
  expect(diagnostics).toEqual(["error Source_NotUtf8 a.nt:6", "error Source_NotUtf8 b.nt:6"]);
  expect(sink.observations).toHaveLength(2);
});

test.each(['"x"@ .', '"x"^<dcid:t> .', '"x"^^ .', "<dcid:b> <dcid:g", '"x"@en. .'])(
  "a statement that ends in %s is reported",
  async (end) => {
    const { sink, diagnostics } = await loadTexts({
      "a.nq": `<dcid:a> <dcid:name> ${end}\n<dcid:a> <dcid:name> "A" .\n`,
    });
    expect(diagnostics).toEqual(["error RDF_MalformedStatement a.nq:1"]);
    expect(sink.lines).toEqual(['a name "A"']);
  },
);

test("the graph of a statement may be written with an escape", async () => {
  const { sink } = await loadTexts({
    "a.nq": '<dcid:a> <dcid:name> "A" <dcid:g\\u00e9> .\n<dcid:a> <dcid:name> "B" <dcid:g> .\n',
  });
  expect(sink.triples.map(({ provenance }) => provenance)).toEqual(["gé", "g"]);
});
