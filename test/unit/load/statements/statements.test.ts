import { expect, test } from "vitest";
import { noId, type Place, partsOf, type Sink } from "../../../../src/load/statements/sink.ts";
import { IdleSink, Statements } from "../../../../src/load/statements/statements.ts";
import { RecordingSink } from "../recording-sink.ts";

test.each([
  ["subject", "", "p", "o"],
  ["predicate", "s", "", "o"],
  ["object", "s", "p", ""],
])("a triple without a %s is none", (_part, subject, predicate, object) => {
  const sink = new RecordingSink();
  const statements = new Statements(sink);
  statements.link(subject, predicate, object, "");
  statements.text(subject, predicate, object, "");
  expect(sink.triples).toEqual([]);
});

test("a triple may have a provenance", () => {
  const sink = new RecordingSink();
  const statements = new Statements(sink);
  statements.link("s", "p", "o", "from");
  statements.text("s", "p", "o", "");
  expect(sink.triples).toEqual([
    { subject: "s", predicate: "p", object: "o", provenance: "from" },
    { subject: "s", predicate: "p", object: '"o"', provenance: "" },
  ]);
});

class PlacedSink extends RecordingSink {
  readonly places: Place[] = [];
  at(place: Place): void {
    this.places.push(place);
  }
}

test("what the importer adds stands where it was when it was added, and says so", () => {
  const sink = new PlacedSink();
  const statements = new Statements(sink);
  let wrote = 0;
  const write = () => {
    wrote += 1;
  };
  statements.made(write);
  statements.at({ file: "f", line: 3 });
  statements.made(write);
  statements.at(() => ({ file: "g", line: undefined }));
  expect(wrote).toBe(2);
  expect(sink.places).toEqual([
    { file: "", line: undefined, isMade: true },
    { file: "", line: undefined },
    { file: "f", line: 3 },
    { file: "f", line: 3, isMade: true },
    { file: "f", line: 3 },
    { file: "g", line: undefined },
  ]);
});

test("parts of a place lie in one file", () => {
  expect([
    ...partsOf("f", [
      ["value", 3],
      ["date", 7],
    ]),
  ]).toEqual([
    ["value", { file: "f", line: 3 }],
    ["date", { file: "f", line: 7 }],
  ]);
  expect(noId).toBe(-1);
});

test("a sink that keeps nothing gives an id of its own to each thing", () => {
  const sink: Sink = new IdleSink();
  const bytes = Buffer.from("abc 1.5 x");
  const ids = [sink.node("a"), sink.node("a"), sink.literal("b"), sink.date("2020")];
  expect(ids).toEqual([0, 1, 2, 3].map((id) => ids[0]! + id));
  expect(sink.nodeOf(bytes, 0, 3)).toBe(ids[3]! + 1);
  expect(sink.observationOf(0, 0, 0, 0, bytes, 4, 7)).toBe(true);
  expect(sink.observationOf(0, 0, 0, 0, bytes, 8, 9)).toBe(false);
});
