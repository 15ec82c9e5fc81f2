import { describe, expect, test } from "vitest";
import { populationReader } from "../../../src/resolve/place-types.ts";
import { worldOf } from "../../oracle/small-world.ts";

describe("populationReader", () => {
  const world = worldOf(
    [],
    [
      ["Count_Person", "a", "2021", "9000", { importName: "WikidataPopulation" }],
      ["Count_Person", "a", "2020", "7", { importName: "WorldDevelopmentIndicators" }],
      ["Count_Person", "a", "2010", "5", { importName: "WorldDevelopmentIndicators" }],
      ["Count_Person", "b", "2020", "many"],
      ["Count_Household", "c", "2020", "3"],
    ],
  );
  const population = (dcid: string) =>
    populationReader(world)(world.graph.dictionary.nodeOf(dcid)!);

  test("is the latest value of the best ranked series", () => {
    expect(population("a")).toBe(7);
  });

  test("is unknown where nothing or no number was counted", () => {
    expect(population("b")).toBeUndefined();
    expect(population("c")).toBeUndefined();
  });

  test("is unknown everywhere in a world without counts", () => {
    expect(populationReader(worldOf([["a", "name", "=A"]]))(0)).toBeUndefined();
  });
});
