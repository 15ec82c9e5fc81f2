import { describe, expect, test } from "vitest";
import { v0Methods } from "../../../../src/adapters/endpoint-methods.ts";
import { geo, places } from "../../../oracle/places-world.ts";
import { type TripleRow, worldOf } from "../../../oracle/small-world.ts";

const v0 = v0Methods(places);

/** JSON as sent: members in their order. */
const json = (response: unknown) => JSON.stringify(response);

describe("/node/property-values", () => {
  const values = (dcid: string, property: string, more: object = {}) =>
    v0.propertyValues({ dcids: [dcid], property, ...more })[dcid];

  test("no direction is both; one without values is absent", () => {
    const both = values("geoId/06", "containedInPlace");
    expect(Object.keys(both ?? {})).toEqual(["in", "out"]);
    expect(both?.in?.map(({ dcid }) => dcid)).toEqual(["geoId/0600", "geoId/06001"]);
    expect(json(both?.out)).toBe(
      json([{ name: "United States", types: ["Country"], dcid: "country/USA", provenanceId: geo }]),
    );
    expect(Object.keys(values("geoId/0601", "containedInPlace") ?? {})).toEqual(["out"]);
  });

  test.each(["in", "out"] as const)("direction %s alone", (direction) => {
    expect(Object.keys(values("geoId/06", "containedInPlace", { direction }) ?? {})).toEqual([
      direction,
    ]);
  });

  test("literals have value and provenance", () => {
    expect(values("geoId/06", "name")).toEqual({
      out: [
        { provenanceId: geo, value: "California" },
        { provenanceId: geo, value: "Kalifornien" },
      ],
    });
  });

  test("valueType keeps nodes that have the type among theirs", () => {
    const ofType = (valueType: string, property = "containedInPlace") =>
      values("geoId/06", property, { valueType })?.in?.map(({ dcid }) => dcid);
    expect(ofType("City")).toEqual(["geoId/0600"]);
    expect(ofType("Neighborhood")).toEqual(["geoId/0600"]);
    expect(ofType("Station", "location")).toEqual(["epa/1"]);
    expect(ofType("Nothing")).toBeUndefined();
    expect(values("geoId/06", "name", { valueType: "Text" })).toEqual({});
    expect(values("geoId/06", "landmark", { valueType: "Thing" })).toEqual({
      out: [{ types: ["Thing"], dcid: "bridge/GoldenGate" }],
    });
    expect(values("geoId/06", "landmark", { valueType: "Bridge" })).toEqual({});
    expect(ofType("Thing")).toBeUndefined();
  });

  test("nothing known is an empty object", () => {
    const response = v0.propertyValues({ dcids: ["nowhere", "geoId/06"], property: "unheard" });
    expect(json(response)).toBe('{"geoId/06":{},"nowhere":{}}');
    expect(json(v0.propertyValues({ dcids: ["__proto__"], property: "name" }))).toBe(
      '{"__proto__":{"out":[{"provenanceId":"dc/base/Geo","value":"odd"}]}}',
    );
  });

  describe("documented limit: limit counts per node, at most 500", () => {
    const many: TripleRow[] = [];
    for (let at = 0; at < 600; at++) {
      const number = String(at).padStart(3, "0");
      many.push(["hub", "near", `a/${number}`], [`a/${number}`, "near", "hub"]);
      many.push(["other", "near", `a/${number}`]);
      if (at % 2 === 1) many.push([`a/${number}`, "typeOf", "Odd"]);
    }
    const hub = v0Methods(worldOf(many));
    const request = { dcids: ["hub", "other"], property: "near" };

    test.each([
      [undefined, 500],
      [0, 500],
      [-5, 500],
      [500, 500],
      [501, 500],
      [1, 1],
      [499, 499],
    ])("%s is %s", (limit, most) => {
      const response = hub.propertyValues({ ...request, ...(limit !== undefined && { limit }) });
      expect(response["hub"]?.in).toHaveLength(most);
      expect(response["hub"]?.out).toHaveLength(most);
      expect(response["other"]?.out).toHaveLength(most);
    });

    test("the type is looked at first", () => {
      const response = hub.propertyValues({ ...request, valueType: "Odd", limit: 2 });
      expect(response["hub"]?.out?.map(({ dcid }) => dcid)).toEqual(["a/001", "a/003"]);
    });
  });
});
