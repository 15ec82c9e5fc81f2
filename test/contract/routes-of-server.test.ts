/** Every route of the reference server, with its methods: a server answers it, and the documents list it. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Serving, serve } from "../../src/serve.ts";
import { wholeWorld } from "../unit/routes/whole-world.ts";

const both = ["GET", "POST"];
const routes: readonly (readonly [methods: readonly string[], paths: string])[] = [
  [["GET"], "/sdmx/v3/data/x /sdmx/v3/availability/x /version"],
  [["POST"], "/v2/internal/sdmx/data /v2/internal/sdmx/availability"],
  [both, "/v3/node /v3/observation /v3/resolve /v3/sparql"],
  [both, "/v3/bulk/info/variable /v3/bulk/info/variable-group"],
  [both, "/v3/event /v2/event /v3/node_search"],
  [both, "/v2/sparql /v2/resolve /v2/node /v2/observation"],
  [["POST"], "/v2/variable/filter"],
  [both, "/v2/bulk/info/variable /v2/bulk/info/variable-group"],
  [both, "/v2/agent/resolve_places /v2/agent/search_indicators /v2/agent/get_variable_metadata"],
  [["POST"], "/v2/agent/get_observations"],
  [both, "/v2/place/ranking /v1/place/ranking /v1/place/related"],
  [both, "/v2/recognize/places /v1/recognize/places /v1/recognize/entities"],
  [both, "/query /v1/query"],
  [both, "/node/triples /node/property-values /node/property-labels /node/places-in"],
  [both, "/bulk/stats /stat/value /place/stat-vars"],
  [both, "/v1/bulk/property/values/out /v1/bulk/property/values/in/linked"],
  [both, "/v1/bulk/observations/point /v1/bulk/observations/series"],
  [both, "/v1/bulk/observations/series/linked"],
  [both, "/v1/bulk/info/place /v1/bulk/info/variable /v1/bulk/info/variable-group"],
  [both, "/v1/bulk/observation-dates/linked"],
  [both, "/v1/internal/page/place/geoId/06"],
  [["GET"], "/v1/variable/ancestors/x"],
  [["POST"], "/v1/variable/ancestors"],
  [both, "/v1/variable/search"],
  [["POST"], "/v1/recon/entity/resolve /v1/recon/resolve/coordinate /v1/recon/resolve/id"],
  [["POST"], "/v1/bulk/find/entities"],
  [both, "/custom/import-table"],
];
const listed = routes.flatMap(([methods, paths]) =>
  paths.split(" ").flatMap((path) => methods.map((method) => [method, path] as const)),
);

describe("a route of the reference server", () => {
  let server: Serving;
  beforeAll(async () => {
    server = await serve(await wholeWorld());
  });
  afterAll(() => server.close());

  test.each(listed)("%s %s is answered, and listed", async (method, path) => {
    const init = method === "GET" ? {} : { method, body: "{}" };
    const answer = await fetch(new URL(path, server.url), init);
    expect(await answer.text()).not.toMatch(/does not exist|Not Found/i);
    expect(answer.status).not.toBe(404);
    const documents = readFileSync("docs/endpoints.md", "utf8");
    const form = path.replace(/\/x$/, "/").replace(/\/(?:out|geoId\/06)$/, "/");
    expect(documents).toContain(`\`${form}`);
  });

  test("reads a body behind the mark of its encoding", async () => {
    const body = `\ufeff${JSON.stringify({ statVars: [{ dcid: "x" }] })}`;
    const answer = await fetch(new URL("/v2/variable/filter", server.url), {
      method: "POST",
      body,
    });
    expect(await answer.json()).toEqual({ statVars: [{ dcid: "x" }] });
  });

  test("that there is not is refused", async () => {
    const answer = await fetch(new URL("/v2/variable/filters", server.url));
    expect(answer.status).toBe(404);
  });
});
