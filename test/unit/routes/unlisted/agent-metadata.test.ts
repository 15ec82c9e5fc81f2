/** `/v2/agent/get_variable_metadata` over a small world. */
import { beforeAll, describe, expect, test } from "vitest";
import type { Commons } from "../../../../src/index.ts";
import { answerTo, refusalOf, smallWorld } from "./small-world.ts";

let commons: Commons;
beforeAll(async () => {
  commons = await smallWorld();
});
const ask = (tool: string, body: object) => answerTo(commons, `/v2/agent/${tool}`, body);
const refusal = (tool: string, body: object) => refusalOf(commons, `/v2/agent/${tool}`, body);

describe("get_variable_metadata", () => {
  test("says what a variable is, who measured it, when and of which places", () => {
    const answer = ask("get_variable_metadata", {
      variable_dcids: ["Income"],
      entity_dcids: ["geoId/06", "geoId/48", "country/USA"],
    }) as { readonly variables: { readonly Income: { readonly facets: readonly object[] } } };
    expect(answer).toMatchObject({
      status: "SUCCESS",
      variables: {
        Income: {
          id: "Income",
          name: "Income of people",
          description: "What people earn in a year.",
          properties: { populationType: "Person", gender: "Female" },
        },
      },
      provenances: {
        "prov/A": {
          id: "prov/A",
          properties: { url: "https://a.example/", domain: "a.example", source: "S" },
        },
      },
    });
    expect(answer.variables.Income.facets).toContainEqual({
      id: expect.stringMatching(/^\d+$/),
      provenanceId: "prov/A",
      obsCount: 4,
      dateRange: { start: "2020", end: "2021-06" },
      scope: { entityCoverage: ["geoId/06", "geoId/48"], entityGranularity: ["State"] },
      properties: { measurementMethod: "Census", unit: "USDollar" },
    });
  });

  test("wants one to ten of each", () => {
    const none = refusal("get_variable_metadata", { entity_dcids: ["geoId/06"] });
    expect(none.message).toBe("variable_dcids cannot be empty");
    const places = Array.from({ length: 11 }, (_, at) => `geoId/${at}`);
    const many = refusal("get_variable_metadata", {
      variable_dcids: ["Age"],
      entity_dcids: places,
    });
    expect(many.message).toBe("entity_dcids cannot exceed 10");
  });
});
