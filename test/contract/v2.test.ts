/** Parameters of the v2 rows in the spellings that documents and clients use. */

import { describe, expect, test } from "vitest";
import { invoke } from "../../src/adapters/endpoint-methods.ts";
import { endpoints } from "../../src/adapters/endpoints.ts";
import type { V2ObservationRequest } from "../../src/adapters/v2-shapes.ts";
import { CommonsError } from "../../src/errors/errors.ts";
import { echoFetch, echoOf, failure, failureOf, world } from "./echo.ts";

const fetch = echoFetch();
type Params = Record<string, unknown>;
const get = async (path: string) => (await fetch(`${path}&key=k`)).json() as Promise<Params>;
const post = async (path: string, body: unknown) => {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return (await fetch(`${path}?key=k`, { method: "POST", body: text })).json() as Promise<Params>;
};

const nilMarshal = "grpc: error while marshaling: proto: Marshal called with nil";

describe("/v2/node", () => {
  const asked = { nodes: ["geoId/06"], property: "->name", nextToken: "", limit: 0 };

  test("takes documented GET and POST forms for the same", async () => {
    expect(await get("/v2/node?nodes=geoId/06&property=->name")).toEqual(asked);
    expect(await get("/v2/node?nodes=geoId%2F06&property=-%3Ename")).toEqual(asked);
    expect(await post("/v2/node", { nodes: ["geoId/06"], property: "->name" })).toEqual(asked);
    expect(await post("/v2/node", { nodes: "geoId/06", property: "->name" })).toEqual(asked);
  });

  test("repeats nodes, in order and uncut at commas", async () => {
    const { nodes } = await get("/v2/node?nodes=b&property=->&nodes=a&nodes=c,d&nodes=");
    expect(nodes).toEqual(["b", "a", "c,d", ""]);
  });

  test("reads the continuation token in both spellings and mends its plus signs", async () => {
    for (const name of ["nextToken", "next_token"]) {
      for (const token of ["H4s+I/a+=", "H4s%2BI%2Fa%2B%3D", "H4s%20I/a%20="]) {
        const { nextToken } = await get(`/v2/node?nodes=a&property=->x&${name}=${token}`);
        expect(nextToken).toBe("H4s+I/a+=");
      }
      const { nextToken } = await post("/v2/node", { nodes: "a", property: "->", [name]: "H4s+" });
      expect(nextToken).toBe("H4s+");
    }
  });

  test("keeps the chaining operator when it was not encoded", async () => {
    const { property } = await get("/v2/node?nodes=a&property=<-containedInPlace+{typeOf:County}");
    expect(property).toBe("<-containedInPlace+{typeOf:County}");
  });

  test("limit is an integer, of which the text says so", async () => {
    expect((await get("/v2/node?nodes=a&property=->&limit=5"))["limit"]).toBe(5);
    expect((await post("/v2/node", { nodes: "a", property: "->", limit: "5" }))["limit"]).toBe(5);
    expect(await failureOf(fetch("/v2/node?key=k&nodes=a&property=->&limit=abc"))).toEqual(
      failure(400, 3, 'limit: invalid value "abc" for type TYPE_INT32'),
    );
  });

  test.each([
    ["no nodes", { property: "->name" }],
    ["null nodes", { nodes: null, property: "->name" }],
    ["no property", { nodes: ["a"] }],
    ["an empty property", { nodes: ["a"], property: "" }],
    ["nothing", {}],
  ])("documented: nil marshaling → 500, code 13, for %s", async (_what, body) => {
    const request = fetch("/v2/node", {
      method: "POST",
      headers: { "x-api-key": "k" },
      body: JSON.stringify(body),
    });
    expect(await failureOf(request)).toEqual(failure(500, 13, nilMarshal));
  });

  test("a list that was sent empty was not missing", async () => {
    expect(await post("/v2/node", { nodes: [], property: "->name" })).toEqual({
      ...asked,
      nodes: [],
    });
  });

  test("a typed call fails with the numbers of the service", () => {
    const row = endpoints["v2.node"];
    const call = () => invoke(row, world, { nodes: ["a"], property: "" as "->" });
    expect(call).toThrow(CommonsError);
    const rpc = { code: 13, status: 500, detail: "internal" };
    expect(call).toThrow(expect.objectContaining({ code: "REQUEST", rpc, message: nilMarshal }));
  });
});

