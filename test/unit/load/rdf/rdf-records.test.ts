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
