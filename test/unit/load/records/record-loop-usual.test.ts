/** What is usual in a format is read as bytes: no text is made of it, which takes most of the time. */
import { expect, test } from "vitest";
import { DiagnosticLog } from "../../../../src/load/bytes/diagnostics.ts";
import { Progress } from "../../../../src/load/bytes/load-progress.ts";
import { loadMcf, runInto } from "../../../../src/load/mcf/mcf-file.ts";
import { loadJsonLd } from "../../../../src/load/rdf/json-ld-file.ts";
import { loadRdf } from "../../../../src/load/rdf/rdf-records.ts";
import { memoryInput } from "../inputs.ts";
import { RecordingSink } from "../recording-sink.ts";

/** Keeps literals and values that came as texts. */
class TextsSink extends RecordingSink {
  readonly asTexts: string[] = [];
  #isOfBytes = false;

  override literal(text: string): number {
    if (!this.#isOfBytes) this.asTexts.push(text);
    return super.literal(text);
  }

  override literalOf(bytes: Uint8Array, start: number, end: number): number {
    return this.#ofBytes(() => super.literalOf(bytes, start, end));
  }

  override observation(...of: Parameters<RecordingSink["observation"]>): void {
    if (!this.#isOfBytes) this.asTexts.push(of[4]);
    super.observation(...of);
  }

  override observationOf(...of: Parameters<RecordingSink["observationOf"]>): boolean {
    return this.#ofBytes(() => super.observationOf(...of));
  }

  #ofBytes<T>(make: () => T): T {
    this.#isOfBytes = true;
    const made = make();
    this.#isOfBytes = false;
    return made;
  }
}

const rdfText = `# a comment
<dcid:a> <dcid:name> "A" .
<dcid:a> <dcid:name> "B"@en .
<dcid:a> <dcid:area> "1"^^<http://www.w3.org/2001/XMLSchema#integer> .
<dcid:a> <dcid:name> "C" <dcid:g> .\r
<dcid:a> <dcid:near> <dcid:b> <dcid:g> .

_:o1 <dcid:typeOf> <dcid:StatVarObservation> <dcid:g> .
_:o1 <dcid:variableMeasured> <dcid:v> <dcid:g> .
_:o1 <dcid:observationAbout> <dcid:a> <dcid:g> .
# another one
_:o1 <dcid:observationDate> "2020" <dcid:g> .
_:o1 <dcid:unit> "USDollar" <dcid:g> .
_:o1 <dcid:value> "7" <dcid:g> .
_:o2 <dcid:typeOf> <dcid:StatVarObservation> .
_:o2 <dcid:variableMeasured> <dcid:v> .
_:o2 <dcid:observationAbout> <dcid:b> .
_:o2 <dcid:observationDate> "2021" .
_:o2 <dcid:value> "8.50" .
`;

const observation = {
  "@id": "dcid:o1",
  "@type": "dcid:StatVarObservation",
  "dcid:variableMeasured": { "@id": "dcid:v" },
  "dcid:observationAbout": { "@id": "dcid:a" },
  "dcid:observationDate": "2020",
  "dcid:value": 7,
};
const jsonText = JSON.stringify(
  {
    "@context": { dcid: "https://datacommons.org/browser/" },
    "@graph": [
      { "@id": "dcid:a", "@type": "dcid:City", "dcid:name": "A", "dcid:near": { "@id": "dcid:b" } },
      { "@id": "dcid:b", "@type": "dcid:City", "dcid:name": "B", "dcid:area": 1.5 },
      observation,
      {
        ...observation,
        "@id": "dcid:o2",
        "dcid:observationAbout": { "@id": "dcid:b" },
        "dcid:observationDate": "2021",
        "dcid:value": 8.5,
      },
    ],
  },
  null,
  1,
);

const mcfText = `Node: dcid:a
typeOf: dcs:City
name: "A"
near: dcid:b

Node: dcid:o1
typeOf: dcs:StatVarObservation
variableMeasured: dcs:v
observationAbout: dcid:a
observationDate: "2020"
value: 7

Node: dcid:o2
typeOf: dcs:StatVarObservation
variableMeasured: dcs:v
observationAbout: dcid:b
observationDate: "2021"
value: 8.5
`;

test.each([
  ["N-Quads", loadRdf, rdfText, 5],
  ["JSON-LD", loadJsonLd, jsonText, 6],
  ["MCF", loadMcf, mcfText, 3],
] as const)("usual records of %s are read as bytes", async (_, load, text, triples) => {
  const sink = new TextsSink();
  const run = runInto(sink, new DiagnosticLog(), new Progress(0));
  const provenance = { listed: undefined, option: undefined, stem: "a" };
  // JSON-LD is read node by node only if it is large.
  await load(memoryInput("a", Buffer.from(text), 1 << 24), provenance, run);
  expect(sink.asTexts).toEqual([]);
  expect(sink.triples).toHaveLength(triples);
  expect(sink.observations.map(({ entity, date }) => `${entity} ${date}`)).toEqual([
    "a 2020",
    "b 2021",
  ]);
});