describe("/v2/observation", () => {
  const unset = {
    date: "",
    variables: [],
    formula: "",
    entities: [],
    entityExpression: "",
    select: [],
    facetIds: [],
    domains: [],
  };

  test("leaves it to the handler what is required", async () => {
    expect(await post("/v2/observation", {})).toEqual(unset);
    expect(await get("/v2/observation?")).toEqual(unset);
  });

  test("nests by dots in a query and by objects in a body", async () => {
    const asked = {
      ...unset,
      date: "LATEST",
      variables: ["v"],
      entities: ["a", "b"],
      select: ["date", "value"],
    };
    const query = "date=LATEST&variable.dcids=v&entity.dcids=a&entity.dcids=b&select=date";
    expect(await get(`/v2/observation?${query}&select=value`)).toEqual(asked);
    const body = {
      date: "LATEST",
      variable: { dcids: ["v"] },
      entity: { dcids: ["a", "b"] },
      select: ["date", "value"],
    };
    expect(await post("/v2/observation", body)).toEqual(asked);
  });

  test("cuts ids and select at commas, in query, body and typed call", async () => {
    const asked = {
      ...unset,
      variables: ["v", "w"],
      entities: ["a", "b"],
      select: ["date", "value"],
      facetIds: ["1", "2"],
      domains: ["x.org", "y.org"],
    };
    const query =
      "variable.dcids=v,w&entity.dcids=a,,b&select=date,value&filter.facet_ids=1,2&filter.domains=x.org,y.org,";
    expect(await get(`/v2/observation?${query}`)).toEqual(asked);
    const body = {
      variable: { dcids: ["v,w"] },
      entity: { dcids: "a,b" },
      select: "date,value",
      filter: { facet_ids: ["1,2"], domains: ["x.org", "y.org"] },
    };
    expect(await post("/v2/observation", body)).toEqual(asked);
    const row = echoOf(endpoints["v2.observation"]);
    expect(invoke(row as never, world, body)).toEqual(asked);
  });

  test.each(["facet_ids", "facetIds"])("knows the facet filter as %s", async (name) => {
    expect(await get(`/v2/observation?filter.${name}=7`)).toEqual({ ...unset, facetIds: ["7"] });
    const body = { filter: { [name]: ["7"] } };
    expect(await post("/v2/observation", body)).toEqual({ ...unset, facetIds: ["7"] });
  });

  test.each(["domains", "facet_domains", "facetDomains"])(
    "knows the domain filter as %s",
    async (name) => {
      const asked = { ...unset, domains: ["x.org"] };
      expect(await get(`/v2/observation?filter.${name}=x.org`)).toEqual(asked);
      expect(await post("/v2/observation", { filter: { [name]: ["x.org"] } })).toEqual(asked);
    },
  );

  test("joins spellings of one list", async () => {
    const body = { filter: { facet_ids: ["1"], facetIds: ["2"] } };
    expect((await post("/v2/observation", body))["facetIds"]).toEqual(["1", "2"]);
    const { facetIds } = await get("/v2/observation?filter.facetIds=1&filter.facet_ids=2");
    expect(facetIds).toEqual(["1", "2"]);
  });

  test("the last of several dates counts, and one of two quote characters is none", async () => {
    expect((await get("/v2/observation?date=2015&date=LATEST"))["date"]).toBe("LATEST");
    expect((await get('/v2/observation?date=""'))["date"]).toBe("");
    expect((await get("/v2/observation?date="))["date"]).toBe("");
    expect((await post("/v2/observation", { date: '""' }))["date"]).toBe("");
    expect((await post("/v2/observation", { date: 2015 }))["date"]).toBe("2015");
  });

  test("names the enclosing object of an unknown nested name", async () => {
    const expected = failure(
      400,
      3,
      'Could not find field "dcid" in the type "datacommons.v2.DcidOrExpression".',
    );
    const query = fetch("/v2/observation?key=k&variable.dcid.x=1");
    const body = fetch("/v2/observation?key=k", {
      method: "POST",
      body: '{"variable":{"dcid":1}}',
    });
    expect(await failureOf(query)).toEqual(expected);
    expect(await failureOf(body)).toEqual(expected);
  });

  test.each([
    [
      "variable=Count_Person",
      'variable: invalid value "Count_Person" for type datacommons.v2.DcidOrExpression',
    ],
    [
      "date.year=2015",
      'Encountered a non-leaf field "date" that is not a message while parsing a field path',
    ],
    ["filter.=1", 'Could not find field "" in the type "datacommons.v2.FacetFilter".'],
  ])("refuses the query %s", async (query, message) => {
    expect(await failureOf(fetch(`/v2/observation?key=k&${query}`))).toEqual(
      failure(400, 3, message),
    );
  });

  test.each([
    [{ variable: "v" }, 'variable: invalid value "v" for type datacommons.v2.DcidOrExpression'],
    [{ variable: ["v"] }, "variable: invalid value [...] for type datacommons.v2.DcidOrExpression"],
    [
      { variable: { dcids: { a: 1 } } },
      "variable.dcids[0]: invalid value {...} for type TYPE_STRING",
    ],
    [
      { entity: { dcids: ["a", null] } },
      "entity.dcids[1]: invalid value null for type TYPE_STRING",
    ],
    [{ entity: { expression: [] } }, "entity.expression: invalid value [...] for type TYPE_STRING"],
    [{ date: true }, "date: invalid value true for type TYPE_STRING"],
  ])("refuses the body %j", async (body, message) => {
    const request = fetch("/v2/observation?key=k", { method: "POST", body: JSON.stringify(body) });
    expect(await failureOf(request)).toEqual(failure(400, 3, message));
  });

  test("null and undefined say nothing", async () => {
    expect(await post("/v2/observation", { date: null, variable: null })).toEqual(unset);
    const row = echoOf(endpoints["v2.observation"]);
    const request = { date: undefined, variable: { dcids: undefined }, unheard: undefined };
    expect(invoke(row as never, world, request)).toEqual(unset);
  });

  test("reads a body written by hand", async () => {
    const body = "{date: 'LATEST',\n 'variable': {dcids: ['v',],},\n}";
    expect(await post("/v2/observation", body)).toEqual({
      ...unset,
      date: "LATEST",
      variables: ["v"],
    });
  });

  test("the request type allows every documented spelling", () => {
    const request: V2ObservationRequest = {
      filter: { facet_ids: ["1"], facetIds: [], domains: [], facet_domains: [], facetDomains: [] },
    };
    const row = echoOf(endpoints["v2.observation"]);
    expect(invoke(row as never, world, request)).toEqual({ ...unset, facetIds: ["1"] });
  });
});
