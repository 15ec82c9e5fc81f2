import { expect, test } from "vitest";
import type { World } from "../../../src/world/world.ts";
import { worldOf } from "../../oracle/small-world.ts";

function propertiesIn({ graph }: World, variable: string): string[] {
  const predicate = graph.predicateOf("observationProperties");
  const node = graph.dictionary.nodeOf(variable);
  if (predicate === undefined || node === undefined) return [];
  return graph.valuesOf(node, predicate).map((property) => graph.dictionary.textOf(property));
}

test("a variable that names no properties gets those of most of its observations", () => {
  const world = worldOf(
    [["Kept", "observationProperties", "from"]],
    [
      ["Trade", { from: "a", to: "b" }, "2020", "1"],
      ["Trade", { from: "a", to: "c" }, "2020", "2"],
      ["Trade", { from: "a", to: "b", mode: "Air" }, "2020", "3"],
      ["Kept", { from: "a", to: "b" }, "2020", "4"],
      ["Kept", { from: "a", to: "b" }, "2021", "5"],
      ["Kept", { from: "a" }, "2020", "6"],
      ["People", "a", "2020", "7"],
      ["People", "b", "2020", "8"],
      ["People", { from: "a", to: "b" }, "2020", "9"],
    ],
  );
  expect(propertiesIn(world, "Trade")).toEqual(["from", "to"]);
  expect(propertiesIn(world, "Kept")).toEqual(["from"]);
  expect(propertiesIn(world, "People")).toEqual([]);
  const { observations } = world;
  const values = Array.from({ length: observations.pointCount }, (_, point) =>
    observations.textOf(point),
  );
  expect(values.sort()).toEqual(["1", "2", "6", "7", "8"]);
});

test("of lists that are used alike, the longer one counts", () => {
  const rows = [
    ["Trade", { from: "a" }, "2020", "1"],
    ["Trade", { from: "a", to: "b" }, "2020", "2"],
  ] as const;
  for (const given of [rows, rows.toReversed()]) {
    expect(propertiesIn(worldOf([], given), "Trade")).toEqual(["from", "to"]);
  }
});

test("a world without such observations says nothing of properties", () => {
  const world = worldOf([], [["People", "a", "2020", "7"]]);
  expect(world.graph.dictionary.nodeOf("observationProperties")).toBeUndefined();
});
