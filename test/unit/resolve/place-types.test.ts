import { describe, expect, test } from "vitest";
import {
  compareDominantTypes,
  dominantTypeOf,
  placesOf,
} from "../../../src/resolve/place-types.ts";
import { type TripleRow, worldOf } from "../../oracle/small-world.ts";

function dominant(...types: string[]): string {
  const { graph } = worldOf([
    ["x", "name", "=X"],
    ...types.map((type): TripleRow => ["x", "typeOf", type]),
  ]);
  return dominantTypeOf(graph, graph.dictionary.nodeOf("x")!);
}

describe("dominantTypeOf", () => {
  test("is the first type of the list, whatever their order", () => {
    expect(dominant("AdministrativeArea1", "Place", "State")).toBe("State");
    expect(dominant("CensusTract", "City", "Town")).toBe("City");
    expect(dominant("Country", "Currency")).toBe("Currency");
  });

  test("is empty when no type is on the list", () => {
    expect(dominant("Place", "Planet")).toBe("");
    expect(dominant()).toBe("");
  });
});

test("compareDominantTypes: small areas first, then other types in byte order", () => {
  const types = [
    "Zone",
    "Country",
    "",
    "City",
    "State",
    "\uffff",
    "\u{10000}",
    "AdministrativeArea5",
  ];
  expect(types.sort(compareDominantTypes)).toEqual([
    "AdministrativeArea5",
    "City",
    "State",
    "Country",
    "",
    "Zone",
    "\uffff",
    "\u{10000}",
  ]);
});

describe("placesOf", () => {
  const { graph } = worldOf([
    ["geoId/06", "typeOf", "State"],
    ["x/park", "typeOf", "NationalPark"],
    ["NationalPark", "subClassOf", "Park"],
    ["Park", "subClassOf", "Place"],
    ["x/place", "typeOf", "Place"],
    ["x/mall", "containedInPlace", "geoId/06"],
    ["Count_Person", "typeOf", "StatisticalVariable"],
    ["x/euro", "typeOf", "Currency"],
    ["x/text", "typeOf", "=State"],
  ]);
  const has = (dcid: string) => placesOf(graph).has(graph.dictionary.nodeOf(dcid)!);

  test.each(["geoId/06", "x/park", "x/place", "x/mall"])("has %s", (dcid) => {
    expect(has(dcid)).toBe(true);
  });

  test.each(["Count_Person", "x/euro", "x/text", "State", "Place", "Park", "name"])(
    "does not have %s",
    (dcid) => {
      expect(has(dcid)).toBe(false);
    },
  );

  test("is empty in an empty world", () => {
    const empty = worldOf([]).graph;
    expect(placesOf(empty).has(empty.dictionary.nodeOf("name")!)).toBe(false);
  });
});
