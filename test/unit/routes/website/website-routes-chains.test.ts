/** Routes about properties of properties, over a small world. */
import { beforeAll, describe, expect, test } from "vitest";
import { type Commons, open } from "../../../../src/index.ts";
import { answerWebsite, graph, observations } from "./small-world.ts";

let commons: Commons;
beforeAll(async () => {
  commons = await open({ "graph.mcf": graph, "observations.csv": observations });
});

function ask(url: string, body?: object): unknown {
  const answer = answerWebsite(commons, {
    method: body === undefined ? "GET" : "POST",
    url,
    body: body === undefined ? "" : JSON.stringify(body),
  });
  expect(answer?.status, answer?.body).toBe(200);
  return JSON.parse(answer?.body ?? "");
}

describe("chains of properties", () => {
  test("lead from node to node, with filters", () => {
    expect(
      ask("/api/node/propvals?dcids=geoId/06001&dcids=geoId/06&propExpr=->containedInPlace->name"),
    ).toEqual({
      "geoId/06001": [{ value: "California", provenanceId: expect.any(String) }],
      "geoId/06": [{ value: "United States", provenanceId: expect.any(String) }],
    });
    const inside = ask("/api/node/propvals", {
      dcids: ["country/USA"],
      propExpr: "<-containedInPlace{typeOf:State}<-containedInPlace{typeOf:County}",
    }) as Readonly<Record<string, readonly { readonly dcid: string }[]>>;
    expect(inside["country/USA"]?.map(({ dcid }) => dcid)).toEqual(["geoId/06001", "geoId/06003"]);
    const none = { dcids: ["country/USA"], propExpr: "<-containedInPlace{typeOf:County}" };
    expect(ask("/api/node/propvals", none)).toEqual({ "country/USA": [] });
    expect(ask("/api/node/propvals?dcids=geoId/06&propExpr=name")).toEqual({});
  });

  test("all arcs of a node stand by property", () => {
    expect(Object.keys(ask("/api/node/triples/out/geoId/06") as object)).toContain("isoCode");
    expect(Object.keys(ask("/api/node/triples/in/geoId/06") as object)).toEqual([
      "containedInPlace",
    ]);
    const wrong = { method: "GET", url: "/api/node/triples/up/geoId/06", body: "" };
    expect(answerWebsite(commons, wrong)).toMatchObject({ status: 400 });
  });
});
