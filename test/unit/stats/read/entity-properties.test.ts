import { describe, expect, test } from "vitest";
import { entityPropertiesOf, seriesAbout } from "../../../../src/stats/read/entity-properties.ts";
import { worldOf } from "../../../oracle/small-world.ts";

/** Migrants from one country to another, by a mode that is no dcid; people of one country. */
const world = worldOf(
  [
    ["Migrants", "observationProperties", "to"],
    ["Migrants", "observationProperties", "from"],
    ["Migrants", "observationProperties", "mode"],
    ["People", "observationProperties", "observationAbout"],
  ],
  [
    ["Migrants", { from: "USA", to: "CAN", mode: "Air" }, "2024", "7"],
    ["Migrants", { from: "USA", to: "CAN", mode: "Sea" }, "2024", "3"],
    ["Migrants", { from: "CAN", to: "USA", mode: "Air" }, "2023", "4"],
    ["Migrants", { from: "CAN", to: "USA", mode: "Air" }, "2024", "5"],
    ["Migrants", { from: "CAN", to: "USA" }, "2022", "6"],
    ["Migrants", "USA", "2022", "8"],
    ["People", "USA", "2024", "100"],
  ],
);
const { graph, observations } = world;
const node = (dcid: string) => graph.dictionary.nodeOf(dcid)!;

describe("observations about several entities", () => {
  test("have the properties of their variable in the order of their bytes", () => {
    expect(entityPropertiesOf(graph, node("Migrants"))).toEqual(["from", "mode", "to"]);
    expect(entityPropertiesOf(graph, node("People"))).toEqual(["observationAbout"]);
    expect(entityPropertiesOf(graph, undefined)).toEqual(["observationAbout"]);
  });

  test("are series by all their entities", () => {
    const { start, end } = observations.seriesOfVariable(node("Migrants"));
    const found = Array.from({ length: end - start }, (_, at) => [
      ...observations.allEntitiesOf(start + at).map((entity) => graph.dictionary.textOf(entity)),
      ...observations.historyOf(start + at),
    ]);
    expect(found).toEqual([
      ["CAN", "Air", "USA", ["2023", 4], ["2024", 5]],
      ["USA", "Air", "CAN", ["2024", 7]],
      ["USA", "Sea", "CAN", ["2024", 3]],
    ]);
    expect(observations.pointCount).toBe(5);
    const people = observations.seriesOfVariable(node("People")).start;
    expect(observations.allEntitiesOf(people)).toEqual([node("USA")]);
  });

  test("are found by each entity", () => {
    const of = (property: string, entity: string, variable = "Migrants") =>
      seriesAbout(world, node(variable), property, node(entity)).map((series) =>
        observations.historyOf(series).map(([, value]) => value),
      );
    expect(of("from", "USA")).toEqual([[7], [3]]);
    expect(of("to", "USA")).toEqual([[4, 5]]);
    expect(of("mode", "Air")).toEqual([[4, 5], [7]]);
    expect(of("mode", "USA")).toEqual([]);
    expect(of("observationAbout", "USA")).toEqual([]);
    expect(of("observationAbout", "USA", "People")).toEqual([[100]]);
    expect(observations.further.seriesWith(node("People"))).toEqual([]);
  });
});
