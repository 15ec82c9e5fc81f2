/** `/api/metadata` over a small world. */
import { beforeAll, describe, expect, test } from "vitest";
import { type Commons, open } from "../../../../src/index.ts";
import { answerWebsite, graph, observations } from "./small-world.ts";

describe("metadata", () => {
  let described: Commons;
  beforeAll(async () => {
    const about = `Node: dcid:dc/base/A
typeOf: dcs:Provenance
name: "Survey A"
url: "https://a.example/"
source: dcid:Bureau
licenseType: dcid:CC0

Node: dcid:Bureau
name: "The Bureau"

Node: dcid:CC0
name: "Public domain"

Node: dcid:Income
name: "Income of people"
memberOf: dcid:dc/g/Work

Node: dcid:dc/g/Work
name: "Work"
specializationOf: dcid:dc/g/Economy

Node: dcid:dc/g/Economy
name: "Economy"
specializationOf: dcid:dc/g/Root
`;
    described = await open({
      "graph.mcf": graph,
      "about.mcf": about,
      "observations.csv": observations,
    });
  });

  const post = (url: string, body: object) => {
    const answer = answerWebsite(described, { method: "POST", url, body: JSON.stringify(body) });
    expect(answer?.status, answer?.body).toBe(200);
    return JSON.parse(answer?.body ?? "");
  };

  test("shows for each variable who measured it, when and in what", () => {
    const answer = post("/api/metadata", {
      entities: ["geoId/06", "geoId/48"],
      statVars: ["Income", "nope"],
    });
    expect(answer).toEqual({
      metadata: {
        Income: [
          {
            statVarId: "Income",
            statVarName: "Income of people",
            categories: ["Economy"],
            sourceName: "The Bureau",
            provenanceUrl: "https://a.example/",
            provenanceName: "Survey A",
            dateRangeStart: "2020",
            dateRangeEnd: "2021",
            unit: "US dollar",
            observationPeriod: null,
            license: "Public domain",
            licenseDcid: "CC0",
            measurementMethod: null,
            measurementMethodDescription: null,
          },
        ],
      },
      statVarList: [
        { dcid: "Income", name: "Income of people" },
        { dcid: "nope", name: "nope" },
      ],
    });
    expect(post("/api/metadata", { entities: [], statVars: ["Income"] })).toEqual({
      metadata: {},
      statVarList: [],
    });
  });

  test("is added to the facets that are sent", () => {
    const { facets: known = {} } = described.v2.observation({
      select: ["variable", "entity", "facet"],
      entity: { dcids: ["geoId/48"] },
      variable: { dcids: ["Income"] },
    });
    const [id = ""] = Object.keys(known);
    const facets = { Income: { [id]: { importName: "A", unit: "USDollar" } } };
    const expected = {
      Income: {
        [id]: {
          importName: "A",
          unit: "USDollar",
          dateRangeStart: "2020",
          dateRangeEnd: "2021",
          sourceName: "The Bureau",
          provenanceName: "Survey A",
          unitDisplayName: "US dollar",
        },
      },
    };
    const within = { parentPlace: "country/USA", enclosedPlaceType: "State" };
    expect(post("/api/metadata/facets", { facets, statVars: ["Income"], ...within })).toEqual(
      expected,
    );
    const {
      dateRangeStart: _,
      dateRangeEnd: __,
      ...undated
    } = expected.Income[id] as object & {
      dateRangeStart: string;
      dateRangeEnd: string;
    };
    expect(post("/api/metadata/facets", { facets })).toEqual({ Income: { [id]: undated } });
    expect(post("/api/metadata/facets", { facets: {} })).toEqual({});
  });

  test("refuses facets that are none", () => {
    const body = JSON.stringify({ facets: { Income: "A" } });
    const answer = answerWebsite(described, { method: "POST", url: "/api/metadata/facets", body });
    expect(answer?.status).toBe(400);
  });
});
