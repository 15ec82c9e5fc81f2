/**
 * Whole answers of the routes that tools of agents ask, in `expected`.
 * `EXPECT=write npx vitest run test/unit/routes/agent/agent-routes-whole` writes them anew.
 */
import { test } from "vitest";
import { agentRoutes } from "../../../../src/routes/agent/agent-routes.ts";
import { RouteTable } from "../../../../src/routes/route.ts";
import { type Asked, expectAnswers } from "../recorded-answers.ts";
import { wholeWorld } from "../whole-world.ts";

test("places, indicators, observations and metadata", async () => {
  const commons = await wholeWorld();
  const table = new RouteTable(Object.values(agentRoutes));
  await expectAnswers(import.meta.dirname, "agents", (request) => table.answer(commons, request), [
    ["/v2/agent/resolve_places", { places: ["California", "Nowhere"], place_dcids: ["geoId/48"] }],
    "/v2/agent/resolve_places",
    ["/v2/agent/search_indicators", { queries: ["income"], places: ["California"] }],
    [
      "/v2/agent/search_indicators",
      {
        query: "income",
        places: ["geoId/06001"],
        parent_place: "California",
        per_search_limit: 2,
        include_topics: false,
      },
    ],
    ["/v2/agent/search_indicators", { query: "income", per_search_limit: 0 }],
    ["/v2/agent/search_indicators", {}],
    ["/v2/agent/get_observations", { variable_dcid: "Income", place_dcid: "geoId/06" }],
    [
      "/v2/agent/get_observations",
      {
        variable_dcid: "Income",
        place_dcid: "country/USA",
        child_place_type: "State",
        date: "all",
      },
    ],
    [
      "/v2/agent/get_observations",
      {
        variable_dcid: "Income",
        place_dcid: "geoId/06",
        date: "range",
        date_range_start: "2021",
        date_range_end: "2022",
      },
    ],
    ["/v2/agent/get_observations", { variable_dcid: "Income", place_dcid: "geoId/06", date: "x" }],
    ["/v2/agent/get_observations", { place_dcid: "geoId/06" }],
    ["/v2/agent/get_observations", {}],
    ...[5, [], null, {}, { observationAbout: [] }, { observationAbout: [5] }, { a: 5 }].map(
      (entities): Asked => ["/v2/agent/get_observations", { variable_dcid: "Income", entities }],
    ),
    ...[{ parent_dcid: 1 }, { parent_dcid: "a" }, { parent_dcid: "a", child_type: "" }].map(
      (slot): Asked => [
        "/v2/agent/get_observations",
        { variable_dcid: "Income", entities: { observationAbout: slot } },
      ],
    ),
    ...["all", "latest", "2020", "2022", "range"].map(
      (date): Asked => [
        "/v2/agent/get_observations",
        {
          variable_dcid: "Income",
          entities: { observationAbout: { parent_dcid: "geoId/06", child_type: "County" } },
          date,
        },
      ],
    ),
    ...["Age", "Income", "Count_Person"].map(
      (variable_dcid): Asked => [
        "/v2/agent/get_observations",
        {
          variable_dcid,
          entities: { observationAbout: ["geoId/06", "geoId/48", "geoId/06003", "nothing"] },
        },
      ],
    ),
    [
      "/v2/agent/get_observations",
      { variable_dcid: "Income", place_dcid: "geoId/06", source_override: "2554287627" },
    ],
    [
      "/v2/agent/get_observations",
      { variable_dcid: "Income", place_dcid: "geoId/06", source_override: "1" },
    ],
    ["/v2/agent/search_indicators", { query: "income", parent_place: "California" }],
    [
      "/v2/agent/search_indicators",
      {
        query: "income",
        parent_place: "California",
        places: ["geoId/06001"],
        place_dcids: ["geoId/06"],
      },
    ],
    ["/v2/agent/search_indicators", { query: "income", places: ["Nowhere"] }],
    ["/v2/agent/search_indicators", { query: "nothing of this" }],
    ["/v2/agent/search_indicators", { query: "", include_topics: false, places: ["Texas"] }],
    ["/v2/agent/search_indicators", { query: "income", place_dcids: ["geoId/48"] }],
    ...["base_only", "custom_only", "base_and_custom", "other"].map(
      (target): Asked => ["/v2/agent/resolve_places", { places: ["Texas"], target }],
    ),
    ...[10, 11].map(
      (length): Asked => [
        "/v2/agent/get_variable_metadata",
        {
          variable_dcids: Array.from({ length }, (_, at) => `none/${at}`),
          entity_dcids: ["geoId/06"],
        },
      ],
    ),
    [
      "/v2/agent/get_variable_metadata",
      { variable_dcids: ["Height", "Age", "Income"], entity_dcids: ["geoId/06", "geoId/48"] },
    ],
    [
      "/v2/agent/get_variable_metadata",
      { variable_dcids: ["Income", "Nothing"], entity_dcids: ["geoId/06"] },
    ],
    ["/v2/agent/get_variable_metadata", { variable_dcids: ["Income"] }],
  ]);
});
