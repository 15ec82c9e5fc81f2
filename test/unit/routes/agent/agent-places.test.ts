/** `/v2/agent/resolve_places` over a small world. */
import { beforeAll, describe, expect, test } from "vitest";
import type { Commons } from "../../../../src/index.ts";
import { answerTo, refusalOf, smallWorld } from "../unlisted-world.ts";

let commons: Commons;
beforeAll(async () => {
  commons = await smallWorld();
});
const ask = (tool: string, body: object) => answerTo(commons, `/v2/agent/${tool}`, body);
const refusal = (tool: string, body: object) => refusalOf(commons, `/v2/agent/${tool}`, body);

describe("resolve_places", () => {
  test("has a row for each place of a text, and one without a dcid for what is no place", () => {
    expect(ask("resolve_places", { places: ["California", "geoId/48", "Atlantis"] })).toEqual({
      status: "SUCCESS",
      resolvedPlaces: {
        columns: ["query", "dcid", "name", "typeOf"],
        rows: [
          ["California", "geoId/06", "California", ["State"]],
          ["geoId/48", "geoId/48", "Texas", ["State"]],
          ["Atlantis", "", "", []],
        ],
      },
    });
  });

  test("without texts has no rows, and refuses unknown targets", () => {
    expect(ask("resolve_places", {})).toEqual({
      status: "SUCCESS",
      resolvedPlaces: { columns: ["query", "dcid", "name", "typeOf"] },
    });
    const { status, code } = refusal("resolve_places", { places: ["Texas"], target: "moon" });
    expect([status, code]).toEqual([400, 3]);
  });

  test("is asked by GET, too, with repeated fields, as all tools but the one for observations", () => {
    const url = "/v2/agent/resolve_places?places=Texas&places=geoId/06";
    expect(answerTo(commons, url)).toEqual(
      ask("resolve_places", { places: ["Texas", "geoId/06"] }),
    );
    const search = "/v2/agent/search_indicators?query=income&place_dcids=geoId/06";
    expect(answerTo(commons, search)).toEqual(
      ask("search_indicators", { query: "income", placeDcids: ["geoId/06"] }),
    );
    const metadata = "/v2/agent/get_variable_metadata?variable_dcids=Income&entity_dcids=geoId/06";
    expect(answerTo(commons, metadata)).toEqual(
      ask("get_variable_metadata", { variableDcids: ["Income"], entityDcids: ["geoId/06"] }),
    );
    expect(refusalOf(commons, "/v2/agent/get_observations?variable_dcid=Income").status).toBe(0);
  });
});
