import { describe, expect, test } from "vitest";
import { CellText } from "../../../../src/load/records/cell-columns.ts";
import { FacetSlots, facetIn, ObservationCells } from "../../../../src/load/records/known-cells.ts";
import { RecordingSink } from "../recording-sink.ts";

const facetTexts = { measurementMethod: "", observationPeriod: "", unit: "", scalingFactor: "" };

test.each([
  ["P", ["P"]],
  ["", []],
])("a facet has the provenance %j", (provenance, nodes) => {
  const sink = new RecordingSink();
  const facet = facetIn(sink, facetTexts, provenance);
  expect(sink.nodes).toEqual(nodes);
  sink.observation(sink.node("v"), sink.node("e"), facet, sink.date("2020"), "1");
  expect(sink.observations).toMatchObject([{ provenance }]);
});

describe("a value that is not a plain number", () => {
  const slots = ["variable", "entity", "date"] as const;

  test.each(slots)("numbers nothing that is new: %s", (slot) => {
    const sink = new RecordingSink();
    const facet = new FacetSlots(0, () => facetIn(sink, facetTexts, "P"));
    const parts = {
      variable: { current: new CellText("v") },
      entity: { current: new CellText("e") },
      date: { current: new CellText("2020") },
    };
    const cells = new ObservationCells(sink, { ...parts, facet });
    const write = (value: string) => cells.write(Buffer.from(value), 0, value.length);
    expect([write("7"), write("x"), write("8")]).toEqual([true, false, true]);
    parts[slot].current = new CellText("new");
    expect(write("x")).toBe(false);
    expect([parts[slot].current.hasNode, parts[slot].current.hasDate]).toEqual([false, false]);
    expect(sink.nodes).toEqual(["P", "e", "v"]);
    expect(write("9")).toBe(true);
    expect(sink.observations.map(({ value }) => value)).toEqual(["7", "8", "9"]);
  });

  test("numbers no facet that is new", () => {
    const sink = new RecordingSink();
    const facet = new FacetSlots(1, ([unit = ""]) => facetIn(sink, { ...facetTexts, unit }, unit));
    const slot = (text: string) => ({ current: new CellText(text) });
    const parts = { variable: slot("v"), entity: slot("e"), date: slot("2020") };
    const cells = new ObservationCells(sink, { ...parts, facet });
    const write = (value: string) => cells.write(Buffer.from(value), 0, value.length);
    facet.set(0, { text: "USD" });
    write("1");
    facet.set(0, { text: "EUR" });
    expect(write("x")).toBe(false);
    expect(sink.nodes).toEqual(["USD", "e", "v"]);
  });
});
