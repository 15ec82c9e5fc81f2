import { describe, expect, test } from "vitest";
import { v0Methods } from "../../../../src/adapters/endpoint-methods.ts";
import { places } from "../../../oracle/places-world.ts";
import { type TripleRow, worldOf } from "../../../oracle/small-world.ts";

const v0 = v0Methods(places);

/** JSON as sent: members in their order. */
const json = (response: unknown) => JSON.stringify(response);

describe("/node/places-in", () => {
  const inside = (dcids: string[], placeType: string) =>
    v0.placesIn({ dcids, placeType }).map(({ dcid, place }) => `${dcid} > ${place}`);

  test("children at any depth, of exactly the type, each once", () => {
    expect(inside(["country/USA"], "City")).toEqual([
      "country/USA > geoId/0600",
      "country/USA > geoId/0601",
    ]);
    expect(inside(["country/USA"], "Neighborhood")).toEqual(["country/USA > geoId/0600"]);
    expect(inside(["country/USA"], "AdministrativeArea")).toEqual([]);
    expect(json(v0.placesIn({ dcids: ["country/USA"], placeType: "State" }))).toBe(
      '[{"dcid":"country/USA","place":"geoId/06"}]',
    );
  });

  test("parents in request order and once each; an unknown one adds nothing", () => {
    expect(inside(["geoId/06001", "nowhere", "country/USA", "geoId/06001"], "City")).toEqual([
      "geoId/06001 > geoId/0600",
      "geoId/06001 > geoId/0601",
      "country/USA > geoId/0600",
      "country/USA > geoId/0601",
    ]);
  });

  test("no place is inside of itself", () => {
    expect(inside(["ring/a", "ring/b"], "Ring")).toEqual(["ring/a > ring/b", "ring/b > ring/a"]);
  });

  test("deeper than any chain of an expression", () => {
    const chain = Array.from({ length: 30 }, (_, at): TripleRow[] => [
      [`level/${at + 1}`, "containedInPlace", `level/${at}`],
      [`level/${at + 1}`, "typeOf", "Level"],
    ]).flat();
    const deep = v0Methods(worldOf(chain));
    expect(deep.placesIn({ dcids: ["level/0"], placeType: "Level" })).toHaveLength(30);
  });
});

describe("/place/stat-vars", () => {
  test("variables ascend, once each; every queried place has its key", () => {
    const dcids = ["nowhere", "geoId/06", "geoId/06", "__proto__"];
    expect(json(v0.statVars({ dcids }))).toBe(
      '{"places":{"nowhere":{},"geoId/06":{"statVars":["Area","Count_Person"]},' +
        '"__proto__":{"statVars":["__proto__"]}}}',
    );
  });

  test("a variable whose values are all texts has no data", () => {
    const world = worldOf(
      [],
      [
        ["Status", "geoId/06", "2020", "closed"],
        ["Status", "geoId/10", "2020", "3"],
      ],
    );
    expect(v0Methods(world).statVars({ dcids: ["geoId/06", "geoId/10"] })).toEqual({
      places: { "geoId/06": {}, "geoId/10": { statVars: ["Status"] } },
    });
  });
});
