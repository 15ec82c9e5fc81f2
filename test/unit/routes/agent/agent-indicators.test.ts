/** `/v2/agent/search_indicators` over a small world. */
import { beforeAll, describe, expect, test } from "vitest";
import { type Commons, open } from "../../../../src/index.ts";
import { answerTo, refusalOf, smallWorld } from "../unlisted-world.ts";

let commons: Commons;
beforeAll(async () => {
  commons = await smallWorld();
});
const ask = (tool: string, body: object) => answerTo(commons, `/v2/agent/${tool}`, body);
const refusal = (tool: string, body: object) => refusalOf(commons, `/v2/agent/${tool}`, body);

describe("search_indicators", () => {
  test("gives tables of what fits, with the places that have data", () => {
    const question = { query: "income", place_dcids: ["geoId/48", "geoId/06", "country/USA"] };
    expect(ask("search_indicators", question)).toMatchObject({
      status: "SUCCESS",
      variableCandidates: {
        columns: ["dcid", "name", "placesWithData", "observationProperties"],
        rows: [["Income", "Income of people", ["geoId/06", "geoId/48"], ["observationAbout"]]],
      },
    });
  });

  test("gives lists and names for places that are texts", () => {
    const question = { query: "age of people", places: ["Texas", "California"] };
    expect(ask("search_indicators", { ...question, parent_place: "United States" })).toMatchObject({
      dcidNameMappings: {
        Age: "Age of people",
        "geoId/48": "Texas",
        "country/USA": "United States",
      },
      dcidPlaceTypeMappings: { "geoId/06": ["State"], "country/USA": ["Country"] },
      variables: [{ dcid: "Age", placesWithData: ["geoId/06"] }, { dcid: "Income" }],
      resolvedParentPlace: { dcid: "country/USA", name: "United States", typeOf: ["Country"] },
    });
  });

  test("leaves out what has no data of the places", () => {
    const { variableCandidates } = ask("search_indicators", {
      query: "age",
      placeDcids: ["geoId/48"],
    }) as { readonly variableCandidates: { readonly rows?: readonly unknown[] } };
    expect(variableCandidates.rows).toBeUndefined();
  });

  test("without a query gives topics, or their variables; a topic may hold itself", () => {
    const columns = ["dcid", "name", "placesWithData", "memberTopics", "memberVariables"];
    expect(ask("search_indicators", {})).toMatchObject({
      topicCandidates: {
        columns,
        rows: [
          ["dc/topic/Inner", "Inner", [], ["dc/topic/Money"], ["Age"]],
          ["dc/topic/Money", "Money", [], ["dc/topic/Inner"], ["Income"]],
        ],
      },
    });
    expect(ask("search_indicators", { include_topics: false })).toMatchObject({
      topicCandidates: { columns },
      variableCandidates: {
        rows: [["Age"], ["Income"]].map(([dcid]) => expect.arrayContaining([dcid])),
      },
    });
  });

  test("without a query gives variables where there are no topics", async () => {
    const bare = await open({
      "observations.csv": "entity,variable,date,value\ngeoId/06,Income,2020,1\n",
    });
    expect(answerTo(bare, "/v2/agent/search_indicators", { query: "" })).toMatchObject({
      variableCandidates: { rows: [["Income", "", [], ["observationAbout"]]] },
    });
  });

  test("refuses what is no place, a lonely parent, and too many results", () => {
    expect(refusal("search_indicators", { query: "age", places: ["Atlantis"] })).toEqual({
      status: 404,
      code: 5,
      message: "no place found matching name: Atlantis",
    });
    const lonely = refusal("search_indicators", { query: "age", parent_place: "Texas" });
    expect(lonely.message).toBe("places must be specified when parent_place is provided");
    const many = refusal("search_indicators", { query: "age", per_search_limit: 101 });
    expect(many.message).toBe("per_search_limit must be between 0 and 100, got: 101");
  });
});
