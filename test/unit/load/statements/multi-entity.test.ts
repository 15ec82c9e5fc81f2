import { expect, test } from "vitest";
import { writeMultiObservation } from "../../../../src/load/statements/multi-entity.ts";
import { noFacet, Statements } from "../../../../src/load/statements/statements.ts";
import { RecordingSink } from "../recording-sink.ts";

test("an observation has the id that the official exporter gives it", () => {
  const sink = new RecordingSink();
  const about = new Map([["observationAbout", "country/FAKE1"]]);
  const id = writeMultiObservation(
    {
      variable: "sv_female",
      date: "2019",
      value: "1.2",
      facet: noFacet,
      provenance: "Provenance1",
      entities: about,
      properties: new Map(),
      stored: new Map([["dcid:observationAbout", "country/FAKE1"]]),
    },
    new Statements(sink),
  );
  // As recorded in the exporter's own test.
  expect(id).toBe("obs_76f085ac0247110a51ccebdfd441324355fb753903e8f03d4f499d9e84d7baaa");
  expect(sink.lines).toContain(`${id} observationAbout country/FAKE1`);
});

test("texts beyond ASCII count in the id as they are stored", () => {
  const idOf = (stored: string | ReadonlyMap<string, string>) =>
    writeMultiObservation(
      {
        variable: "v",
        date: "2019",
        value: "1",
        facet: noFacet,
        provenance: "",
        entities: new Map([["a", "b"]]),
        properties: new Map(),
        stored,
      },
      new Statements(new RecordingSink()),
    );
  expect(idOf(new Map([["a", 'é"\u007f😀']]))).toBe(
    idOf('{"a": "\\u00e9\\"\u007f\\ud83d\\ude00"}'),
  );
});
