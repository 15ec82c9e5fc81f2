/** `/v2/agent/resolve_places` over a small world. */
import { beforeAll, describe, expect, test } from "vitest";
import type { Commons } from "../../../../src/index.ts";
import { answerTo, refusalOf, smallWorld } from "./small-world.ts";

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

  test("is asked by POST only", () => {
    expect(refusalOf(commons, "/v2/agent/resolve_places?places=Texas").status).toBe(0);
  });
});
