/** `/v2/agent/get_variable_metadata` over a small world. */
import { beforeAll, describe, expect, test } from "vitest";
import { type Commons, open } from "../../../../src/index.ts";
import { answerTo, refusalOf, smallWorld } from "../unlisted-world.ts";

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

  test("counts observations about several entities once, for each entity that they are about", async () => {
    const loans = await open({
      "loans.mcf": [
        "Node: dcid:Loans\ntypeOf: dcs:StatisticalVariable\nobservationProperties: dcid:donor, dcid:recipient",
        ...["CAN", "FRA", "USA"].map((code) => `Node: dcid:country/${code}\ntypeOf: dcs:Country`),
      ].join("\n\n"),
      "loans.csv": [
        "entity,variable,date,value,import_name,properties",
        ...[
          ["CAN", "FRA", "2019"],
          ["CAN", "FRA", "2021"],
          ["CAN", "USA", "2022"],
          ["USA", "CAN", "2018"],
        ].map(([donor, recipient, date]) => {
          const about = { donor: `country/${donor}`, recipient: `country/${recipient}` };
          return `,Loans,${date},5,A,"${JSON.stringify(about).replaceAll('"', '""')}"`;
        }),
      ].join("\n"),
    });
    const facetsOf = (...entities: readonly string[]) => {
      const answer = answerTo(loans, "/v2/agent/get_variable_metadata", {
        variable_dcids: ["Loans"],
        entity_dcids: entities,
      }) as { readonly variables: { readonly Loans: { readonly facets: readonly object[] } } };
      return answer.variables.Loans.facets;
    };
    expect(facetsOf("country/FRA")).toMatchObject([
      { obsCount: 2, dateRange: { start: "2019", end: "2021" } },
    ]);
    expect(facetsOf("country/CAN", "country/FRA", "country/DEU")).toMatchObject([
      {
        obsCount: 4,
        dateRange: { start: "2018", end: "2022" },
        scope: { entityCoverage: ["country/CAN", "country/FRA"] },
      },
    ]);
    loans.close();
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
