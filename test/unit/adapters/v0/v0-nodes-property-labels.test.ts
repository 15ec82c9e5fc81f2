import { describe, expect, test } from "vitest";
import { v0Methods } from "../../../../src/adapters/endpoint-methods.ts";
import { places } from "../../../oracle/places-world.ts";

const v0 = v0Methods(places);

/** JSON as sent: members in their order. */
const json = (response: unknown) => JSON.stringify(response);

describe("/node/property-labels", () => {
  test("both lists ascend and are always there", () => {
    const response = v0.propertyLabels({ dcids: ["nowhere", "geoId/06", "geoId/0601"] });
    expect(json(response)).toBe(
      json({
        "geoId/06": {
          inLabels: ["containedInPlace", "location"],
          outLabels: ["containedInPlace", "landmark", "name", "typeOf"],
        },
        "geoId/0601": { inLabels: [], outLabels: ["containedInPlace", "typeOf"] },
        nowhere: { inLabels: [], outLabels: [] },
      }),
    );
  });
});
